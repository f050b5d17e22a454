import { expect, test } from "vitest";
import { overlaps, shifted } from "../../../src/board/state";
import type { Rect } from "../../../src/board/state";

test("rectangles that only touch do not overlap", () => {
  const one: Rect = { x: 10, y: 20, width: 30, height: 40 };
  const beside = [
    { x: 30, y: 0 },
    { x: -30, y: 0 },
    { x: 0, y: 40 },
    { x: 0, y: -40 },
  ];
  for (const { x, y } of beside) {
    expect(overlaps(one, shifted(one, { x, y }))).toBe(false);
    expect(overlaps(one, shifted(one, { x: x - Math.sign(x), y: y - Math.sign(y) }))).toBe(true);
  }
});
