/** Which tiles of a table are new and which have moved, for a picture of a turn. */

import type { Kind } from "../../core/tiles";

export type TileMark = "" | "new" | "moved";

type TileSets = readonly (readonly Kind[])[];

/** How the tiles of the table after a turn are marked: new ones come from the rack, moved ones from another set. */
export function marksOf(before: TileSets, after: TileSets): TileMark[][] {
  const played = without(after.flat(), before.flat());
  const free = new Set(before.keys());
  const kept = after.map((): readonly Kind[] => []);
  // Each set goes on from the one it shares most tiles with, the largest share first.
  const shares = after.flatMap((set, to) => before.map((old, from) => ({ to, from, tiles: shared(set, old) })));
  const done = new Set<number>();
  for (const { to, from, tiles } of shares.sort((one, other) => other.tiles.length - one.tiles.length)) {
    if (!tiles.length || done.has(to) || !free.delete(from)) continue;
    done.add(to);
    kept[to] = tiles;
  }
  return after.map((set, to) => {
    const own = [...(kept[to] ?? [])];
    return set.map((kind) => (take(own, kind) ? "" : take(played, kind) ? "new" : "moved"));
  });
}

function take(tiles: Kind[], kind: Kind): boolean {
  const at = tiles.indexOf(kind);
  if (at >= 0) tiles.splice(at, 1);
  return at >= 0;
}

const without = (tiles: readonly Kind[], others: readonly Kind[]): Kind[] => {
  const left = [...tiles];
  for (const kind of others) take(left, kind);
  return left;
};

const shared = (one: readonly Kind[], other: readonly Kind[]): readonly Kind[] => {
  const left = [...other];
  return one.filter((kind) => take(left, kind));
};
