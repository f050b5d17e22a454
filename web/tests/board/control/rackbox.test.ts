import { expect, test } from "vitest";
import { rackBoxOf, rackHeight } from "../../../src/board/control/rackbox";
import type { RackScreen } from "../../../src/board/control/rackbox";
import type { BoardTile, RackBox, RackRows, ScreenForm } from "../../../src/board/state";

/** A rack with so many tiles in each of its rows. */
const rackOf = (...sizes: number[]): RackRows => {
  let id = 0;
  return sizes.map((size) => Array.from({ length: size }, () => ({ id: id++, kind: 0 })));
};
const none = (): ReadonlySet<BoardTile> => new Set();
const on = (form: ScreenForm, height = 900, scale = 1): RackScreen => ({ form, scale, height });
const boxOf = (form: ScreenForm, width: number, ...sizes: number[]): RackBox =>
  rackBoxOf(on(form), { x: 10, y: 20, width, height: 0 }, rackOf(...sizes), none);

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

test("tiles are as large as usual where there is room, then a little smaller, then in a third line", () => {
  const shown = (width: number): number[] => {
    const { lines, tile } = boxOf("desktop", width, 10, 10);
    return [lines, tile];
  };
  expect([shown(1000), shown(635), shown(634), shown(530)]).toEqual([
    [2, 59],
    [2, 59],
    [2, 58],
    [2, 48],
  ]);
  expect(shown(400)).toEqual([3, 49]);
  expect(boxOf("phone", 330, 8, 8)).toMatchObject({ lines: 2, tile: 37 });
  expect(boxOf("phone", 200, 8, 8)).toMatchObject({ lines: 3, tile: 30 });
  expect(boxOf("landscape", 524, 6, 6)).toMatchObject({ lines: 1, tile: 40 });
  expect(boxOf("landscape", 400, 6, 6)).toMatchObject({ lines: 2, tile: 34 });
});

/** A phone's rack of so many tiles in two rows, or in other rows. */
const onPhone = (count: number, width = 326, height = 640, form: ScreenForm = "phone"): RackBox =>
  rackBoxOf(
    on(form, height),
    { x: 0, y: 0, width, height: 0 },
    rackOf(Math.ceil(count / 2), Math.floor(count / 2)),
    none,
  );

test("all of a rack of thirty is seen on the smallest phone, and more than that as far as numbers can be read", () => {
  expect(onPhone(14)).toMatchObject({ lines: 2, tile: 43 });
  expect(onPhone(18)).toMatchObject({ lines: 3, tile: 32 });
  expect(onPhone(30)).toMatchObject({ lines: 3, tile: 29, slots: 10 });
  expect(onPhone(33)).toMatchObject({ lines: 3, tile: 26, slots: 11 });
  for (let count = 1; count <= 33; count++) {
    const { tile, gap, slots, lines } = onPhone(count);
    const most = lines === 2 ? Math.ceil(count / 2) : slots;
    expect(most * (tile + gap) - gap).toBeLessThanOrEqual(326);
    expect(rackHeight(onPhone(count))).toBeLessThanOrEqual(0.25 * 640);
  }
  // On its side a phone has room for two lines.
  expect(onPhone(30, 556, 390, "landscape")).toMatchObject({ lines: 2, tile: 33 });
});

test("beyond that it scrolls, with tiles that a finger can take; a low window has room for two lines only", () => {
  expect(onPhone(40)).toMatchObject({ lines: 3, tile: 32, slots: 14 });
  expect(onPhone(30, 326, 480)).toMatchObject({ lines: 2, tile: 32, slots: 15 });
  expect(onPhone(20, 326, 480)).toMatchObject({ lines: 2, tile: 29, slots: 10 });
});

test("a row much longer than the other goes on in the next line before tiles are too small", () => {
  const box = rackBoxOf(on("phone", 640), { x: 0, y: 0, width: 326, height: 0 }, rackOf(12, 2), none);
  expect(box).toMatchObject({ lines: 2, starts: [0, 12], slots: 7, tile: 36 });
});

test("on a large screen everything is larger", () => {
  const box = rackBoxOf(on("desktop", 1440, 1.6), { x: 0, y: 0, width: 1600, height: 0 }, rackOf(7, 7), none);
  expect(box).toMatchObject({ tile: 94, gap: 8, rowGap: 46 });
});

test("large tiles stay large, and nothing shrinks before the ledge is measured", () => {
  expect([14, 18, 30].map((count) => onPhone(count, 356, 844, "big"))).toMatchObject([
    { lines: 2, tile: 46 },
    { lines: 3, tile: 55 },
    { lines: 3, tile: 52, slots: 10 },
  ]);
  expect(boxOf("desktop", 0, 10, 10).tile).toBe(59);
});

test("there are as many slots as the ledge is wide, and one at least", () => {
  expect(boxOf("desktop", 59 * 10 + 5 * 9, 7, 7).slots).toBe(10);
  expect(boxOf("desktop", 59 * 10 + 5 * 9 - 1, 7, 7).slots).toBe(9);
  expect(boxOf("desktop", 0, 7, 7).slots).toBe(1);
});

test("an empty rack has a row to be filled", () => {
  expect(boxOf("desktop", 500, 0, 0)).toMatchObject({ tile: 59, lines: 2, slots: 7, asides: [[], []] });
});

test("its height is that of its ledges and what is between them", () => {
  expect(rackHeight(boxOf("desktop", 900, 7, 7))).toBe(2 * 78 + 29);
  expect(rackHeight(boxOf("landscape", 900, 3, 3))).toBe(54);
});

test("the slots after another colour begins are moved along, in each row by itself", () => {
  const rack = rackOf(4, 4);
  const [first = [], second = []] = rack;
  const begins = new Set([first[2], second[0], second[1], second[3]].filter((tile) => tile != null));
  const box = rackBoxOf(on("desktop"), { x: 0, y: 0, width: 1000, height: 0 }, rack, () => begins);
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
    rackBoxOf(on("desktop"), { x: 0, y: 0, width, height: 0 }, rack, () => begins).asides;
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
  const box = rackBoxOf(on("landscape"), { x: 0, y: 0, width: 6 * 45 - 4 + 15, height: 0 }, rack, () => begins);
  expect(box).toMatchObject({ lines: 1, tile: 41 });
  expect(box.asides).toEqual([
    [0, 5, 5],
    [10, 10, 15],
  ]);
});

test("the parts of a rack are asked for with all of its tiles, gaps between them aside", () => {
  const [one, two, three] = rackOf(3)[0] ?? [];
  const asked: unknown[] = [];
  rackBoxOf(
    on("phone"),
    { x: 0, y: 0, width: 300, height: 0 },
    [[one ?? null, null, two ?? null], [three ?? null]],
    (tiles) => {
      asked.push(tiles);
      return new Set();
    },
  );
  expect(asked).toEqual([[one, two, three]]);
});
