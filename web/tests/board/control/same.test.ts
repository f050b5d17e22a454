import { expect, test } from "vitest";
import { SameValues } from "../../../src/board/control/same";

const at = (id: number, x: number): [number, { id: number; x: number }] => [id, { id, x }];

test("a value that is as it was stays the very same, and one that is not is the new one", () => {
  const same = new SameValues<{ id: number; x: number }>();
  const [one, two] = same.of([at(1, 10), at(2, 20)]);
  const again = same.of([at(1, 10), at(2, 30), at(3, 40)]);
  expect(again).toEqual([
    { id: 1, x: 10 },
    { id: 2, x: 30 },
    { id: 3, x: 40 },
  ]);
  expect([again[0] === one, again[1] === two]).toEqual([true, false]);
});

test("a list of nothing but what was there stays the very same, in the same order only", () => {
  const same = new SameValues<{ id: number; x: number }>();
  const list = same.of([at(1, 10), at(2, 20)]);
  expect(same.of([at(1, 10), at(2, 20)])).toBe(list);
  const turned = same.of([at(2, 20), at(1, 10)]);
  expect(turned).toEqual([...list].reverse());
  expect(same.of([at(2, 20)])).toHaveLength(1);
});

test("what has gone is forgotten", () => {
  const same = new SameValues<{ id: number; x: number }>();
  const [one] = same.of([at(1, 10)]);
  same.of([]);
  expect(same.of([at(1, 10)])[0] === one).toBe(false);
});
