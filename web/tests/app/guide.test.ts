import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { ENTRIES, loadGuide } = await import("../../src/app/guide");

interface Asked {
  readonly language: string;
  readonly words: string;
  readonly first: string | null;
  readonly found: readonly string[];
}

/** What the package's own search finds; tests/guide/test_search.py holds it to the same lines. */
const VECTORS = readFileSync(resolve(import.meta.dirname, "../../../tests/vectors/questions.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Asked);

test.each(VECTORS)("$language: “$words” finds what the package finds, best first", async ({ language, ...asked }) => {
  const found = (await loadGuide(language)).find(asked.words).map(({ id }) => id);
  expect(found).toEqual(asked.found);
  expect(found[0] ?? null).toBe(asked.first);
});

test("a question is found by its own words, in any order, in capitals and without accents", async () => {
  const guide = await loadGuide("fr");
  for (const { id } of ENTRIES) {
    const asks = guide.words.questions[id]?.asks.replace(/\{\w+\}/g, "30") ?? "";
    const turned = asks.split(" ").reverse().join(" ");
    expect(guide.find(asks)[0]?.id).toBe(id);
    expect(guide.find(turned.toUpperCase().normalize("NFD").replace(/\p{M}/gu, ""))[0]?.id).toBe(id);
  }
});

test("an answer comes while the last word is typed", async () => {
  const guide = await loadGuide("en");
  for (const typed of ["take a jo", "take a joke", "take a joker from a gro", "take a joker from a group"])
    expect(guide.find(typed).map(({ id }) => id)).toContain("joker-from-group");
});

test("nothing is found for nothing, for what isn't in the guide, and for a very long text quickly", async () => {
  const guide = await loadGuide("en");
  expect(guide.find("")).toEqual([]);
  expect(guide.find(" ?! ")).toEqual([]);
  expect(guide.find("may I")).toEqual([]);
  expect(guide.find("zebra umbrella")).toEqual([]);
  expect(guide.find("umbrella ".repeat(10_000))).toEqual([]);
});

test("a language without a guide gets the English one", async () => {
  expect((await loadGuide("xx")).words).toBe((await loadGuide("en")).words);
});
