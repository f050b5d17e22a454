import { describe, expect, test } from "vitest";
import { tableText } from "../../../src/app/written";
import {
  allRects,
  centre,
  drag,
  IDLE,
  inOrder,
  isHolding,
  lasso,
  layOut,
  LONG_PRESS,
  move,
  nearest,
  NO_KEYS,
  NOTHING,
  only,
  press,
  QUICK,
  rackSlots,
  shownRack,
  SIZES,
  spanned,
  still,
  stretch,
  targets,
  tilesOf,
  tilesOn,
  toggle,
  wakeAt,
  walk,
  wholeSet,
} from "../../../src/board/state";
import type {
  TableDraft,
  HandEvent,
  DragState,
  Gesture,
  KeyState,
  On,
  Scene,
  TileSelection,
  Spot,
  Stop,
} from "../../../src/board/state";
import { begun, Chance, tile } from "./kit";

const view = { ...SIZES.desktop, width: 1328, height: 480 };
const scene = (draft: TableDraft): Scene => ({
  draft,
  layout: layOut(draft.now.sets, view, null, true),
  table: { x: 50, y: 100 },
  rack: { x: 200, y: 700, tile: 59, gap: 5, rowGap: 20, lines: 2, slots: 13 },
});
const anywhere = (): boolean => true;

describe("a selection", () => {
  const draft = begun("r4 r5 r6 r7 | b1 b2 b3", "k1 k2 k3 k4");
  const id = (text: string): number => tile(draft, text);

  test("holds a stretch of a set or of a row, never across", () => {
    expect(stretch(draft.now, id("r7"), id("r5"))).toEqual(only([id("r5"), id("r6"), id("r7")]));
    expect(stretch(draft.now, id("k1"), id("k2"))).toEqual(only([id("k1"), id("k2")]));
    expect(stretch(draft.now, id("k1"), id("r4"))).toEqual(only([id("r4")]));
    expect(wholeSet(draft.now, id("b2")).size).toBe(3);
  });

  test("moves in the order in which its tiles lie", () => {
    const chosen = toggle(toggle(only([id("b2")]), id("k3")), id("k1"));
    expect(inOrder(chosen, draft.now)).toEqual([id("k1"), id("k3"), id("b2")]);
    expect(toggle(chosen, id("b2")).size).toBe(2);
    expect(still(only([id("k1"), 999]), draft.now)).toEqual(only([id("k1")]));
    expect(still(chosen, draft.now)).toBe(chosen);
  });

  test("is made with a lasso around the middles of tiles", () => {
    const rects = allRects(scene(draft));
    expect(rects.size).toBe(11);
    const [one, other] = ["k1", "k2"].map((text) => centre(rects.get(id(text)) ?? { x: 0, y: 0, width: 0, height: 0 }));
    expect(
      one && other && lasso(rects, spanned({ x: other.x + 1, y: other.y + 1 }, { x: one.x - 1, y: one.y - 1 })),
    ).toEqual(only([id("k1"), id("k2")]));
  });
});

