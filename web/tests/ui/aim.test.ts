import { expect, test } from "vitest";
import { layOut, SIZES } from "../../src/board/state";
import type { Scene } from "../../src/board/state";
import { Aim } from "../../src/ui/table/aim.svelte";
import type { Board } from "../../src/ui/table/board.svelte";
import { begun, tile } from "../board/state/kit";

test("the places on the cloth scroll along with it, and those on the rack stay", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 k1");
  const layout = layOut(draft.now.sets, { ...SIZES.phone, width: 372, height: 420 }, null, true);
  const rack = { x: 10, y: 600, tile: 40, gap: 4, rowGap: 19, rows: 2, slots: 8 } as const;
  const board: { scene: Scene } = { scene: { draft, layout, table: { x: 0, y: 100 }, rack } };
  const aim = new Aim(board as unknown as Board);
  aim.openFor([tile(draft, "r7")], null);
  const before = aim.open;
  const end = before.find(({ spot, legal }) => legal && spot.to === "set") ?? null;
  aim.at(end);
  board.scene = { ...board.scene, table: { x: 0, y: 70 } };
  aim.openFor([tile(draft, "r7")], null);
  aim.open.forEach(({ spot, slot, legal }, index) => {
    const old = before[index];
    expect([spot, legal]).toEqual([old?.spot, old?.legal]);
    expect(slot.y).toBe((old?.slot.y ?? 0) - (spot.to === "rack" ? 0 : 30));
  });
  expect(aim.hot?.spot).toBe(end?.spot);
  const fresh = new Aim(board as unknown as Board);
  fresh.openFor([tile(draft, "r7")], null);
  expect(aim.open).toEqual(fresh.open);
});
