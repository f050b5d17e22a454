/** Which tiles are selected: ids in no order of their own; moving them keeps the order in which they lie. */

import { centre, contains } from "./geometry";
import type { Rect } from "./geometry";
import { setWith, shownRack, tilesLeft, tilesOn } from "./arrangement";
import type { Arrangement, BoardTile, TileId } from "./arrangement";

export type TileSelection = ReadonlySet<TileId>;

export const NOTHING: TileSelection = new Set();

/** These tiles and no others. */
export const only = (ids: Iterable<TileId>): TileSelection => new Set(ids);

/** These tiles as well. */
export const withTiles = (selection: TileSelection, ids: Iterable<TileId>): TileSelection =>
  new Set([...selection, ...ids]);

/** One tile more, or one less when it was selected. */
export function toggle(selection: TileSelection, id: TileId): TileSelection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The tiles from one to another that lie in the same set or the same row of the rack; else the second alone. */
export function stretch(position: Arrangement, from: TileId, to: TileId): TileSelection {
  for (const line of lines(position)) {
    const one = line.findIndex((tile) => tile.id === from);
    const other = line.findIndex((tile) => tile.id === to);
    if (one >= 0 && other >= 0) {
      return only(line.slice(Math.min(one, other), Math.max(one, other) + 1).map((tile) => tile.id));
    }
  }
  return only([to]);
}

/** The tiles of the set this tile lies in, or the tile alone. */
export const wholeSet = (position: Arrangement, id: TileId): TileSelection =>
  only(setWith(position, id)?.tiles.map((tile) => tile.id) ?? [id]);

/** The tiles whose middle is within an area. */
export const lasso = (rects: ReadonlyMap<TileId, Rect>, area: Rect): TileSelection =>
  only([...rects].filter(([, rect]) => contains(area, centre(rect))).map(([id]) => id));

/** What is still there of a selection. */
export function still(selection: TileSelection, position: Arrangement): TileSelection {
  const there = new Set(inOrder(selection, position));
  return there.size === selection.size ? selection : there;
}

/** The selected tiles in the order in which they lie: the rack row by row, then the table set by set. */
export const inOrder = (selection: TileSelection, position: Arrangement): TileId[] =>
  selection.size
    ? [...tilesLeft(position), ...tilesOn(position.sets)].map((tile) => tile.id).filter((id) => selection.has(id))
    : [];

/** Whether two tiles lie in the same set or the same row of the rack. */
export const together = (position: Arrangement, one: TileId, other: TileId): boolean =>
  stretch(position, one, other).has(one);

function lines(position: Arrangement): BoardTile[][] {
  const rows = shownRack(position).map((row) => row.filter((slot) => slot !== null));
  return [...rows, ...position.sets.map((set) => [...set.tiles])];
}
