import { describe, expect, test } from "vitest";
import { drawnPlace, drawnStrip, shownPlaces } from "../../../src/board/control/places";
import { layOut, layOutAgain, SIZES, targets, tilesOf } from "../../../src/board/state";
import type { ClothLayout, Scene, SetId, Spot, TableDraft, Target } from "../../../src/board/state";
import { begun } from "../state/kit";
import { TestHost } from "./kit.svelte";

const CLOTH = { x: 100, y: 50 };
const VIEW = { ...SIZES.desktop, steps: [56], width: 1000, height: 400 };

const sceneOf = (draft: TableDraft, width = 1000): Scene => ({
  draft,
  layout: layOut(draft.now.sets, { ...VIEW, width }, null, true),
  table: CLOTH,
  rack: null,
});

function opened(
  text: string,
  rack: string,
  width = 1000,
): { open: Target[]; scene: Scene; set: SetId; host: TestHost } {
  const host = new TestHost(text, rack);
  const scene = sceneOf(host.draft, width);
  const own = tilesOf(host.draft.now.rack).map((each) => each.id);
  return { open: targets(scene, own, host.legal(own)), scene, set: host.draft.now.sets[0]?.id ?? -1, host };
}

const spots = (found: readonly Target[]): Spot[] => found.map(({ spot }) => spot);
const never = (): boolean => false;

describe("of the places for a tile", () => {
  test("both ends of a set are shown where it fits", () => {
    const { open, scene, set } = opened("r4 r5 r6", "j");
    expect(spots(shownPlaces(open, scene.layout, never))).toEqual([
      { to: "set", set, place: 0 },
      { to: "set", set, place: 3 },
    ]);
    const { open: one, scene: other, set: id } = opened("r4 r5 r6", "r7");
    expect(spots(shownPlaces(one, other.layout, never))).toEqual([{ to: "set", set: id, place: 3 }]);
  });

  test("the end is enough where order means nothing", () => {
    const { open, scene, set } = opened("r9 b9 y9", "k9");
    expect(spots(shownPlaces(open, scene.layout, never))).toHaveLength(2);
    expect(spots(shownPlaces(open, scene.layout, (id) => id === set))).toEqual([{ to: "set", set, place: 3 }]);
    // Where the end does not fit, whatever does is shown.
    const start = open.filter(({ spot }) => spot.to === "set" && spot.place === 0);
    expect(shownPlaces(start, scene.layout, () => true)).toEqual(start);
  });

  test("the first place within a set is shown where no end fits", () => {
    const { open, scene, set } = opened("b3 b4 b5 b6 b7", "b5");
    expect(spots(shownPlaces(open, scene.layout, never))).toEqual([{ to: "split", set, place: 2, side: "left" }]);
  });

  test("the one end that fits is shown, not a place within the set before it", () => {
    const { open, scene, set } = opened("b1 b2 b3 b4 b5 b6", "j");
    const legal = spots(open.filter((target) => target.legal && "set" in target.spot));
    expect(legal[0]).toMatchObject({ to: "split", set });
    expect(spots(shownPlaces(open, scene.layout, never))).toEqual([{ to: "set", set, place: 6 }]);
  });

  test("those that make no legal set, and those for a new set or on the rack, are not shown", () => {
    const { open, scene } = opened("r4 r5 r6", "k1");
    expect(open.length).toBeGreaterThan(3);
    expect(shownPlaces(open, scene.layout, never)).toEqual([]);
    const rack: Target = { spot: { to: "rack", row: 0, slot: 0 }, hit: VIEW_RECT, slot: VIEW_RECT, legal: true };
    expect(shownPlaces([rack], scene.layout, never)).toEqual([]);
  });

  test("those of a set that is gone are not shown", () => {
    const { open } = opened("r4 r5 r6", "r7");
    expect(shownPlaces(open, sceneOf(begun("k1 k2 k3 k4 k5")).layout, never)).toEqual([]);
  });

  test("each set has its own", () => {
    const { open, scene } = opened("r4 r5 r6 | b4 b5 b6", "j");
    expect(shownPlaces(open, scene.layout, never)).toHaveLength(4);
  });
});

const VIEW_RECT = { x: 0, y: 0, width: 1, height: 1 };

