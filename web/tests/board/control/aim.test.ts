import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allRects, centre, fitting, layOut, SIZES } from "../../../src/board/state";
import type { Scene, Spot, Target, TileId } from "../../../src/board/state";
import { Aim } from "../../../src/board/control/aim.svelte";
import { readerOf } from "../../../src/app/reader";
import { begun, tile } from "../state/kit";

test("the places on the cloth scroll along with it, and those on the rack stay", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 k1");
  const layout = layOut(draft.now.sets, { ...SIZES.phone, steps: [38], width: 372, height: 420 }, null, true);
  const rack = { x: 10, y: 600, tile: 40, gap: 4, rowGap: 19, lines: 2, slots: 8 } as const;
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

describe("a drag", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 k1");
  const layout = layOut(draft.now.sets, { ...SIZES.desktop, steps: [56], width: 800, height: 420 }, null, true);
  const rack = { x: 10, y: 600, tile: 40, gap: 4, rowGap: 19, lines: 2, slots: 8 } as const;
  const scene: Scene = { draft, layout, table: { x: 0, y: 100 }, rack };
  const seven = tile(draft, "r7");
  const [reds, blues] = draft.now.sets.map((set) => set.id);
  const made = (): {
    aim: Aim;
    surface: { scene: Scene; layout: Scene["layout"]; rects: () => ReturnType<typeof allRects> };
  } => {
    const surface = { scene, layout, rects: () => allRects(scene) };
    return { aim: new Aim({ legal: (ids) => fitting(draft, ids, readerOf(null)) }, surface), surface };
  };
  const at = (aim: Aim, spot: Spot): Target => {
    const found = aim.open.find((each) => JSON.stringify(each.spot) === JSON.stringify(spot));
    if (!found) throw new Error("this place is not open");
    return found;
  };
  const end: Spot = { to: "set", set: reds ?? -1, place: 3 };

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("makes the others give way when it rests over a place for 120 milliseconds", () => {
    const { aim } = made();
    aim.openFor([seven]);
    const target = at(aim, end);
    aim.follow(centre(target.slot), 1);
    expect(aim.hot).toBe(target);
    vi.advanceTimersByTime(119);
    expect([aim.clearance, aim.moved().size]).toEqual([null, 0]);
    vi.advanceTimersByTime(1);
    expect(aim.clearance?.sets.get(blues ?? -1)).toBe(38);
    const shown = aim.moved();
    const before = allRects(scene);
    expect([...shown.keys()].sort()).toEqual(["b1", "b2", "b3"].map((text) => tile(draft, text)).sort());
    for (const [id, { x }] of shown) expect(x).toBe((before.get(id)?.x ?? 0) + 38);
  });

  test("that goes on before is not waited for", () => {
    const { aim } = made();
    aim.openFor([seven]);
    aim.follow(centre(at(aim, end).slot), 1);
    vi.advanceTimersByTime(100);
    aim.follow({ x: 5, y: 105 + 320 }, 1);
    expect(aim.hot?.spot.to).toBe("new");
    vi.advanceTimersByTime(1_000);
    expect(aim.clearance).toBeNull();
  });

  test("over the same place means the same target, and on the bare cloth too", () => {
    const { aim } = made();
    aim.openFor([seven]);
    const { x, y } = centre(at(aim, end).slot);
    aim.follow({ x, y }, 1);
    const { hot } = aim;
    vi.advanceTimersByTime(100);
    aim.follow({ x: x + 1, y }, 1);
    vi.advanceTimersByTime(20);
    expect([aim.hot === hot, aim.clearance !== null]).toEqual([true, true]);
    aim.follow({ x: 300, y: 450 }, 1);
    const anew = aim.hot;
    aim.follow({ x: 500, y: 450 }, 1);
    expect(aim.hot).toBe(anew);
    aim.follow({ x: 5_000, y: 450 }, 1);
    expect(aim.hot).toBeNull();
  });

  test("from one place to the next means the next", () => {
    const { aim } = made();
    aim.openFor([seven]);
    aim.follow(centre(at(aim, end).slot), 1);
    aim.follow({ x: 12, y: 605 }, 1);
    expect(aim.hot?.spot).toEqual({ to: "rack", row: 0, slot: 0 });
  });

  test("finds its places two frames after it began, or when one is asked for", () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
    const { aim } = made();
    aim.openSoon([seven]);
    aim.follow({ x: 12, y: 605 }, 1);
    expect([aim.open.length, aim.hot]).toEqual([0, null]);
    frames.shift()?.();
    frames.shift()?.();
    expect(aim.open.length).toBe(0);
    vi.runAllTimers();
    expect(aim.open.length).toBeGreaterThan(0);
    const other = made().aim;
    other.openSoon([seven]);
    expect(other.under({ x: 12, y: 605 }, 1)?.spot).toEqual({ to: "rack", row: 0, slot: 0 });
    const ended = made().aim;
    ended.openSoon([seven]);
    ended.clear();
    frames.splice(0).forEach((run) => run());
    frames.splice(0).forEach((run) => run());
    vi.runAllTimers();
    expect(ended.open).toEqual([]);
    vi.unstubAllGlobals();
  });

  test("whose places are opened again keeps its aim, rested or not, if that place is still there", () => {
    const { aim, surface } = made();
    aim.openFor([seven]);
    aim.at(at(aim, end));
    expect(aim.clearance).not.toBeNull();
    surface.scene = { ...scene, draft: { ...draft } };
    aim.openFor([seven]);
    expect([aim.hot?.spot, aim.hot === at(aim, end), aim.clearance !== null]).toEqual([end, true, true]);
    aim.at(at(aim, end), false);
    aim.at(at(aim, { to: "new", place: null }), false);
    surface.scene = { ...scene, rack: null };
    aim.openFor([seven]);
    expect([aim.hot?.spot.to, aim.clearance]).toEqual(["new", null]);
    aim.at({ spot: { to: "rack", row: 0, slot: 0 }, hit: slot, slot, legal: true });
    surface.scene = { ...scene, draft: { ...draft }, rack: null };
    aim.openFor([seven]);
    expect(aim.hot).toBeNull();
  });

  test("that hasn't rested yet when its places are opened again waits its whole time", () => {
    const { aim, surface } = made();
    aim.openFor([seven]);
    aim.follow(centre(at(aim, end).slot), 1);
    vi.advanceTimersByTime(100);
    surface.scene = { ...scene, draft: { ...draft } };
    aim.openFor([seven]);
    expect([aim.hot?.spot, aim.clearance]).toEqual([end, null]);
    vi.advanceTimersByTime(119);
    expect(aim.clearance).toBeNull();
    vi.advanceTimersByTime(1);
    expect(aim.clearance).not.toBeNull();
  });

  test("opens its places anew for other tiles, another rack and another layout, and not when nothing has changed", () => {
    const { aim, surface } = made();
    aim.openFor([seven]);
    const { open } = aim;
    aim.openFor([seven]);
    expect(aim.open).toBe(open);
    surface.scene = { ...scene, table: { x: 7, y: 100 } };
    aim.openFor([seven]);
    expect(at(aim, end).slot.x).toBe((open.find(({ legal, spot }) => legal && spot.to === "set")?.slot.x ?? 0) + 7);
    aim.openFor([tile(draft, "k1")]);
    expect(at(aim, end).legal).toBe(false);
    surface.scene = { ...scene, rack: { ...rack, x: 20 } };
    aim.openFor([tile(draft, "k1")]);
    expect(at(aim, { to: "rack", row: 0, slot: 0 }).slot.x).toBe(20);
    const wide = layOut(draft.now.sets, { ...SIZES.phone, width: 372, height: 420 }, null, true);
    surface.scene = { ...surface.scene, layout: wide };
    aim.openFor([tile(draft, "k1")]);
    expect(at(aim, end).slot.width).toBe(wide.tile);
    aim.openFor([]);
    expect(aim.open).toEqual([]);
  });

  const slot = { x: 10, y: 600, width: 40, height: 53 };
});
