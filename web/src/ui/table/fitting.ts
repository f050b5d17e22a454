/** What the rules' reader says about a draft: which places make legal sets, and in which order a set lies. */

import { read } from "../../core/reading";
import type { Reading } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import type { Kind } from "../../core/tiles";
import { idsOf, move, orderSet, setOf, tilesById } from "../../board/state";
import type { TableDraft, Parting, Spot, TableSet, BoardTile, TileId } from "../../board/state";

const kindsOf = (tiles: readonly BoardTile[]): Kind[] => tiles.map((tile) => tile.kind);

/** How a set reads; null when it is not legal. */
export const readSet = (set: TableSet, mirror: Mirror | null): Reading | null => read(kindsOf(set.tiles), mirror);

/** Whether tiles make a legal set as they lie. */
function lies(tiles: readonly BoardTile[], mirror: Mirror | null): boolean {
  const kinds = kindsOf(tiles);
  const reading = read(kinds, mirror);
  return reading !== null && reading.tiles.every((kind, at) => kind === kinds[at]);
}

/** Says of any place whether these tiles put there make legal sets of what lies there then. */
export function fitting(draft: TableDraft, ids: readonly TileId[], mirror: Mirror | null): (spot: Spot) => boolean {
  const known = tilesById(draft.now);
  const tiles = ids.flatMap((id) => known.get(id) ?? []);
  const moving = idsOf(tiles);

  return (spot) => {
    if (spot.to === "rack") return true;
    if (spot.to === "new") return read(kindsOf(tiles), mirror) !== null;
    const set = setOf(draft.now, spot.set);
    if (!set) return false;
    const [left, right] = [set.tiles.slice(0, spot.place), set.tiles.slice(spot.place)].map((part) =>
      part.filter((tile) => !moving.has(tile.id)),
    ) as [BoardTile[], BoardTile[]];
    if (!left.length && !right.length) return false;
    if (spot.to === "set") return lies([...left, ...tiles, ...right], mirror);
    const [joined, other] = spot.side === "left" ? [[...left, ...tiles], right] : [[...tiles, ...right], left];
    return lies(joined, mirror) && lies(other, mirror);
  };
}

/** A run parts where a tile was taken from its middle, when one side is a set by itself and all of it is none. */
export const partingOf =
  (mirror: Mirror | null): Parting =>
  (left, right) =>
    read(kindsOf([...left, ...right]), mirror) === null && (lies(left, mirror) || lies(right, mirror));

/** Put tiles somewhere, in one step, with the set they come to in its proper order. */
export function put(draft: TableDraft, ids: readonly TileId[], spot: Spot, mirror: Mirror | null): TableDraft {
  const moved = move(draft, ids, spot, partingOf(mirror));
  if (moved === draft || spot.to === "rack") return moved;
  const first = ids[0];
  const set = moved.now.sets.find((each) => each.tiles.some((tile) => tile.id === first));
  const ordered = set ? orderSet(moved, set.id, (tiles) => inOrder(tiles, mirror)) : moved;
  return ordered === moved ? moved : { ...ordered, past: moved.past };
}

/** The tiles of a set in the order they should lie: runs ascend, groups go black, red, blue, yellow. */
function inOrder(tiles: readonly BoardTile[], mirror: Mirror | null): readonly BoardTile[] {
  const reading = read(kindsOf(tiles), mirror);
  if (!reading) return tiles;
  if (reading.kind === "group") {
    const rank = new Map(tiles.map((tile, at) => [tile, reading.covers[at]?.[0]?.colour ?? 0]));
    return [...tiles].sort((one, two) => (rank.get(one) ?? 0) - (rank.get(two) ?? 0));
  }
  const left = [...tiles];
  return reading.tiles.flatMap((kind) =>
    left.splice(
      left.findIndex((tile) => tile.kind === kind),
      1,
    ),
  );
}
