import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Hand } from "../../../src/board/control/hand.svelte";
import type { Pointing } from "../../../src/board/control/hand.svelte";
import type { Travel } from "../../../src/board/control/flights";
import { Surface } from "../../../src/board/control/surface.svelte";
import type { Point, Rect, TileId } from "../../../src/board/state";
import { middle, TestHost, TestPage } from "./kit.svelte";

const FRAME = 16;
const MANY = Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ");

let host: TestHost;
let page: TestPage;
let surface: Surface;
let hand: Hand;
let travels: (Travel | "run")[];
let from: ReadonlyMap<TileId, Rect>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, FRAME));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(table: string, rack: string | null = "", form: TestHost["form"] = "desktop"): void {
  host = new TestHost(table, rack);
  host.form = form;
  page = new TestPage();
  surface = new Surface(host, page);
  surface.measure();
  travels = [];
  from = new Map();
  const motion = {
    expect: (travel: Travel, rects: ReadonlyMap<TileId, Rect> = new Map()) => {
      travels.push(travel);
      from = rects;
    },
    run: () => void travels.push("run"),
  };
  hand = new Hand(host, surface, motion, () => {});
}

const NOWHERE: Rect = { x: -1000, y: -1000, width: 0, height: 0 };
const at = (text: string, copy = 0): Point => middle(surface.rects().get(host.id(text, copy)) ?? NOWHERE);
const pointing = ({ x, y }: Point, but: Partial<Pointing> = {}): Pointing => ({
  x,
  y,
  pointer: 1,
  device: "mouse",
  shift: false,
  second: false,
  ...but,
});
const strip = (): Point => ({ x: 700, y: 430 });

function tap(point: Point, but: Partial<Pointing> = {}): void {
  hand.down(pointing(point, but));
  hand.up(pointing(point, but));
}

function lift(point: Point, to: Point, but: Partial<Pointing> = {}): void {
  hand.down(pointing(point, but));
  hand.move(pointing({ x: point.x + 20, y: point.y }, but));
  hand.move(pointing(to, but));
}

function drag(point: Point, to: Point, but: Partial<Pointing> = {}): void {
  lift(point, to, but);
  vi.advanceTimersByTime(100);
  hand.move(pointing(to, but));
  hand.up(pointing(to, but));
}

const chosen = (): TileId[] => [...hand.selection];
const did = (): string[] => host.deeds.map((deed) => deed.did);

