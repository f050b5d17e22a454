import { expect, test } from "vitest";
import { parseTiles } from "../../src/core/notation";
import { explain } from "../../src/core/reasons";
import type { Reason } from "../../src/core/reasons";
import { kindFrom, type Kind } from "../../src/core/tiles";

const kind = (text: string): Kind => kindFrom(text) ?? -1;

test.each<[string, Reason[]]>([
  ["r7 r7 b7", [{ code: "twice", tile: kind("r7"), count: 2, where: "group" }]],
  ["r4 b4 k5", [{ code: "wrong-number", tile: kind("k5"), number: 4 }]],
  ["r12 r13 r1", [{ code: "wrap" }]],
  ["r1 r3 d r5", [{ code: "double-needs-two", apart: true }]],
  ["r5 b6 c", [{ code: "no-room-for-change", one: kind("r5"), two: kind("b6") }]],
])("%s is no set, and the reasons have what a sentence needs", (text, reasons) => {
  expect(explain(parseTiles(text))).toEqual(reasons);
});

test("all reasons are given, the most important first", () => {
  expect(explain(parseTiles("b4 r5 k6 b7")).map(({ code }) => code)).toEqual(["wrong-colour", "wrong-colour", "gap"]);
  expect(explain(parseTiles("r4 b6")).map(({ code }) => code)).toEqual(["too-few-tiles", "wrong-colour"]);
});

test("a gap says between which tiles, how much is missing and what the jokers can do", () => {
  expect(explain(parseTiles("r2 d r7"))).toEqual([
    {
      code: "gap",
      one: kind("r2"),
      two: kind("r7"),
      missing: 4,
      jokers: { places: 2, double: true },
      half: false,
      alone: [],
    },
  ]);
});

test("a legal set needs no explanation", () => {
  for (const text of ["r4 r5 r6", "j j j", "r2 d r5", "r5 m r5"]) expect(explain(parseTiles(text), "none")).toEqual([]);
});
