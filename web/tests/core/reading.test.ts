import { expect, test } from "vitest";
import { formatTiles, parseTiles } from "../../src/core/notation";
import { read, readingText } from "../../src/core/reading";
import type { Mirror } from "../../src/core/rules";
import { byText } from "./kit";

function reads(text: string, mirror: Mirror | null = null): string {
  const reading = read(parseTiles(text), mirror);
  return reading ? `${reading.kind} ${readingText(reading)}, worth ${reading.value}` : "not legal";
}

// The booklets' examples as docs/rules.md tells them.
test.each([
  ["b8 k8 y8", null, "group b8 k8 y8, worth 24"],
  ["r7 r7 b7", null, "not legal"],
  ["r12 r13 r1", null, "not legal"],
  ["r6 r4 r5", null, "run r4 r5 r6, worth 15"],
  ["r5 j j", null, "run r5 r6 r7, worth 18"],
  ["j j r5", null, "group k5 b5 r5, worth 18"],
  ["j j j", null, "group k13 r13 b13, worth 39"],
  ["r2 d r5", null, "run r2 r3+r4 r5, worth 14"],
  ["b3 r3 d", null, "group b3 r3 k3+y3, worth 12"],
  ["r11 r12 d", null, "run r9+r10 r11 r12, worth 42"],
  ["r3 r4 c b6", null, "run r3 r4 c5 b6, worth 18"],
  ["r3 c c r6", null, "run r3 c4 c5 r6, worth 18"],
  ["r5 c r7", null, "not legal"],
  ["b3 j b5 m b5 b4 b3", "middle", "mirrored-run b3 b4 b5 m6 b5 b4 b3, worth 30"],
  ["b3 j b5 m b5 b4 b3", "none", "mirrored-run b3 b4 b5 m b5 b4 b3, worth 24"],
  ["r3 b3 m b3 r3", "middle", "mirrored-group r3 b3 m3 b3 r3, worth 15"],
  ["b4 c r6 m r6 c b4", "none", "mirrored-run b4 c5 r6 m r6 c5 b4, worth 30"],
  ["b12 b13 m b13 b12", "middle", "not legal"],
  ["r4 m m r4", "none", "not legal"],
] as const)("%s under %s is read as: %s", (text, mirror, wanted) => {
  expect(reads(text, mirror)).toBe(wanted);
});

test("the player's order is kept when it is legal, else the order worth most is shown", () => {
  expect(byText("j r4 r5", (tiles) => [...(read(tiles)?.tiles ?? [])])).toBe("j r4 r5");
  expect(byText("j r6 r4", (tiles) => [...(read(tiles)?.tiles ?? [])])).toBe("r4 j r6");
});

test("a set is read without being changed", () => {
  const tiles = Object.freeze(parseTiles("d r6 m r6 r5 r4 j j"));
  read(tiles, "none");
  expect(formatTiles(tiles)).toBe("d r6 m r6 r5 r4 j j");
});
