import { describe, expect, test } from "vitest";
import { layOut, nearest, SIZES, targets } from "../../../src/board/state";
import type { ClothLayout, Scene, Spot, TableDraft, Target } from "../../../src/board/state";
import { begun, tile } from "./kit";

const DRAFT = begun("r4 r5 r6 | b1 b2 b3 | k1 k2 k3 k4", "r7 k1");
const ANYWHERE = (): boolean => true;
const RACK = { x: 200, y: 700, tile: 59, gap: 5, rowGap: 20, lines: 2, slots: 3 } as const;

/** Sets on a cloth this wide, its corner at 50, 100: tiles of 56 by 74, 58 from each other, 30 between two sets. */
const sceneOf = (draft: TableDraft, layout = layoutOf(draft)): Scene => ({
  draft,
  layout,
  table: { x: 50, y: 100 },
  rack: RACK,
});

function layoutOf(draft: TableDraft, width = 700): ClothLayout {
  const layout = layOut(draft.now.sets, { ...SIZES.desktop, steps: [56], width, height: 480 }, null, true);
  expect([layout.tile, layout.view.gap, layout.view.setGap, layout.rowHeight]).toEqual([56, 2, 30, 100]);
  return layout;
}

const id = (draft: TableDraft, at: number): number => draft.now.sets[at]?.id ?? -1;
const ofSet = (all: readonly Target[], set: number): Target[] =>
  all.filter(({ spot }) => "set" in spot && spot.set === set);
/** From where to where the areas reach, and where the slots begin. */
const across = (all: readonly Target[]): number[][] => all.map(({ hit, slot }) => [hit.x, hit.x + hit.width, slot.x]);

describe("the places of a set", () => {
  const all = targets(sceneOf(DRAFT), [tile(DRAFT, "r7")], ANYWHERE);

  test("reach from half a tile before a seam to half a tile after it, and meet those of the next set halfway", () => {
    expect(across(ofSet(all, id(DRAFT, 0)))).toEqual([
      [20, 78, -8],
      [80, 136, 80],
      [138, 194, 138],
      [196, 237, 224],
    ]);
    expect(across(ofSet(all, id(DRAFT, 1)))).toEqual([
      [237, 280, 194],
      [282, 338, 282],
      [340, 396, 340],
      [398, 439, 426],
    ]);
  });

  test("reach a tile beyond the last of a row", () => {
    expect(across(ofSet(all, id(DRAFT, 2))).at(-1)).toEqual([658, 770, 686]);
  });

  test("are as high as their row, and their slots as a tile", () => {
    for (const { hit, slot } of all.filter(({ spot }) => spot.to === "set")) {
      expect([hit.y, hit.height]).toEqual([87, 100]);
      expect([slot.y, slot.width, slot.height]).toEqual([100, 56, 74]);
    }
  });

  test("end at the set's own row: a set in another row is no neighbour", () => {
    const narrow = layoutOf(DRAFT, 400);
    expect([...narrow.sets.values()].map(({ row, x }) => [row, x])).toEqual([
      [0, 0],
      [0, 202],
      [1, 0],
    ]);
    const found = targets(sceneOf(DRAFT, narrow), [tile(DRAFT, "r7")], ANYWHERE);
    expect(across(ofSet(found, id(DRAFT, 1))).at(-1)?.[1]).toBe(50 + 374 + 56 + 30);
    expect(across(ofSet(found, id(DRAFT, 2)))[0]?.[0]).toBe(20);
  });

  test("are told row by row from the left, however the sets came to lie there", () => {
    const layout = layoutOf(DRAFT);
    const turned = { ...layout, sets: new Map([...layout.sets].reverse()) };
    expect(targets(sceneOf(DRAFT, turned), [tile(DRAFT, "r7")], ANYWHERE)).toEqual(all);
    const spots = all.map(({ spot }) => ("set" in spot ? spot.set : -1)).filter((set) => set >= 0);
    expect([...new Set(spots)]).toEqual([0, 1, 2].map((at) => id(DRAFT, at)));
  });

  test("a slot that is left free for a tile is a place as it lies there", () => {
    const [set] = DRAFT.now.sets;
    const gaps = new Map(set ? [[set, 1]] : []);
    const before = layoutOf(DRAFT, 800);
    const layout = layOut(DRAFT.now.sets, before.view, before, false, gaps);
    const found = ofSet(targets(sceneOf(DRAFT, layout), [tile(DRAFT, "r7")], ANYWHERE), id(DRAFT, 0));
    expect(across(found)).toEqual([
      [20, 78, -8],
      [80, 194, 108],
      [196, 252, 196],
      [254, 295, 282],
    ]);
  });
});

