/** Answers to exercises of every kind, judged by each edition. */

import { expect, test } from "vitest";
import {
  editionFor,
  isOtherwise,
  legalElsewhere,
  rightAnswer,
  settledIn,
  sheetNumber,
  sheetNumbers,
  timeAnswers,
  tryTurn,
} from "../../src/core/lesson";
import type { Lesson, SheetExercise, TimeExercise, TurnExercise, TurnTask } from "../../src/core/lesson";
import { parseTable } from "../../src/core/notation";

const sources = [{ booklet: "classic-2015", heading: "Splitting a run" }] as const;

/** A run to be split by a red 6. */
const splitting = (solved: TurnTask, more: Partial<TurnExercise> = {}): TurnExercise => ({
  kind: "turn",
  id: "split",
  sources,
  table: "r4 r5 r6 r7 r8 | k6 b6 y6",
  rack: "r6 b2",
  solved,
  solution: "r4 r5 r6 | r6 r7 r8 | k6 b6 y6",
  wrong: { table: "r4 r5 r6 r7 | r6 r8 | k6 b6 y6", code: "illegal-set" },
  ...more,
});
const tried = (exercise: TurnExercise, after: string) => tryTurn(exercise, "classic-2015", parseTable(after));

test("any legal turn that lays the tiles solves an exercise, and only one of those is what it is about", () => {
  const exercise = splitting({ lay: "r6" }, { about: [] });
  const split = tried(exercise, "k6 y6 b6 | r6 r7 r8 | r4 r5 r6");
  expect(split).toMatchObject({ solved: true, isAbout: true });
  const group = tried(exercise, "r4 r5 r6 r7 r8 | k6 b6 y6 r6");
  expect(group).toMatchObject({ solved: true, isAbout: false });
  expect(tried(splitting({ lay: "r6" }), "r4 r5 r6 r7 r8 | k6 b6 y6 r6").isAbout).toBe(true);
});

test("a turn that is not legal, or does something else, solves nothing", () => {
  const wrong = tried(splitting({ lay: "r6" }), "r4 r5 r6 r7 | r6 r8 | k6 b6 y6");
  expect(wrong.solved).toBe(false);
  expect(wrong.turn.breaches.map(({ code }) => code)).toEqual(["illegal-set"]);
  const legal = tried(splitting({ lay: "r6 b2" }), "r4 r5 r6 | r6 r7 r8 | k6 b6 y6");
  expect(legal.turn.isLegal).toBe(true);
  expect(legal.solved).toBe(false);
});

test("a task may be a number of tiles, the whole rack, an opening or a draw", () => {
  const one = "r4 r5 r6 | r6 r7 r8 | k6 b6 y6";
  expect(tried(splitting({ least: 1 }), one).solved).toBe(true);
  expect(tried(splitting({ least: 2 }), one).solved).toBe(false);
  expect(tried(splitting({ lay: "all" }), one).solved).toBe(false);
  expect(tried(splitting({ lay: "all" }, { rack: "r6" }), one).solved).toBe(true);
  expect(tried(splitting({ draw: true }), one).solved).toBe(false);
  const opening = splitting({ opens: true }, { opened: false, rack: "k10 b10 y10 r1" });
  expect(tried(opening, "r4 r5 r6 r7 r8 | k6 b6 y6 | k10 b10 y10").solved).toBe(true);
  expect(tried(opening, "r1 r4 r5 r6 r7 r8 | k6 b6 y6").solved).toBe(false);
});

test("a tile that was drawn just now counts as one of the rack", () => {
  const exercise = splitting({ lay: "r6" }, { rack: "b2", drawn: "r6", table: "r4 r5 j | k6 b6 y6" });
  expect(tryTurn(exercise, "classic-2002", parseTable("r4 r5 r6 | k6 b6 y6 j")).turn.isLegal).toBe(true);
});

test("a joker that one edition frees only by its own tile is freed by a split in the others", () => {
  const exercise = splitting({ lay: "r1 r7" }, { table: "r2 r3 j r5 r6", rack: "r1 r7 k10 k11" });
  const after = parseTable("r1 r2 r3 | r5 r6 r7 | k10 k11 j");
  expect(tryTurn(exercise, "classic-2015", after).turn.breaches.map(({ code }) => code)).toEqual(["joker-not-freed"]);
  expect(tryTurn(exercise, "sabra", after).solved).toBe(true);
  expect(legalElsewhere(exercise, "classic-2015", after)).toEqual([
    "classic-2002",
    "sabra",
    "twist-2015",
    "twist-2016",
  ]);
  expect(legalElsewhere(exercise, "sabra", after)).not.toContain("classic-2015");
});

test("what becomes of a turn when time is up differs from edition to edition", () => {
  const exercise: TimeExercise = {
    kind: "time",
    id: "late",
    sources,
    table: "r4 r5 r6",
    rack: "r7 k1 b2",
    draft: "r4 r5 r6 r7 | k1 b2",
    settled: {},
  };
  expect(settledIn(exercise, "classic-2015")).toEqual({ stands: false, draws: 3 });
  expect(settledIn(exercise, "sabra")).toMatchObject({ stands: true });
  expect(settledIn({ ...exercise, draft: "r4 r5 r6" }, "classic-2015")).toEqual({ stands: false, draws: 1 });
  expect(settledIn({ ...exercise, draft: "r4 r5 y6" }, "classic-2015")).toBeNull();
  expect(timeAnswers(exercise)).toContainEqual(settledIn(exercise, "sabra"));
});

test("a sheet is filled in from racks or by numbers, and a joker counts as its edition has it", () => {
  const sheet: SheetExercise = {
    kind: "sheet",
    id: "sheet",
    sources,
    players: 2,
    rounds: [{ racks: ["", "r5 j"], out: 0 }, [-4, 4]],
    blank: [
      [0, 0],
      ["total", 1],
    ],
  };
  expect(sheetNumbers(sheet, "classic-2015")).toEqual([
    [35, -35],
    [-4, 4],
    [31, -31],
  ]);
  expect(sheetNumber(sheet, "sabra", [0, 0])).toBe(30);
  expect(sheetNumber(sheet, "sabra", ["total", 1])).toBe(-26);
});

test("an exercise is told by the edition that is learnt, or by the first that has its rule", () => {
  const mirror = splitting({ lay: "r6" }, { editions: ["twist-2015", "twist-2016"] });
  const lesson: Lesson = { id: "mirror", minutes: 4, editions: ["twist-2015", "twist-2016"], exercises: [mirror] };
  expect(editionFor(lesson, mirror, "twist-2016")).toBe("twist-2016");
  expect(editionFor(lesson, mirror, "sabra")).toBe("twist-2015");
  expect(isOtherwise(lesson, "sabra")).toBe(true);
  expect(isOtherwise(lesson, "twist-2016")).toBe(false);
});

test("a question may have another answer in an edition", () => {
  const choice = { kind: "choice", id: "time", sources, answers: ["one", "two"], right: "one" } as const;
  expect(rightAnswer({ ...choice, perEdition: { sabra: "two" } }, "sabra")).toBe("two");
  expect(rightAnswer({ ...choice, perEdition: { sabra: "two" } }, "twist-2015")).toBe("one");
});
