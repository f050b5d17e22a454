import { expect, test } from "vitest";
import { formatTable, formatTiles, NotationError, parseTable, parseTiles } from "../../src/core/notation";
import { KINDS, kindFrom, kindText } from "../../src/core/tiles";

/** What is wrong with a text. */
function trouble(parse: () => unknown): unknown {
  try {
    parse();
  } catch (error) {
    if (error instanceof NotationError) return error.detail;
    throw error;
  }
  return null;
}

test("every kind reads back from its text, in upper case too", () => {
  for (let kind = 0; kind < KINDS; kind++) {
    expect(kindFrom(kindText(kind))).toBe(kind);
    expect(kindFrom(kindText(kind).toUpperCase())).toBe(kind);
  }
});

test("tables read back as they were written, order and all", () => {
  for (const text of ["", "r6 r4 r5", "r4 r5 r6 | j b8 k8", "r4 | d m c j"])
    expect(formatTable(parseTable(text))).toBe(text);
});

test("blanks are not counted", () => {
  expect(formatTiles(parseTiles("  b8\t K8\u00a0y8\n"))).toBe("b8 k8 y8");
  expect(formatTable(parseTable("r4 r5 r6|b8 k8 y8"))).toBe("r4 r5 r6 | b8 k8 y8");
  expect(parseTable(" \n ")).toEqual([]);
});

test("what is no tile is named with its place", () => {
  const wanted = { trouble: "not-a-tile", set: 2, tile: 2, word: "x5" };
  expect(trouble(() => parseTable("r4 | r4 x5 r6"))).toEqual(wanted);
  for (const word of ["r0", "r14", "r07", "7r", "rj", "-", "constructor"]) {
    expect(trouble(() => parseTiles(word))).toEqual({ trouble: "not-a-tile", set: 1, tile: 1, word });
  }
});

test("an empty set, a table for a rack and a text without end are refused", () => {
  expect(trouble(() => parseTable("r4 r5 r6 |"))).toEqual({ trouble: "empty-set", set: 2 });
  expect(trouble(() => parseTiles("r4 | r5"))).toEqual({ trouble: "not-one-set" });
  expect(trouble(() => parseTable("r4 ".repeat(7_000)))).toEqual({ trouble: "too-long" });
});