describe("a tap", () => {
  beforeEach(() => begin("r4 r5 r6 r7 | b1 b2 b3", "r8 k1 k2"));

  test("on a tile selects it, and another tap lets it go", () => {
    tap(at("k1"));
    expect(chosen()).toEqual(host.ids("k1"));
    vi.advanceTimersByTime(1000);
    tap(at("k1"));
    expect(chosen()).toEqual([]);
    expect(host.intents).toEqual([]);
  });

  test("is heard when more is selected than before", () => {
    tap(at("k1"));
    tap(at("k2"));
    expect(did()).toEqual(["pick", "pick"]);
    tap(at("k2"));
    expect(did()).toEqual(["pick", "pick"]);
  });

  test("with shift selects a stretch", () => {
    tap(at("r4"));
    tap(at("r6"), { shift: true });
    expect(chosen()).toEqual(host.ids("r4 r5 r6"));
  });

  test("opens the places where the tiles fit", () => {
    tap(at("r8"));
    const [red] = host.draft.now.sets;
    expect(hand.aim.open.filter(({ spot, legal }) => legal && "set" in spot)).toMatchObject([
      { spot: { to: "set", set: red?.id, place: 4 } },
    ]);
    tap(at("r8"));
    expect(hand.aim.open).toEqual([]);
  });

  test("on an open place puts them there", () => {
    tap(at("r8"));
    const slot = hand.aim.open.find(({ legal, spot }) => legal && spot.to === "set")?.slot;
    tap({ x: (slot?.x ?? 0) + 5, y: (slot?.y ?? 0) + 5 });
    expect(host.text).toBe("r4 r5 r6 r7 r8 | b1 b2 b3");
    expect([chosen(), hand.aim.open, travels]).toEqual([[], [], ["snap"]]);
    expect(host.deeds.at(-1)).toEqual({ did: "place", tiles: host.ids("r8") });
  });

  test("on a set where they fit puts them where they fit", () => {
    tap(at("r8"));
    tap(at("r4"));
    expect(host.text).toBe("r4 r5 r6 r7 r8 | b1 b2 b3");
  });

  test("on a set where they do not fit selects that tile as well", () => {
    tap(at("k1"));
    tap(at("r4"));
    expect(new Set(chosen())).toEqual(new Set(host.ids("k1 r4")));
    expect(host.intents).toEqual([]);
  });

  test("on a tile of a set, with tiles of the table selected, only adds it", () => {
    tap(at("r4"));
    tap(at("r7"));
    expect(chosen()).toEqual(host.ids("r4 r7"));
    vi.advanceTimersByTime(1000);
    tap(at("r7"));
    expect(chosen()).toEqual(host.ids("r4"));
  });

  test("on the bare cloth lays a new set, or forgets the selection beside it", () => {
    tap(at("k1"));
    tap({ x: 5, y: 5 });
    expect([chosen(), host.intents]).toEqual([[], []]);
    tap(at("k1"));
    tap(strip());
    expect(host.text).toBe("r4 r5 r6 r7 | b1 b2 b3 | k1");
  });

  test("on a place the host refuses changes nothing, and nobody hears of it", () => {
    host.willing = false;
    tap(at("r8"));
    tap(at("r4"));
    expect(host.intents).toHaveLength(1);
    expect(did()).toEqual(["pick"]);
  });

  test("on the seam of two tiles parts the set there", () => {
    const { x, y } = at("r4");
    const red = host.draft.now.sets[0]?.id;
    tap({ x: x + 29, y });
    expect(host.intents).toEqual([{ do: "split", set: red, place: 1 }]);
    expect(host.text).toBe("r4 | r5 r6 r7 | b1 b2 b3");
    expect([did(), travels]).toEqual([["split"], ["snap"]]);
  });

  test("on a seam that the host will not part is not heard", () => {
    host.willing = false;
    const { x, y } = at("r4");
    tap({ x: x + 29, y });
    expect([host.text, did()]).toEqual(["r4 r5 r6 r7 | b1 b2 b3", []]);
  });

  test("on a seam with tiles selected puts them there", () => {
    tap(at("k1"));
    const { x, y } = at("r4");
    tap({ x: x + 29, y });
    expect(host.text).toBe("r4 k1 r5 r6 r7 | b1 b2 b3");
  });

  test("twice on a tile of a set selects all of the set, and three times lets it go", () => {
    tap(at("r5"));
    vi.advanceTimersByTime(349);
    tap(at("r5"));
    expect(new Set(chosen())).toEqual(new Set(host.ids("r4 r5 r6 r7")));
  });

  test("twice is once and once again after a while, and on the rack always", () => {
    tap(at("r5"));
    vi.advanceTimersByTime(350);
    tap(at("r5"));
    expect(chosen()).toEqual([]);
    tap(at("k1"));
    tap(at("k1"));
    expect(chosen()).toEqual([]);
  });

  test("twice on a tile counts with a question about its set between", () => {
    const { x, y } = at("r4");
    tap(at("r5"));
    tap({ x: x - 33, y });
    tap(at("r5"));
    expect(new Set(chosen())).toEqual(new Set(host.ids("r4 r5 r6 r7")));
  });

  test("twice means the same tile twice", () => {
    tap(at("r5"));
    tap(at("r6"));
    expect(chosen()).toEqual(host.ids("r5 r6"));
  });

  test("on the margin of a set asks about it, and another no more", () => {
    const { x, y } = at("r4");
    const margin = { x: x - 33, y };
    tap(margin);
    const red = host.draft.now.sets[0]?.id ?? -1;
    expect([hand.explained, host.deeds.at(-1)]).toEqual([red, { did: "ask", set: red }]);
    tap(margin);
    expect([hand.explained, host.deeds.at(-1)]).toEqual([null, { did: "ask", set: null }]);
  });

  test("that selects forgets what was asked", () => {
    const { x, y } = at("r4");
    tap({ x: x - 33, y });
    tap(at("k1"));
    expect(hand.explained).toBeNull();
  });
});

