import { expect, test, vi } from "vitest";
import type { BookletPlace, ShownEdition, ShownRow } from "../../src/net/routes";

vi.stubGlobal("navigator", { languages: [] });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { speak } = await import("../../src/app/speech.svelte");
const { bookletName, placesWords, sourceWords } = await import("../../src/app/places");

const SCORING: BookletPlace = {
  part: "example",
  printed: { de: "Punktewertung", fr: "Décompte des points", pt: "Pontuação" },
};

test.each([
  ["en", "example under “Punktewertung”"],
  ["de", "Beispiel unter „Punktewertung“"],
  ["fr", "exemple sous «\u00A0Décompte des points\u00A0»"],
  ["pt-PT", "exemplo em «Pontuação»"],
] as const)("in %s a place is told in the reader's language, and what is printed as it is: %s", async (code, words) => {
  await speak(code);
  expect(placesWords([SCORING])).toBe(words);
});

const row = (but: Partial<ShownRow>): ShownRow => ({
  value: 1,
  note: "",
  source: "",
  where: [{ part: "rule", number: 3 }],
  silent: false,
  reading: false,
  ...but,
});
const SABRA = {
  name: "sabra",
  year: 2022,
  languages: ["de", "fr"],
  parts: { sets: [{ part: "rule", number: 2 }] },
  rows: { opening: row({}), drawn: row({ reading: true }), ending: row({ silent: true, where: [] }) },
} as unknown as ShownEdition;

test("a rule is found in its booklet, as printed, as we read it, or not at all", () => {
  expect(sourceWords(SABRA, "opening")).toContain("rule 3");
  expect(sourceWords(SABRA, "sets")).toContain("rule 2");
  expect(sourceWords(SABRA, "drawn")).toContain("our reading");
  expect(sourceWords(SABRA, "ending")).toMatch(/^The booklet does/);
});

test("a booklet is called by its edition, year and languages", async () => {
  expect(bookletName(SABRA)).toBe("Sabra 2022 (German and French)");
  expect(bookletName({ ...SABRA, name: "classic-2015", year: 2015, languages: ["en"] })).toBe("Classic 2015 (English)");
  await speak("nl");
  expect(bookletName(SABRA)).toBe("Sabra 2022 (Duits en Frans)");
});
