import { describe, expect, test } from "vitest";
import { Surface } from "../../../src/board/control/surface.svelte";
import type { Touch, Under } from "../../../src/board/control/under";
import { targets } from "../../../src/board/state";
import type { On, Point, Rect, SetId, Spot } from "../../../src/board/state";
import { middle, TestHost, TestPage } from "./kit.svelte";

/** A table on a desk: tiles are 56 wide and 74 high, 2 apart, sets 30, rows 26; its corner is at 100, 50. */
function table(text: string, rack = "k1 k2"): { host: TestHost; page: TestPage; surface: Surface } {
  const host = new TestHost(text, rack);
  const page = new TestPage();
  const surface = new Surface(host, page);
  surface.measure();
  return { host, page, surface };
}

const MOUSE: Touch = { finger: false, selected: false, open: [] };
const FINGER: Touch = { ...MOUSE, finger: true };
const SELECTED: Touch = { ...MOUSE, selected: true };
const on = (surface: Surface, x: number, y: number, touch = MOUSE): Under => surface.under({ x, y }, touch);
const rectOf = (surface: Surface, id: number): Rect => surface.rects().get(id) ?? { x: 0, y: 0, width: 0, height: 0 };

describe("on a set of three tiles", () => {
  const { host, surface } = table("r4 r5 r6");
  const set = host.draft.now.sets[0]?.id ?? -1;
  const tiles = host.ids("r4 r5 r6");
  const seam = (place: number): On => ({ on: "gap", set, place });

  test("the tiles are 58 from each other, and what is under a point is the tile there", () => {
    const found = [128, 186, 244].map((x) => on(surface, x, 90));
    expect(found).toEqual(tiles.map((tile) => ({ on: { on: "tile", tile }, seam: null })));
  });

  test("the first and the last pixel of a tile are its own", () => {
    expect(on(surface, 100, 50).on).toEqual({ on: "tile", tile: tiles[0] });
    expect(on(surface, 157.9, 123.9).on).toEqual({ on: "tile", tile: tiles[0] });
    expect(on(surface, 158, 123.9).on).toEqual({ on: "tile", tile: tiles[1] });
    expect(on(surface, 271.9, 90).on).toEqual({ on: "tile", tile: tiles[2] });
  });

  test("a tenth of a tile around the seam of two tiles means the seam as well", () => {
    const near = 0.1 * 56 + 1;
    for (const by of [-near + 0.01, 0, near - 0.01]) {
      expect(on(surface, 158 + by, 90).seam).toEqual(seam(1));
      expect(on(surface, 216 + by, 90).seam).toEqual(seam(2));
    }
    for (const by of [-near - 0.01, near + 0.01]) {
      expect(on(surface, 158 + by, 90).seam).toBeNull();
      expect(on(surface, 216 + by, 90).seam).toBeNull();
    }
  });

  test("its ends are no seams", () => {
    expect(on(surface, 101, 90).seam).toBeNull();
    expect(on(surface, 271, 90).seam).toBeNull();
  });

  test("its margin of nine pixels is the set, beyond it is the cloth", () => {
    const margins: [number, number][] = [
      [91, 90],
      [280.9, 90],
      [186, 41],
      [186, 132.9],
    ];
    for (const [x, y] of margins) expect(on(surface, x, y)).toEqual({ on: { on: "set", set }, seam: null });
    const beyond: [number, number][] = [
      [90.9, 90],
      [281, 90],
      [186, 40.9],
      [186, 133],
    ];
    for (const [x, y] of beyond) expect(on(surface, x, y).on).toEqual({ on: "table" });
  });

  test("a finger takes the tile it is nearest to, half a row above and below", () => {
    const reach = 13;
    expect(on(surface, 186, 50 - reach, FINGER).on).toEqual({ on: "tile", tile: tiles[1] });
    expect(on(surface, 186, 123.9 + reach, FINGER).on).toEqual({ on: "tile", tile: tiles[1] });
    expect(on(surface, 186, 124 + reach, FINGER).on).toEqual({ on: "table" });
    expect(on(surface, 95, 124 + reach - 1, FINGER).on).toEqual({ on: "set", set });
  });

  test("with tiles selected the bare cloth is a place for a new set", () => {
    expect(on(surface, 600, 300, SELECTED).on).toEqual({ on: "spot", spot: { to: "new", place: null } });
    expect(on(surface, 186, 90, SELECTED).on).toEqual({ on: "tile", tile: tiles[1] });
  });

  test("the cloth can be touched 20 pixels beside what it shows, and no further", () => {
    expect(on(surface, 80, 300).on).toEqual({ on: "table" });
    expect(on(surface, 79.9, 300).on).toEqual({ on: "nothing" });
    expect(on(surface, 600, 469.9).on).toEqual({ on: "table" });
    expect(on(surface, 600, 470).on).toEqual({ on: "nothing" });
  });
});

