import { beforeEach, describe, expect, test } from "vitest";
import { TileElements } from "../../../src/board/control/elements";
import { afloat, lifting, tileIn, TileMotion } from "../../../src/board/control/motion";
import { Surface } from "../../../src/board/control/surface.svelte";
import { move, movements, sortRack } from "../../../src/board/state";
import type { Rect, TileId } from "../../../src/board/state";
import { hear } from "../state/kit";
import { TestHost, TestPage } from "./kit.svelte";

/** An animation that ends when it is told. */
class TestAnimation {
  onfinish: (() => void) | null = null;
  oncancel: (() => void) | null = null;
  cancelled = false;
  readonly finished: Promise<void>;
  finish: () => void = () => {};
  fail: () => void = () => {};

  constructor(
    readonly steps: Keyframe[],
    readonly options: number | KeyframeAnimationOptions,
  ) {
    this.finished = new Promise((resolve, reject) => {
      this.finish = () => {
        this.onfinish?.();
        resolve();
      };
      this.fail = reject;
    });
  }

  cancel(): void {
    this.cancelled = true;
    this.oncancel?.();
  }
}

/** An element as far as tiles need one. */
class TestElement {
  readonly style: Record<string, string> = {};
  readonly flights: TestAnimation[] = [];
  readonly gone: string[] = [];
  inert = false;
  removed = false;
  copy: TestElement | null = null;

  constructor(readonly ownerDocument: { body: { append: (element: TestElement) => void } }) {}

  animate(steps: Keyframe[], options: number | KeyframeAnimationOptions): TestAnimation {
    const flight = new TestAnimation(steps, options);
    this.flights.push(flight);
    return flight;
  }

  cloneNode(deep: boolean): TestElement {
    if (!deep) throw new Error("a likeness of a tile has all of its face");
    this.copy = new TestElement(this.ownerDocument);
    return this.copy;
  }

  removeAttribute(name: string): void {
    this.gone.push(name);
  }

  remove(): void {
    this.removed = true;
  }
}

const MANY = Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ");
let host: TestHost;
let page: TestPage;
let surface: Surface;
let motion: TileMotion;
let shown: TestElement[];
let elements: Map<TileId, TestElement>;

function begin(table: string, rack: string): void {
  host = new TestHost(table, rack);
  page = new TestPage();
  surface = new Surface(host, page);
  surface.measure();
  elements = new Map();
  shown = [];
  const document = { body: { append: (element: TestElement) => void shown.push(element) } };
  motion = new TileMotion(
    surface,
    (id) => {
      if (!elements.has(id)) elements.set(id, new TestElement(document));
      return elements.get(id) as unknown as HTMLElement;
    },
    () => host.still,
  );
  motion.run();
}

const flights = (id: TileId): TestAnimation[] => elements.get(id)?.flights ?? [];
/** The tiles that have flown, and how long each took. */
const flown = (): Record<number, unknown[]> =>
  Object.fromEntries([...elements].map(([id, { flights }]) => [id, flights.map(({ options }) => options)]));
const rect = (x: number, y: number): Rect => ({ x, y, width: 40, height: 53 });
const startOf = (id: TileId): unknown => flights(id)[0]?.steps[0]?.["transform"];