describe("a drag", () => {
  beforeEach(() => begin("r4 r5 r6 | b1 b2 b3", "r7 k1 k2"));

  test("lifts the tile under it, larger than it lies, at the pointer", () => {
    lift(at("r7"), strip());
    expect(hand.lifted).toMatchObject({ grip: 0, finger: false, size: 59 * 1.1 });
    expect(hand.lifted?.tiles.map(({ id }) => id)).toEqual(host.ids("r7"));
    expect([hand.point, [...hand.held]]).toEqual([strip(), host.ids("r7")]);
    expect(did()).toEqual(["pick"]);
  });

  test("is at least as large as the tiles on the cloth", () => {
    expect(surface.layout.tile).toBe(56);
    surface.zoom(1);
    lift(at("r7"), strip());
    expect(hand.lifted?.size).toBe(66 * 1.1);
  });

  test("becomes as large as the tiles are on a window that changes meanwhile", () => {
    lift(at("k1"), strip());
    const size = hand.lifted?.size ?? 0;
    host.form = "phone";
    surface.measure();
    hand.refresh();
    expect(hand.lifted?.size).toBeLessThan(size);
    expect(hand.lifted?.size).toBe(surface.layout.tile * 1.1);
  });

  test("takes the selection along, by the tile that was taken hold of", () => {
    tap(at("k1"));
    tap(at("k2"));
    lift(at("k2"), strip());
    expect(hand.lifted?.tiles.map(({ id }) => id)).toEqual(host.ids("k1 k2"));
    expect(hand.lifted?.grip).toBe(1);
  });

  test("from the margin of a set takes all of it by its middle", () => {
    const { x, y } = at("r4");
    lift({ x: x - 33, y }, strip());
    expect(hand.lifted?.tiles.map(({ id }) => id)).toEqual(host.ids("r4 r5 r6"));
    expect(hand.lifted?.grip).toBe(1);
  });

  test("from the seam of two tiles takes the tile", () => {
    const { x, y } = at("r4");
    lift({ x: x + 27, y }, strip());
    expect(hand.lifted?.tiles.map(({ id }) => id)).toEqual(host.ids("r4"));
  });

  test("tells whoever shows the tiles of every step", () => {
    const steps: Point[] = [];
    hand.onMove = () => void steps.push({ ...hand.point });
    lift(at("r7"), strip());
    expect(steps).toEqual([{ x: at("r7").x + 20, y: at("r7").y }, strip()]);
  });

  test("floats above a finger, and is larger there", () => {
    lift(at("r7"), strip(), { device: "touch" });
    expect(hand.lifted).toMatchObject({ finger: true, size: 59 * 1.3 });
    expect(hand.point).toEqual({ x: strip().x, y: strip().y - 60 });
  });

  test("opens its places two frames after it began, or when it is let go before", () => {
    lift(at("r7"), strip());
    expect(hand.aim.open).toEqual([]);
    vi.advanceTimersByTime(2 * FRAME - 1);
    expect(hand.aim.open).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(hand.aim.open.length).toBeGreaterThan(0);
  });

  test("that ends at once still finds its place", () => {
    const { x, y } = at("r6");
    lift(at("r7"), { x: x + 60, y });
    hand.up(pointing({ x: x + 60, y }));
    expect(host.text).toBe("r4 r5 r6 r7 | b1 b2 b3");
  });

  test("drops the tiles at the place they are over", () => {
    const { x, y } = at("r6");
    drag(at("r7"), { x: x + 60, y });
    expect(host.text).toBe("r4 r5 r6 r7 | b1 b2 b3");
    expect(host.intents).toEqual([
      { do: "place", tiles: host.ids("r7"), spot: { to: "set", set: host.draft.now.sets[0]?.id, place: 3 } },
    ]);
    expect(host.deeds.at(-1)).toEqual({ did: "place", tiles: host.ids("r7") });
    expect(travels).toEqual(["snap"]);
    expect([hand.lifted, hand.aim.open, hand.aim.hot, hand.held.size]).toEqual([null, [], null, 0]);
  });

  test("lets the tiles go on from where they were held", () => {
    tap(at("k1"));
    tap(at("k2"));
    const ids = host.ids("k1 k2");
    drag(at("k2"), strip());
    const size = 59 * 1.1;
    const { x, y } = strip();
    const rects = ids.map((id) => from.get(id));
    expect(rects[1]).toEqual({ x: x - size / 2, y: y - (size * 1.32) / 2, width: size, height: size * 1.32 });
    expect(rects[0]?.x).toBeCloseTo(x - size / 2 - size - 2);
    expect(from.size).toBe(2);
  });

  test("to nowhere brings them home", () => {
    drag(at("r7"), { x: 5, y: 5 });
    expect([host.intents, travels, hand.lifted]).toEqual([[], ["home", "home", "run"], null]);
    expect(did()).toEqual(["pick"]);
  });

  test("to a place the host refuses brings them home", () => {
    host.willing = false;
    drag(at("k1"), strip());
    expect(host.intents).toHaveLength(1);
    expect([travels, did()]).toEqual([["snap", "home", "run"], ["pick"]]);
    expect(from.size).toBe(0);
  });

  test("that is broken off brings them home as well", () => {
    lift(at("r7"), strip());
    hand.cancel(1);
    expect([hand.lifted, chosen(), travels]).toEqual([null, [], ["home", "run"]]);
    expect(from.has(host.id("r7"))).toBe(true);
    // It is over: the pointer that goes on moving means nothing.
    hand.move(pointing(strip()));
    hand.up(pointing(strip()));
    expect(host.intents).toEqual([]);
  });

  test("ends with Escape, and with no other key", () => {
    lift(at("r7"), strip());
    hand.key({ key: "toggle" });
    expect(hand.lifted).not.toBeNull();
    expect(hand.key({ key: "cancel" })).toBe(true);
    expect([hand.lifted, host.intents, travels]).toEqual([null, [], ["home", "run"]]);
    expect(hand.key({ key: "cancel" })).toBe(false);
    expect(travels).toEqual(["home", "run"]);
  });

  test("is not disturbed by another pointer", () => {
    lift(at("r7"), strip());
    hand.cancel(2);
    expect(hand.down(pointing(at("k1"), { pointer: 2 }))).toBe(false);
    hand.move(pointing(at("k1"), { pointer: 2 }));
    hand.up(pointing(at("k1"), { pointer: 2 }));
    expect(hand.point).toEqual(strip());
    expect(hand.lifted?.tiles.map(({ id }) => id)).toEqual(host.ids("r7"));
  });

  test("forgets what was asked", () => {
    const { x, y } = at("r4");
    tap({ x: x - 33, y });
    lift(at("r7"), strip());
    expect(hand.explained).toBeNull();
  });

  test("aims at the place it is over, and the others make room where it rests", () => {
    const { x, y } = at("r6");
    lift(at("r7"), { x: x + 40, y });
    vi.advanceTimersByTime(2 * FRAME + 1);
    hand.move(pointing({ x: x + 45, y }));
    expect(hand.aim.hot?.spot).toMatchObject({ to: "set", place: 3 });
    expect(hand.aim.clearance).toBeNull();
    vi.advanceTimersByTime(119);
    expect(hand.aim.clearance).toBeNull();
    vi.advanceTimersByTime(1);
    expect(hand.aim.clearance).not.toBeNull();
    // The tiles that made room go on from where they are shown.
    hand.up(pointing({ x: x + 45, y }));
    expect([...from.keys()].sort()).toEqual([...host.ids("b1 b2 b3"), host.id("r7")].sort());
  });

  test("goes on when the table changes under it", () => {
    const { x, y } = at("r6");
    lift(at("r7"), { x: x + 45, y });
    vi.advanceTimersByTime(100);
    hand.refresh();
    expect(hand.aim.hot?.spot).toMatchObject({ to: "set", place: 3 });
  });
});