describe("targets", () => {
  const draft = begun("r4 r5 r6 r7 r8 | b1 b2 b3", "r6 k1");
  const shown = scene(draft);
  const six = draft.now.rack[0]?.[0]?.id ?? -1;

  test("are between all tiles, at the ends, for a new set and on the rack", () => {
    const all = targets(shown, [six], anywhere);
    const count = (to: Spot["to"]): number => all.filter(({ spot }) => spot.to === to).length;
    expect([count("set"), count("new"), count("rack")]).toEqual([10, 1, 26]);
    expect(targets(shown, [tile(draft, "r4")], anywhere).some(({ spot }) => spot.to === "rack")).toBe(false);
  });

  test("part a set where only that is legal", () => {
    const all = targets(shown, [six], (spot) => spot.to === "split");
    expect(all.filter(({ spot }) => spot.to === "split").length).toBe(4 + 2);
    expect(all.filter(({ legal }) => legal && true).length).toBe(4 + 2 + 26);
  });

  test("a legal place is met within reach, any other only on the spot, and free cloth makes a new set", () => {
    const [reds] = draft.now.sets;
    const legal = (spot: Spot): boolean => spot.to === "set" && spot.set === reds?.id && spot.place === 5;
    const all = targets(shown, [six], legal);
    const end = all.find((target) => target.legal && target.spot.to === "set");
    const { x, y } = centre(end?.slot ?? { x: 0, y: 0, width: 0, height: 0 });
    expect(nearest(shown, all, { x: x + 50, y: y + 20 }, 1)).toBe(end);
    expect(nearest(shown, all, { x: 52, y: 130 }, 1)?.spot).toEqual({ to: "set", set: reds?.id, place: 0 });
    expect(nearest(shown, all, { x: 700, y: 400 }, 1)?.spot.to).toBe("new");
    expect(nearest(shown, all, { x: 205, y: 705 }, 1)?.spot).toEqual({ to: "rack", row: 0, slot: 0 });
    expect(nearest(shown, all, { x: 5, y: 5 }, 1)).toBeNull();
  });

  test("just below a set only a legal place of it is still meant", () => {
    const [reds] = draft.now.sets;
    const atEnd = (spot: Spot): boolean => spot.to === "set" && spot.set === reds?.id && spot.place === 5;
    const below = (legal: (spot: Spot) => boolean): Spot["to"] | undefined => {
      const all = targets(shown, [six], legal);
      const end = all.find(({ spot }) => atEnd(spot));
      if (!end) throw new Error("a set has a place at its end");
      return nearest(shown, all, { x: centre(end.slot).x, y: end.hit.y + end.hit.height + 1 }, 1)?.spot.to;
    };
    expect([below(atEnd), below(() => false)]).toEqual(["set", "new"]);
  });

  test("a whole set lifted is no target of its own", () => {
    const [reds] = draft.now.sets;
    const all = targets(shown, reds?.tiles.map((each) => each.id) ?? [], anywhere);
    expect(all.some(({ spot }) => spot.to === "set" && spot.set === reds?.id)).toBe(false);
  });

  test("a rack in one line has the second row after the first", () => {
    const box = { x: 0, y: 0, tile: 36, gap: 4, rowGap: 0, lines: 1, slots: 6, starts: [0, 2] };
    const slots = rackSlots(shownRack(begun("", "k1 k2 k3").now), box);
    expect(slots.map(({ row, slot, rect }) => [row, slot, rect.x])).toEqual([
      [0, 0, 0],
      [0, 1, 40],
      [1, 0, 80],
      [1, 1, 120],
      [1, 2, 160],
      [1, 3, 200],
    ]);
  });

  test("a rack in three lines goes on from line to line, and a slot whose tile is away stays where it was", () => {
    const box = { x: 0, y: 0, tile: 36, gap: 4, rowGap: 10, lines: 3, slots: 2, starts: [0, 3] };
    const draft = begun("", "k1 k2 k3 k4 k5");
    const away = move(draft, [tile(draft, "k3")], { to: "new", place: null });
    for (const each of [draft, away]) {
      const slots = rackSlots(shownRack(each.now), box);
      expect(slots.map(({ row, slot, rect }) => [row, slot, rect.x, rect.y])).toEqual([
        [0, 0, 0, 0],
        [0, 1, 40, 0],
        [0, 2, 0, 58],
        [1, 0, 40, 58],
        [1, 1, 0, 116],
        [1, 2, 40, 116],
      ]);
    }
  });

  test("gaps between the parts of a rack move the slots behind them along", () => {
    const box = { x: 0, y: 0, tile: 36, gap: 4, rowGap: 0, lines: 2, slots: 3, asides: [[0, 6], [0]] } as const;
    const slots = rackSlots(shownRack(begun("", "k1 r2 b3").now), box);
    expect(slots.filter(({ row }) => row === 0).map(({ rect }) => rect.x)).toEqual([0, 46, 86]);
  });
});

