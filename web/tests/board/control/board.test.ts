import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FreeTable } from "../../../src/board/control/free.svelte";
import { NOWHERE } from "../../../src/board/control/page";
import { move } from "../../../src/board/state";
import type { Point } from "../../../src/board/state";
import { hear } from "../state/kit";
import { boardOf } from "./board.svelte";
import { middle, TestHost, TestPage } from "./kit.svelte";

const MANY = Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ");
let host: TestHost;
let page: TestPage;
let windows: EventTarget;
let made: ReturnType<typeof boardOf>;

beforeEach(() => {
  windows = new EventTarget();
  vi.stubGlobal("addEventListener", windows.addEventListener.bind(windows));
  vi.stubGlobal("removeEventListener", windows.removeEventListener.bind(windows));
  vi.stubGlobal("requestAnimationFrame", () => {});
});
afterEach(() => {
  made.end();
  vi.unstubAllGlobals();
});

function begin(table: string, rack: string | null = "k1 k2"): void {
  host = new TestHost(table, rack);
  page = new TestPage();
  made = boardOf(host, page);
  made.board.surface.measure();
  flushSync();
}

/** The element of a tile, which counts its flights and has the focus or not. */
function show(text: string): { flights: number; focus: number } {
  const seen = { flights: 0, focus: 0 };
  const element = { style: {}, animate: () => ((seen.flights += 1), {}), focus: () => (seen.focus += 1) };
  made.board.tiles.follow(host.id(text))(element as unknown as HTMLElement);
  return seen;
}

const key = (name: string, but: Partial<KeyboardEvent> = {}): boolean =>
  made.board.key({
    key: name,
    altKey: false,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    ...but,
  } as KeyboardEvent);

describe("a board", () => {
  test("measures when the window changes, as long as it is there", () => {
    begin("r4 r5 r6");
    const count = host.windows.length;
    windows.dispatchEvent(new Event("resize"));
    expect(host.windows).toHaveLength(count + 1);
    made.end();
    windows.dispatchEvent(new Event("resize"));
    expect(host.windows).toHaveLength(count + 1);
  });

  test.each([
    ["narrower", 360, 500, 10],
    ["wider", 2500, 900, 500],
  ])("a drag goes on when the window becomes %s: what counts is where things lie then", (_, width, height, left) => {
    begin("k1 k2 k3 | b1 b2 b3 | r4 r5 r6", "r7");
    const { board } = made;
    const by = { pointer: 1, device: "mouse", shift: false, second: false } as const;
    const spot = (): Point => {
      const { x, y, width: wide } = board.surface.rects().get(host.id("r6")) ?? NOWHERE;
      return { x: x + wide, y: y + 10 };
    };
    const before = spot();
    board.hand.down({ ...middle(board.surface.rects().get(host.id("r7")) ?? NOWHERE), ...by });
    board.hand.move({ ...before, ...by });
    expect(board.hand.aim.under(before, 1)?.spot).toMatchObject({ to: "set", place: 3 });
    // The cloth moves, too, and what is held stays where it is until the pointer moves.
    page.seen = {
      ...page.seen,
      width,
      height,
      cloth: { x: left, y: 70, width: width - 2 * left, height: height - 300 },
      ledge: { x: left, y: height - 200, width: width - 2 * left, height: 150 },
    };
    windows.dispatchEvent(new Event("resize"));
    flushSync();
    const after = spot();
    expect(after).not.toEqual(before);
    expect(board.hand.aim.hot?.spot).not.toMatchObject({ to: "set", place: 3 });
    board.hand.move({ ...after, ...by });
    expect(board.hand.aim.hot?.spot).toMatchObject({ to: "set", place: 3 });
    board.hand.up({ ...after, ...by });
    expect(host.text).toBe("k1 k2 k3 | b1 b2 b3 | r4 r5 r6 r7");
  });

  test("lets tiles fly as soon as the draft is another", () => {
    begin("r4 r5 r6", "r7");
    const seven = show("r7");
    host.draft = move(host.draft, host.ids("r7"), { to: "new", place: null });
    expect(seven.flights).toBe(0);
    flushSync();
    expect(seven.flights).toBe(1);
  });

  test("forgets what is selected and not there any more", () => {
    begin("r4 r5 r6", "r7 k1");
    made.board.hand.select(new Set(host.ids("r7 k1")));
    host.draft = hear(host.draft, { table: "r4 r5 r6", rack: "k1", seat: 0 }, true).draft;
    flushSync();
    expect([...made.board.hand.selection]).toEqual(host.ids("k1"));
  });

  test("appears without motion where the host wants none", () => {
    begin("r4 r5 r6", "r7");
    host.still = true;
    const frames: unknown[] = [];
    const element = { style: {}, animate: (steps: unknown) => (frames.push(steps), {}) };
    made.board.tiles.follow(host.id("r7"))(element as unknown as HTMLElement);
    host.draft = move(host.draft, host.ids("r7"), { to: "new", place: null });
    flushSync();
    expect(frames).toEqual([[{ opacity: 0 }, { opacity: 1 }]]);
  });
});