describe("at the edge of a cloth that scrolls", () => {
  const nudges = (y: number, but: Partial<Pointing> = {}): number[] => {
    begin(MANY, "k1");
    page.seen = { ...page.seen, scrolled: 100 };
    lift(at("k1"), { x: 600, y }, but);
    return page.scrolls;
  };

  test("a drag scrolls it", () => {
    // What is seen begins at 50 and ends at 450.
    expect([nudges(22), nudges(22.1), nudges(77.9), nudges(78)]).toEqual([[], [-8], [-8], []]);
    expect([nudges(422), nudges(422.1), nudges(449.9), nudges(450)]).toEqual([[], [8], [8], []]);
  });

  test("what counts is where the tiles are, not the finger", () => {
    expect(nudges(500, { device: "touch" })).toEqual([8]);
  });

  test("and of one that does not scroll it does not", () => {
    begin("r1 r2 r3", "k1");
    lift(at("k1"), { x: 600, y: 440 });
    expect(page.scrolls).toEqual([]);
  });
});

describe("a long press", () => {
  beforeEach(() => begin("r4 r5 r6 | b1 b2 b3", "k1 k2 k3 k4"));

  test("on a tile selects it, and drawn on the tiles beside it", () => {
    hand.down(pointing(at("k1"), { device: "touch" }));
    vi.advanceTimersByTime(379);
    expect(chosen()).toEqual([]);
    vi.advanceTimersByTime(3);
    expect(chosen()).toEqual(host.ids("k1"));
    hand.move(pointing(at("k2"), { device: "touch" }));
    expect(chosen()).toEqual(host.ids("k1 k2"));
    hand.up(pointing(at("k2"), { device: "touch" }));
    expect([chosen(), hand.lifted]).toEqual([host.ids("k1 k2"), null]);
  });

  test("that moved before is a drag", () => {
    lift(at("k1"), strip());
    vi.advanceTimersByTime(500);
    expect([hand.lifted?.tiles.length, chosen()]).toEqual([1, []]);
  });

  test("that was let go before is a tap", () => {
    tap(at("k1"));
    vi.advanceTimersByTime(500);
    expect(chosen()).toEqual(host.ids("k1"));
    expect(did()).toEqual(["pick"]);
  });
});