describe("a drag", () => {
  const draft = begun("r4 r5 r6 r7", "k1 k2 k3 k4");
  const id = (text: string): number => tile(draft, text);
  const onTile = (text: string): On => ({ on: "tile", tile: id(text) });
  const at = (kind: "down" | "move" | "up", x: number, y: number, on: On, more: object = {}): HandEvent => ({
    kind,
    x,
    y,
    t: 0,
    pointer: 1,
    device: "mouse",
    on,
    ...more,
  });
  const play = (events: readonly HandEvent[], selection: TileSelection = NOTHING): Gesture[] => {
    let state: DragState = IDLE;
    let chosen = selection;
    return events.flatMap((event) => {
      const done = drag(state, event, draft.now, chosen);
      state = done.state;
      for (const intent of done.gestures) if (intent.do === "select") chosen = intent.tiles;
      return done.gestures;
    });
  };
  const nothing: On = { on: "nothing" };

  test.each(["mouse", "touch", "pen"])("with a %s lifts past the threshold, follows and drops", (device) => {
    const events = [
      at("down", 0, 0, onTile("k1")),
      at("move", 2, 0, onTile("k1")),
      at("move", 20, 0, nothing),
      at("move", 40, 0, nothing),
      at("up", 50, 0, nothing),
    ];
    const done = play(events.map((event) => ({ ...event, device }) as HandEvent));
    expect(done.map((intent) => intent.do)).toEqual(["lift", "drag", "drop"]);
    expect(done[2]).toEqual({ do: "drop", tiles: [id("k1")], set: null, x: 50, y: 0 });
  });

  test("of a selected tile takes the selection along", () => {
    const [lift] = play([at("down", 0, 0, onTile("k2")), at("move", 20, 0, nothing)], only([id("k3"), id("k2")]));
    expect(lift).toMatchObject({ tiles: [id("k2"), id("k3")] });
  });

  test("by a set's margin takes all of it", () => {
    const set = draft.now.sets[0]?.id ?? -1;
    const [lift] = play([at("down", 0, 0, { on: "set", set }), at("move", 20, 0, nothing)]);
    expect(lift).toMatchObject({ do: "lift", set, tiles: draft.now.sets[0]?.tiles.map((each) => each.id) });
  });

  test("that is cancelled returns, and another pointer is not heard", () => {
    const done = play([
      at("down", 0, 0, onTile("k1")),
      at("move", 20, 0, nothing),
      at("down", 0, 0, onTile("k2"), { pointer: 2 }),
      at("up", 0, 0, onTile("k2"), { pointer: 2 }),
      { kind: "cancel", pointer: 2 },
      { kind: "cancel" },
    ]);
    expect(done.map((intent) => intent.do)).toEqual(["lift", "return"]);
  });

  const finger = { device: "touch" };
  const second = { device: "touch", pointer: 2 };

  test("is broken off by a second finger, and nothing moves until both are up", () => {
    const done = play([
      at("down", 0, 0, onTile("k1"), finger),
      at("move", 0, -20, nothing, finger),
      at("down", 90, 0, onTile("k2"), second),
      at("move", 0, -200, nothing, finger),
      at("move", 90, -200, nothing, second),
      at("up", 0, -200, nothing, finger),
      at("move", 90, -250, nothing, second),
      at("up", 90, -250, nothing, second),
    ]);
    expect(done.map((intent) => intent.do)).toEqual(["lift", "return"]);
  });

  test("does not begin, nor a tap, when a second finger comes first", () => {
    const done = play([
      at("down", 0, 0, onTile("k1"), finger),
      at("down", 90, 0, onTile("k2"), second),
      { kind: "time", t: LONG_PRESS },
      at("move", 0, -50, nothing, finger),
      at("up", 90, 0, nothing, second),
      at("up", 0, -50, nothing, finger),
    ]);
    expect(done).toEqual([]);
  });

  test("of a lasso ends with it when it is broken off", () => {
    const cloth: On = { on: "table" };
    const begun = [at("down", 0, 0, cloth), at("move", 30, 40, cloth)];
    for (const end of [{ kind: "cancel" } as const, at("down", 9, 9, cloth, second)]) {
      expect(play([...begun, end]).at(-1)).toMatchObject({ do: "lasso", done: true, area: { width: 30, height: 40 } });
    }
  });

  test("of a finger on a rack that scrolls begins upwards, and sideways it scrolls", () => {
    const way = (x: number, y: number, more: object = finger): string[] =>
      play([
        at("down", 0, 0, onTile("k1"), { ...more, pans: "sideways" }),
        at("move", x, y, nothing, { ...more, t: 900 }),
        at("move", x, y - 90, nothing, { ...more, t: 900 }),
        at("up", x, y - 90, nothing, { ...more, t: 900 }),
      ]).map((intent) => intent.do);
    expect([way(20, 0), way(-20, -10), way(20, 19)]).toEqual([[], [], []]);
    expect([way(0, -20), way(10, -20)]).toEqual([
      ["lift", "drag", "drop"],
      ["lift", "drag", "drop"],
    ]);
    expect(way(20, 0, {})).toEqual(["lift", "drag", "drop"]);
  });

  test("of a finger on a full cloth begins sideways or after a rest; a quick swipe up or down pans", () => {
    const way = (x: number, y: number, t: number): string[] =>
      play([
        at("down", 0, 0, onTile("r4"), { ...finger, pans: "upright" }),
        at("move", x, y, nothing, { ...finger, t }),
        at("up", x, y, nothing, { ...finger, t }),
      ]).map((intent) => intent.do);
    expect([way(0, 20, 0), way(0, -20, QUICK - 1), way(19, 20, 0)]).toEqual([[], [], []]);
    expect([way(20, 0, 0), way(0, 20, QUICK)]).toEqual([
      ["lift", "drop"],
      ["lift", "drop"],
    ]);
  });

  test("taps select tiles, then put them in a place", () => {
    const spot: Spot = { to: "new", place: null };
    const tap = (on: On, more: object = {}): HandEvent[] => [at("down", 0, 0, on, more), at("up", 0, 0, on, more)];
    const done = play([...tap(onTile("k2")), ...tap(onTile("k1")), ...tap({ on: "spot", spot })]);
    expect(done.at(-1)).toEqual({ do: "place", tiles: [id("k1"), id("k2")], spot });
    const set = draft.now.sets[0]?.id ?? -1;
    expect(play(tap({ on: "gap", set, place: 2 }))).toEqual([{ do: "split", set, place: 2 }]);
    expect(play(tap({ on: "set", set }))).toEqual([{ do: "explain", set }]);
    expect(play([...tap(onTile("r4")), ...tap(onTile("r6"), { shift: true })]).at(-1)).toEqual({
      do: "select",
      tiles: only([id("r4"), id("r5"), id("r6")]),
    });
  });

  test("a long press selects a stretch, and leaving the set drags it", () => {
    const pressed = drag(IDLE, at("down", 0, 0, onTile("r5")), draft.now, NOTHING).state;
    expect(wakeAt(pressed)).toBe(LONG_PRESS);
    const done = play([
      at("down", 0, 0, onTile("r5")),
      { kind: "time", t: LONG_PRESS },
      at("move", 100, 0, onTile("r7")),
      at("move", 100, 90, nothing),
      at("up", 100, 200, nothing),
    ]);
    expect(done.at(-1)).toMatchObject({ do: "drop", tiles: [id("r5"), id("r6"), id("r7")] });
  });

  test("on the empty cloth a mouse draws a lasso, a finger only after a long press", () => {
    const cloth: On = { on: "table" };
    const events = [at("down", 0, 0, cloth), at("move", 30, 40, cloth), at("up", 30, 40, cloth)];
    expect(play(events).at(-1)).toEqual({ do: "lasso", area: { x: 0, y: 0, width: 30, height: 40 }, done: true });
    const touches = events.map((event) => ({ ...event, device: "touch" }) as HandEvent);
    expect(play(touches)).toEqual([]);
    expect(play(touches.toSpliced(1, 0, { kind: "time", t: LONG_PRESS })).at(-1)).toMatchObject({
      do: "lasso",
      done: true,
    });
  });
});