describe("tiles fly", () => {
  beforeEach(() => begin("r4 r5 r6", "r7 k1"));

  test("nowhere when a table is first seen, or when nothing has moved", () => {
    motion.run();
    expect(elements.size).toBe(0);
  });

  test("from where they lay to where they lie, above the others", () => {
    const seven = host.id("r7");
    host.draft = move(host.draft, [seven], { to: "set", set: host.draft.now.sets[0]?.id ?? -1, place: 3 });
    motion.run();
    expect(flown()).toEqual({ [seven]: [180] });
    // From 100, 500 on the rack to 274, 50 on the table.
    expect(startOf(seven)).toBe(`translate(-174px, 450px) scale(${59 / 56})`);
    expect(elements.get(seven)?.style["zIndex"]).toBe("2");
  });

  test("once for each move", () => {
    const seven = host.id("r7");
    host.draft = move(host.draft, [seven], { to: "new", place: null });
    motion.run();
    motion.run();
    expect(flights(seven)).toHaveLength(1);
  });

  test("and stay above until others do, so that nothing is painted again when they land", () => {
    const [seven, one] = [host.id("r7"), host.id("k1")];
    const above = (): unknown[] => [seven, one].map((id) => elements.get(id)?.style["zIndex"]);
    host.draft = move(host.draft, [seven], { to: "new", place: null });
    motion.run();
    flights(seven)[0]?.finish();
    motion.run();
    expect(above()).toEqual(["2", undefined]);
    host.draft = move(host.draft, [one], { to: "new", place: null });
    motion.run();
    expect(above()).toEqual(["", "2"]);
  });

  test("as surfaces of their own that are made before, until they fly by themselves", () => {
    const [seven, one] = [host.id("r7"), host.id("k1")];
    const styles = (): unknown[] => [seven, one].map((id) => elements.get(id)?.style);
    motion.lift([seven, one]);
    const surface = { willChange: "transform", zIndex: "2" };
    expect(styles()).toEqual([surface, surface]);
    host.draft = move(host.draft, [seven], { to: "new", place: null });
    motion.run();
    expect(styles()).toEqual([
      { willChange: "", zIndex: "2" },
      { willChange: "", zIndex: "" },
    ]);
  });

  test("for as long as their reason says, which holds once", () => {
    const [seven, one] = [host.id("r7"), host.id("k1")];
    motion.expect("sort");
    host.draft = sortRack(host.draft, (tiles) => tiles.toReversed());
    motion.run();
    expect(flown()).toEqual({ [seven]: [292], [one]: [292] });
    host.draft = sortRack(host.draft, (tiles) => tiles.toReversed());
    motion.run();
    expect(flown()).toEqual({ [seven]: [292, 180], [one]: [292, 180] });
  });

  test("from where the hand let them go, once", () => {
    const seven = host.id("r7");
    motion.expect("home", new Map([[seven, rect(500, 300)]]));
    motion.run();
    expect(startOf(seven)).toBe(`translate(400px, -200px) scale(${40 / 59})`);
    expect(flown()).toEqual({ [seven]: [240] });
    motion.run();
    expect(flights(seven)).toHaveLength(1);
  });

  test("not when only the cloth has another width", () => {
    page.seen = { ...page.seen, cloth: { ...page.seen.cloth, width: 500 } };
    surface.measure();
    const seven = host.id("r7");
    host.draft = move(host.draft, [seven], { to: "new", place: null });
    motion.run();
    expect(elements.size).toBe(0);
    host.draft = move(host.draft, [host.id("k1")], { to: "new", place: null });
    motion.run();
    expect([...elements.keys()]).toEqual([host.id("k1")]);
  });

  test("not when only the cloth is higher or lower, but when it makes room for a tile that moves", () => {
    const resize = (height: number): void => {
      page.seen = { ...page.seen, cloth: { ...page.seen.cloth, y: page.seen.cloth.y + 30, height } };
      surface.measure();
    };
    resize(200);
    motion.run();
    expect(elements.size).toBe(0);
    const seven = host.id("r7");
    host.draft = move(host.draft, [seven], { to: "new", place: null });
    resize(260);
    motion.run();
    expect(flights(seven)).toHaveLength(1);
  });

  test("nowhere for whoever wants no motion: they appear", () => {
    host.still = true;
    const seven = host.id("r7");
    host.draft = move(host.draft, [seven], { to: "new", place: null });
    motion.run();
    expect(flights(seven).map(({ steps, options }) => [steps, options])).toEqual([
      [[{ opacity: 0 }, { opacity: 1 }], { duration: 100 }],
    ]);
    motion.lift([seven]);
    expect(elements.get(seven)?.style).toEqual({});
  });

  test("only where they are drawn", () => {
    const bare = new TileMotion(surface, new TileElements().of, () => false);
    bare.run();
    host.draft = move(host.draft, [host.id("r7")], { to: "new", place: null });
    expect(() => bare.run()).not.toThrow();
  });
});

describe("somebody else's tiles", () => {
  beforeEach(() => begin("r4 r5 r6", "k1"));

  function theirs(table: string, dealt = false): void {
    const heard = hear(host.draft, { table, rack: "k1", seat: 2 }, false);
    motion.hear(heard.movements, (from) => (from.at === "seat" ? rect(900, 10) : null), dealt);
    host.draft = heard.draft;
    motion.run();
  }

  test("come from their seat, one after the other", () => {
    theirs("r4 r5 r6 r7 r8");
    const [seven, eight] = [host.id("r7"), host.id("r8")];
    expect(flown()).toEqual({ [seven]: [480], [eight]: [480] });
    expect(startOf(seven)).toBe(`translate(${900 - 274}px, -40px) scale(${40 / 56})`);
  });

  test("come otherwise when they are dealt", () => {
    theirs("r4 r5 r6 r7", true);
    expect(flown()).toEqual({ [host.id("r7")]: [320] });
  });

  test("do not fly from a place nobody knows", () => {
    const heard = hear(host.draft, { table: "r4 r5 r6 r7", rack: "k1", seat: 2 }, false);
    motion.hear(heard.movements, () => null, false);
    host.draft = heard.draft;
    motion.run();
    expect(elements.size).toBe(0);
  });

  test("that were seen before come from where they lay, whoever moved them", () => {
    const before = host.draft;
    const next = move(before, host.ids("r6"), { to: "new", place: null });
    motion.hear(movements(before.now, next.now, 2), () => rect(900, 10), false);
    host.draft = next;
    motion.run();
    expect(startOf(host.id("r6"))).toMatch(/^translate\(-?\d+px, 0px\) scale\(1\)$/);
  });
});