describe("a lasso", () => {
  beforeEach(() => begin("r4 r5 r6", "k1 k2"));

  test("around tiles selects them, and is seen while it is drawn", () => {
    const [one, six] = [at("r4"), at("r6")];
    hand.down(pointing({ x: six.x + 40, y: six.y + 60 }));
    hand.move(pointing({ x: one.x + 40, y: one.y - 5 }));
    expect(hand.area).toEqual({ x: one.x + 40, y: one.y - 5, width: six.x - one.x, height: 65 });
    expect(chosen()).toEqual(host.ids("r5 r6"));
    hand.up(pointing({ x: one.x - 5, y: one.y - 5 }));
    expect([hand.area, chosen()]).toEqual([null, host.ids("r4 r5 r6")]);
  });

  test("a finger draws none: it scrolls the cloth", () => {
    expect(hand.down(pointing({ x: 700, y: 300 }, { device: "touch" }))).toBe(false);
    hand.move(pointing({ x: 100, y: 50 }, { device: "touch" }));
    expect([hand.area, chosen()]).toEqual([null, []]);
  });
});

describe("a pointer", () => {
  beforeEach(() => begin("r4 r5 r6", "k1 k2"));

  test("is followed wherever it goes once it is on something", () => {
    expect(hand.down(pointing(at("k1")))).toBe(true);
    hand.up(pointing(at("k1")));
    expect(hand.down(pointing(at("r4"), { device: "touch" }))).toBe(true);
    hand.up(pointing(at("r4"), { device: "touch" }));
  });

  test("on the bare cloth is followed too, unless it is a finger", () => {
    expect(hand.down(pointing({ x: 700, y: 300 }))).toBe(true);
    hand.up(pointing({ x: 700, y: 300 }));
    expect(hand.down(pointing({ x: 700, y: 300 }, { device: "touch" }))).toBe(false);
  });

  test("on nothing is somebody else's, unless there is a selection to forget", () => {
    expect(hand.down(pointing({ x: 5, y: 5 }))).toBe(false);
    tap(at("k1"));
    expect(hand.down(pointing({ x: 5, y: 5 }))).toBe(true);
  });

  test("looks anew where things are before it does anything", () => {
    page.seen = { ...page.seen, cloth: { ...page.seen.cloth, x: 300 } };
    tap({ x: 300 + 28, y: 90 });
    expect(chosen()).toEqual(host.ids("r4"));
  });
});

