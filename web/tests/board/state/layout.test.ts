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
  rackTile,
  scaleOf,
  SIZES,
  sizesFor,
  slotOf,
  split,
  undo,
} from "../../../src/board/state";
import type {
  TableDraft,
  ClothLayout,
  LayoutMemory,
  ScreenForm,
  SetId,
  TableSet,
  Viewport,
} from "../../../src/board/state";
import { begun, Chance, tile } from "./kit";

const viewOf = (form: ScreenForm, width: number, height: number, scale = 1): Viewport => ({
  ...sizesFor(form, scale, width, height),
  width,
  height,
});
const PHONE = viewOf("phone", 372, 420);
const DESKTOP = viewOf("desktop", 1328, 480);

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
    expect(small.tile).toBe(77);
    const full = layOut(
      begun(Array.from({ length: 20 }, () => "r1 r2 r3 r4 r5").join(" | ")).now.sets,
      DESKTOP,
      null,
      true,
    );
    expect(full.tile).toBeLessThan(77);
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

  test("counts a set as hidden when less than half of it is seen, above or below", () => {
    const many = begun(Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ")).now.sets;
    const layout = layOut(many, PHONE, null, true);
    const half = Math.ceil(layout.rowHeight / 2);
    const row = (number: number): number => [...layout.sets.values()].filter((set) => set.row === number).length;
    const tall = { ...layout, view: { ...layout.view, height: layout.height } };
    expect(hiddenSets(tall, 0)).toBe(0);
    expect(hiddenSets(tall, 5)).toBe(0);
    expect(hiddenSets(tall, half)).toBe(row(0));
    const short = { ...layout, view: { ...layout.view, height: layout.rowHeight + half } };
    expect(hiddenSets(short, 0)).toBe(40 - row(0) - row(1));
    expect(hiddenSets(short, half)).toBe(40 - row(1));
  });

  test("grows with the cloth, in steps, and leaves a row for the turn", () => {
    const game = begun(Array.from({ length: 12 }, () => "r1 r2 r3 r4 r5").join(" | ")).now.sets;
    const sizes = [
      [360, 250, 1],
      [372, 420, 1],
      [720, 520, 1],
      [1328, 480, 1],
      [2448, 880, 1.6],
      [3700, 1600, 2.4],
    ].map(([width = 0, height = 0, scale = 1]) => {
      const view = viewOf(width < 700 ? "phone" : "desktop", width, height, scale);
      const layout = layOut(game, view, null, true);
      expect(view.steps).toContain(layout.tile);
      if (layout.tile > view.roomy) expect(layout.strip.height).toBeGreaterThanOrEqual(view.strip + layout.rowHeight);
      return layout.tile;
    });
    expect(sizes).toEqual([28, 34, 40, 52, 105, 170]);
  });

  test("is never so large that there is no room for a few sets", () => {
    const empty = (form: ScreenForm, width: number, height: number, scale = 1): number =>
      layOut([], viewOf(form, width, height, scale), null, true).tile;
    expect([empty("phone", 340, 280), empty("phone", 370, 480), empty("landscape", 558, 220)]).toEqual([42, 46, 34]);
    expect([empty("desktop", 1328, 436), empty("desktop", 2448, 880, 1.6), empty("desktop", 300, 0)]).toEqual([
      65, 114, 40,
    ]);
  });

  test("changes between turns, and within one only where there is no room left", () => {
    const before = layOut(begun("r1 r2 r3").now.sets, PHONE, null, true);
    expect(before.tile).toBe(46);
    const some = begun(Array.from({ length: 6 }, () => "r1 r2 r3").join(" | ")).now.sets;
    expect(layOut(some, PHONE, before, false).tile).toBe(46);
    const more = begun(Array.from({ length: 12 }, () => "r1 r2 r3").join(" | ")).now.sets;
    expect(layOut(more, PHONE, before, false).tile).toBeLessThan(46);
    const many = begun(Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ")).now.sets;
    expect(layOut(many, PHONE, before, false).tile).toBe(before.tile);
    expect(layOut(many, PHONE, before, true).tile).toBe(28);
  });

  test("that becomes smaller within a turn leaves every set in its row, in its order", () => {
    const draft = begun(Array.from({ length: 6 }, () => "r1 r2 r3").join(" | "), "b1 b2 b3 b4 b5 b6 b7 b8");
    const view = { ...PHONE, height: 300 };
    const before = layOut(draft.now.sets, view, null, true);
    const own = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"].map((text) => tile(draft, text));
    let [now, after] = [draft, before];
    for (const id of own) {
      now = move(now, [id], { to: "new", place: null });
      after = layOut(now.now.sets, view, after, false);
      expect(trouble(after)).toBeNull();
    }
    expect(after.tile).toBeLessThan(before.tile);
    expect(after.height).toBeLessThanOrEqual(view.height);
    for (const id of ids(draft)) expect(at(after, id)[0]).toBe(at(before, id)[0]);
    const order = (layout: ClothLayout): SetId[] =>
      [...layout.sets.values()]
        .filter((set) => ids(draft).includes(set.id))
        .sort((one, two) => one.row - two.row || one.x - two.x)
        .map((set) => set.id);
    expect(order(after)).toEqual(order(before));
  });

  test("does not grow again on a table that got fuller, only in the next game or on another screen", () => {
    const before = layOut(begun("r1 r2 r3 | b1 b2 b3").now.sets, { ...PHONE, steps: [30] }, null, true);
    const fuller = begun("r1 r2 r3 | b1 b2 b3 b4").now.sets;
    expect(layOut(fuller, PHONE, before, true).tile).toBe(30);
    expect(layOut(begun("r1 r2 r3 b1 b2 b3").now.sets, PHONE, before, true).tile).toBe(30);
    expect(layOut(fuller, { ...PHONE, height: 421 }, before, true).tile).toBe(46);
    expect(layOut([], PHONE, before, true).tile).toBe(46);
  });

  test("is found anew on a cloth of another width, or with other gaps", () => {
    const { sets } = begun("r1 r2 r3").now;
    const before = layOut(sets, DESKTOP, null, true);
    const other = (but: Partial<Viewport>): number =>
      layOut(sets, { ...DESKTOP, steps: [40], ...but }, before, false).tile;
    expect([other({}), other({ width: DESKTOP.width - 1 }), other({ gap: 1 })]).toEqual([77, 40, 40]);
  });

  test("is larger on large screens only", () => {
    expect([scaleOf("desktop", 2560, 1440), scaleOf("desktop", 1440, 900), scaleOf("desktop", 768, 1024)]).toEqual([
      1.6, 1, 1,
    ]);
    expect([scaleOf("phone", 5000, 5000), scaleOf("desktop", 9999, 9999)]).toEqual([1, 2.5]);
  });

  test("follows the look's table", () => {
    expect([
      formOf(1440, 900, false),
      formOf(390, 844, false),
      formOf(844, 390, false),
      formOf(390, 844, true),
    ]).toEqual(["desktop", "phone", "landscape", "big"]);
    expect([formOf(699, 900, false), formOf(700, 900, false), formOf(499, 499, false)]).toEqual([
      "phone",
      "desktop",
      "phone",
    ]);
    expect([formOf(600, 499, false), formOf(600, 500, false)]).toEqual(["landscape", "phone"]);
    expect([formOf(699, 900, true), formOf(700, 900, true), formOf(699, 400, true)]).toEqual(["big", "desktop", "big"]);
    expect([rackTile("desktop", 10), rackTile("desktop", 16), rackTile("phone", 7), rackTile("phone", 9)]).toEqual([
      59, 50, 46, 36,
    ]);
    expect([rackTile("landscape", 6), rackTile("landscape", 7), rackTile("landscape", 8)]).toEqual([41, 36, 34]);
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

test("a set that loses its first tile keeps the others still", () => {
  const draft = begun("r4 r5 r6 r7 | b4 y4");
  const before = layOut(draft.now.sets, DESKTOP, null, true);
  const taken = move(draft, [tile(draft, "r4")], { to: "set", set: ids(draft)[1] ?? -1, place: 2 });
  const after = layOut(taken.now.sets, DESKTOP, before, false);
  expect(at(after, ids(draft)[0])[1]).toBe(at(before, ids(draft)[0])[1] + before.tile + DESKTOP.gap);
});

test("a set stays with the tiles it had, however many come to it from another", () => {
  const draft = begun("r4 | r5 r6 r7 r8");
  const before = layOut(draft.now.sets, DESKTOP, null, true);
  const joined = move(draft, [tile(draft, "r5"), tile(draft, "r6")], { to: "set", set: ids(draft)[0] ?? -1, place: 1 });
  const after = layOut(joined.now.sets, DESKTOP, before, false);
  expect(at(after, ids(draft)[0])).toEqual(at(before, ids(draft)[0]));
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
  const view = { ...PHONE, steps: [38] };
  const draft = begun("r1 r2 r3 | b1 b2 b3 b4 b5", "r4 r5 r6");
  const before = layOut(draft.now.sets, view, null, true);
  const [red, blue] = ids(draft);
  const more = ["r4", "r5", "r6"].map((text) => tile(draft, text));
  const after = layOut(move(draft, more, { to: "set", set: red ?? -1, place: 3 }).now.sets, view, before, false);
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

test("the place a point asks for has the middle of the set there, on the cloth", () => {
  const layout = layOut(begun("r1 r2 r3").now.sets, { ...DESKTOP, steps: [56] }, null, true);
  expect(placeAt(layout, 56 * 6, 10, 4)).toEqual({ row: 0, x: 4 });
  expect(placeAt(layout, 56 * 6, 10, 1)).toEqual({ row: 0, x: 5.5 });
  expect(placeAt(layout, 20, -500, 3)).toEqual({ row: 0, x: 0 });
  expect(placeAt(layout, 20, 5_000, 3)).toEqual({ row: layout.rows, x: 0 });
});

test("taking a step back shows the table exactly as it was", () => {
  const memory: LayoutMemory = new WeakMap();
  const draft = begun("r1 r2 r3 r4 r5 r6 | b1 b2 b3 | k1 k2 k3");
  const before = layOutAgain(memory, draft.now.sets, PHONE, null, true);
  const parted = split(draft, ids(draft)[0] ?? -1, 3);
  const after = layOutAgain(memory, parted.now.sets, PHONE, before, false);
  expect(layOutAgain(memory, undo(parted).now.sets, PHONE, after, false)).toBe(before);
});

test("a cloth that is measured otherwise is laid out otherwise, though it is as large and its tiles are", () => {
  const memory: LayoutMemory = new WeakMap();
  const { sets } = begun("r1 r2 r3 | b1 b2 b3").now;
  const one = { ...PHONE, steps: [30] };
  const before = layOutAgain(memory, sets, one, null, true);
  const wide = layOutAgain(memory, sets, { ...one, gap: one.gap + 1, setGap: one.setGap + 20 }, before, false);
  const [first, second] = [...wide.sets.values()];
  expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBe(one.setGap + 20);
});

/** What is wrong with a layout: sets off the cloth, nearer to each other than the gap, or told in another order than they lie. */
function trouble(layout: ClothLayout): string | null {
  const placed = [...layout.sets.values()];
  for (const [index, one] of placed.entries()) {
    const next = placed[index + 1];
    if (next && (next.row < one.row || (next.row === one.row && next.x < one.x))) return "sets are told out of order";
    if (one.x < 0 || one.x + one.width > layout.width + 0.001) return "a set lies off the cloth";
    const around = { ...one, x: one.x - layout.view.setGap + 0.001, width: one.width + 2 * layout.view.setGap - 0.002 };
    if (placed.slice(index + 1).some((other) => overlaps(around, other))) return "two sets are too near each other";
  }
  return null;
}

test("layouts never overlap, and a set that is left alone never leaves its row", () => {
  const chance = new Chance(7);
  for (let game = 0; game < 60; game++) {
    const view = chance.pick([PHONE, DESKTOP, viewOf("landscape", 600, 250)]) ?? PHONE;
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
        // Only a set that grew in the same row may push another along, and all that become smaller come nearer.
        const pushed = (grew && after.sets.get(grew.id)?.row === old.row) || after.tile < layout.tile;
        if (!pushed && now.x !== old.x) throw new Error("a set that was left alone moved");
      }
      if (turn % 10 === 0) expect(layOut(sets, view, layout, false)).toEqual(after);
      layout = turn % 10 ? after : layOut(sets, view, after, true);
      expect(trouble(layout)).toBeNull();
    }
  }
});
