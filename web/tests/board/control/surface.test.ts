import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Surface } from "../../../src/board/control/surface.svelte";
import { move, split, undo } from "../../../src/board/state";
import { begun } from "../state/kit";
import { TestHost, TestPage } from "./kit.svelte";

const MANY = Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ");

function table(text: string, rack: string | null = "k1 k2"): { host: TestHost; page: TestPage; surface: Surface } {
  const host = new TestHost(text, rack);
  const page = new TestPage();
  const surface = new Surface(host, page);
  surface.measure();
  return { host, page, surface };
}

describe("what is measured", () => {
  test("is where the cloth and the rack are, and the form of the window", () => {
    const { host, page, surface } = table("r1 r2 r3");
    host.form = "phone";
    page.seen = { ...page.seen, scrolled: 7, aside: 9 };
    surface.measure();
    expect(host.windows.at(-1)).toEqual([1200, 800]);
    expect(surface).toMatchObject({ form: "phone", scrolled: 7, aside: 9 });
    expect([surface.cloth, surface.ledge]).toEqual([page.seen.cloth, page.seen.ledge]);
  });

  test.each(["x", "y", "width", "height"] as const)("is laid out again when its %s has changed", (side) => {
    const { page, surface } = table("r1 r2 r3");
    const { cloth, ledge } = surface;
    page.seen = { ...page.seen, cloth: { ...page.seen.cloth }, ledge: { ...page.seen.ledge } };
    surface.measure();
    expect([surface.cloth, surface.ledge]).toEqual([cloth, ledge]);
    expect(surface.cloth).toBe(cloth);
    expect(surface.ledge).toBe(ledge);
    page.seen = { ...page.seen, cloth: { ...cloth, [side]: 11 }, ledge: { ...ledge, [side]: 12 } };
    surface.measure();
    expect([surface.cloth[side], surface.ledge[side]]).toEqual([11, 12]);
  });
});

test("the scene is in the coordinates of the pointer, the cloth scrolled", () => {
  const { host, page, surface } = table(MANY);
  page.seen = { ...page.seen, scrolled: 30 };
  surface.measure();
  expect(surface.scene).toMatchObject({ draft: host.draft, layout: surface.layout, table: { x: 100, y: 20 } });
  expect(surface.scene.rack).toBe(surface.rackBox);
  host.plays = false;
  expect(surface.scene.rack).toBeNull();
});

test("the rack's slots are told from its corner", () => {
  const { surface } = table("", "k1 k2 k3");
  const [first, second] = surface.slots;
  expect(first).toMatchObject({ row: 0, slot: 0, rect: { x: 0, y: 0, width: 59 } });
  expect(second?.rect.x).toBe(64);
  expect(surface.rackHeight).toBe(2 * 78 + 29);
});

describe("tiles on the cloth", () => {
  test("keep their size while a turn is made, and may change it between turns", () => {
    const { host, surface } = table("r1 r2 r3");
    const { tile } = surface.layout;
    host.draft = { ...begun(MANY), past: [begun("").now] };
    expect(surface.layout.tile).toBe(tile);
    host.draft = begun(MANY);
    expect(surface.layout.tile).toBeLessThan(tile);
  });

  test("are refitted in the middle of a turn when the window changes, however the page comes to its new shape", () => {
    const { host, page, surface } = table("r1 r2 r3 | b1 b2 b3", "k1 k2 k3");
    host.draft = move(host.draft, host.ids("k1 k2 k3"), { to: "new", place: null });
    const { tile } = surface.layout;
    const shown = (height: number, windows: number): number => {
      page.seen = { ...page.seen, height: windows, cloth: { ...page.seen.cloth, width: 300, height } };
      surface.measure();
      return surface.layout.tile;
    };
    host.form = "phone";
    // The window is lower at once, the cloth a moment later.
    const steps = [shown(400, 500), shown(150, 500), shown(400, 500)];
    expect(steps[1]).toBeLessThan(steps[0] ?? 0);
    expect(steps[2]).toBe(steps[0]);
    expect([...surface.layout.sets.values()].every((set) => set.x + set.width <= 300)).toBe(true);
    // When a tile has moved since, a cloth of another height changes nothing any more.
    shown(150, 500);
    host.draft = undo(host.draft);
    const { tile: small } = surface.layout;
    expect(shown(400, 500)).toBe(small);
    expect(small).toBeLessThan(tile);
  });

  test("settle once for each table, not again for every look", () => {
    const { host, surface } = table("r1 r2 r3 | b1 b2 b3");
    const draft = host.draft;
    const [red] = draft.now.sets;
    const parted = split(draft, red?.id ?? -1, 1);
    const before = surface.layout;
    host.draft = parted;
    expect(surface.layout).not.toBe(before);
    host.draft = undo(parted);
    // A table that was seen before lies exactly as it did.
    expect(surface.layout).toBe(before);
  });

  test("settle when the cloth is measured, not before", () => {
    const host = new TestHost(MANY);
    const page = new TestPage();
    const { cloth } = page.seen;
    page.seen = { ...page.seen, cloth: { ...cloth, width: 0 } };
    const surface = new Surface(host, page);
    surface.measure();
    expect(surface.layout.sets.size).toBe(40);
    page.seen = { ...page.seen, cloth };
    surface.measure();
    expect(surface.layout.tile).toBe(new SurfaceOf(MANY).layout.tile);
  });

  test("lie as the form of the screen says", () => {
    const { host, surface } = table("r1 r2 r3");
    host.form = "phone";
    surface.measure();
    expect(surface.layout).toMatchObject({ tile: 50, width: 1000, view: { setGap: 10, height: 400 } });
  });

  test("leave a slot free where the host says so", () => {
    const { host, surface } = table("r1 r2 r4");
    const { width } = [...surface.layout.sets.values()][0] ?? { width: 0 };
    const [set] = host.draft.now.sets;
    surface.gaps = new Map(set ? [[set, 2]] : []);
    expect([...surface.layout.sets.values()][0]).toMatchObject({ gap: 2, width: width + 58 });
  });
});

