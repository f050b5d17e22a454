/** Dragging, tapping and selecting with mouse, touch or pen: plain events in, gestures out. It knows no page. */

import { distance, spanned } from "./geometry";
import type { Point, Rect } from "./geometry";
import { inOrder, only, stretch, together } from "./selection";
import type { TileSelection } from "./selection";
import type { Spot } from "./draft";
import { setOf } from "./arrangement";
import type { Arrangement, SetId, TileId } from "./arrangement";

/** What lies under the pointer; `set` is the margin of a set, `gap` the seam between two of its tiles. */
export type On =
  | { readonly on: "tile"; readonly tile: TileId }
  | { readonly on: "gap"; readonly set: SetId; readonly place: number }
  | { readonly on: "set"; readonly set: SetId }
  | { readonly on: "spot"; readonly spot: Spot }
  | { readonly on: "table" }
  | { readonly on: "nothing" };

/**
 * What happens; `time` comes when `wakeAt` asked for it. `shift` adds to the selection. `pans` says that a finger drawn
 * that way scrolls what lies under it: sideways on a rack, up or down on a cloth.
 */
export type HandEvent =
  | {
      readonly kind: "down" | "move" | "up";
      readonly x: number;
      readonly y: number;
      readonly t: number;
      readonly pointer: number;
      readonly device: "mouse" | "touch" | "pen";
      readonly on: On;
      readonly shift?: boolean;
      readonly pans?: "sideways" | "upright" | null;
    }
  | { readonly kind: "cancel"; readonly pointer?: number }
  | { readonly kind: "time"; readonly t: number };

type PointerStep = Extract<HandEvent, { kind: "down" | "move" | "up" }>;

/** What the player means by it. `lift`, `drag` and `drop` or `return` make up one drag. */
export type Gesture =
  | { readonly do: "select"; readonly tiles: TileSelection }
  | {
      readonly do: "lift";
      readonly tiles: readonly TileId[];
      readonly set: SetId | null;
      readonly x: number;
      readonly y: number;
    }
  | { readonly do: "drag"; readonly x: number; readonly y: number }
  | {
      readonly do: "drop";
      readonly tiles: readonly TileId[];
      readonly set: SetId | null;
      readonly x: number;
      readonly y: number;
    }
  | { readonly do: "return" }
  | { readonly do: "place"; readonly tiles: readonly TileId[]; readonly spot: Spot }
  | { readonly do: "split"; readonly set: SetId; readonly place: number }
  | { readonly do: "explain"; readonly set: SetId }
  | { readonly do: "lasso"; readonly area: Rect; readonly done: boolean };

/** How far a drag has come; one pointer at a time. */
export type DragState =
  | { readonly is: "idle" }
  | { readonly is: "pressed"; readonly by: PointerStep }
  | { readonly is: "stretching"; readonly by: PointerStep; readonly from: TileId }
  | {
      readonly is: "dragging";
      readonly by: PointerStep;
      readonly tiles: readonly TileId[];
      readonly set: SetId | null;
    }
  | { readonly is: "lassoing"; readonly by: PointerStep; readonly to: Point }
  | { readonly is: "ignoring"; readonly by: PointerStep };

/** The drag after an event, and what is meant by it. */
export interface Dragged {
  readonly state: DragState;
  readonly gestures: readonly Gesture[];
}

/** A pointer moves this many pixels before it drags; a finger trembles more than a mouse. */
export const THRESHOLD = { mouse: 4, pen: 6, touch: 8 } as const;
/** A press is long after this many milliseconds. */
export const LONG_PRESS = 380;
/** A finger that is drawn up or down sooner than this, in milliseconds, pans a cloth that scrolls. */
export const QUICK = 180;

export const IDLE: DragState = { is: "idle" };

/** When a `time` event is wanted, null when none is. */
export const wakeAt = (state: DragState): number | null => (state.is === "pressed" ? state.by.t + LONG_PRESS : null);

/** Go on with a drag. `position` and `selection` are those shown now. */
export function drag(state: DragState, event: HandEvent, position: Arrangement, selection: TileSelection): Dragged {
  if (event.kind === "cancel") {
    if (event.pointer !== undefined && (state.is === "idle" || state.by.pointer !== event.pointer)) return same(state);
    return { state: IDLE, gestures: brokenOff(state) };
  }
  if (event.kind === "time") return state.is === "pressed" ? held(state.by, event.t, position, selection) : same(state);
  if (state.is === "idle")
    return event.kind === "down" ? { state: { is: "pressed", by: event }, gestures: [] } : same(state);
  // Two fingers scroll and zoom: the second breaks off whatever the first has begun.
  const second = event.kind === "down" && event.pointer !== state.by.pointer && event.device === "touch";
  if (second) return { state: { is: "ignoring", by: state.by }, gestures: brokenOff(state) };
  if (event.pointer !== state.by.pointer || event.kind === "down") return same(state);
  return event.kind === "move" ? moved(state, event, position, selection) : released(state, event, position, selection);
}

/** What ends when a gesture does not come to its own end. */
function brokenOff(state: DragState): Gesture[] {
  if (state.is === "dragging") return [{ do: "return" }];
  return state.is === "lassoing" ? [{ do: "lasso", area: spanned(state.by, state.to), done: true }] : [];
}

