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

  /** How far every set moves aside for a tile at a place of one of them. */
  const aside = (layout: ClothLayout, set: number, place: number): number[] | null => {
    const room = clearanceFor(layout, { to: "set", set, place });
    return room && [...layout.sets.keys()].map((each) => (each === set ? 0 : asideBy(room, each, 0) + 0));
  };

  test("each set moves by as little as it must: a tile of 58, less the space it gives up to a third", () => {
    const layout = laid([3, 3, 4], 700);
    expect([...layout.sets.values()].map(({ x }) => x)).toEqual([0, 202, 404]);
    expect(aside(layout, 0, 3)).toEqual([0, 38, 18]);
    expect(aside(layout, 1, 3)).toEqual([0, 0, 38]);
    expect(aside(layout, 1, 1)).toEqual([0, 0, 9]);
    expect(aside(layout, 2, 2)).toEqual([0, -9, 0]);
    expect(aside(layout, 0, 0)).toBeNull();
    expect(aside(layout, 1, 0)).toBeNull();
  });

  test("it does not matter in which order the sets came to lie there", () => {
    const layout = laid([3, 3, 4], 700);
    const turned = { ...layout, sets: new Map([...layout.sets].reverse()) };
    expect(clearanceFor(turned, { to: "set", set: 0, place: 3 })?.sets).toEqual(
      clearanceFor(layout, { to: "set", set: 0, place: 3 })?.sets,
    );
  });

  test("a set may stand over the edge of the cloth by a third of a tile, and no further", () => {
    const edge = (width: number): number[] | null => aside(laid([3], width), 0, 3);
    const whole = 172 + 58;
    expect(edge(Math.ceil(whole - 58 / 3))).toEqual([0]);
    expect(edge(Math.floor(whole - 58 / 3))).toBeNull();
  });

  /** Sets of three tiles, 172 wide, that begin here. */
  const beginning = (starts: readonly number[], width: number): ClothLayout => {
    const layout = laid(
      starts.map(() => 3),
      2_000,
    );
    const sets = [...layout.sets.values()].map((set, index) => ({ ...set, x: starts[index] ?? 0 }));
    return { ...layout, width, sets: new Map(sets.map((set) => [set.id, set])) };
  };
  const lean = (layout: ClothLayout, set: number): number | undefined =>
    clearanceFor(layout, { to: "set", set, place: 1 })?.lean;

  test("a set opens to both sides as long as those who can't move aside are only touched", () => {
    // It lies from 200 to 372, so it opens to 401; to 221 the other way when it lies from 250.
    expect([lean(beginning([200, 401], 575), 0), lean(beginning([200, 400], 575), 0)]).toEqual([0, -29]);
    expect([lean(beginning([5, 206], 1_000), 1), lean(beginning([6, 206], 1_000), 1)]).toEqual([0, 29]);
  });

  test("beside its end those who can't move aside keep a third of their distance, or nobody moves", () => {
    const end = (start: number): number[] | null => aside(beginning([0, start], start + 172), 0, 3);
    expect([end(172 + 58 + 10), end(172 + 58 + 9)]).toEqual([[0, 0], null]);
  });

  test("sets of another row stay where they lie", () => {
    const layout = laid([3, 3, 3], 440);
    expect([...layout.sets.values()].map(({ row }) => row)).toEqual([0, 0, 1]);
    expect(aside(layout, 0, 3)).toEqual([0, 38, 0]);
    expect(clearanceFor(layout, { to: "set", set: 0, place: 3 })?.sets.has(2)).toBe(false);
  });

  test("where a slot is open already nobody moves", () => {
    const layout = laid([3, 3], 700);
    const [first, second] = [...layout.sets.values()];
    if (!first || !second) throw new Error("there are two sets");
    const open = { ...layout, sets: new Map([first, second].map((set) => [set.id, { ...set, gap: 1 }])) };
    expect(clearanceFor(open, { to: "set", set: 0, place: 1 })).toBeNull();
    expect(clearanceFor(open, { to: "set", set: 0, place: 2 })).not.toBeNull();
    expect(clearanceFor(layout, { to: "set", set: 99, place: 0 })).toBeNull();
  });

  test("without room nobody is shown aside", () => {
    expect(asideBy(null, 0, 0)).toBe(0);
  });
});