describe("somebody else's move", () => {
  const origin = () => ({ x: 0, y: 0, width: 40, height: 50 });

  test("is brought into sight", () => {
    begin(MANY);
    const heard = hear(host.draft, { table: `${MANY} | k11 k12 k13`, rack: "k1 k2", seat: 1 }, false);
    const [set] = heard.changed.sets;
    made.board.hear({ movements: heard.movements, origin, dealt: false, show: set ?? null });
    host.draft = heard.draft;
    flushSync();
    expect(page.scrolls).toHaveLength(1);
    // Once: what is done next scrolls nothing.
    host.draft = move(host.draft, host.ids("k1"), { to: "new", place: null });
    flushSync();
    expect(page.scrolls).toHaveLength(1);
  });

  test("that brought a tile to the rack brings it into sight, once", () => {
    const rack = Array.from({ length: 40 }, () => "k1").join(" ");
    begin("", rack);
    page.seen = { ...page.seen, ledge: { ...page.seen.ledge, width: 300 } };
    made.board.surface.measure();
    const heard = hear(host.draft, { table: "", rack: `${rack} k2`, seat: 0 }, true);
    const reveal = heard.movements.at(-1)?.tile.id ?? null;
    made.board.hear({ movements: heard.movements, origin, dealt: false, show: null, reveal });
    host.draft = heard.draft;
    flushSync();
    expect(page.asides).toHaveLength(1);
    const { x, width } = made.board.surface.rects().get(host.id("k2")) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(100);
    expect(x + width).toBeLessThanOrEqual(400);
    host.draft = move(host.draft, host.ids("k1"), { to: "new", place: null });
    flushSync();
    expect(page.asides).toHaveLength(1);
  });

  test("with nothing to show scrolls nothing, and forgets nothing that is to be shown", () => {
    begin(MANY);
    const heard = hear(host.draft, { table: `${MANY} | k11 k12 k13`, rack: "k1 k2", seat: 1 }, false);
    made.board.hear({ movements: heard.movements, origin, dealt: false, show: heard.changed.sets[0] ?? null });
    made.board.hear({ movements: [], origin, dealt: false, show: null });
    host.draft = heard.draft;
    flushSync();
    expect(page.scrolls).toHaveLength(1);
  });
});

describe("the Tab key leads", () => {
  test("to where the keyboard stands, else to what is selected, else to the first tile of the rack, or of the table", () => {
    begin("r4 r5 r6", "k1 k2");
    expect(made.board.roving).toBe(host.id("k1"));
    made.board.hand.select(new Set(host.ids("k2")));
    expect(made.board.roving).toBe(host.id("k2"));
    made.board.hand.focused(host.id("r5"));
    expect(made.board.roving).toBe(host.id("r5"));
    made.end();
    begin("r4 r5 r6", "");
    expect(made.board.roving).toBe(host.id("r4"));
    made.end();
    begin("", "");
    expect(made.board.roving).toBeNull();
  });
});