/** Whether a finger drawn from here to there scrolls what lies under it. */
function isPan({ pans, device, x, y, t }: PointerStep, to: PointerStep): boolean {
  if (device !== "touch" || !pans) return false;
  const sideways = Math.abs(to.x - x) > Math.abs(to.y - y);
  return pans === "sideways" ? sideways : !sideways && to.t - t < QUICK;
}

function held(by: PointerStep, t: number, position: Arrangement, selection: TileSelection): Dragged {
  if (t < by.t + LONG_PRESS) return same({ is: "pressed", by });
  if (by.on.on === "tile") {
    const tiles = selection.has(by.on.tile) ? selection : only([by.on.tile]);
    return { state: { is: "stretching", by, from: by.on.tile }, gestures: [{ do: "select", tiles }] };
  }
  if (by.on.on === "table" || by.on.on === "nothing") {
    return { state: { is: "lassoing", by, to: by }, gestures: [{ do: "lasso", area: spanned(by, by), done: false }] };
  }
  return lifted(by, by, position, selection);
}

function moved(
  state: Exclude<DragState, { is: "idle" }>,
  event: PointerStep,
  position: Arrangement,
  selection: TileSelection,
): Dragged {
  const { by } = state;
  switch (state.is) {
    case "pressed": {
      if (distance(by, event) < THRESHOLD[by.device]) return same(state);
      if (isPan(by, event)) return same({ is: "ignoring", by });
      if (by.on.on !== "table" && by.on.on !== "nothing") return lifted(by, event, position, selection);
      // A finger on the empty cloth pans it, a mouse or pen draws a lasso.
      if (by.device === "touch") return same({ is: "ignoring", by });
      return {
        state: { is: "lassoing", by, to: event },
        gestures: [{ do: "lasso", area: spanned(by, event), done: false }],
      };
    }
    case "stretching": {
      const { from } = state;
      if (event.on.on === "tile" && event.on.tile === from) return same(state);
      if (event.on.on === "tile" && together(position, from, event.on.tile)) {
        return { state, gestures: [{ do: "select", tiles: stretch(position, from, event.on.tile) }] };
      }
      return distance(by, event) < THRESHOLD[by.device] ? same(state) : lifted(by, event, position, selection);
    }
    case "dragging":
      return { state, gestures: [{ do: "drag", x: event.x, y: event.y }] };
    case "lassoing":
      return { state: { ...state, to: event }, gestures: [{ do: "lasso", area: spanned(by, event), done: false }] };
    case "ignoring":
      return same(state);
  }
}

function released(
  state: Exclude<DragState, { is: "idle" }>,
  event: PointerStep,
  position: Arrangement,
  selection: TileSelection,
): Dragged {
  const { by } = state;
  switch (state.is) {
    case "pressed":
      return { state: IDLE, gestures: tapped(by, position, selection) };
    case "dragging":
      return { state: IDLE, gestures: [{ do: "drop", tiles: state.tiles, set: state.set, x: event.x, y: event.y }] };
    case "lassoing":
      return { state: IDLE, gestures: [{ do: "lasso", area: spanned(by, event), done: true }] };
    case "stretching":
    case "ignoring":
      return same(IDLE);
  }
}

/** Lift what was pressed: the selection when the tile is of it, else the tile alone; all of a set by its margin. */
function lifted(by: PointerStep, at: Point, position: Arrangement, selection: TileSelection): Dragged {
  const { on } = by;
  const whole = on.on === "set" || on.on === "gap" ? setOf(position, on.set) : undefined;
  const tiles =
    on.on === "tile"
      ? inOrder(selection.has(on.tile) ? selection : only([on.tile]), position)
      : (whole?.tiles.map((tile) => tile.id) ?? []);
  if (!tiles.length) return same({ is: "ignoring", by });
  const set = whole?.id ?? null;
  return { state: { is: "dragging", by, tiles, set }, gestures: [{ do: "lift", tiles, set, x: at.x, y: at.y }] };
}

/** A tap selects a tile; with tiles selected, a tap on a place puts them there. */
function tapped({ on, shift }: PointerStep, position: Arrangement, selection: TileSelection): Gesture[] {
  const tiles = inOrder(selection, position);
  switch (on.on) {
    case "tile": {
      const last = tiles.at(-1);
      if (shift && last !== undefined && together(position, last, on.tile)) {
        const far = tiles.find((id) => together(position, id, on.tile)) ?? last;
        return [{ do: "select", tiles: only([...tiles, ...stretch(position, far, on.tile)]) }];
      }
      const next = new Set(tiles);
      if (!next.delete(on.tile)) next.add(on.tile);
      return [{ do: "select", tiles: next }];
    }
    case "gap":
      if (!tiles.length) return [{ do: "split", set: on.set, place: on.place }];
      return [{ do: "place", tiles, spot: { to: "set", set: on.set, place: on.place } }];
    case "set":
      return [{ do: "explain", set: on.set }];
    case "spot":
      return tiles.length ? [{ do: "place", tiles, spot: on.spot }] : [];
    case "table":
    case "nothing":
      return tiles.length ? [{ do: "select", tiles: only([]) }] : [];
  }
}

const same = (state: DragState): Dragged => ({ state, gestures: [] });
