/** What a reader of sets says about a draft: which places make legal sets, and in which order a set lies. */

import { idsOf, kindsOf, setOf, tilesById } from "./arrangement";
import type { BoardTile, SetId, TileId, TileKind } from "./arrangement";
import { move, orderSet, redo, split, undo, undoAll } from "./draft";
import type { Parting, Spot, TableDraft } from "./draft";

/** How tiles of a set read, as far as a board must know. */
export interface SetReading {
  /** Whether they lie in the order they are read in. */
  readonly lies: boolean;
  /** The order they should lie in: each tile by its place among those given. */
  readonly order: () => readonly number[];
}

/** Reads a set; null when it is not legal. The rules are those of whoever uses the board. */
export type ReadSet = (kinds: readonly TileKind[]) => SetReading | null;

/** What the player means, to be carried out on a draft. */
export type BoardIntent =
  | { readonly do: "place"; readonly tiles: readonly TileId[]; readonly spot: Spot }
  | { readonly do: "split"; readonly set: SetId; readonly place: number }
  | { readonly do: "undo" | "redo" | "undo-all" };

/** The draft after what the player meant. */
export function carriedOut(draft: TableDraft, intent: BoardIntent, read: ReadSet): TableDraft {
  switch (intent.do) {
    case "place":
      return put(draft, intent.tiles, intent.spot, read);
    case "split":
      return split(draft, intent.set, intent.place);
    case "undo":
      return undo(draft);
    case "redo":
      return redo(draft);
    case "undo-all":
      return undoAll(draft);
  }
}

/** Says of any place whether these tiles put there make legal sets of what lies there then. */
export function fitting(draft: TableDraft, ids: readonly TileId[], read: ReadSet): (spot: Spot) => boolean {
  const known = tilesById(draft.now);
  const tiles = ids.flatMap((id) => known.get(id) ?? []);
  const moving = idsOf(tiles);
  const stays = (tile: BoardTile): boolean => !moving.has(tile.id);

  return (spot) => {
    if (spot.to === "rack") return true;
    if (spot.to === "new") return read(kindsOf(tiles)) !== null;
    const set = setOf(draft.now, spot.set);
    if (!set) return false;
    const left = set.tiles.slice(0, spot.place).filter(stays);
    const right = set.tiles.slice(spot.place).filter(stays);
    if (!left.length && !right.length) return false;
    if (spot.to === "set") return lies([...left, ...tiles, ...right], read);
    const [joined, other] = spot.side === "left" ? [[...left, ...tiles], right] : [[...tiles, ...right], left];
    return lies(joined, read) && lies(other, read);
  };
}

/** A run parts where a tile was taken from its middle, when one side is a set by itself and all of it is none. */
export const partingBy =
  (read: ReadSet): Parting =>
  (left, right) =>
    read(kindsOf([...left, ...right])) === null && (lies(left, read) || lies(right, read));

/** Put tiles somewhere, in one step, with the set they come to in its proper order. */
export function put(draft: TableDraft, ids: readonly TileId[], spot: Spot, read: ReadSet): TableDraft {
  const moved = move(draft, ids, spot, partingBy(read));
  if (moved === draft || spot.to === "rack") return moved;
  const set = moved.now.sets.find(({ tiles }) => tiles.some(({ id }) => id === ids[0]));
  const ordered = set ? orderSet(moved, set.id, (tiles) => inOrder(tiles, read)) : moved;
  return { ...ordered, past: moved.past };
}

/** Whether tiles make a legal set as they lie. */
const lies = (tiles: readonly BoardTile[], read: ReadSet): boolean => read(kindsOf(tiles))?.lies ?? false;

const inOrder = (tiles: readonly BoardTile[], read: ReadSet): readonly BoardTile[] =>
  read(kindsOf(tiles))
    ?.order()
    .flatMap((place) => tiles[place] ?? []) ?? tiles;
