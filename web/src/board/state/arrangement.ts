/** Where every tile lies: the sets on the table and the rack. Two red 7s are two tiles, told apart by their ids. */

/** What is printed on a tile, numbered by whoever uses the board, which only asks whether two are the same. */
export type TileKind = number;
export type TileId = number;
export type SetId = number;

/** A physical tile. */
export interface BoardTile {
  readonly id: TileId;
  readonly kind: TileKind;
}

/** A place on the cloth that was asked for: a row, and how many tile widths from the left. */
export interface ClothPlace {
  readonly row: number;
  readonly x: number;
}

/** A set on the table; `place` is where the player put it, null where the layout finds one. */
export interface TableSet {
  readonly id: SetId;
  readonly tiles: readonly BoardTile[];
  readonly place: ClothPlace | null;
}

/** A slot of the rack: a tile or a gap. */
export type Slot = BoardTile | null;

/** The rows of a rack. A tile of one's own keeps its slot while it lies on the table in a draft. */
export type RackRows = readonly (readonly Slot[])[];

/** The table and the rack at one moment. */
export interface Arrangement {
  readonly sets: readonly TableSet[];
  readonly rack: RackRows;
}

/** Where one tile lies. */
export type Where =
  | { readonly at: "set"; readonly set: SetId; readonly place: number }
  | { readonly at: "rack"; readonly row: number; readonly slot: number }
  | { readonly at: "seat"; readonly seat: number }
  | { readonly at: "pool" };

export const EMPTY_RACK: RackRows = [[], []];
export const EMPTY_ARRANGEMENT: Arrangement = { sets: [], rack: EMPTY_RACK };

/** Every tile on the table, set by set. */
export const tilesOn = (sets: readonly TableSet[]): BoardTile[] => sets.flatMap((set) => set.tiles);

/** Every tile of one's own, row by row, those that lie on the table in a draft among them. */
export const tilesOf = (rack: RackRows): BoardTile[] => rack.flat().filter((slot) => slot !== null);

/** The ids of some tiles. */
export const idsOf = (tiles: readonly BoardTile[]): Set<TileId> => new Set(tiles.map((tile) => tile.id));

/** The set with this id. */
export const setOf = (position: Arrangement, id: SetId): TableSet | undefined =>
  position.sets.find((set) => set.id === id);

/** The set a tile lies in. */
export const setWith = (position: Arrangement, tile: TileId): TableSet | undefined =>
  position.sets.find((set) => set.tiles.some((each) => each.id === tile));

/** What is printed on the tiles of each set. */
export const kindsOn = (sets: readonly TableSet[]): TileKind[][] => sets.map((set) => kindsOf(set.tiles));

/** What is printed on some tiles. */
export const kindsOf = (tiles: readonly BoardTile[]): TileKind[] => tiles.map((tile) => tile.kind);

/** The rack as it is seen: a tile that lies on the table leaves a gap, and gaps at the end of a row are not there. */
export function shownRack(position: Arrangement): RackRows {
  const away = idsOf(tilesOn(position.sets));
  return position.rack.map((row) => trimmed(row.map((slot) => (slot && away.has(slot.id) ? null : slot))));
}

/** The tiles left on the rack, row by row. */
export const tilesLeft = (position: Arrangement): BoardTile[] => tilesOf(shownRack(position));

/** A row of slots without the gaps at its end. */
export function trimmed(row: readonly Slot[]): readonly Slot[] {
  return row.slice(0, row.findLastIndex((slot) => slot !== null) + 1);
}

/** Where every tile is seen to lie, by its id. */
export function whereabouts(position: Arrangement): Map<TileId, Where> {
  const found = new Map<TileId, Where>();
  position.rack.forEach((row, at) =>
    row.forEach((tile, slot) => tile && found.set(tile.id, { at: "rack", row: at, slot })),
  );
  for (const set of position.sets) {
    set.tiles.forEach((tile, place) => found.set(tile.id, { at: "set", set: set.id, place }));
  }
  return found;
}

/** Every tile by its id. */
export const tilesById = (position: Arrangement): Map<TileId, BoardTile> =>
  new Map([...tilesOf(position.rack), ...tilesOn(position.sets)].map((tile) => [tile.id, tile]));

/** Whether two positions show the same: the same sets in the same places, the same rack. */
export function sameArrangement(one: Arrangement, other: Arrangement): boolean {
  if (one === other) return true;
  const sets = one.sets.every((set, index) => {
    const twin = other.sets[index];
    return set.id === twin?.id && sameTiles(set.tiles, twin.tiles) && samePlace(set.place, twin.place);
  });
  const rack = one.rack.every((row, at) => sameTiles(row, other.rack[at]));
  return sets && rack && one.sets.length === other.sets.length && one.rack.length === other.rack.length;
}

/** Whether two rows hold the same tiles in the same order. */
export const sameTiles = (one: readonly Slot[], other: readonly Slot[] | undefined): boolean =>
  one === other || (one.length === other?.length && one.every((slot, index) => slot?.id === other[index]?.id));

/** Whether two places asked for are one. */
export const samePlace = (one: ClothPlace | null, other: ClothPlace | null): boolean =>
  one === other || (one !== null && other !== null && one.row === other.row && one.x === other.x);
