import { describe, expect, test } from "vitest";
import {
  formOf,
  hiddenSets,
  layOut,
  layOutAgain,
  move,
  overlaps,
  placeAt,
  placeSet,
  rackSize,
  SIZES,
  slotOf,
  split,
  undo,
} from "../../../src/board/state";
import type { TableDraft, ClothLayout, LayoutMemory, SetId, TableSet, Viewport } from "../../../src/board/state";
import { begun, Chance, tile } from "./kit";

const PHONE: Viewport = { ...SIZES.phone, width: 372, height: 420 };
const DESKTOP: Viewport = { ...SIZES.desktop, width: 1328, height: 480 };

const at = (layout: ClothLayout, id: SetId | undefined): [number, number] => {
  const set = layout.sets.get(id ?? -1);
  return [set?.row ?? -1, set?.x ?? -1];
};
const ids = (draft: TableDraft): SetId[] => draft.now.sets.map((set) => set.id);
const run = (size: number): string => Array.from({ length: size }, (_, index) => `r${(index % 13) + 1}`).join(" ");

describe("a set that misses a tile", () => {
  const { sets } = begun("r4 r5 r7 r8 | b1 b2 b3 | y1 y2 y3").now;
  const broken = sets[0] as TableSet;
  const gaps = new Map([[broken, 2]]);

  test("has a free slot for it, and its neighbours make room", () => {
    const before = layOut(sets, DESKTOP, null, true);
    const after = layOut(sets, DESKTOP, before, false, gaps);
    const placed = after.sets.get(broken.id);
    expect(placed?.gap).toBe(2);
    expect([0, 1, 2, 3].map((place) => placed && slotOf(placed, place))).toEqual([0, 1, 3, 4]);
    expect([...after.sets.values()].map((set) => set.row)).toEqual([0, 0, 0]);
    for (const one of after.sets.values()) {
      for (const two of after.sets.values()) expect(one !== two && overlaps(one, two)).toBe(false);
    }
    expect(layOut(sets, DESKTOP, after, false).sets.get(broken.id)?.width).toBe(before.sets.get(broken.id)?.width);
  });

  test("has none where the row is full, and stays where it is", () => {
    const narrow = { ...DESKTOP, width: 10 * 58 + 2 * 30, steps: [56] };
    const before = layOut(sets, narrow, null, true);
    const after = layOut(sets, narrow, before, false, gaps);
    expect(after.sets.get(broken.id)?.gap).toBeNull();
    expect(at(after, broken.id)).toEqual(at(before, broken.id));
  });
});

