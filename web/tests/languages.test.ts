import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import list from "../languages.json";
import { LANGUAGES, languageName, preferred, spoken } from "../src/app/languages";
import { readChoices } from "../src/app/settings.svelte";

const ROOT = resolve(import.meta.dirname, "../..");
const codes = list.map(({ code }) => code);

test("the languages are those of the list, each with its catalogue", () => {
  expect(LANGUAGES).toEqual(codes);
  const catalogues = readdirSync(resolve(ROOT, "web/messages")).map((name) => name.replace(".json", ""));
  expect(catalogues.sort()).toEqual([...codes].sort());
  expect(languageName("pt-PT")).toBe("Português (Portugal)");
});

test("the browser's first language that's spoken here is taken, wherever it's spoken", () => {
  expect(preferred(["it-IT", "pt-BR", "de"])).toBe("pt-PT");
  expect(preferred(["de-AT"])).toBe("de");
  expect(preferred(["it"])).toBe("en");
  expect(spoken("it")).toBe(null);
});

test("a language chosen under its older, shorter name stays chosen", () => {
  expect(readChoices({ language: "pt" }).language).toBe("pt-PT");
  expect(readChoices({ language: "tlh" }).language).toBe(null);
});

/** Every hand-written file of code, in any folder that has some. */
function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(resolve(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (
        !/^(node_modules|dist|paraglide|project\.inlang|__pycache__|\..*)$/.test(entry.name) &&
        path !== "src/tilery/web"
      )
        yield* sources(path);
    } else if (/\.(ts|js|py|svelte|html|css)$/.test(path)) yield path;
  }
}

test("nobody keeps another list of languages", () => {
  const namesAll = (text: string): boolean =>
    codes.every((code) => code === "en" || new RegExp(`["'\`]${code}["'\`]|^\\s*${code}:`, "m").test(text));
  const lists = ["web", "src", "tests", "benchmarks", "build_backend"]
    .flatMap((folder) => [...sources(folder)])
    .filter((path) => namesAll(readFileSync(resolve(ROOT, path), "utf8")));
  expect(lists).toEqual([]);
});