describe("a key", () => {
  beforeEach(() => begin("r4 r5 r6", "r7 k1"));

  test("+ and - change the size of the tiles, and 0 is what fits; the browser's own zoom is its own", () => {
    const zoomed = (name: string, but = {}): number => {
      expect(key(name, but)).toBe(false);
      return made.board.surface.zoomed;
    };
    expect([zoomed("+"), zoomed("="), zoomed("-"), zoomed("0"), zoomed("-")]).toEqual([1, 2, 1, 0, -1]);
    expect([zoomed("+", { ctrlKey: true }), zoomed("+", { metaKey: true })]).toEqual([-1, -1]);
  });

  test("takes steps back and does them again", () => {
    expect([key("z"), key("y")]).toEqual([true, true]);
    expect(host.intents).toEqual([{ do: "undo" }, { do: "redo" }]);
  });

  test("of the hand is the hand's, any other is nobody's", () => {
    expect([key("ArrowRight"), key("q"), key("Enter")]).toEqual([true, false, false]);
  });

  test("keeps the focus with the tile it has moved, which is drawn anew", async () => {
    const seven = show("r7");
    made.board.hand.focused(host.id("r7"));
    key("n");
    expect(host.text).toBe("r4 r5 r6 | r7");
    expect(seven.focus).toBe(1);
    const anew = show("r7");
    await tick();
    expect([seven.focus, anew.focus]).toEqual([1, 1]);
  });
});

describe("pointers on what tiles lie on", () => {
  class Ground extends EventTarget {
    readonly captured: number[] = [];
    setPointerCapture(pointer: number): void {
      this.captured.push(pointer);
    }
  }
  let ground: Ground;
  let deaf: () => void;

  beforeEach(() => {
    begin("r4 r5 r6", "r7 k1");
    ground = new Ground();
    deaf = made.board.listen(ground as unknown as HTMLElement);
  });

  const at = (text: string): { clientX: number; clientY: number } => {
    const { x, y } = middle(made.board.surface.rects().get(host.id(text)) ?? { x: 0, y: 0, width: 0, height: 0 });
    return { clientX: x, clientY: y };
  };
  const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false };
  const PLAIN = { pointerId: 3, pointerType: "mouse", isPrimary: true, button: 0, ...NO_KEYS };
  const send = (name: string, but: object): boolean => {
    const event = Object.assign(new Event(name, { cancelable: true }), PLAIN, but);
    ground.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const tap = (text: string, but: object = {}): void => {
    send("pointerdown", { ...at(text), ...but });
    send("pointerup", { ...at(text), ...but });
  };
  const chosen = (): number[] => [...made.board.hand.selection];

  test("are the hand's", () => {
    tap("r7");
    expect([chosen(), ground.captured]).toEqual([host.ids("r7"), [3]]);
    send("pointerdown", at("k1"));
    send("pointermove", { clientX: 700, clientY: 300 });
    expect(made.board.hand.point).toEqual({ x: 700, y: 300 });
    send("pointercancel", { pointerId: 9 });
    expect(made.board.hand.lifted).not.toBeNull();
    send("pointercancel", {});
    expect(made.board.hand.lifted).toBeNull();
  });

  test("with another button are not", () => {
    tap("r7", { button: 2 });
    expect([chosen(), ground.captured]).toEqual([[], []]);
  });

  test("that are on nothing are not kept", () => {
    send("pointerdown", { clientX: 5, clientY: 5 });
    expect(ground.captured).toEqual([]);
  });

  test.each(["shiftKey", "ctrlKey", "metaKey"])("with %s add a stretch", (held) => {
    made.board.hand.select(new Set(host.ids("r4")));
    tap("r6", { [held]: true });
    expect(chosen()).toEqual(host.ids("r4 r5 r6"));
  });

  test.each([
    ["touch", 60],
    ["pen", 0],
    ["mouse", 0],
    ["", 0],
  ])("of the sort %j hold their tiles %i pixels above", (pointerType, above) => {
    send("pointerdown", { ...at("k1"), pointerType });
    send("pointermove", { clientX: 700, clientY: 300, pointerType });
    expect(made.board.hand.point).toEqual({ x: 700, y: 300 - above });
  });

  test.each([
    ["touch", 8],
    ["pen", 6],
    ["mouse", 4],
    ["", 4],
  ])("of the sort %j may tremble less than %i pixels", (pointerType, far) => {
    const { clientX, clientY } = at("k1");
    send("pointerdown", { clientX, clientY, pointerType });
    send("pointermove", { clientX, clientY: clientY - far + 0.1, pointerType });
    expect(made.board.hand.lifted).toBeNull();
    send("pointermove", { clientX, clientY: clientY - far, pointerType });
    expect(made.board.hand.lifted).not.toBeNull();
  });

  test.each(["pen", "mouse"])("of a %s that isn't the first are no second finger", (pointerType) => {
    send("pointerdown", { ...at("k1"), pointerType, isPrimary: false });
    send("pointermove", { clientX: 700, clientY: 300, pointerType, isPrimary: false });
    expect(made.board.hand.lifted).not.toBeNull();
  });

  test("with a second finger put down what the first holds, and lift nothing until there is none", () => {
    const [first, second] = [{ pointerType: "touch" }, { pointerType: "touch", pointerId: 4, isPrimary: false }];
    send("pointerdown", { ...at("k1"), ...first });
    send("pointermove", { clientX: 700, clientY: 300, ...first });
    expect(made.board.hand.lifted).not.toBeNull();
    send("pointerdown", { ...at("r7"), ...second });
    expect(made.board.hand.lifted).toBeNull();
    send("pointerup", { clientX: 700, clientY: 300, ...first });
    // A third comes while the second is still there.
    send("pointerdown", { ...at("k1"), ...second, pointerId: 5 });
    send("pointermove", { clientX: 700, clientY: 300, ...second, pointerId: 5 });
    send("pointermove", { clientX: 700, clientY: 300, ...second });
    expect([made.board.hand.lifted, host.intents]).toEqual([null, []]);
  });

  test("that hold something are not for scrolling", () => {
    const touch = { pointerType: "touch" };
    expect(send("touchmove", {})).toBe(false);
    send("pointerdown", { ...at("k1"), ...touch });
    expect(send("touchmove", {})).toBe(false);
    send("pointermove", { clientX: 700, clientY: 300, ...touch });
    expect(send("touchmove", {})).toBe(true);
    send("pointerup", { clientX: 700, clientY: 300, ...touch });
    expect(send("touchmove", {})).toBe(false);
  });

  test("open no menu of the browser's", () => expect(send("contextmenu", {})).toBe(true));

  test("are heard no more in the end", () => {
    deaf();
    tap("r7");
    expect([chosen(), send("contextmenu", {})]).toEqual([[], false]);
  });
});

