import { beforeEach, describe, expect, test } from "vitest";
import { Hand } from "../../../src/board/control/hand.svelte";
import { keyOf } from "../../../src/board/control/keys";
import { Surface } from "../../../src/board/control/surface.svelte";
import type { BoardKey, TileId } from "../../../src/board/state";
import { TestHost, TestPage } from "./kit.svelte";

const key = (name: string, but: Partial<KeyboardEvent> = {}): ReturnType<typeof keyOf> =>
  keyOf({ key: name, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, ...but } as KeyboardEvent);

describe("keys", () => {
  test.each([
    ["ArrowLeft", "left"],
    ["ArrowRight", "right"],
    ["ArrowUp", "up"],
    ["ArrowDown", "down"],
    [" ", "lift"],
    ["Escape", "cancel"],
    ["x", "toggle"],
    ["n", "new"],
    ["r", "rack"],
  ])("%s is %s", (name, meant) => {
    expect(key(name)).toEqual({ key: meant, shift: false });
    expect(key(name, { shiftKey: true })).toEqual({ key: meant, shift: true });
  });

  test("are the same in capitals", () => expect(key("N")).toEqual({ key: "new", shift: false }));

  test("z takes a step back, with shift or as y does it again, with or without control", () => {
    for (const but of [{}, { ctrlKey: true }, { metaKey: true }]) {
      expect([key("z", but), key("Z", { ...but, shiftKey: true }), key("y", but)]).toEqual(["undo", "redo", "redo"]);
    }
  });

  test("that are the browser's or nobody's mean nothing", () => {
    expect([key("n", { ctrlKey: true }), key("n", { metaKey: true }), key("n", { altKey: true })]).toEqual([
      null,
      null,
      null,
    ]);
    expect([key("z", { altKey: true }), key("y", { altKey: true })]).toEqual([null, null]);
    expect([key("q"), key("Enter"), key("Shift")]).toEqual([null, null, null]);
  });
});

let host: TestHost;
let surface: Surface;
let hand: Hand;
let focused: TileId[];
let travels: string[];

function begin(table: string, rack: string): void {
  host = new TestHost(table, rack);
  surface = new Surface(host, new TestPage());
  surface.measure();
  focused = [];
  travels = [];
  hand = new Hand(host, surface, { expect: (travel) => void travels.push(travel), run: () => {} }, (tile) =>
    focused.push(tile),
  );
}

const press = (...keys: BoardKey["key"][]): boolean[] => keys.map((each) => hand.key({ key: each }));
/** Come to a tile, as by the Tab key. */
const standOn = (text: string): void => hand.focused(host.id(text));
const chosen = (): TileId[] => [...hand.selection];