test("whatever the pointers do, a drag is lifted once and ends once", () => {
  const draft = begun("r4 r5 r6 r7 | b1 b2 b3", "k1 k2 k3 k4");
  const chance = new Chance(3);
  const set = draft.now.sets[0]?.id ?? -1;
  const tiles = [...tilesOn(draft.now.sets), ...tilesOf(draft.now.rack)];
  const things: On[] = [
    ...tiles.map((each): On => ({ on: "tile", tile: each.id })),
    { on: "set", set },
    { on: "gap", set, place: 1 },
    { on: "spot", spot: { to: "new", place: null } },
    { on: "table" },
    { on: "nothing" },
  ];
  let state: DragState = IDLE;
  let chosen = NOTHING;
  let lifted = false;
  for (let t = 0; t < 20_000; t++) {
    const kind = chance.pick(["down", "move", "move", "move", "up", "cancel", "time"] as const) ?? "up";
    const pointer = 1 + chance.below(2);
    const device = chance.pick(["mouse", "touch", "pen"] as const) ?? "mouse";
    const on = chance.pick(things) ?? { on: "nothing" };
    const [x, y] = [chance.below(300), chance.below(300)];
    const event: HandEvent =
      kind === "time"
        ? { kind, t: 1_000 * t }
        : kind === "cancel"
          ? { kind, pointer }
          : { kind, x, y, t: 1_000 * t, pointer, device, on };
    const done = drag(state, event, draft.now, chosen);
    state = done.state;
    for (const intent of done.gestures) {
      if (intent.do === "select") chosen = intent.tiles;
      if (intent.do === "lift" || intent.do === "drag" || intent.do === "drop" || intent.do === "return") {
        if (lifted === (intent.do === "lift")) throw new Error(`${intent.do} at the wrong time`);
        lifted = intent.do === "lift" || intent.do === "drag";
      }
    }
    if (lifted !== (state.is === "dragging")) throw new Error("the drag and its gestures differ");
  }
});

