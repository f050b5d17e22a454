/** What a screen reader is told of the player's own hand. */

import type { Mirror } from "../../core/rules";
import { m } from "../../paraglide/messages.js";
import { setOf, setWith, tilesById } from "../../board/state";
import type { Arrangement, SetId, Spot, TileId } from "../../board/state";
import { setWords, tileNames } from "../tiles/words";

const namesOf = (now: Arrangement, ids: readonly TileId[]): string => {
  const known = tilesById(now);
  return tileNames(ids.flatMap((id) => known.get(id)?.kind ?? []));
};

/** Tiles were lifted. */
export const liftedWords = (now: Arrangement, ids: readonly TileId[]): string =>
  m.table_said_lifted({ tiles: namesOf(now, ids) });

/** Tiles lie in a set now, or on the rack again. */
export function placedWords(now: Arrangement, ids: readonly TileId[], mirror: Mirror | null): string {
  const set = ids[0] === undefined ? undefined : setWith(now, ids[0]);
  if (!set) return m.table_said_back({ tiles: namesOf(now, ids) });
  return setWords(
    set.tiles.map((tile) => tile.kind),
    mirror,
  );
}

/** A place that tiles in the hand have come to; an empty text when there is none. */
export function spotWords(now: Arrangement, spot: Spot, legal: boolean): string {
  if (spot.to === "new") return m.table_said_new();
  if (spot.to === "rack") return m.table_said_rack({ row: spot.row + 1, slot: spot.slot + 1 });
  const set = setOf(now, spot.set);
  if (!set) return "";
  const tiles = tileNames(set.tiles.map((tile) => tile.kind));
  const [before, after] = [set.tiles[spot.place - 1], set.tiles[spot.place]];
  if (before) {
    const tile = tileNames([before.kind], "after");
    return legal ? m.table_said_fits_after({ tile, tiles }) : m.table_said_after({ tile, tiles });
  }
  const tile = after ? tileNames([after.kind], "before") : "";
  return legal ? m.table_said_fits_before({ tile, tiles }) : m.table_said_before({ tile, tiles });
}

/** How a set reads that was asked about. */
export function explainedWords(now: Arrangement, id: SetId | null, mirror: Mirror | null): string {
  const set = id === null ? undefined : setOf(now, id);
  return set
    ? setWords(
        set.tiles.map((tile) => tile.kind),
        mirror,
      )
    : "";
}
