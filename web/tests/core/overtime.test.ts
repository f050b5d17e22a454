import { expect, test } from "vitest";
import { formatTable, formatTiles } from "../../src/core/notation";
import { settle } from "../../src/core/overtime";
import type { Rules } from "../../src/core/rules";
import type { Proposal } from "../../src/core/turn";
import { sabra, turn } from "./kit";

function settled(proposal: Proposal, changes: Partial<Rules> = {}): string {
  const found = settle(sabra(changes), proposal, 9);
  if (!found) return "no such table";
  const { verdict, table, laid, taken, draw } = found;
  return `${verdict}: ${formatTable(table)} (laid ${formatTiles(laid)}, taken ${formatTiles(taken)}, draw ${draw})`;
}

test("a turn that is legal when time is up counts, and one in which nothing moved costs a tile", () => {
  expect(settled(turn("r4 r5 r6", "r7 b1", "r7 r4 r5 r6"))).toBe("stands: r4 r5 r6 r7 (laid r7, taken , draw 0)");
  expect(settled(turn("r4 r5 r6", "r7 b1", "r5 r4 r6"))).toBe("nothing-moved: r4 r5 r6 (laid , taken , draw 1)");
});

test("of any other the table comes back, or what is legal stays, as the edition says", () => {
  const torn = turn("r4 r5 r6 | b1 k1 y1", "r7 b2", "r4 r5 r6 r7 | b1 k1 | y1 | b2");
  expect(settled(torn, { overtime: "restore" })).toBe("restored: r4 r5 r6 | b1 k1 y1 (laid , taken , draw 3)");
  expect(settled(torn)).toBe("kept: r4 r5 r6 r7 (laid r7, taken k1 b1 y1, draw 3)");
});

test("who has not opened keeps only an opening", () => {
  const opening = (after: string): string => settled(turn("", "j k9 k10 b1", after, { opened: false }));
  expect(opening("j k9 k10 | b1")).toBe("kept: k9 k10 j (laid k9 k10 j, taken , draw 3)");
  expect(opening("k9 k10 | b1")).toBe("restored:  (laid , taken , draw 3)");
});

test("jokers and drawn tiles must be right in what stays too", () => {
  const joker = turn("b6 b7 j", "b4 r1", "b4 j b6 b7 | r1");
  expect(settled(joker, { freeing: "replace" })).toBe("restored: b6 b7 j (laid , taken , draw 3)");
  expect(settled({ ...joker, drawn: [3] })).toBe("restored: b6 b7 j (laid , taken , draw 3)");
});

test("a table that has lost a tile, or has one too many, can't have been left so", () => {
  expect(settled(turn("r4 r5 r6", "b1", "r4 r5 | b1"))).toBe("no such table");
  expect(settled(turn("r4 r5 r6", "b1", "r4 r5 r6 | b2"))).toBe("no such table");
});