describe("a place is drawn", () => {
  const at = (open: readonly Target[], place: number): Target => {
    const found = open.find(({ spot }) => spot.to === "set" && spot.place === place);
    if (!found) throw new Error(`there is no place ${place}`);
    return found;
  };

  test("as a slot beside its set, from the corner of the cloth", () => {
    const { open, scene } = opened("r4 r5 r6", "r7");
    const { spot } = at(open, 3);
    expect(drawnPlace(at(open, 3), scene.layout, CLOTH, false)).toEqual({
      x: 174,
      y: 0,
      width: 56,
      height: 74,
      spot,
      slim: false,
    });
  });

  test("as a bar on the seam where a slot would lie over the edge of the cloth", () => {
    const { open, scene } = opened("r4 r5 r6", "r3");
    expect(drawnPlace(at(open, 0), scene.layout, CLOTH, false)).toMatchObject({ x: 0, height: 74, slim: true });
    expect(drawnPlace(at(open, 0), scene.layout, CLOTH, true)).toMatchObject({ x: -58, slim: false });
    const narrow = opened("r4 r5 r6", "r7", 172);
    expect(drawnPlace(at(narrow.open, 3), narrow.scene.layout, CLOTH, false)).toMatchObject({ x: 172, slim: true });
    // Four pixels over the edge are none.
    const wide = opened("r4 r5 r6", "r7", 174 + 56 - 4);
    expect(drawnPlace(at(wide.open, 3), wide.scene.layout, CLOTH, false)).toMatchObject({ x: 174, slim: false });
  });

  test("as a bar between two tiles, and where a slot would cover another set", () => {
    const { open, scene } = opened("r4 r5 r6", "r7");
    expect(drawnPlace(at(open, 1), scene.layout, CLOTH, false)).toMatchObject({ x: 58, y: 0, height: 74, slim: true });
    const near = opened("r4 r5 r6 | b1 b2 b3", "r7");
    expect(drawnPlace(at(near.open, 3), near.scene.layout, CLOTH, false)).toMatchObject({ x: 172, slim: true });
  });

  test("as a slot in the gap that is open for it", () => {
    const host = new TestHost("r4 r5 r7 r8", "r6");
    const [set] = host.draft.now.sets;
    const gaps = new Map(set ? [[set, 2]] : []);
    const memory = new WeakMap<readonly object[], ClothLayout>();
    const first = layOutAgain(memory, host.draft.now.sets, VIEW, null, true);
    const layout = layOutAgain(memory, host.draft.now.sets, VIEW, first, false, gaps);
    const own = host.ids("r6");
    const open = targets({ draft: host.draft, layout, table: CLOTH, rack: null }, own, host.legal(own));
    expect(drawnPlace(at(open, 2), layout, CLOTH, false)).toMatchObject({ x: 116, slim: false });
  });

  test("only beside a set that is there", () => {
    const { open, scene } = opened("r4 r5 r6", "r7");
    const made = open.find(({ spot }) => spot.to === "new");
    expect(made && drawnPlace(made, scene.layout, CLOTH, false)).toBeNull();
    expect(drawnPlace(at(open, 3), sceneOf(begun("")).layout, CLOTH, false)).toBeNull();
  });
});

describe("the strip for a new set", () => {
  const strip = { x: 0, y: 300, width: 1000, height: 100 };
  const layout = (but: Partial<ClothLayout> = {}): ClothLayout => ({ ...sceneOf(begun("")).layout, strip, ...but });

  test("lies at the foot of the cloth, as high as it should be and no higher than there is room", () => {
    expect(drawnStrip(layout(), 0, false)).toEqual({ top: 306, height: 92, hidden: false });
    const high = layout({ strip: { ...strip, y: 200, height: 200 } });
    expect(drawnStrip(high, 0, false)).toEqual({ top: 302, height: 96, hidden: false });
  });

  test("ends where a cloth that scrolls is seen no further, and is hidden where its words do not fit", () => {
    const low = layout({ strip: { ...strip, y: 350 } });
    // Seen is what lies above 400, and six pixels more on a cloth that scrolls.
    expect(drawnStrip(low, 0, true)).toEqual({ top: 356, height: 48, hidden: false });
    expect(drawnStrip(low, 10, true)).toEqual({ top: 356, height: 58, hidden: false });
    expect(drawnStrip(low, 0, false)).toEqual({ top: 356, height: 42, hidden: false });
    const lower = layout({ strip: { ...strip, y: 374 } });
    expect(drawnStrip(lower, 0, true)).toEqual({ top: 380, height: 24, hidden: false });
    expect(drawnStrip(layout({ strip: { ...strip, y: 375 } }), 0, true)).toEqual({
      top: 381,
      height: 92,
      hidden: true,
    });
  });
});