describe("onto a cloth that scrolls", () => {
  test("a likeness flies above everything, while the tile waits where it comes down", async () => {
    begin(MANY, "r4");
    const four = host.id("r4");
    const set = host.draft.now.sets[0]?.id ?? -1;
    host.draft = move(host.draft, [four], { to: "set", set, place: 3 });
    motion.run();
    const tile = elements.get(four);
    const likeness = tile?.copy;
    const { x, y, width } = surface.rects().get(four) ?? { x: 0, y: 0, width: 0 };
    expect(shown).toEqual([likeness]);
    expect(likeness).toMatchObject({ inert: true, removed: false });
    expect(likeness?.gone).toEqual(["data-tile", "role", "tabindex", "aria-label", "aria-pressed"]);
    expect(likeness?.style).toEqual({
      position: "fixed",
      translate: `${x}px ${y}px`,
      fontSize: `${width}px`,
      zIndex: "40",
      pointerEvents: "none",
    });
    expect(likeness?.flights[0]).toMatchObject({ options: 180 });
    expect(tile?.flights).toMatchObject([{ steps: [{ opacity: 0 }, { opacity: 0 }], options: 180 }]);
    likeness?.flights[0]?.finish();
    await likeness?.flights[0]?.finished;
    expect(likeness?.removed).toBe(true);
  });

  test("a likeness whose flight is broken off goes as well", async () => {
    begin(MANY, "r4");
    const four = host.id("r4");
    host.draft = move(host.draft, [four], { to: "set", set: host.draft.now.sets[0]?.id ?? -1, place: 3 });
    motion.run();
    const likeness = elements.get(four)?.copy;
    likeness?.flights[0]?.fail();
    await likeness?.flights[0]?.finished.catch(() => {});
    expect(likeness?.removed).toBe(true);
  });
});

describe("what follows the hand", () => {
  const element = (): TestElement => new TestElement({ body: { append: () => {} } });

  test("is moved by the browser itself as long as an animation runs on it", () => {
    const held = element();
    const end = afloat(held as unknown as HTMLElement);
    expect(held.flights[0]).toMatchObject({
      steps: [{ transform: "scale(1)" }, { transform: "scale(1)" }],
      options: { duration: 1e7, composite: "add" },
    });
    expect(held.flights[0]?.cancelled).toBe(false);
    end();
    expect(held.flights[0]?.cancelled).toBe(true);
  });

  test("grows a little when it is lifted", () => {
    const held = element();
    lifting(held as unknown as HTMLElement)();
    expect(held.flights[0]?.steps).toEqual([
      { transform: "scale(0.9)", easing: "cubic-bezier(.2,.8,.3,1)" },
      { transform: "scale(1)", offset: 120 / 1e7 },
      { transform: "scale(1)" },
    ]);
  });
});

test("tiles fly from the middle of what they come from", () => {
  const box = { getBoundingClientRect: () => ({ x: 100, y: 200, width: 60, height: 40 }) };
  expect(tileIn(box as Element, 50)).toEqual({ x: 105, y: 187, width: 50, height: 66 });
  expect([tileIn(null, 50), tileIn(undefined, 50)]).toEqual([null, null]);
});

test("a tile that is drawn elsewhere has its new element, whichever of the two comes or goes first", () => {
  const tiles = new TileElements();
  const [one, two] = [{} as HTMLElement, {} as HTMLElement];
  const oneGoes = tiles.follow(7)(one);
  expect(tiles.of(7)).toBe(one);
  const twoGoes = tiles.follow(7)(two);
  oneGoes();
  expect(tiles.of(7)).toBe(two);
  twoGoes();
  expect(tiles.of(7)).toBeUndefined();
});