describe("a free table", () => {
  const lies = { lies: true, order: () => [2, 0, 1] };

  test("is its own host: what is laid on it lies there, and is told", () => {
    begin("");
    const told: unknown[] = [];
    const free = new FreeTable({
      table: [[1, 2, 3]],
      rack: [4, 5],
      read: () => null,
      changed: (table) => told.push(table),
    });
    const [set] = free.draft.now.sets;
    const [four] = free.draft.now.rack.flat();
    const tiles = [four?.id ?? -1];
    const intent = { do: "place", tiles, spot: { to: "set", set: set?.id ?? -1, place: 3 } } as const;
    expect(free.carryOut(intent)).toBe(true);
    expect(told).toEqual([[[1, 2, 3, 4]]]);
    expect(free.carryOut({ do: "redo" })).toBe(false);
    expect(told).toHaveLength(1);
    expect(free.carryOut({ do: "undo" })).toBe(true);
    expect(told[1]).toEqual([[1, 2, 3]]);
  });

  test("asks its reader what is legal, and in which order tiles lie", () => {
    begin("");
    const free = new FreeTable({ table: [], rack: [1, 2, 3], read: (kinds) => (kinds.length === 3 ? lies : null) });
    const ids = free.draft.now.rack.flat().map((tile) => tile?.id ?? -1);
    expect([free.legal(ids)({ to: "new", place: null }), free.legal(ids.slice(1))({ to: "new", place: null })]).toEqual(
      [true, false],
    );
    expect(free.carryOut({ do: "place", tiles: ids, spot: { to: "new", place: null } })).toBe(true);
    expect(free.draft.now.sets[0]?.tiles.map(({ kind }) => kind)).toEqual([3, 1, 2]);
  });

  test("is seen as the window is, moves as little as its viewer wants, and has no parts", () => {
    begin("");
    const free = new FreeTable({ table: [], rack: [], read: () => null });
    expect([free.formOf(1200, 800), free.formOf(390, 844)]).toEqual(["desktop", "phone"]);
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(prefers-reduced-motion: reduce)" }));
    expect(free.still).toBe(true);
    expect([free.plays, free.unordered(), free.parts().size]).toEqual([true, false, 0]);
  });
});