describe("by keyboard", () => {
  beforeEach(() => begin("r4 r5 r6 | b1 b2 b3", "r7 k1 k2 k3"));

  test("arrows walk from tile to tile, and the focus goes along", () => {
    standOn("k1");
    expect(hand.at).toMatchObject({ on: "tile", tile: host.id("k1") });
    // The rack has two rows: r7 k1 / k2 k3.
    expect(press("left", "right")).toEqual([true, true]);
    expect(focused).toEqual([host.id("r7"), host.id("k1")]);
    press("down");
    expect(focused.at(-1)).toBe(host.id("k3"));
  });

  test("arrows begin at the first tile", () => {
    press("right");
    expect(focused).toEqual([host.id("r4")]);
  });

  test("a tile is selected without being lifted", () => {
    standOn("k1");
    expect(press("toggle")).toEqual([true]);
    expect([chosen(), host.deeds]).toEqual([host.ids("k1"), [{ did: "pick" }]]);
  });

  test("a stretch is selected with shift", () => {
    standOn("r7");
    hand.key({ key: "right", shift: true });
    expect(chosen()).toEqual(host.ids("r7 k1"));
  });

  test("a key that does nothing where it is pressed means nothing", () => {
    expect(press("cancel", "lift", "toggle")).toEqual([false, false, false]);
    hand.select(new Set(host.ids("k1")));
    expect(press("cancel")).toEqual([true]);
    expect(chosen()).toEqual([]);
  });

  describe("with a tile lifted", () => {
    beforeEach(() => {
      standOn("r7");
      press("lift");
    });

    test("it is over the first place where it fits, and that is told", () => {
      const spot = { to: "set", set: host.draft.now.sets[0]?.id, place: 3 };
      expect(chosen()).toEqual(host.ids("r7"));
      expect(hand.at).toMatchObject({ on: "spot", spot });
      expect(hand.aim.hot).toMatchObject({ spot, legal: true });
      expect(host.deeds).toEqual([
        { did: "lift", tiles: host.ids("r7") },
        { did: "reach", spot, legal: true },
      ]);
    });

    test("the others make room at once", () => expect(hand.aim.clearance).not.toBeNull());

    test("the focus that comes to a tile does not take it away", () => {
      standOn("k1");
      expect(hand.at?.on).toBe("spot");
    });

    test("Space puts it there, and the keyboard stays with it", () => {
      press("lift");
      expect(host.text).toBe("r4 r5 r6 r7 | b1 b2 b3");
      expect([travels, chosen(), hand.aim.open]).toEqual([["snap"], [], []]);
      expect(focused.at(-1)).toBe(host.id("r7"));
      expect(host.deeds.at(-1)).toEqual({ did: "place", tiles: host.ids("r7") });
    });

    test("arrows walk over places: those that fit, the ends of sets, a new set, the rack", () => {
      press("right");
      expect(hand.at).toMatchObject({ on: "spot", spot: { to: "set", set: host.draft.now.sets[1]?.id, place: 3 } });
      expect(host.deeds.at(-1)).toMatchObject({ did: "reach", legal: false });
      expect(hand.aim.hot?.spot).toMatchObject({ place: 3, set: host.draft.now.sets[1]?.id });
      press("right");
      expect(hand.at).toMatchObject({ on: "spot", spot: { to: "new" } });
      expect(hand.aim.hot?.spot.to).toBe("new");
      press("down");
      expect(hand.at).toMatchObject({ on: "spot", spot: { to: "rack", row: 0 } });
      expect(host.deeds.at(-1)).toMatchObject({ did: "reach", legal: true, spot: { to: "rack" } });
    });

    test("Escape puts it back, and nothing was done", () => {
      expect(press("cancel")).toEqual([true]);
      expect([chosen(), hand.aim.open, hand.aim.hot, host.intents]).toEqual([[], [], null, []]);
      expect(hand.at).toMatchObject({ on: "tile", tile: host.id("r7") });
      expect(focused.at(-1)).toBe(host.id("r7"));
    });

    test("arrows walk on when the sets are gone and the hand doesn't know it yet", () => {
      host.draft = new TestHost("", "r7").draft;
      expect(press("right")).toEqual([true]);
      expect(hand.at).toMatchObject({ on: "spot", spot: { to: "new" } });
    });

    test("its places stay open when the table is looked at again", () => {
      hand.selection = new Set();
      hand.refresh();
      expect(hand.aim.open.length).toBeGreaterThan(0);
    });
  });

  test("a tile that fits nowhere begins at the first place there is", () => {
    standOn("k1");
    press("lift");
    const spot = { to: "set", set: host.draft.now.sets[0]?.id, place: 3 };
    expect(hand.at).toMatchObject({ on: "spot", spot });
    expect(host.deeds.at(-1)).toEqual({ did: "reach", spot, legal: false });
    expect(hand.aim.hot).toBeNull();
  });

  test("all of a selection is lifted", () => {
    hand.select(new Set(host.ids("k1 k2 k3")));
    standOn("k2");
    press("lift");
    expect(host.deeds.at(-2)).toEqual({ did: "lift", tiles: host.ids("k1 k2 k3") });
    // Three in a row fit as a new set.
    expect(hand.at).toMatchObject({ on: "spot", spot: { to: "new", place: null } });
  });

  test("n lays a new set at once, and r brings it back to the rack", () => {
    standOn("k1");
    press("new");
    expect(host.text).toBe("r4 r5 r6 | b1 b2 b3 | k1");
    press("rack");
    expect(host.text).toBe("r4 r5 r6 | b1 b2 b3");
  });

  test("the focus comes to no tile that is not there", () => {
    hand.focused(999);
    expect(hand.at).toBeNull();
  });
});