describe("the other places", () => {
  const all = targets(sceneOf(DRAFT), [tile(DRAFT, "r7")], ANYWHERE);

  test("a new set has the strip below the rows, its slot in the middle of what the strip always has", () => {
    const made = all.find(({ spot }) => spot.to === "new");
    expect(made?.hit).toEqual({ x: 50, y: 200, width: 700, height: 380 });
    expect(made?.slot).toEqual({ x: 50, y: 211, width: 56, height: 74 });
  });

  test("slots of the rack share the gaps between them", () => {
    const rack = all.filter(({ spot }) => spot.to === "rack");
    expect(rack.map(({ hit, slot }) => [hit.x, hit.y, hit.width, slot.x, slot.width])).toEqual([
      [197.5, 700, 64, 200, 59],
      [261.5, 700, 64, 264, 59],
      [325.5, 700, 64, 328, 59],
      [197.5, 798, 64, 200, 59],
      [261.5, 798, 64, 264, 59],
      [325.5, 798, 64, 328, 59],
    ]);
    expect(rack.every(({ legal, hit }) => legal && hit.height === 78)).toBe(true);
  });

  test("who has no rack has no places there", () => {
    const found = targets({ ...sceneOf(DRAFT), rack: null }, [tile(DRAFT, "r7")], ANYWHERE);
    expect(found.filter(({ spot }) => spot.to === "rack")).toEqual([]);
    expect(found.length).toBe(14);
  });

  test("the table's own tiles find a place on the rack only along with one's own", () => {
    const both = targets(sceneOf(DRAFT), [tile(DRAFT, "r4"), tile(DRAFT, "r7")], ANYWHERE);
    expect(both.filter(({ spot }) => spot.to === "rack").length).toBe(6);
  });

  test("a set is parted to the left where both sides are legal, and never at its ends", () => {
    const parted = targets(sceneOf(DRAFT), [tile(DRAFT, "r7")], ({ to }) => to === "split");
    expect(ofSet(parted, id(DRAFT, 0)).map(({ spot, legal }) => [spot, legal])).toEqual([
      [{ to: "set", set: id(DRAFT, 0), place: 0 }, false],
      [{ to: "split", set: id(DRAFT, 0), place: 1, side: "left" }, true],
      [{ to: "split", set: id(DRAFT, 0), place: 2, side: "left" }, true],
      [{ to: "set", set: id(DRAFT, 0), place: 3 }, false],
    ]);
    const right = targets(sceneOf(DRAFT), [tile(DRAFT, "r7")], (spot) => spot.to === "split" && spot.side === "right");
    expect(ofSet(right, id(DRAFT, 0)).map(({ spot }) => spot.to)).toEqual(["set", "split", "split", "set"]);
  });
});

describe("what a point means", () => {
  const only =
    (place: number) =>
    (spot: Spot): boolean =>
      spot.to === "set" && spot.set === id(DRAFT, 0) && spot.place === place;
  const meant = (legal: (spot: Spot) => boolean, x: number, y: number, tiles = 1): Target | null => {
    const scene = sceneOf(DRAFT);
    return nearest(scene, targets(scene, [tile(DRAFT, "r7")], legal), { x, y }, tiles);
  };

  test("the nearest legal place counts within 1.2 tiles, and no further", () => {
    const middle = 224 + 28; // of the slot at the end of the first set
    const far = 1.2 * 56;
    expect(meant(only(3), middle, 137 + far)?.spot.to).toBe("set");
    expect(meant(only(3), middle, 137 + far + 0.1)?.spot.to).toBe("new");
  });

  test("a place that makes no legal set must be nearer by 0.6 tiles", () => {
    const seam = 166; // the middle of the slot at place 2; that of place 1 is 58 to the left
    const half = 0.3 * 56;
    expect(meant(only(1), 108 + 29 + half - 0.5, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 0), place: 1 });
    expect(meant(only(1), 108 + 29 + half + 0.5, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 0), place: 2 });
    expect(meant(only(1), seam, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 0), place: 2 });
  });

  test("between two sets that both take it a tile comes to the one it is nearer to", () => {
    const [left, right] = [222, 252]; // where the first set ends and the second begins
    expect(meant(ANYWHERE, left - 20, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 0), place: 3 });
    expect(meant(ANYWHERE, left + 1, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 0), place: 3 });
    expect(meant(ANYWHERE, right - 1, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 1), place: 0 });
    expect(meant(ANYWHERE, right + 20, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 1), place: 0 });
  });

  test("a slot that is shown is hit all over it and a quarter of a tile around it, whatever lies beside it", () => {
    const scene = sceneOf(DRAFT);
    for (const away of [0, 40, 70, 100]) {
      const [first, second, third] = [...scene.layout.sets.values()];
      if (!first || !second || !third) throw new Error("there are three sets");
      const moved = [first, { ...second, x: second.x + away }, { ...third, x: 600 }];
      const layout = { ...scene.layout, sets: new Map(moved.map((set) => [set.id, set])) };
      const open = targets({ ...scene, layout }, [tile(DRAFT, "r7")], only(3));
      for (const x of [210, 224, 252, 280, 293])
        for (const y of [87, 100, 137, 174, 187])
          expect(nearest({ ...scene, layout }, open, { x, y }, 1)?.spot, `${away}: ${x} ${y}`).toEqual({
            to: "set",
            set: id(DRAFT, 0),
            place: 3,
          });
    }
  });

  test("of places as near as each other the first is meant", () => {
    expect(meant(ANYWHERE, 137, 137)?.spot).toEqual({ to: "set", set: id(DRAFT, 0), place: 1 });
  });

  test("a slot of the rack is meant on it, and nowhere else", () => {
    expect(meant(ANYWHERE, 262, 705)?.spot).toEqual({ to: "rack", row: 0, slot: 1 });
    expect(meant(ANYWHERE, 262, 699)).toBeNull();
  });

  test("on the bare cloth a new set lies around the point, on the strip in its slot", () => {
    const bare = meant(() => false, 730, 190);
    expect(bare?.slot).toEqual({ x: 730 - 28, y: 190 - 37, width: 56, height: 74 });
    expect(bare?.spot).toMatchObject({ to: "new", place: { row: 1 } });
    const strip = meant(() => false, 400, 300);
    expect(strip?.slot).toEqual({ x: 50, y: 211, width: 56, height: 74 });
    expect(strip?.spot.to).toBe("new");
  });

  test("off the cloth and the rack nothing is meant, nor without a place for a new set", () => {
    for (const [x, y] of [
      [49, 300],
      [751, 300],
      [400, 581],
    ] as const)
      expect(meant(() => false, x, y)).toBeNull();
    expect(nearest(sceneOf(DRAFT), [], { x: 400, y: 300 }, 1)).toBeNull();
  });
});
