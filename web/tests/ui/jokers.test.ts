import { expect, test } from "vitest";
import { EMPTY_DRAFT, hear, type Target } from "../../src/board/state";
import { formatTiles, parseTable } from "../../src/core/notation";
import { CHANGE, DOUBLE, JOKER } from "../../src/core/tiles";
import { isSpecial, jokerPictures } from "../../src/ui/table/jokers";

const { now } = hear(EMPTY_DRAFT, { table: parseTable("r2 r3 r4 | b9 k9 y9"), rack: null, seat: null }, true).draft;
const RECT = { x: 0, y: 0, width: 1, height: 1 };
const place = (at: number, legal: boolean): Target => ({
  spot: { to: "set", set: now.sets[0]!.id, place: at },
  hit: RECT,
  slot: RECT,
  legal,
});

test("a joker shows the sets of the table that would take it, else an example", () => {
  expect(jokerPictures(DOUBLE, [place(0, false), place(3, true)], now).map(formatTiles)).toEqual(["r2 r3 r4 d"]);
  expect(jokerPictures(CHANGE, [place(1, false)], now).map(formatTiles)).toEqual(["b4 b5 c r7"]);
});

test("the usual joker needs no words", () => {
  expect([isSpecial(JOKER), isSpecial(DOUBLE)]).toEqual([false, true]);
});
