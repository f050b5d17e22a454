import { expect, test } from "vitest";
import { settled, tableText } from "../../src/app/written";
import { EMPTY_DRAFT, hear, undo, move, type TableDraft } from "../../src/board/state";
import { parseTable, parseTiles } from "../../src/core/notation";

const draft = (table: string, rack: string): TableDraft =>
  hear(EMPTY_DRAFT, { table: parseTable(table), rack: parseTiles(rack), seat: null }, true).draft;

test("sets take the order they will lie in, and taking back takes that along", () => {
  const begun = draft("r1 r2 r3", "j k9 k10");
  const ids = begun.now.rack.flat().flatMap((tile) => (tile ? [tile.id] : []));
  const laid = move(begun, ids, { to: "new", place: null });
  const now = settled(laid, "r1 r2 r3 | k9 k10 j");
  expect(tableText(now.now.sets)).toBe("r1 r2 r3 | k9 k10 j");
  expect(tableText(undo(now).now.sets)).toBe("r1 r2 r3");
  expect(settled(now, "r1 r2 r3 | k9 k10 j")).toBe(now);
});

test("a set that is not among them stays as it is", () => {
  const begun = draft("r1 r2 r3", "");
  expect(settled(begun, "b1 b2 b3")).toBe(begun);
});
