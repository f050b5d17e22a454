import { describe, expect, test } from "vitest";
import { layOut, SIZES } from "../../../src/board/state";
import type { ClothLayout, Sizes, TableSet } from "../../../src/board/state";
import { asideBy, clearanceFor } from "../../../src/board/control/clearance";

/** Sets of so many tiles, one after the other on a cloth this wide. */
const laid = (sizes: readonly number[], width: number): ClothLayout =>
  layOutOn(sizes, width, { ...SIZES.desktop, steps: [56, 48, 40] });

function layOutOn(sizes: readonly number[], width: number, form: Sizes): ClothLayout {
  let id = 0;
  const sets: TableSet[] = sizes.map((size, at) => ({
    id: at,
    tiles: Array.from({ length: size }, () => ({ id: id++, kind: 0 })),
    place: null,
  }));
  return layOut(sets, { ...form, width, height: 600 }, null, true);
}

describe("neighbours make room", () => {
  test("the sets to the right of an open end move to the right, and no further than they must", () => {
    const layout = laid([3, 3, 3], 1200);
    const room = clearanceFor(layout, { to: "set", set: 0, place: 3 });
    const by = asideBy(room, 1, 0);
    expect(by).toBeGreaterThan(0);
    expect(by).toBeLessThan(layout.tile);
    expect(asideBy(room, 2, 0)).toBeLessThanOrEqual(by);
    expect(asideBy(room, 0, 0)).toBeCloseTo(0);
  });

  test("a set opens between two of its tiles, half a tile each way", () => {
    const layout = laid([4], 1200);
    const room = clearanceFor(layout, { to: "set", set: 0, place: 2 });
    expect(asideBy(room, 0, 1)).toBe(-asideBy(room, 0, 2));
    expect(asideBy(room, 0, 2)).toBe((layout.tile + layout.view.gap) / 2);
  });

  test("where the cloth has no room nobody moves", () => {
    const width = 6 * 58 - 4 + 30;
    const layout = laid([3, 3], width);
    expect([...layout.sets.values()].map((set) => set.row)).toEqual([0, 0]);
    expect(clearanceFor(layout, { to: "set", set: 0, place: 3 })).toBeNull();
    expect(clearanceFor(layout, { to: "new", place: null })).toBeNull();
  });

  test("a set opens to the side where nobody is in the way, and not over neighbours that cannot move aside", () => {
    const wide = layOutOn([3, 4, 3], 700, { ...SIZES.phone, steps: [38, 34, 28] });
    const room = clearanceFor(wide, { to: "set", set: 1, place: 2 });
    expect([asideBy(room, 1, 1), asideBy(room, 1, 2)]).toEqual([0, wide.tile + wide.view.gap]);
    const tight = layOutOn([3, 4, 3], 410, { ...SIZES.phone, steps: [38, 34, 28] });
    expect([...tight.sets.values()].map((set) => set.row)).toEqual([0, 0, 0]);
    expect(clearanceFor(tight, { to: "set", set: 1, place: 2 })).toBeNull();
  });
});
