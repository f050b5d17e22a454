import { expect, test, vi } from "vitest";
import type { MatchResult } from "../../src/net/routes";
import { speak } from "../../src/app/speech.svelte";
import { m } from "../../src/paraglide/messages.js";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { playedSheet, sheetText } = await import("../../src/app/sheet");

const seat = (name: string, bot: string | null, score: number) => ({ name, bot, score, won: score > 0 });
const RESULT = {
  rule: "total",
  winners: [0],
  games: [
    { results: [seat('=Ann; "A"', null, 12), seat("Rosa", "casual", -12)] },
    { results: [seat('=Ann; "A"', null, -5), seat("Rosa", "casual", 5)] },
  ],
} as unknown as MatchResult;

test("a score sheet has every game, bots are called as at the table, and no name is a formula", () => {
  const ann = `"'=Ann; ""A"""`;
  expect(sheetText(playedSheet(RESULT)).split("\r\n")).toEqual([
    `Game,${ann},Rosa (${m.common_casual()}),Winner`,
    `1,12,-12,${ann}`,
    `2,-5,5,Rosa (${m.common_casual()})`,
    `Total,7,-7,${ann}`,
    "Games won,1,1,",
    "",
  ]);
});

test("where numbers have commas, something else is between them", async () => {
  await speak("fr");
  vi.stubGlobal("navigator", { languages: ["fr"] });
  const [head = "", first = ""] = sheetText(playedSheet(RESULT)).split("\r\n");
  expect(head.split(";")[0]).toBe("Partie");
  expect(first.startsWith("1;12;-12;")).toBe(true);
});