test("narrow gaps between sets are shared by their margins", () => {
  const host = new TestHost("r4 r5 r6 | b1 b2 b3");
  host.form = "phone";
  const surface = new Surface(host, new TestPage());
  surface.measure();
  const [red] = host.draft.now.sets;
  const placed = surface.layout.sets.get(red?.id ?? -1);
  const end = 100 + (placed?.x ?? 0) + (placed?.width ?? 0);
  expect(on(surface, end + 4.9, 60).on).toEqual({ on: "set", set: red?.id });
  expect(on(surface, end + 5.1, 60).on).toEqual({ on: "set", set: host.draft.now.sets[1]?.id });
});

test("a slot left free for a missing tile is a place of its own, and the seams beside it keep their places", () => {
  const { host, surface } = table("r4 r5 r7 r8");
  const set = host.draft.now.sets[0];
  const id = set?.id ?? -1;
  expect(surface.layout.sets.size).toBe(1);
  if (set) surface.gaps = new Map([[set, 2]]);
  // Slots: r4 r5 _ r7 r8, each 58 wide.
  expect(on(surface, 100 + 2.5 * 58, 90)).toEqual({ on: { on: "gap", set: id, place: 2 }, seam: null });
  expect(on(surface, 100 + 3.5 * 58, 90).on).toEqual({ on: "tile", tile: host.id("r7") });
  expect(on(surface, 100 + 4.5 * 58, 90).on).toEqual({ on: "tile", tile: host.id("r8") });
  expect(on(surface, 100 + 1 * 58 + 3, 90).seam).toEqual({ on: "gap", set: id, place: 1 });
  expect(on(surface, 100 + 2 * 58 - 3, 90).seam).toEqual({ on: "gap", set: id, place: 2 });
  expect(on(surface, 100 + 4 * 58 + 3, 90).seam).toEqual({ on: "gap", set: id, place: 3 });
  expect(on(surface, 100 + 3 * 58 + 3, 90).seam).toEqual({ on: "gap", set: id, place: 2 });
});

describe("an open place", () => {
  const { host, surface } = table("r4 r5 r6 | b1 b2 b3", "r7 b4");
  const seven = host.id("r7");
  const open = targets(surface.scene, [seven], host.legal([seven]));
  const touch: Touch = { finger: false, selected: true, open };
  const red = host.draft.now.sets[0]?.id ?? -1;
  const end: Spot = { to: "set", set: red, place: 3 };
  const slot = open.find(({ spot, legal }) => legal && spot.to === "set")?.slot;

  test("is what a tap in its slot means, or within a quarter of a tile around it", () => {
    const above = (by: number): On | undefined => slot && surface.under({ x: slot.x + 9, y: slot.y - by }, touch).on;
    expect(above(0)).toEqual({ on: "spot", spot: end });
    expect(above(14)).toEqual({ on: "spot", spot: end });
    expect(above(14.1)).not.toEqual({ on: "spot", spot: end });
  });

  test("between two sets that both take the tile is the one of the nearer set", () => {
    const { host, surface } = table("r4 r5 r6 | b4 b5 b6", "j");
    const joker = host.id("j");
    const touch: Touch = { finger: true, selected: true, open: targets(surface.scene, [joker], host.legal([joker])) };
    const [left, right] = [rectOf(surface, host.id("r6")), rectOf(surface, host.id("b4"))];
    const [red, blue] = host.draft.now.sets.map(({ id }) => id);
    const y = left.y + 30;
    const beside = surface.under({ x: left.x + left.width + 1, y }, touch).on;
    expect(beside).toEqual({ on: "spot", spot: { to: "set", set: red, place: 3 } });
    expect(surface.under({ x: right.x - 1, y }, touch).on).toEqual({
      on: "spot",
      spot: { to: "set", set: blue, place: 0 },
    });
  });

  test("is not open where it makes no legal set", () => {
    const illegal = open.find(({ spot, legal }) => !legal && spot.to === "set" && spot.place === 3 && spot.set !== red);
    expect(illegal && surface.under(middle(illegal.slot), touch).on).toEqual({
      on: "spot",
      spot: { to: "new", place: null },
    });
  });

  test("never hides a tile that is seen", () => {
    const over = open.map((target) => ({ ...target, slot: rectOf(surface, host.id("b1")) }));
    expect(surface.under(middle(rectOf(surface, host.id("b1"))), { ...touch, open: over }).on).toEqual({
      on: "tile",
      tile: host.id("b1"),
    });
  });

  test("for a new set or on the rack is no slot on the cloth", () => {
    const elsewhere = open
      .filter(({ spot }) => !("set" in spot))
      .map((target) => ({ ...target, slot: { x: 500, y: 300, width: 50, height: 50 } }));
    const found = surface.under({ x: 510, y: 310 }, { finger: false, selected: false, open: elsewhere });
    expect(found.on).toEqual({ on: "table" });
  });
});