describe("the keyboard", () => {
  const draft = begun("r4 r5 r6", "r7 k1");
  const shown = scene(draft);
  const tiles: Stop[] = [...allRects(shown)].map(([id, rect]) => ({ on: "tile", tile: id, rect }));
  const places: Stop[] = targets(shown, [tile(draft, "r7")], anywhere).map(({ spot, slot }) => ({
    on: "spot",
    spot,
    rect: slot,
  }));

  test("walks along lines, between lines, and stays at the ends", () => {
    const first = walk(tiles, null, "right");
    expect(first).toMatchObject({ tile: tile(draft, "r4") });
    expect(walk(tiles, first, "left")).toBe(first);
    expect(walk(tiles, first, "right")).toMatchObject({ tile: tile(draft, "r5") });
    expect(walk(tiles, first, "down")).toMatchObject({ tile: tile(draft, "r7") });
    expect(walk(tiles, first, "up")).toBe(first);
    expect(walk([], null, "up")).toBeNull();
    const turned = [...tiles].reverse();
    expect(walk(turned, null, "right")).toBe(first);
    for (const way of ["right", "down"] as const) expect(walk(turned, first, way)).toBe(walk(tiles, first, way));
  });

  test("plays a tile with arrows and Space alone", () => {
    let state: KeyState = NO_KEYS;
    let after = draft;
    const hit = (key: Parameters<typeof press>[1]): void => {
      const done = press(state, key, isHolding(state) ? places : tiles, draft.now, NOTHING);
      state = done.state;
      for (const intent of done.gestures) if (intent.do === "place") after = move(after, intent.tiles, intent.spot);
    };
    hit({ key: "down" });
    hit({ key: "down" });
    hit({ key: "lift" });
    expect(state.held).toEqual([tile(draft, "r7")]);
    for (const spot of places) {
      if (spot.on === "spot" && spot.spot.to === "set" && spot.spot.place === 3) state = { ...state, at: spot };
    }
    hit({ key: "lift" });
    expect(tableText(after.now.sets)).toBe("r4 r5 r6 r7");
    expect(isHolding(state)).toBe(false);
  });

  test("Escape puts back what is held, then clears the selection", () => {
    const seven = tiles.find((stop) => stop.on === "tile" && stop.tile === tile(draft, "r7")) ?? null;
    const held = press({ ...NO_KEYS, at: seven }, { key: "lift" }, tiles, draft.now, NOTHING);
    const back = press(held.state, { key: "cancel" }, places, draft.now, NOTHING);
    expect(back.gestures).toEqual([{ do: "return" }]);
    expect(back.state).toEqual({ ...NO_KEYS, at: seven });
    expect(press(back.state, { key: "cancel" }, tiles, draft.now, only([1])).gestures).toEqual([
      { do: "select", tiles: NOTHING },
    ]);
  });

  test("one key lays what is selected, held or stood on as a new set, another puts it back on the rack", () => {
    const seven = tiles.find((stop) => stop.on === "tile" && stop.tile === tile(draft, "r7")) ?? null;
    const [own, other] = [tile(draft, "r7"), tile(draft, "k1")];
    const news = { do: "place", tiles: [own], spot: { to: "new", place: null } };
    const held = press({ ...NO_KEYS, at: seven }, { key: "lift" }, tiles, draft.now, NOTHING).state;
    expect(press(held, { key: "new" }, places, draft.now, NOTHING)).toMatchObject({
      state: { held: [] },
      gestures: [news],
    });
    const stood = press({ ...NO_KEYS, at: seven }, { key: "new" }, tiles, draft.now, NOTHING);
    expect(stood).toEqual({ state: { ...NO_KEYS, at: seven }, gestures: [news] });
    const selected = press({ ...NO_KEYS, at: seven }, { key: "new" }, tiles, draft.now, only([other, own]));
    expect(selected.gestures).toEqual([{ ...news, tiles: [own, other] }]);
    expect(press(NO_KEYS, { key: "new" }, tiles, draft.now, NOTHING).gestures).toEqual([]);

    const after = move(draft, [own, other], { to: "new", place: null });
    const back = press({ ...NO_KEYS, at: seven }, { key: "rack" }, tiles, after.now, NOTHING).gestures[0];
    if (back?.do !== "place") throw new Error("the tile does not go back");
    const returned = move(after, back.tiles, back.spot).now;
    expect(tableText(returned.sets)).toBe("r4 r5 r6 | k1");
    expect(returned.rack).toEqual(draft.now.rack);
    const first = walk(tiles, null, "right");
    expect(press({ ...NO_KEYS, at: first }, { key: "rack" }, tiles, after.now, NOTHING).gestures).toEqual([]);
  });

  test("shift with an arrow selects a stretch", () => {
    const first = walk(tiles, null, "right");
    const done = press({ ...NO_KEYS, at: first }, { key: "right", shift: true }, tiles, draft.now, NOTHING);
    expect(done.gestures).toEqual([{ do: "select", tiles: only([tile(draft, "r4"), tile(draft, "r5")]) }]);
    expect(press({ ...NO_KEYS, at: first }, { key: "right" }, tiles, draft.now, NOTHING).gestures).toEqual([]);
  });
});
