import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import list from "../languages.json";
import { glossary, page, PAGE } from "../scripts/glossary.js";
import { LANGUAGES } from "../src/app/languages";
import { speak } from "../src/app/speech.svelte";
import { m } from "../src/paraglide/messages.js";

test("every term has a word in every language", () => {
  for (const [term, said] of Object.entries(glossary.terms))
    expect([term, Object.keys(said)]).toEqual([term, list.map(({ code }) => code)]);
  expect(Object.keys(glossary.register)).toEqual(list.map(({ code }) => code));
});

test("buttons and titles call things as the glossary does", async () => {
  const shown = { done: m.table_done, clock: m.new_clock, hint: m.hint_title, "house rules": m.new_house };
  for (const language of LANGUAGES) {
    await speak(language);
    for (const [term, message] of Object.entries(shown))
      expect(message().toLowerCase()).toBe(glossary.terms[term]?.[language]?.say.toLowerCase());
    const steps = [m.table_undo, m.table_redo].map((message) => message());
    expect(steps.join(", ")).toBe(glossary.terms["undo, redo"]?.[language]?.say);
  }
});

test("the rules page calls things as the glossary does", async () => {
  const shown = {
    tile: m.rules_word_tile,
    rack: m.rules_word_rack,
    pool: m.rules_word_pool,
    run: m.rules_word_run,
    group: m.rules_word_group,
    change: m.rules_word_change,
  };
  for (const language of LANGUAGES) {
    await speak(language);
    for (const [term, message] of Object.entries(shown)) expect(message()).toBe(glossary.terms[term]?.[language]?.say);
  }
});

test("a booklet's words are of terms and languages that there are", () => {
  for (const said of Object.values(glossary.booklets))
    for (const [code, words] of Object.entries(said)) {
      expect(LANGUAGES).toContain(code);
      for (const term of Object.keys(words)) expect(Object.keys(glossary.terms)).toContain(term);
    }
});

test("docs/languages.md has the glossary's tables; npm run glossary writes them", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(page());
});