describe("whoever looks on", () => {
  beforeEach(() => {
    begin("r4 r5 r6", null);
    host.plays = false;
  });

  test("asks about a set by a tap on any of its tiles", () => {
    tap(at("r5"));
    expect(hand.explained).toBe(host.draft.now.sets[0]?.id);
    expect(did()).toEqual(["ask"]);
  });

  test("parts nothing by a tap on a seam", () => {
    const { x, y } = at("r4");
    tap({ x: x + 29, y });
    expect([host.intents, did()]).toEqual([[], ["ask"]]);
  });

  test("selects, drags and lassoes nothing", () => {
    hand.select(new Set(host.ids("r4")));
    drag(at("r5"), strip());
    drag({ x: 800, y: 300 }, { x: 0, y: 0 });
    expect([chosen(), host.intents, hand.lifted, did()]).toEqual([[], [], null, []]);
    expect(hand.key({ key: "right" })).toBe(false);
  });
});

describe("when the table changes", () => {
  test("what is not there any more is not selected, nor asked about", () => {
    begin("r4 r5 r6 | b1 b2 b3", "k1 k2");
    const { x, y } = at("r4");
    hand.select(new Set(host.ids("k1 k2")));
    tap({ x: x - 33, y });
    hand.refresh();
    expect(hand.explained).not.toBeNull();
    const kept = host.ids("k1");
    host.draft = new TestHost("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10", "k1").draft;
    hand.selection = new Set([...kept, 9999]);
    hand.refresh();
    expect(hand.explained).toBeNull();
    expect(hand.selection.has(9999)).toBe(false);
  });

  test("the places are those for what is selected now", () => {
    begin("r4 r5 r6", "r7");
    hand.select(new Set(host.ids("r7")));
    const before = hand.aim.open;
    host.draft = new TestHost("r4 r5 r6 | r4 r5 r6", "r7").draft;
    hand.selection = new Set(host.ids("r7"));
    hand.refresh();
    expect(hand.aim.open.length).toBeGreaterThan(before.length);
  });
});

test("steps are taken back and done again by the host", () => {
  begin("r4 r5 r6", "r7");
  hand.select(new Set(host.ids("r7")));
  hand.undo();
  hand.undo(true);
  hand.undoAll();
  expect(host.intents).toEqual([{ do: "undo" }, { do: "redo" }, { do: "undo-all" }]);
  expect([travels, chosen(), hand.aim.open]).toEqual([["snap", "snap", "home"], [], []]);
});
