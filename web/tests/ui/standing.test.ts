import { expect, test } from "vitest";
import { columnsOf } from "../../src/ui/score/standing";

const entry = (...scores: number[]) => ({ scores, winner: 0 });

test("after the games of a round comes what it adds up to, and an unfinished one has none", () => {
  const columns = columnsOf([entry(5, -5), entry(-8, 8), entry(3, -3)], 2);
  expect(columns.map(({ number, round, scores }) => [round ? "round" : "game", number, ...scores])).toEqual([
    ["game", 1, 5, -5],
    ["game", 2, -8, 8],
    ["round", 1, -3, 3],
    ["game", 3, 3, -3],
  ]);
});

test("without rounds every column is a game", () => {
  expect(columnsOf([entry(5, -5), entry(1, -1)], 1).every(({ round }) => !round)).toBe(true);
});
