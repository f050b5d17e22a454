import { expect, test } from "vitest";
import { EMPTY_DRAFT, hear } from "../../src/board/state";
import { parseTable, parseTiles } from "../../src/core/notation";
import { JOKER } from "../../src/core/tiles";
import type { VerdictMessage } from "../../src/net/protocol";
import { jokersFor, stoodFor } from "../../src/ui/table/freeing";

test.each([
  ["b6 b7 j | r4 j r6", "b8", 0],
  ["b6 b7 j | r4 j r6", "r5", 1],
  ["b3 r3 j | k7 k8 j", "y3", 0],
  ["b3 r3 j", "b3", -1],
  ["b6 b7 j", "b5", -1],
])("on %s a joker that stood for %s is in set %d", (table, tile, at) => {
  const { base } = hear(EMPTY_DRAFT, { table: parseTable(table), rack: null, seat: null }, true).draft;
  const wanted = base[at]?.tiles.filter((each) => each.kind === JOKER).map((each) => each.id) ?? [];
  expect(jokersFor(base, parseTiles(tile), null)).toEqual(wanted);
});

test("what a joker stood for is the server's word", () => {
  const verdict = { defects: [{ code: "joker-not-freed", stood: "b8" }] } as unknown as VerdictMessage;
  expect(stoodFor(verdict)).toEqual(parseTiles("b8"));
  expect(stoodFor(null)).toEqual([]);
});
