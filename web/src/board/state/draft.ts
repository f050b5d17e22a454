/** The draft of a turn: the table as the server has it, how it lies now, and every step on the way.
 *
 * Each operation is total: it never throws and never loses a tile; what cannot be done gives the same draft back.
 */

import {
  EMPTY_ARRANGEMENT,
  idsOf,
  samePlace,
  sameArrangement,
  sameTiles,
  setOf,
  tilesById,
  tilesOn,
} from "./arrangement";
import type { ClothPlace, Arrangement, SetId, TableSet, BoardTile, TileId } from "./arrangement";
import { putInRack, sortedRack } from "./rack";

/** A turn being made; `next` is the next id that is free, for tiles and sets alike. */
export interface TableDraft {
  readonly base: readonly TableSet[];
  readonly now: Arrangement;
  readonly past: readonly Arrangement[];
  readonly future: readonly Arrangement[];
  readonly next: number;
}

/**
 * Where tiles can be put. `place` in a set counts its tiles as they lie: 0 is before the first.
 *
 * At a `split` the set parts there, and the tiles join the part on that side.
 */
export type Spot =
  | { readonly to: "set"; readonly set: SetId; readonly place: number }
  | { readonly to: "split"; readonly set: SetId; readonly place: number; readonly side: "left" | "right" }
  | { readonly to: "new"; readonly place: ClothPlace | null }
  | { readonly to: "rack"; readonly row: number; readonly slot: number };

/** Whether a set parts where tiles were taken from its middle: asked of whoever knows the rules. */
export type Parting = (left: readonly BoardTile[], right: readonly BoardTile[]) => boolean;

export const EMPTY_DRAFT: TableDraft = { base: [], now: EMPTY_ARRANGEMENT, past: [], future: [], next: 1 };

/** One's own tiles that lie on the table now, but not for the server. */
export function laid(draft: TableDraft): BoardTile[] {
  const base = idsOf(tilesOn(draft.base));
  return tilesOn(draft.now.sets).filter((tile) => !base.has(tile.id));
}

/** Whether the table lies otherwise than the server has it; the order and the place of the sets do not count. */
export function differs(draft: TableDraft): boolean {
  const base = new Map(draft.base.map((set) => [set.tiles[0]?.id, set]));
  return (
    base.size !== draft.now.sets.length ||
    draft.now.sets.some((set) => !sameTiles(set.tiles, base.get(set.tiles[0]?.id)?.tiles))
  );
}

/** Put tiles, in the order given, somewhere else. Only one's own tiles of this turn can go to the rack. */
export function move(draft: TableDraft, ids: readonly TileId[], spot: Spot, parting?: Parting): TableDraft {
  const { sets, rack } = draft.now;
  const known = tilesById(draft.now);
  const base = idsOf(tilesOn(draft.base));
  const tiles = [...new Set(ids)]
    .map((id) => known.get(id))
    .filter((tile) => tile !== undefined)
    .filter((tile) => spot.to !== "rack" || !base.has(tile.id));
  if (!tiles.length) return draft;
  const moving = idsOf(tiles);
  const fresh = counter(draft.next);
  const rest = (set: TableSet): TableSet[] => remains(set, moving, parting, fresh);
  if (spot.to === "rack") {
    const left = sets.flatMap(rest);
    return step(
      draft,
      { sets: left, rack: putInRack(rack, tiles, spot.row, spot.slot, idsOf(tilesOn(left))) },
      fresh(),
    );
  }
  if (spot.to === "new") {
    const whole = sets.find(
      (set) => set.tiles.length === tiles.length && set.tiles.every((tile) => moving.has(tile.id)),
    );
    const made = { id: whole?.id ?? fresh(), tiles, place: spot.place ?? whole?.place ?? null };
    const others = sets.flatMap((set) => (set === whole ? [made] : rest(set)));
    return step(draft, { sets: whole ? others : [...others, made], rack }, fresh());
  }
  const target = setOf(draft.now, spot.set);
  if (target === undefined) return draft;
  const made = [...received(target, tiles, moving, spot, fresh)];
  return step(draft, { sets: sets.flatMap((set) => (set === target ? made : rest(set))), rack }, fresh());
}

/** Part a set in two before this tile of it. */
export function split(draft: TableDraft, id: SetId, place: number): TableDraft {
  const set = setOf(draft.now, id);
  if (set === undefined || !(place > 0 && place < set.tiles.length)) return draft;
  const left = { ...set, tiles: set.tiles.slice(0, place) };
  const right = { id: draft.next, tiles: set.tiles.slice(place), place: null };
  const sets = draft.now.sets.flatMap((each) => (each === set ? [left, right] : [each]));
  return step(draft, { ...draft.now, sets }, draft.next + 1);
}

/** Put all of one set into another, at its end or at this place. */
export function join(draft: TableDraft, id: SetId, into: SetId, place = Infinity): TableDraft {
  const set = setOf(draft.now, id);
  if (set === undefined || id === into) return draft;
  return move(
    draft,
    set.tiles.map((tile) => tile.id),
    { to: "set", set: into, place },
  );
}

