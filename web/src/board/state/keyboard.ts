/** Playing by keyboard: arrows walk over tiles and slots, Space lifts and places, Escape puts back; two keys place at once. */

import type { Spot } from "./draft";
import { centre } from "./geometry";
import type { Rect } from "./geometry";
import type { Arrangement, TileId } from "./arrangement";
import { inOrder, only, stretch, toggle, withTiles } from "./selection";
import type { TileSelection } from "./selection";
import type { Gesture } from "./drag";

/** Something the keyboard can stand on. */
export type Stop =
  | { readonly on: "tile"; readonly tile: TileId; readonly rect: Rect }
  | { readonly on: "spot"; readonly spot: Spot; readonly rect: Rect };

export type Direction = "left" | "right" | "up" | "down";

/**
 * What is pressed: `lift` is Space, `toggle` selects without lifting, `shift` with an arrow selects a stretch; `new` and
 * `rack` put what is held or selected down as a new set and back on the rack, so that nobody walks there over a full table.
 */
export interface BoardKey {
  readonly key: Direction | "lift" | "toggle" | "cancel" | "new" | "rack";
  readonly shift?: boolean;
}

/** Where the keyboard stands, and what it holds; `home` is where it stood when it lifted. */
export interface KeyState {
  readonly at: Stop | null;
  readonly held: readonly TileId[];
  readonly home: Stop | null;
}

interface Pressed {
  readonly state: KeyState;
  readonly gestures: readonly Gesture[];
}

export const NO_KEYS: KeyState = { at: null, held: [], home: null };

/** Whether tiles are held, so that the arrows walk over places to put them. */
export const isHolding = (state: KeyState): boolean => state.held.length > 0;

/** The stop that is the same as this one among others, after the screen has changed. */
export function sameStop(stops: readonly Stop[], stop: Stop | null): Stop | null {
  const name = stop && nameOf(stop);
  return stops.find((each) => nameOf(each) === name) ?? null;
}

/** Go on by a key. `stops` are the tiles to walk over or, with tiles held, the places to put them. */
export function press(
  state: KeyState,
  { key, shift = false }: BoardKey,
  stops: readonly Stop[],
  position: Arrangement,
  selection: TileSelection,
): Pressed {
  const at = sameStop(stops, state.at);
  switch (key) {
    case "cancel":
      if (isHolding(state)) return { state: { at: state.home, held: [], home: null }, gestures: [{ do: "return" }] };
      return { state, gestures: selection.size ? [{ do: "select", tiles: only([]) }] : [] };
    case "toggle":
      if (isHolding(state) || at?.on !== "tile") return { state, gestures: [] };
      return { state, gestures: [{ do: "select", tiles: toggle(selection, at.tile) }] };
    case "lift": {
      if (isHolding(state)) {
        return at?.on === "spot" ? placed(state.held, at.spot, at) : { state, gestures: [] };
      }
      if (at?.on !== "tile") return { state, gestures: [] };
      const held = inOrder(selection.has(at.tile) ? selection : only([at.tile]), position);
      return { state: { at, held, home: at }, gestures: [{ do: "lift", tiles: held, set: null, ...centre(at.rect) }] };
    }
    case "new":
    case "rack": {
      const own = selection.size || at?.on !== "tile" ? selection : only([at.tile]);
      const tiles = isHolding(state) ? state.held : inOrder(own, position);
      const spot: Spot | null = key === "new" ? { to: "new", place: null } : ownPlace(position, tiles);
      return tiles.length && spot ? placed(tiles, spot, at) : { state, gestures: [] };
    }
    default: {
      const next = walk(stops, at ?? state.at, key);
      const gestures: Gesture[] = isHolding(state) && next ? [{ do: "drag", ...centre(next.rect) }] : [];
      if (shift && at?.on === "tile" && next?.on === "tile") {
        gestures.push({ do: "select", tiles: withTiles(selection, stretch(position, at.tile, next.tile)) });
      }
      return { state: { ...state, at: next }, gestures };
    }
  }
}

/** Tiles are put somewhere, and the keyboard stays with them. */
const placed = (tiles: readonly TileId[], spot: Spot, at: Stop | null): Pressed => ({
  state: {
    at: at && tiles[0] !== undefined ? { on: "tile", tile: tiles[0], rect: at.rect } : null,
    held: [],
    home: null,
  },
  gestures: [{ do: "place", tiles, spot }],
});

/** The place on the rack of the first of these tiles that is one's own. */
function ownPlace(position: Arrangement, tiles: readonly TileId[]): Spot | null {
  for (const [row, line] of position.rack.entries()) {
    const slot = line.findIndex((each) => each !== null && tiles.includes(each.id));
    if (slot >= 0) return { to: "rack", row, slot };
  }
  return null;
}

/** The next stop in a direction: along the line and on to the next line, or the nearest on the line above or below. */
export function walk(stops: readonly Stop[], from: Stop | null, direction: Direction): Stop | null {
  const lines = inLines(stops);
  const first = lines[0]?.[0] ?? null;
  if (from === null) return first;
  const here = sameStop(stops, from);
  if (here === null) return closest(stops, from);
  const line = lines.findIndex((each) => each.includes(here));
  if (direction === "left" || direction === "right") {
    const reading = lines.flat();
    return reading[reading.indexOf(here) + (direction === "right" ? 1 : -1)] ?? here;
  }
  const other = lines[line + (direction === "down" ? 1 : -1)];
  return other?.length ? closest(other, here) : here;
}

/** The stops line by line, each from left to right: stops are on one line when their middles are near in height. */
function inLines(stops: readonly Stop[]): Stop[][] {
  const lines: Stop[][] = [];
  for (const stop of [...stops].sort((one, two) => centre(one.rect).y - centre(two.rect).y)) {
    const head = lines.at(-1)?.[0];
    if (head && centre(stop.rect).y - centre(head.rect).y < head.rect.height / 2) lines.at(-1)?.push(stop);
    else lines.push([stop]);
  }
  return lines.map((line) => line.sort((one, two) => one.rect.x - two.rect.x));
}

function closest(stops: readonly Stop[], to: Stop): Stop | null {
  const far = (stop: Stop): number =>
    Math.abs(centre(stop.rect).x - centre(to.rect).x) + Math.abs(centre(stop.rect).y - centre(to.rect).y);
  return stops.reduce<Stop | null>((best, stop) => (best && far(best) <= far(stop) ? best : stop), null);
}

const nameOf = (stop: Stop): string => (stop.on === "tile" ? `tile ${stop.tile}` : JSON.stringify(stop.spot));
