import { expect, test } from "vitest";
import { formatTiles, parseTiles } from "../../src/core/notation";
import { byColour, byNumber, findSets, parts } from "../../src/core/sort";
import type { Kind } from "../../src/core/tiles";
import { byText } from "./kit";

const same = (kind: Kind): Kind => kind;
const found = (text: string): string[] =>
  findSets(parseTiles(text), same).map(({ tiles, value }) => `${formatTiles(tiles)} = ${value}`);

test("a rack is sorted by colour then number, jokers first", () => {
  expect(byText("y1 j r13 k2 m r2 k1 d", (tiles) => byColour(tiles, same))).toBe("j d m k1 k2 r2 r13 y1");
});

test("a rack is sorted by number then colour, jokers first", () => {
  expect(byText("y1 j r13 k2 m r2 k1 d", (tiles) => byNumber(tiles, same))).toBe("j d m k1 y1 k2 r2 r13");
});

test("a rack in order has parts: its colours, or else its numbers, and its jokers", () => {
  const begin = (text: string): string => formatTiles([...parts(parseTiles(text), same)]);
  expect(begin("j k1 k9 r2 b1 b2")).toBe("k1 r2 b1");
  expect(begin("j k1 y1 r2 b3")).toBe("k1 r2 b3");
  expect(begin("r2 k1 b3")).toBe("");
});

test("copies of a tile keep their order, and the rack itself is left alone", () => {
  const rack = Object.freeze([
    { id: 9, kind: 20 },
    { id: 4, kind: 20 },
    { id: 7, kind: 3 },
  ]);
  for (const sort of [byColour, byNumber]) {
    expect(sort(rack, (tile: { kind: Kind }) => tile.kind).map((tile) => (tile as { id: number }).id)).toEqual([
      7, 9, 4,
    ]);
  }
});

test("the longest runs and widest groups on a rack are found", () => {
  expect(found("r4 r7 r6 r5 b5 k5 y9 b6 j")).toEqual(["r4 r5 r6 r7 = 22", "k5 r5 b5 = 15"]);
});

test("a run held twice is found twice, and second copies by themselves", () => {
  expect(found("r4 r5 r6 r4 r5 r6 r7")).toEqual(["r4 r5 r6 r7 = 22", "r4 r5 r6 = 15"]);
  expect(found("k1 k1 r1 r1 b1")).toEqual(["k1 r1 b1 = 3"]);
});

test("nothing is found where there is nothing", () => {
  expect(found("")).toEqual([]);
  expect(found("r12 r13 r1 j j d")).toEqual([]);
});

test("every tile of the largest game at once gives an answer at once", () => {
  const all = Array.from({ length: 3 * 52 }, (_, index) => index % 52);
  expect(findSets(all, same)).toHaveLength(3 * (4 + 13));
});
