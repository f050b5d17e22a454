import { expect, test } from "vitest";
import { allRects, fitting, layOut, SIZES } from "../../../src/board/state";
import type { Scene, TileId } from "../../../src/board/state";
import { Aim } from "../../../src/board/control/aim.svelte";
import { readerOf } from "../../../src/app/reader";
import { begun, tile } from "../state/kit";

test("the places on the cloth scroll along with it, and those on the rack stay", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 k1");
  const layout = layOut(draft.now.sets, { ...SIZES.phone, steps: [38], width: 372, height: 420 }, null, true);
  const rack = { x: 10, y: 600, tile: 40, gap: 4, rowGap: 19, rows: 2, slots: 8 } as const;
  const scene: Scene = { draft, layout, table: { x: 0, y: 100 }, rack };
  const surface = { scene, layout, rects: () => allRects(scene) };
  const host = { legal: (ids: readonly TileId[]) => fitting(draft, ids, readerOf(null)) };
  const aim = new Aim(host, surface);
  aim.openFor([tile(draft, "r7")]);
  const before = aim.open;
  const end = before.find(({ spot, legal }) => legal && spot.to === "set") ?? null;
  aim.at(end);
  surface.scene = { ...scene, table: { x: 0, y: 70 } };
  aim.openFor([tile(draft, "r7")]);
  aim.open.forEach(({ spot, slot, legal }, index) => {
    const old = before[index];
    expect([spot, legal]).toEqual([old?.spot, old?.legal]);
    expect(slot.y).toBe((old?.slot.y ?? 0) - (spot.to === "rack" ? 0 : 30));
  });
  expect(aim.hot?.spot).toBe(end?.spot);
  const fresh = new Aim(host, surface);
  fresh.openFor([tile(draft, "r7")]);
  expect(aim.open).toEqual(fresh.open);
});
