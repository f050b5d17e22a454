/** Which sets of a table are still there after a turn, and which are new. */

import type { Kind } from "./tiles";

/** The sets of a table, in order. */
export type Sets = readonly (readonly Kind[])[];

/**
 * The sets of `before` that are gone, and the places in `after` of those that are new.
 *
 * A set is still there when its tiles lie together with no others, in any order.
 */
export function matchedSets(before: Sets, after: Sets): { gone: Sets; fresh: readonly number[] } {
  const left = byTiles(before);
  const fresh: number[] = [];
  for (const [place, tiles] of after.entries()) if (!left.get(tilesKey(tiles))?.pop()) fresh.push(place);
  return { gone: [...left.values()].flat(), fresh };
}

/** The table with every set that was there before in the order it had. */
export function keepOwnOrder(before: Sets, table: Sets): Sets {
  const own = byTiles(before);
  return table.map((tiles) => own.get(tilesKey(tiles))?.shift() ?? tiles);
}

const tilesKey = (tiles: readonly Kind[]): string => tiles.toSorted((one, two) => one - two).join();

function byTiles(sets: Sets): Map<string, (readonly Kind[])[]> {
  const found = new Map<string, (readonly Kind[])[]>();
  for (const tiles of sets) {
    const same = found.get(tilesKey(tiles));
    if (same) same.push(tiles);
    else found.set(tilesKey(tiles), [tiles]);
  }
  return found;
}
