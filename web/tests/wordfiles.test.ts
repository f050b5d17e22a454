import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "../src/app/languages";
import { fetchWords } from "../src/app/wordfiles";
import { firstNames, wordsOf } from "../wordfiles.js";

const textOf = (path: string): string => readFileSync(resolve(import.meta.dirname, "..", path), "utf8");

test.each(LANGUAGES)("%s has its own words for every message, and no others", async (language) => {
  const catalogue = JSON.parse(textOf(`messages/${language}.json`)) as Record<string, unknown>;
  const words = await fetchWords(language, true);
  expect(Object.keys(words).sort()).toEqual(Object.keys(catalogue).sort());
  const texts = Object.entries(words).filter(([, found]) => typeof found === "string");
  expect(texts.length).toBeGreaterThan(1000);
  for (const [name, text] of texts) expect([name, text]).toEqual([name, catalogue[name]]);
});

test("the first words are those of the first screen and of what it fetches by itself", () => {
  const first = firstNames();
  const needed = [
    "app_name",
    "home_play_now",
    "common_language",
    "error_screen",
    "error_language",
    "puzzle_of_the_day",
  ];
  expect(needed.filter((name) => !first.has(name))).toEqual([]);
  expect(first.size).toBeLessThan(400);
  // Of screens that come with the rest.
  expect(["settings_export", "study_to_win", "chat_send"].filter((name) => first.has(name))).toEqual([]);
});

test("the two files of a language have every message once", () => {
  const code = textOf("src/paraglide/messages/fr.js");
  const names = (wanted: (name: string) => boolean): string[] =>
    [...wordsOf(code, wanted).matchAll(/^(\w+): /gm)].map(([, name]) => name!);
  const first = firstNames();
  const [one, two] = [names((name) => first.has(name)), names((name) => !first.has(name))];
  expect([...one, ...two].sort()).toEqual(names(() => true).sort());
  expect(one.length).toBeGreaterThan(200);
  expect(() => wordsOf("export const other = function () {};", () => true)).toThrow("another way");
});
