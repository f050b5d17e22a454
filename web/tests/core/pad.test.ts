import { expect, test } from "vitest";
import * as pads from "../../src/core/pad";
import { readPad } from "../../src/core/padread";
import { beginSteps, doStep, redoStep, undoStep } from "../../src/core/steps";

const NAMES = ["Lena", "Maren", "Tomasz", "Aiko"];
const BOOKLET: readonly (readonly [number, readonly number[]])[] = [
  [0, [0, 5, 16, 3]],
  [2, [6, 11, 0, 5]],
  [3, [32, 13, 2, 0]],
  [2, [10, 25, 0, 6]],
];

function entered(pad: pads.ScorePad, out: number | null, sums: readonly number[]): pads.ScorePad {
  const begun = pads.endedBy(pads.openGame(pad), out);
  const filled = sums.reduce((now, sum, seat) => (sum ? pads.setSum(pads.chooseSeat(now, seat), sum) : now), begun);
  return pads.closeGame(filled);
}

const booklet = (edition: "sabra" | "classic-2015"): pads.ScorePad =>
  BOOKLET.reduce((pad, [out, sums]) => entered(pad, out, sums), pads.newPad(edition, NAMES));

test("the booklets' example comes out as the booklets say", () => {
  const pad = booklet("sabra");
  expect(pads.sheetOf(pad).map(({ scores }) => scores)).toEqual([
    [24, -5, -16, -3],
    [-6, -11, 22, -5],
    [-32, -13, -2, 47],
    [-10, -25, 41, -6],
  ]);
  expect(pads.standOf(pad)).toEqual({ totals: [-24, -54, 45, 33], wins: [1, 0, 2, 1], ahead: [2] });
});

test("tiles count their numbers, and a joker what the edition says", () => {
  const tap = (edition: "sabra" | "classic-2015"): number | undefined => {
    const pad = pads.endedBy(pads.openGame(pads.newPad(edition, ["A", "B"])), 0);
    return [12, 9, pads.PAD_JOKER].reduce(pads.addTile, pad).draft?.racks[1]?.sum;
  };
  expect([tap("sabra"), tap("classic-2015")]).toEqual([46, 51]);
});

test("the next rack is that of the next player who has none, and who went out has none to enter", () => {
  let pad = pads.endedBy(pads.openGame(pads.newPad("sabra", NAMES)), 1);
  expect(pad.draft?.seat).toBe(0);
  pad = pads.chooseSeat(pads.addTile(pad, 5), 3);
  expect(pad.draft && pads.nextMissing(pads.addTile(pad, 7).draft ?? pad.draft)).toBe(2);
  expect(pads.closeGame(pad)).toBe(pad);
});

test("two digits become one number, and a tile can be taken off again", () => {
  const pad = pads.endedBy(pads.openGame(pads.newPad("sabra", ["A", "B"])), 0);
  const typed = pads.turnTile(pads.addTile(pads.addTile(pad, 4), 1), 13);
  expect(typed.draft?.racks[1]).toEqual({ tiles: [4, 13], sum: 17 });
  expect(pads.dropTile(typed).draft?.racks[1]).toEqual({ tiles: [4], sum: 4 });
});

test("equal racks ask who laid the last tile only where tiles don't tell them apart", () => {
  const tied = (tiles: readonly (readonly number[])[]): number[] => {
    const begun = pads.endedBy(pads.openGame(pads.newPad("sabra", ["A", "B", "C"])), null);
    const pad = tiles.reduce((now, rack, seat) => rack.reduce(pads.addTile, pads.chooseSeat(now, seat)), begun);
    return pad.draft ? pads.tiedIn(pad.draft) : [];
  };
  expect(tied([[7], [3, 4], [9]])).toEqual([]);
  expect(tied([[7], [7], [9]])).toEqual([0, 1]);
  const bySum = entered(pads.newPad("sabra", ["A", "B", "C"]), null, [7, 7, 9]);
  expect(pads.sheetOf(bySum)[0]).toEqual({ scores: [2, 0, -2], winner: 0 });
  const opened = pads.openGame(bySum, 0);
  expect(pads.sheetOf(pads.closeGame(pads.saidLast(opened, 0)))[0]).toEqual({ scores: [0, 2, -2], winner: 1 });
});

test("a game is mended in its place, or struck", () => {
  const mended = pads.closeGame(pads.setSum(pads.chooseSeat(pads.openGame(booklet("sabra"), 1), 0), 16));
  expect(pads.sheetOf(mended)[1]?.scores).toEqual([-16, -11, 32, -5]);
  expect(pads.strikeGame(mended, 1).games).toHaveLength(3);
});

test("what was done is undone and done again, and the digits of a number are one step", () => {
  let steps = beginSteps("");
  for (const text of ["4", "46"]) steps = doStep(steps, text, "sum");
  steps = doStep(steps, "next");
  expect(undoStep(steps).now).toBe("46");
  expect(undoStep(undoStep(steps)).now).toBe("");
  expect(redoStep(redoStep(undoStep(undoStep(steps)))).now).toBe("next");
  expect(undoStep(beginSteps(1)).now).toBe(1);
});

test("a pad is read as it was stored, and nothing else is", () => {
  const pad = pads.openGame(booklet("sabra"), 2);
  expect(readPad(JSON.parse(JSON.stringify(pad)))).toEqual(pad);
  for (const wrong of [null, 7, {}, { ...pad, edition: "other" }, { ...pad, players: ["A"] }, { ...pad, games: [{}] }])
    expect(readPad(wrong)).toBeNull();
  expect(readPad({ ...pad, draft: { at: 99 } })?.draft).toBeNull();
});