/** A surface by itself, measured. */
class SurfaceOf {
  readonly layout;
  constructor(text: string) {
    const { surface } = table(text);
    this.layout = surface.layout;
  }
}

/** An element that hears, of a page whose sizes stay as they are. */
function attached(to: "onCloth" | "onLedge"): { surface: Surface; element: EventTarget; end: () => void } {
  const { surface } = table("r1 r2 r3");
  const element = Object.assign(new EventTarget(), { scrollTop: 0 });
  const end = surface[to](element as unknown as HTMLElement);
  return { surface, element, end };
}

describe.each(["onCloth", "onLedge"] as const)("what is attached with %s", (to) => {
  const watched = new Set<unknown>();
  beforeEach(() => {
    watched.clear();
    class Observer {
      observe = (element: unknown): unknown => watched.add(element);
      disconnect = (): void => watched.clear();
    }
    vi.stubGlobal("ResizeObserver", Observer);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("zooms with the wheel and Control, until it's taken away", () => {
    const { surface, element, end } = attached(to);
    const turn = (): number => {
      element.dispatchEvent(Object.assign(new Event("wheel"), { ctrlKey: true, deltaY: -60 }));
      return surface.zoomed;
    };
    expect([turn(), watched.size]).toEqual([1, 1]);
    end();
    expect([turn(), watched.size]).toEqual([1, 0]);
  });
});

describe("zooming", () => {
  test("shows tiles a step larger or smaller than what fits, two steps at most", () => {
    const { surface } = table("r1 r2 r3");
    const sizes: number[] = [surface.layout.tile];
    for (const by of [1, 1, 1, -1, -1, -1, -1, -1] as const) {
      surface.zoom(by);
      sizes.push(surface.layout.tile);
    }
    expect(sizes).toEqual([56, 66, 78, 78, 66, 56, 47, 40, 40]);
    surface.zoom(0);
    expect([surface.zoomed, surface.layout.tile]).toEqual([0, 56]);
  });

  test("never makes a number too small to read", () => {
    const { host, surface } = table(MANY);
    host.form = "phone";
    surface.measure();
    surface.zoom(-1);
    surface.zoom(-1);
    expect(surface.layout.tile).toBe(24);
  });

  test("keeps its size through a turn, and the sets in their order", () => {
    const { host, surface } = table("r1 r2 r3 | b1 b2 b3", "k1 k2 k3");
    expect(surface.layout.tile).toBe(56);
    surface.zoom(1);
    expect(surface.layout.tile).toBe(66);
    host.draft = move(host.draft, host.ids("k1 k2 k3"), { to: "new", place: null });
    expect(surface.layout.tile).toBe(66);
    const xs = host.draft.now.sets.slice(0, 2).map((set) => surface.layout.sets.get(set.id)?.x ?? -1);
    expect(xs[0]).toBeLessThan(xs[1] ?? -1);
  });
});

describe("a cloth with more sets than are seen", () => {
  test("scrolls, and one whose sets are all seen does not", () => {
    expect(table("r1 r2 r3").surface.scrolls).toBe(false);
    expect(table(MANY).surface.scrolls).toBe(true);
  });

  test("scrolls only when it is higher than what is seen by more than a pixel", () => {
    const { page, surface } = table("r1 r2 r3");
    const { height } = surface.layout;
    page.seen = { ...page.seen, cloth: { ...page.seen.cloth, height } };
    surface.measure();
    expect(surface.scrolls).toBe(false);
  });

  test("is nudged by a drag as long as there is more to see that way", () => {
    const { page, surface } = table(MANY);
    const end = surface.layout.height - 400;
    const nudged = (scrolled: number, by: number): number[] => {
      page.scrolls.length = 0;
      page.seen = { ...page.seen, scrolled };
      surface.measure();
      surface.nudge(by);
      return [...page.scrolls];
    };
    expect([nudged(0, -8), nudged(0, 8), nudged(1, -8)]).toEqual([[], [8], [-8]]);
    expect([nudged(end, 8), nudged(end - 1, 8), nudged(end, -8)]).toEqual([[], [8], [-8]]);
  });

  test("shows a set that lies below or above what is seen, a little away from the edge", () => {
    const { page, surface } = table(MANY);
    const placed = [...surface.layout.sets.values()];
    const first = placed.find((set) => set.row === 0);
    const last = placed.findLast((set) => set.row > 2);
    surface.show(last?.id ?? -1);
    const down = (last?.y ?? 0) + (last?.height ?? 0) + 12 - 400;
    // Things are known to be there at once, whenever the page scrolls.
    expect([page.scrolls, surface.scrolled]).toEqual([[down], down]);
    surface.show(first?.id ?? -1);
    expect([page.scrolls, surface.scrolled]).toEqual([[down, 0], 0]);
  });

  test("is never scrolled further than it goes", () => {
    const { page, surface } = table(MANY);
    page.seen = { ...page.seen, cloth: { ...page.seen.cloth, height: surface.layout.height - 5 } };
    surface.measure();
    const last = [...surface.layout.sets.values()].findLast((set) => set.row > 2);
    page.seen = { ...page.seen, scrolled: 5000 };
    surface.measure();
    surface.show(last?.id ?? -1);
    expect(page.scrolls).toEqual([5]);
  });

  test("is left alone for a set that is seen, or that is not there", () => {
    const { page, surface } = table(MANY);
    const placed = [...surface.layout.sets.values()].find((set) => set.row === 1);
    surface.show(placed?.id ?? -1);
    surface.show(-1);
    page.seen = { ...page.seen, scrolled: placed?.y ?? 0 };
    surface.measure();
    surface.show(placed?.id ?? -1);
    const end = (placed?.y ?? 0) + (placed?.height ?? 0);
    page.seen = { ...page.seen, cloth: { ...page.seen.cloth, height: end }, scrolled: 0 };
    surface.measure();
    surface.show(placed?.id ?? -1);
    expect(page.scrolls).toEqual([]);
  });
});

describe("a rack with more tiles than are seen", () => {
  const RACK = Array.from({ length: 40 }, (_, at) => `k${(at % 13) + 1}`).join(" ");
  function phone(rack: string): ReturnType<typeof table> {
    const made = table("", rack);
    made.host.form = "phone";
    made.page.seen = { ...made.page.seen, height: 640, ledge: { x: 17, y: 500, width: 326, height: 170 } };
    made.surface.measure();
    return made;
  }

  test("scrolls, and one whose tiles are all seen does not", () => {
    expect([phone(RACK).surface.rackScrolls, phone("k1 k2 k3").surface.rackScrolls]).toEqual([true, false]);
    const thirty = phone(RACK.split(" ").slice(0, 30).join(" "));
    expect([thirty.surface.rackScrolls, thirty.surface.rackBox.lines]).toEqual([false, 3]);
  });

  test("is scrolled to a tile that is not seen, which is then in its middle, and to no other", () => {
    const { host, page, surface } = phone(RACK);
    const rects = (): [number, number][] =>
      [...surface.rects()].map(([id, rect]) => [id, Math.round(rect.x + rect.width / 2)]);
    const [hidden = [-1, 0]] = rects().filter(([, x]) => x > 17 + 326);
    const [seen = [-1, 0]] = rects().filter(([, x]) => x < 100);
    surface.reveal(seen[0]);
    surface.reveal(-1);
    expect(page.asides).toEqual([]);
    surface.reveal(hidden[0]);
    expect(rects().find(([id]) => id === hidden[0])?.[1]).toBe(17 + 326 / 2);
    expect(page.asides).toHaveLength(1);
    // What was seen before is scrolled away, and comes back.
    surface.reveal(seen[0]);
    expect(page.asides).toHaveLength(2);
    expect(host.intents).toEqual([]);
  });
});
