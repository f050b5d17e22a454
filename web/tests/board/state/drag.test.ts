import { describe, expect, test } from "vitest";
import { drag, IDLE, LONG_PRESS, NOTHING, only, THRESHOLD } from "../../../src/board/state";
import type { DragState, Gesture, HandEvent, On, TileSelection } from "../../../src/board/state";
import { begun, tile } from "./kit";

const DRAFT = begun("r4 r5 r6 r7", "k1 k2 k3 k4");
const SET = DRAFT.now.sets[0]?.id ?? -1;
const id = (text: string): number => tile(DRAFT, text);
const onTile = (text: string): On => ({ on: "tile", tile: id(text) });
const HELD: HandEvent = { kind: "time", t: LONG_PRESS };
const AIR: On = { on: "nothing" };
const CLOTH: On = { on: "table" };

const at = (kind: "down" | "move" | "up", x: number, y: number, on: On): HandEvent => ({
  kind,
  x,
  y,
  t: 0,
  pointer: 1,
  device: "mouse",
  on,
});

/** What is meant by these events, the selection kept as it is asked for. */
function meant(events: readonly HandEvent[], selection: TileSelection = NOTHING): Gesture[] {
  let state: DragState = IDLE;
  let chosen = selection;
  return events.flatMap((event) => {
    const done = drag(state, event, DRAFT.now, chosen);
    state = done.state;
    for (const gesture of done.gestures) if (gesture.do === "select") chosen = gesture.tiles;
    return done.gestures;
  });
}

const names = (gestures: readonly Gesture[]): string[] => gestures.map((gesture) => gesture.do);

test("a pointer that comes down twice without going up is down once", () => {
  const down = at("down", 0, 0, onTile("k1"));
  expect(names(meant([down, down, at("move", 20, 0, AIR), at("up", 20, 0, AIR)]))).toEqual(["lift", "drop"]);
});

describe("a long press", () => {
  test("on the margin of a set lifts all of it, on its seam too", () => {
    for (const on of [{ on: "set", set: SET } as const, { on: "gap", set: SET, place: 2 } as const])
      expect(meant([at("down", 3, 4, on), HELD])).toEqual([
        { do: "lift", tiles: ["r4", "r5", "r6", "r7"].map(id), set: SET, x: 3, y: 4 },
      ]);
  });

  test("on a tile that isn't on a set's margin lifts no set", () => {
    const [, lift] = meant([at("down", 0, 0, onTile("r5")), HELD, at("move", 0, 20, AIR)]);
    expect(lift).toEqual({ do: "lift", tiles: [id("r5")], set: null, x: 0, y: 20 });
  });

  test("on an open place, or on a set that is gone, is nothing", () => {
    const spot: On = { on: "spot", spot: { to: "new", place: null } };
    for (const on of [spot, { on: "set", set: 999 } as const])
      expect(meant([at("down", 0, 0, on), HELD, at("move", 50, 0, AIR), at("up", 50, 0, AIR)])).toEqual([]);
  });

  test("on the cloth or beside it begins a lasso", () => {
    for (const on of [CLOTH, AIR])
      expect(meant([at("down", 3, 4, on), HELD])).toEqual([
        { do: "lasso", area: { x: 3, y: 4, width: 0, height: 0 }, done: false },
      ]);
  });

  test("on a tile of the selection keeps it, though the pointer trembles on that tile", () => {
    const both = only([id("k1"), id("k2")]);
    expect(meant([at("down", 0, 0, onTile("k1")), HELD, at("move", 9, 0, onTile("k1"))], both)).toEqual([
      { do: "select", tiles: both },
    ]);
  });

  test("drawn to a tile that isn't beside it lifts the tile", () => {
    const done = meant([at("down", 0, 0, onTile("r5")), HELD, at("move", 60, 0, onTile("k1"))]);
    expect(done.slice(1)).toEqual([{ do: "lift", tiles: [id("r5")], set: null, x: 60, y: 0 }]);
  });

  test("drawn off its tile lifts it past the threshold, not before", () => {
    const drawn = (far: number): string[] =>
      names(meant([at("down", 0, 0, onTile("r5")), HELD, at("move", far, 0, AIR)]));
    expect(drawn(THRESHOLD.mouse - 1)).toEqual(["select"]);
    expect(drawn(THRESHOLD.mouse)).toEqual(["select", "lift"]);
  });
});

test("a lasso grows with every step, and ends where it was last when it's broken off", () => {
  const areas = meant([
    at("down", 0, 0, CLOTH),
    at("move", 10, 10, CLOTH),
    at("move", 20, 30, CLOTH),
    { kind: "cancel", pointer: 1 },
  ]).map((gesture) => (gesture.do === "lasso" ? [gesture.area.width, gesture.area.height, gesture.done] : []));
  expect(areas).toEqual([
    [10, 10, false],
    [20, 30, false],
    [20, 30, true],
  ]);
});
