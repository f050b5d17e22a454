/** What solves a puzzle: any legal turn that reaches its goal. */

import { expect, test } from "vitest";
import { isSameTable, tilesToLay } from "../../src/core/knownpuzzle";
import { parseTable } from "../../src/core/notation";
import { tryPuzzle } from "../../src/core/puzzle";
import type { Puzzle } from "../../src/core/puzzles";

/** The position of the drawings: three tiles, two ways. */
const DRAWN: Puzzle = {
  id: "drawn",
  theme: "everything",
  tile_set: "106",
  edition: "classic-2015",
  table: "k6 r6 b6 y6 | b2 b3 b4 b5 b6 | k1 k2 k3 k4 | r8 r9 r10 r11 r12 | y2 y3 y4 | b7 b8 b9 | k12 r12 b12",
  rack: "k8 k9 b5",
  opened: true,
  goal: { lay: "all" },
  rating: 1480,
  solutions: 2,
  more: false,
  proof: { touched: 4, moved: 5, overlooked: 5, choices: 60 },
  answers: [],
};
const REST = "k1 k2 k3 k4 | r10 r11 r12 | y2 y3 y4 | k8 r8 b8 | k9 r9 b9 | k12 r12 b12";
const FROM_RUN = `k6 r6 b6 y6 | b2 b3 b4 b5 | b5 b6 b7 | ${REST}`;
const FROM_GROUP = `k6 r6 y6 | b2 b3 b4 b5 b6 | b5 b6 b7 | ${REST}`;
const tried = (task: Puzzle, after: string) => tryPuzzle(task, parseTable(after));

test("both solutions of a puzzle count, in whatever order they lie", () => {
  for (const after of [FROM_RUN, FROM_GROUP, FROM_RUN.split(" | ").reverse().join(" | ")])
    expect(tried(DRAWN, after)).toMatchObject({ solved: true, moved: 5 });
});

test("a legal turn that lays less solves nothing, unless it is enough", () => {
  const one: Puzzle = { ...DRAWN, table: "r4 r5 r6 r7 r8", rack: "r6 b1" };
  const split = "r4 r5 r6 | r6 r7 r8";
  expect(tried(one, split)).toMatchObject({ solved: false, turn: { isLegal: true } });
  expect(tried({ ...one, goal: { least: 1 } }, split).solved).toBe(true);
  expect(tried({ ...one, goal: { least: 1 } }, "r4 r5 | r6 r6 r7 r8").solved).toBe(false);
});

test("where as little as possible is to be moved, one tile more is too much", () => {
  const fewest = { ...DRAWN, goal: { lay: "all", moved: 5 } };
  expect(tried(fewest, FROM_GROUP).solved).toBe(true);
  expect(tried({ ...fewest, goal: { lay: "all", moved: 4 } }, FROM_GROUP)).toMatchObject({ solved: false, moved: 5 });
});

test("an opening counts by the rules of openings", () => {
  const opening: Puzzle = { ...DRAWN, table: "r4 r5 r6", rack: "k10 b10 y10", opened: false };
  expect(tried(opening, "r4 r5 r6 | k10 b10 y10").solved).toBe(true);
  expect(tried({ ...opening, rack: "k1 b1 y1" }, "r4 r5 r6 | k1 b1 y1").solved).toBe(false);
});

test("what is to be laid is counted by the goal", () => {
  expect(tilesToLay(DRAWN)).toBe(3);
  expect(tilesToLay({ ...DRAWN, goal: { least: 1 } })).toBe(1);
  expect(tilesToLay({ ...DRAWN, goal: { lay: "k8 k9" } })).toBe(2);
});

test("tables are the same by which tiles lie together", () => {
  expect(isSameTable("r1 r2 r3 | b4 k4 y4", "y4 b4 k4 | r1 r2 r3")).toBe(true);
  expect(isSameTable(FROM_RUN, FROM_GROUP)).toBe(false);
});
