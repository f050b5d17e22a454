import { expect, test } from "vitest";
import { rackBoxOf, rackHeight } from "../../../src/board/control/rackbox";
import type { BoardTile, RackBox, RackRows, ScreenForm } from "../../../src/board/state";

/** A rack with so many tiles in each of its rows. */
const rackOf = (...sizes: number[]): RackRows => {
  let id = 0;
  return sizes.map((size) => Array.from({ length: size }, () => ({ id: id++, kind: 0 })));
};
const none = (): ReadonlySet<BoardTile> => new Set();
const boxOf = (form: ScreenForm, width: number, ...sizes: number[]): RackBox =>
  rackBoxOf(form, 1, { x: 10, y: 20, width, height: 0 }, rackOf(...sizes), none);

test("a rack begins at the corner of its ledge", () => {
  expect(boxOf("desktop", 900, 7, 7)).toMatchObject({ x: 10, y: 20 });
});

test("each form of a screen has its own gaps", () => {
  const gaps = (form: ScreenForm): number[] => [boxOf(form, 600, 7, 7).gap, boxOf(form, 600, 7, 7).rowGap];
  expect([gaps("desktop"), gaps("phone"), gaps("landscape"), gaps("big")]).toEqual([
    [5, 29],
    [4, 19],
    [4, 12],
    [5, 19],
  ]);
});

test("tiles are as large as usual where there is room, and a little smaller before the rack scrolls", () => {
  const tile = (width: number): number => boxOf("desktop", width, 10, 10).tile;
  expect([tile(1000), tile(635), tile(634), tile(530), tile(400)]).toEqual([59, 59, 58, 48, 48]);
  expect(boxOf("phone", 330, 8, 8).tile).toBe(37);
  expect(boxOf("phone", 200, 8, 8).tile).toBe(34);
  expect(boxOf("landscape", 400, 6, 6).tile).toBe(32);
  expect(boxOf("landscape", 524, 6, 6).tile).toBe(40);
});

test("on a large screen everything is larger", () => {
  const box = rackBoxOf("desktop", 1.6, { x: 0, y: 0, width: 1600, height: 0 }, rackOf(7, 7), none);
  expect(box).toMatchObject({ tile: 94, gap: 8, rowGap: 46 });
});

test("large tiles never shrink, and nothing does before the ledge is measured", () => {
  expect(boxOf("big", 200, 8, 8).tile).toBe(56);
  expect(boxOf("desktop", 0, 10, 10).tile).toBe(59);
});

test("there are as many slots as the ledge is wide, and one at least", () => {
  expect(boxOf("desktop", 59 * 10 + 5 * 9, 7, 7).slots).toBe(10);
  expect(boxOf("desktop", 59 * 10 + 5 * 9 - 1, 7, 7).slots).toBe(9);
  expect(boxOf("desktop", 0, 7, 7).slots).toBe(1);
});

test("an empty rack has a row to be filled", () => {
  expect(boxOf("desktop", 500, 0, 0)).toMatchObject({ tile: 59, rows: 2, slots: 7, asides: [[], []] });
});

test("its height is that of its ledges and what is between them", () => {
  expect(rackHeight(boxOf("desktop", 900, 7, 7))).toBe(2 * 78 + 29);
  expect(rackHeight(boxOf("landscape", 900, 3, 3))).toBe(54);
});

test("the slots after another colour begins are moved along, in each row by itself", () => {
  const rack = rackOf(4, 4);
  const [first = [], second = []] = rack;
  const begins = new Set([first[2], second[0], second[1], second[3]].filter((tile) => tile != null));
  const box = rackBoxOf("desktop", 1, { x: 0, y: 0, width: 1000, height: 0 }, rack, () => begins);
  // What begins a row needs no gap before it.
  expect(box.asides).toEqual([
    [0, 0, 12, 12],
    [0, 12, 12, 24],
  ]);
});

test("the gaps share the room there is, that of the row with most of them", () => {
  const rack = rackOf(4, 4);
  const [first = [], second = []] = rack;
  const begins = new Set([first[1], second[1], second[3]].filter((tile) => tile != null));
  const asides = (width: number): unknown =>
    rackBoxOf("desktop", 1, { x: 0, y: 0, width, height: 0 }, rack, () => begins).asides;
  expect(asides(4 * 64 - 5 + 10)).toEqual([
    [0, 5, 5, 5],
    [0, 5, 5, 10],
  ]);
  expect(asides(100)).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test("in one row the second goes on where the first ends, and its gaps count together", () => {
  const rack = rackOf(3, 3);
  const [first = [], second = []] = rack;
  const begins = new Set([first[1], second[0], second[2]].filter((tile) => tile != null));
  const box = rackBoxOf("landscape", 1, { x: 0, y: 0, width: 6 * 45 - 4 + 15, height: 0 }, rack, () => begins);
  expect(box).toMatchObject({ rows: 1, tile: 41 });
  expect(box.asides).toEqual([
    [0, 5, 5],
    [10, 10, 15],
  ]);
});

test("the parts of a rack are asked for with all of its tiles, gaps between them aside", () => {
  const [one, two, three] = rackOf(3)[0] ?? [];
  const asked: unknown[] = [];
  rackBoxOf(
    "phone",
    1,
    { x: 0, y: 0, width: 300, height: 0 },
    [[one ?? null, null, two ?? null], [three ?? null]],
    (tiles) => {
      asked.push(tiles);
      return new Set();
    },
  );
  expect(asked).toEqual([[one, two, three]]);
});