/** Put a whole set in another place on the table. */
export function placeSet(draft: TableDraft, id: SetId, place: ClothPlace): TableDraft {
  const sets = draft.now.sets.map((set) => (set.id === id && !samePlace(set.place, place) ? { ...set, place } : set));
  return step(draft, { ...draft.now, sets }, draft.next);
}

/** Bring the tiles of a set into another order; it must give the same tiles. */
export function orderSet(
  draft: TableDraft,
  id: SetId,
  order: (tiles: readonly BoardTile[]) => readonly BoardTile[],
): TableDraft {
  const set = setOf(draft.now, id);
  if (set === undefined) return draft;
  const tiles = order(set.tiles);
  const ids = idsOf(tiles);
  if (tiles.length !== set.tiles.length || set.tiles.some((tile) => !ids.has(tile.id))) return draft;
  const sets = draft.now.sets.map((each) => (each === set ? { ...set, tiles } : each));
  return step(draft, { ...draft.now, sets }, draft.next);
}

/** Put everything back: the table as the server has it, one's own tiles in their slots. */
export const putBack = (draft: TableDraft): TableDraft =>
  differs(draft) ? step(draft, { ...draft.now, sets: draft.base }, draft.next) : draft;

/** Bring the rack into an order given from outside; it may leave tiles out, which then come last. */
export function sortRack(draft: TableDraft, order: (tiles: readonly BoardTile[]) => readonly BoardTile[]): TableDraft {
  const rack = sortedRack(draft.now.rack, order, idsOf(laid(draft)));
  return step(draft, { ...draft.now, rack }, draft.next);
}

/** Take the last step back. */
export function undo(draft: TableDraft): TableDraft {
  const now = draft.past.at(-1);
  return now ? { ...draft, now, past: draft.past.slice(0, -1), future: [draft.now, ...draft.future] } : draft;
}

/** Do again what was taken back last. */
export function redo(draft: TableDraft): TableDraft {
  const [now, ...future] = draft.future;
  return now ? { ...draft, now, past: [...draft.past, draft.now], future } : draft;
}

/** Take the whole turn back; each step can be done again. */
export function undoAll(draft: TableDraft): TableDraft {
  const [now, ...steps] = draft.past;
  return now ? { ...draft, now, past: [], future: [...steps, draft.now, ...draft.future] } : draft;
}

/** Do everything again that was taken back. */
export function redoAll(draft: TableDraft): TableDraft {
  const now = draft.future.at(-1);
  return now ? { ...draft, now, past: [...draft.past, draft.now, ...draft.future.slice(0, -1)], future: [] } : draft;
}

/** The draft with this as its next step; the same draft when nothing changes. */
export function step(draft: TableDraft, now: Arrangement, next: number): TableDraft {
  if (sameArrangement(draft.now, now)) return draft;
  return { ...draft, now, past: [...draft.past, draft.now], future: [], next };
}

function counter(next: number): () => number {
  return () => next++;
}

function* received(
  target: TableSet,
  tiles: readonly BoardTile[],
  moving: ReadonlySet<TileId>,
  spot: Extract<Spot, { to: "set" | "split" }>,
  fresh: () => number,
): Generator<TableSet> {
  const stays = (tile: BoardTile): boolean => !moving.has(tile.id);
  const left = target.tiles.slice(0, Math.max(0, spot.place)).filter(stays);
  const right = target.tiles.slice(Math.max(0, spot.place)).filter(stays);
  if (spot.to === "set") {
    yield { ...target, tiles: [...left, ...tiles, ...right] };
    return;
  }
  const parts = spot.side === "left" ? [[...left, ...tiles], right] : [left, [...tiles, ...right]];
  const [first, second] = parts.filter((part) => part.length);
  if (first) yield { ...target, tiles: first };
  if (second) yield { id: fresh(), tiles: second, place: null };
}

/** What is left of a set after tiles were taken: nothing, one set, or the parts between the holes. */
function remains(
  set: TableSet,
  moving: ReadonlySet<TileId>,
  parting: Parting | undefined,
  fresh: () => number,
): TableSet[] {
  if (!set.tiles.some((tile) => moving.has(tile.id))) return [set];
  const parts: BoardTile[][] = [];
  let hole = true;
  for (const tile of set.tiles) {
    if (moving.has(tile.id)) hole = true;
    else if (hole) {
      parts.push([tile]);
      hole = false;
    } else parts.at(-1)?.push(tile);
  }
  const kept: BoardTile[][] = [];
  for (const part of parts) {
    const before = kept.at(-1);
    if (before === undefined || parting?.(before, part)) kept.push(part);
    else before.push(...part);
  }
  return kept.map((tiles, index) => (index ? { id: fresh(), tiles, place: null } : { ...set, tiles }));
}