describe("the size of tiles", () => {
  test("is the largest that leaves the strip for a new set free", () => {
    const small = layOut(begun("r1 r2 r3").now.sets, DESKTOP, null, true);
    expect(small.tile).toBe(56);
    const full = layOut(
      begun(Array.from({ length: 20 }, () => "r1 r2 r3 r4 r5").join(" | ")).now.sets,
      DESKTOP,
      null,
      true,
    );
    expect(full.tile).toBeLessThan(56);
    expect(full.strip.y + SIZES.desktop.strip).toBeLessThanOrEqual(DESKTOP.height);
  });

  test("is the smallest when the table must scroll, and the hidden sets are counted", () => {
    const many = begun(Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ")).now.sets;
    const layout = layOut(many, PHONE, null, true);
    expect(layout.tile).toBe(28);
    expect(layout.height).toBeGreaterThan(PHONE.height);
    expect(hiddenSets(layout, 0)).toBeGreaterThan(0);
    expect(hiddenSets(layout, 0)).toBeLessThan(40);
  });

  test("changes only between turns", () => {
    const before = layOut(begun("r1 r2 r3").now.sets, PHONE, null, true);
    const many = begun(Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ")).now.sets;
    expect(layOut(many, PHONE, before, false).tile).toBe(before.tile);
    expect(layOut(many, PHONE, before, true).tile).toBe(28);
  });

  test("does not grow again on a table that got fuller, only in the next game or on another screen", () => {
    const before = layOut(begun("r1 r2 r3 | b1 b2 b3").now.sets, { ...PHONE, steps: [30] }, null, true);
    const fuller = begun("r1 r2 r3 | b1 b2 b3 b4").now.sets;
    expect(layOut(fuller, PHONE, before, true).tile).toBe(30);
    expect(layOut(fuller, { ...PHONE, height: 421 }, before, true).tile).toBe(38);
    expect(layOut([], PHONE, before, true).tile).toBe(38);
  });

  test("follows the look's table", () => {
    expect([
      formOf(1440, 900, false),
      formOf(390, 844, false),
      formOf(844, 390, false),
      formOf(390, 844, true),
    ]).toEqual(["desktop", "phone", "landscape", "big"]);
    expect([
      rackSize("desktop", 10).tile,
      rackSize("desktop", 16).tile,
      rackSize("phone", 7).tile,
      rackSize("phone", 9).tile,
    ]).toEqual([59, 50, 46, 36]);
    expect(rackSize("landscape", 7)).toEqual({ tile: 36, rows: 1 });
  });
});

test("a set wider than the cloth is drawn closer together", () => {
  const layout = layOut(begun(run(13)).now.sets, { ...PHONE, width: 300 }, null, true);
  const [set] = layout.sets.values();
  expect((set?.x ?? 0) + (set?.width ?? 0)).toBeLessThanOrEqual(300);
  expect(set?.pitch).toBeLessThan(28);
});

test("a set that grows at its front keeps its other tiles still where there is room", () => {
  const draft = placeSet(begun("r4 r5 r6", "r3"), begun("r4 r5 r6").now.sets[0]?.id ?? -1, { row: 0, x: 4 });
  const before = layOut(draft.now.sets, DESKTOP, null, true);
  const placed = layOut(placeSet(draft, ids(draft)[0] ?? -1, { row: 0, x: 3 }).now.sets, DESKTOP, before, false);
  const grown = move(draft, [tile(draft, "r3")], { to: "set", set: ids(draft)[0] ?? -1, place: 0 });
  const sets = grown.now.sets.map((set) => ({ ...set, place: { row: 0, x: 3 } }));
  const after = layOut(sets, DESKTOP, placed, false);
  expect(at(after, ids(draft)[0])[1]).toBe(at(placed, ids(draft)[0])[1] - DESKTOP.gap - after.tile);
});

test("neighbours in the row make room, and other rows lie still", () => {
  const view = { ...PHONE, steps: [36] };
  const draft = begun("r1 r2 r3 | b1 b2 b3 b4 | k1 k2 k3 | y1 y2 y3", "r4");
  const before = layOut(draft.now.sets, view, null, true);
  const [red, blue, black, yellow] = ids(draft);
  const grown = move(draft, [tile(draft, "r4")], { to: "set", set: red ?? -1, place: 3 });
  const after = layOut(grown.now.sets, view, before, false);
  expect(at(after, red)).toEqual(at(before, red));
  expect(at(after, blue)[0]).toBe(0);
  expect(at(after, blue)[1]).toBeGreaterThan(at(before, blue)[1]);
  expect([at(after, black), at(after, yellow)]).toEqual([at(before, black), at(before, yellow)]);
  for (const still of [black, yellow]) expect(after.sets.get(still ?? -1)).toBe(before.sets.get(still ?? -1));
});

test("a set that outgrows its row moves, and the others lie still", () => {
  const draft = begun("r1 r2 r3 | b1 b2 b3 b4 b5", "r4 r5 r6");
  const before = layOut(draft.now.sets, PHONE, null, true);
  const [red, blue] = ids(draft);
  const more = ["r4", "r5", "r6"].map((text) => tile(draft, text));
  const after = layOut(move(draft, more, { to: "set", set: red ?? -1, place: 3 }).now.sets, PHONE, before, false);
  expect(at(before, red)[0]).toBe(at(before, blue)[0]);
  expect(at(after, blue)).toEqual(at(before, blue));
  expect(at(after, red)[0]).not.toBe(at(before, red)[0]);
});

test("a new set lies where it was dropped, or as near as there is room", () => {
  const draft = begun("r1 r2 r3 | b1 b2 b3", "k1 k2 k3");
  const before = layOut(draft.now.sets, DESKTOP, null, true);
  const place = placeAt(before, 600, 2 * before.rowHeight + 20, 3);
  const own = ["k1", "k2", "k3"].map((text) => tile(draft, text));
  const after = move(draft, own, { to: "new", place });
  const layout = layOut(after.now.sets, DESKTOP, before, false);
  expect(at(layout, ids(after)[2])).toEqual([1, place.x * before.tile]);
});

test("taking a step back shows the table exactly as it was", () => {
  const memory: LayoutMemory = new WeakMap();
  const draft = begun("r1 r2 r3 r4 r5 r6 | b1 b2 b3 | k1 k2 k3");
  const before = layOutAgain(memory, draft.now.sets, PHONE, null, true);
  const parted = split(draft, ids(draft)[0] ?? -1, 3);
  const after = layOutAgain(memory, parted.now.sets, PHONE, before, false);
  expect(layOutAgain(memory, undo(parted).now.sets, PHONE, after, false)).toBe(before);
});

/** What is wrong with a layout: sets off the cloth, or nearer to each other than the gap. */
function trouble(layout: ClothLayout): string | null {
  const placed = [...layout.sets.values()];
  for (const [index, one] of placed.entries()) {
    if (one.x < 0 || one.x + one.width > layout.width + 0.001) return "a set lies off the cloth";
    const around = { ...one, x: one.x - layout.view.setGap + 0.001, width: one.width + 2 * layout.view.setGap - 0.002 };
    if (placed.slice(index + 1).some((other) => overlaps(around, other))) return "two sets are too near each other";
  }
  return null;
}

test("layouts never overlap, and a set that is left alone never leaves its row", () => {
  const chance = new Chance(7);
  for (let game = 0; game < 60; game++) {
    const view = chance.pick([PHONE, DESKTOP, { ...SIZES.landscape, width: 600, height: 250 }]) ?? PHONE;
    let next = 1;
    const tiles = (count: number) => Array.from({ length: count }, () => ({ id: next++, kind: 0 }));
    let sets: TableSet[] = [{ id: next++, tiles: tiles(3), place: null }];
    let layout = layOut(sets, view, null, true);
    for (let turn = 0; turn < 100; turn++) {
      const index = chance.below(sets.length);
      const touched = sets[index];
      const what = chance.below(5);
      if (what === 0 || !touched) sets = [...sets, { id: next++, tiles: tiles(1 + chance.below(6)), place: null }];
      else if (what === 1)
        sets = sets.with(index, { ...touched, tiles: [...tiles(1 + chance.below(2)), ...touched.tiles] });
      else if (what === 2 && touched.tiles.length > 1) {
        sets = sets.with(index, { ...touched, tiles: touched.tiles.slice(1) });
      } else if (what === 3)
        sets = sets.with(index, { ...touched, place: { row: chance.below(6), x: chance.below(30) } });
      else
        sets =
          sets.length > 25
            ? sets.toSpliced(index, 1)
            : [...sets, { id: next++, tiles: tiles(3), place: { row: chance.below(6), x: chance.below(20) } }];
      const after = layOut(sets, view, layout, false);
      if (after.sets.size !== sets.length) throw new Error("a set is lost");
      expect(trouble(after)).toBeNull();
      const grew = what === 1 ? touched : undefined;
      for (const set of sets) {
        const [old, now] = [layout.sets.get(set.id), after.sets.get(set.id)];
        if (!old || !now || set.id === touched?.id) continue;
        if (now.row !== old.row) throw new Error("a set that was left alone left its row");
        // Only a set that grew in the same row may push another along.
        const pushed = grew && after.sets.get(grew.id)?.row === old.row;
        if (!pushed && now.x !== old.x) throw new Error("a set that was left alone moved");
      }
      if (turn % 10 === 0) expect(layOut(sets, view, layout, false)).toEqual(after);
      layout = turn % 10 ? after : layOut(sets, view, after, true);
      expect(trouble(layout)).toBeNull();
    }
  }
});