describe("on the rack", () => {
  const { host, page, surface } = table("r4 r5 r6", "k1 k2 k3");
  const at = (id: number): Point => middle(rectOf(surface, id));
  const spotAt = (row: number, slot: number): On => ({ on: "spot", spot: { to: "rack", row, slot } });

  test("a tile is taken, the gap beside it included", () => {
    const rect = rectOf(surface, host.id("k1"));
    expect(surface.under(at(host.id("k2")), MOUSE).on).toEqual({ on: "tile", tile: host.id("k2") });
    expect(on(surface, rect.x + rect.width + 2.4, rect.y + 1).on).toEqual({ on: "tile", tile: host.id("k1") });
    expect(on(surface, rect.x + rect.width + 2.6, rect.y + 1).on).toEqual({ on: "tile", tile: host.id("k2") });
  });

  test("a free slot is a place for tiles that are selected, and else nothing", () => {
    const free = { x: rectOf(surface, host.id("k2")).x + 64 + 10, y: rectOf(surface, host.id("k2")).y + 10 };
    expect(surface.under(free, SELECTED).on).toEqual(spotAt(0, 2));
    expect(surface.under(free, MOUSE).on).toEqual({ on: "nothing" });
  });

  test("between its ledges and beyond them is nothing", () => {
    const rect = rectOf(surface, host.id("k1"));
    expect(on(surface, rect.x + 5, rect.y + rect.height + 3, SELECTED).on).toEqual({ on: "nothing" });
    expect(on(surface, 95, rect.y + 5, SELECTED).on).toEqual({ on: "nothing" });
    expect(on(surface, 899, rect.y + 5, SELECTED).on).toEqual({ on: "nothing" });
  });

  test("scrolled sideways it is touched where it is seen", () => {
    page.seen = { ...page.seen, ledge: { ...page.seen.ledge, x: 60 }, aside: 40 };
    surface.measure();
    expect(surface.under(at(host.id("k2")), MOUSE).on).toEqual({ on: "tile", tile: host.id("k2") });
    expect(on(surface, 62, 510).on).toEqual({ on: "nothing" });
    page.seen = { ...page.seen, ledge: { ...page.seen.ledge, x: 100 }, aside: 0 };
    surface.measure();
  });

  test("it is nothing to whoever looks on", () => {
    const tile = at(host.id("k1"));
    host.plays = false;
    expect(surface.under(tile, MOUSE).on).toEqual({ on: "nothing" });
    host.plays = true;
  });
});

test("on a cloth that scrolls only what is seen can be touched", () => {
  const many = Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ");
  const { host, page, surface } = table(many, "");
  expect(surface.scrolls).toBe(true);
  expect(on(surface, 110, 449).on.on).not.toBe("nothing");
  expect(on(surface, 110, 451).on).toEqual({ on: "nothing" });
  expect(on(surface, 99, 60).on).toEqual({ on: "nothing" });
  const first: SetId = host.draft.now.sets[0]?.id ?? -1;
  expect(on(surface, 110, 60).on).toEqual({ on: "tile", tile: host.draft.now.sets[0]?.tiles[0]?.id });
  page.seen = { ...page.seen, scrolled: surface.layout.rowHeight };
  surface.measure();
  const second = [...surface.layout.sets.values()].find((set) => set.row === 1 && set.x === 0);
  expect(second?.id).not.toBe(first);
  expect(on(surface, 110, 60).on).toEqual({ on: "tile", tile: second?.tiles[0]?.id });
});
