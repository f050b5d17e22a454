/** One's own order on the rack: dropping tiles into slots, new tiles, tiles that are gone. */

import { idsOf, tilesOf, trimmed } from "./arrangement";
import type { RackRows, Slot, BoardTile, TileId } from "./arrangement";

/** A row never gets longer by gaps than this; tiles always find room. */
const LONGEST_ROW = 30;

/**
 * Put some of one's own tiles into a row from this slot on, in their order.
 *
 * Free slots are filled, and where the tiles came from stays free. Where a tile is in the way the others move aside,
 * and there as at the end of a row the slots the tiles came from close. `away` are the tiles on the table: their
 * slots are free to the eye, so they are kept elsewhere.
 */
export function putInRack(
  rack: RackRows,
  tiles: readonly BoardTile[],
  row: number,
  slot: number,
  away: ReadonlySet<TileId>,
): RackRows {
  const moving = idsOf(tiles);
  const lines: (Slot | undefined)[][] = rack.map((line) =>
    line.map((each) => (each && moving.has(each.id) ? undefined : each)),
  );
  const line = lines[clamp(row, 0, lines.length - 1)];
  if (line === undefined) return rack;
  const at = clamp(slot, 0, Math.max(line.length, LONGEST_ROW - tiles.length));
  const there = Array.from({ length: tiles.length }, (_, index) => line[at + index]);
  if (at !== line.length && there.every((each) => !each || away.has(each.id))) {
    while (line.length < at) line.push(null);
    line.splice(at, tiles.length, ...tiles);
    const homeless = there.filter((each) => each != null);
    return tidy(lines.map((each) => each.map((old) => (old === undefined ? (homeless.shift() ?? null) : old))));
  }
  line.splice(at, 0, ...tiles);
  return tidy(lines.map((each) => each.filter((old) => old !== undefined)));
}

/** The rack in another order, shared evenly among its rows; tiles on the table keep the last slots. */
export function sortedRack(
  rack: RackRows,
  order: (tiles: readonly BoardTile[]) => readonly BoardTile[],
  away: ReadonlySet<TileId>,
): RackRows {
  const own = tilesOf(rack);
  const present = own.filter((tile) => !away.has(tile.id));
  const wanted = [...new Set(order(present))].filter((tile) => present.includes(tile));
  const missing = present.filter((tile) => !wanted.includes(tile));
  const rows = inRows([...wanted, ...missing], rack.length);
  return rows.map((row, at) => (at === rows.length - 1 ? [...row, ...own.filter((tile) => away.has(tile.id))] : row));
}

/** The rack after some tiles are gone, whose slots close, and others came, each at the end of the shortest row. */
export function renewedRack(rack: RackRows, kept: ReadonlySet<TileId>, come: readonly BoardTile[]): RackRows {
  if (!tilesOf(rack).length) return inRows(come, Math.max(rack.length, 1));
  const lines = rack.map((row) => row.filter((slot) => slot === null || kept.has(slot.id)));
  for (const tile of come) {
    const shortest = lines.reduce((best, line) => (line.length < best.length ? line : best));
    shortest.push(tile);
  }
  return tidy(lines);
}

function inRows(tiles: readonly BoardTile[], rows: number): BoardTile[][] {
  const each = Math.ceil(tiles.length / rows);
  return Array.from({ length: rows }, (_, at) => tiles.slice(at * each, (at + 1) * each));
}

const tidy = (rows: readonly (readonly Slot[])[]): RackRows => rows.map(trimmed);

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(Number.isFinite(value) ? Math.trunc(value) : low, low), high);
