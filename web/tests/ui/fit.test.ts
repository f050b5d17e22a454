/** Sets in a picture: all of them, in their order, as large as their place allows. */

import { expect, test } from "vitest";
import { pictureRows } from "../../src/ui/puzzles/fit";

test("sets fill rows in their order, and none is lost", () => {
  for (const sizes of [[], [3], [4, 5, 4, 5, 3, 3, 3], [13, 3, 3], Array<number>(12).fill(3)])
    for (const shape of [0.5, 1, 2.2, 9]) {
      const { rows, across, down } = pictureRows(sizes, shape);
      expect(rows.flat()).toEqual([...sizes.keys()]);
      expect(across).toBeGreaterThanOrEqual(Math.max(1, ...sizes));
      expect(down).toBeGreaterThan(0);
    }
});

test("a wide place has fewer rows than a high one", () => {
  const sizes = [4, 5, 4, 5, 3, 3, 3];
  const rowsAt = (shape: number): number => pictureRows(sizes, shape).rows.length;
  expect([rowsAt(25), rowsAt(2.2), rowsAt(0.4)]).toEqual([1, 3, 7]);
});
