/** Following a game from outside: it names kinds only, so the tiles known so far are found again in it. */

import { EMPTY_RACK, idsOf, kindsOf, tilesLeft, tilesOf, tilesOn, whereabouts } from "./arrangement";
import type { Arrangement, BoardTile, SetId, TableSet, TileId, TileKind, Where } from "./arrangement";
import { renewedRack } from "./rack";

/** How things are said to lie: the table, one's own rack (null for a spectator), and the seat whose move it was. */
export interface TableReport {
  readonly table: readonly (readonly TileKind[])[];
  readonly rack: readonly TileKind[] | null;
  readonly seat: number | null;
}

/** A position found again, and the next id that is free. */
export interface Followed {
  readonly position: Arrangement;
  readonly next: number;
}

/** A tile that goes from one place to another; one that comes from a seat or the pool was not seen before. */
export interface Movement {
  readonly tile: BoardTile;
  readonly from: Where;
  readonly to: Where;
}

/** What changed on the table: the sets that are new or hold other tiles, and the tiles that are new there. */
export interface TableChanges {
  readonly sets: readonly SetId[];
  readonly tiles: readonly TileId[];
}

/**
 * The arrangement that is spoken of, with the tiles and sets known so far.
 *
 * A set keeps its id, and with it its place, when it is the one that shares most tiles with the old set.
 */
export function follow(old: Arrangement, report: TableReport, next: number): Followed {
  const kinds = report.table;
  const twins = matchSets(old.sets, kinds);
  // Most sets are as they were: what lies in those is not looked for.
  const still = new Set(twins.filter((twin, index) => twin && wordOf(kindsOf(twin.tiles)) === wordOf(kinds[index]!)));
  const stock = new Stock(old, still, next);
  const taken = kinds.map((set, index) =>
    still.has(twins[index]) ? [] : stock.takeAll(set, twins[index]?.tiles ?? []),
  );
  const rackKinds = report.rack ?? [];
  const kept = stock.takeAll(rackKinds, [...tilesLeft(old), ...tilesOf(old.rack)]).filter((tile) => tile !== null);
  const sets = kinds.map((set, index): TableSet => {
    const twin = twins[index];
    if (twin && still.has(twin)) return twin;
    const tiles = set.map((kind, place) => taken[index]?.[place] ?? stock.find(kind));
    return { id: twin?.id ?? stock.fresh(), tiles, place: twin?.place ?? null };
  });
  const come = lessAll(
    rackKinds,
    kept.map((tile) => tile.kind),
  ).map((kind) => stock.find(kind));
  const rack = renewedRack(report.rack === null ? EMPTY_RACK : old.rack, idsOf(kept), come);
  return { position: { sets, rack }, next: stock.fresh() };
}

/** How tiles go from one position to the next; new ones come from the seat, or to the rack from the pool. */
export function movements(old: Arrangement, now: Arrangement, seat: number | null): Movement[] {
  const before = whereabouts(old);
  const after = whereabouts(now);
  const other: Where = seat === null ? { at: "pool" } : { at: "seat", seat };
  const found: Movement[] = [];
  for (const tile of [...tilesOn(now.sets), ...tilesOf(now.rack)]) {
    const to = after.get(tile.id);
    const from = before.get(tile.id) ?? (to?.at === "set" ? other : { at: "pool" });
    if (to && !sameHome(from, to)) {
      found.push({ tile, from, to });
      before.set(tile.id, to);
    }
  }
  for (const tile of [...tilesOn(old.sets), ...tilesOf(old.rack)]) {
    const from = before.get(tile.id);
    if (from && !after.has(tile.id)) {
      found.push({ tile, from, to: other });
      before.delete(tile.id);
    }
  }
  return found;
}

/** What is not the same on two tables. */
export function changes(old: readonly TableSet[], now: readonly TableSet[]): TableChanges {
  const before = new Map(old.map((set) => [set.id, idsOf(set.tiles)]));
  const known = idsOf(tilesOn(old));
  const touched = now.filter((set) => {
    const tiles = before.get(set.id);
    return tiles?.size !== set.tiles.length || set.tiles.some((tile) => !tiles.has(tile.id));
  });
  return {
    sets: touched.map((set) => set.id),
    tiles: tilesOn(now).flatMap((tile) => (known.has(tile.id) ? [] : [tile.id])),
  };
}

/** For each new set the old set it is: the one it shares most tiles with, and of two such the smaller one. */
export function matchSets(old: readonly TableSet[], now: readonly (readonly TileKind[])[]): (TableSet | undefined)[] {
  // Most sets are as they were: these find each other at once, and only the others are compared with one another.
  const same = new Map<string, TableSet[]>();
  for (const set of old) {
    const word = wordOf(kindsOf(set.tiles));
    same.set(word, [...(same.get(word) ?? []), set]);
  }
  const twins = now.map((kinds) => same.get(wordOf(kinds))?.shift());
  const found = new Set(twins);
  const left = new Set(old.filter((set) => !found.has(set)));
  const pairs = [...left].flatMap((set) =>
    now.flatMap((other, index) => {
      const shared = twins[index] ? 0 : set.tiles.length - lessAll(kindsOf(set.tiles), other).length;
      return shared ? [{ set, index, shared, size: set.tiles.length + other.length }] : [];
    }),
  );
  for (const { set, index } of pairs.sort((one, two) => two.shared - one.shared || one.size - two.size)) {
    if (left.has(set) && !twins[index]) {
      twins[index] = set;
      left.delete(set);
    }
  }
  return twins;
}

/** The same for sets of the same kinds in the same order. */
const wordOf = (kinds: readonly TileKind[]): string => kinds.join();

/** The tiles not found again yet, first those from the table, then those from the rack. */
class Stock {
  readonly #left = new Map<TileKind, BoardTile[]>();
  #next: number;

  /** All tiles but those of the sets that stay. */
  constructor(old: Arrangement, still: ReadonlySet<TableSet | undefined>, next: number) {
    this.#next = next;
    const lying = idsOf(tilesOn(old.sets));
    const loose = tilesOn(old.sets.filter((set) => !still.has(set)));
    for (const tile of [...loose, ...tilesOf(old.rack).filter((each) => !lying.has(each.id))]) {
      const copies = this.#left.get(tile.kind);
      if (copies) copies.push(tile);
      else this.#left.set(tile.kind, [tile]);
    }
  }

  fresh(): number {
    return this.#next++;
  }

  /** A tile for each kind from these tiles, as far as they are still there. */
  takeAll(kinds: readonly TileKind[], from: readonly BoardTile[]): (BoardTile | null)[] {
    const open = [...from];
    return kinds.map((kind) => {
      const at = open.findIndex((tile) => tile.kind === kind && this.#left.get(kind)?.includes(tile));
      const [tile] = at < 0 ? [] : open.splice(at, 1);
      if (tile) this.#drop(tile);
      return tile ?? null;
    });
  }

  /** A tile of this kind from wherever one is left, else a new one. */
  find(kind: TileKind): BoardTile {
    const tile = this.#left.get(kind)?.[0];
    if (tile) this.#drop(tile);
    return tile ?? { id: this.fresh(), kind };
  }

  #drop(tile: BoardTile): void {
    const copies = this.#left.get(tile.kind);
    copies?.splice(copies.indexOf(tile), 1);
  }
}

/** The kinds less one for each of the others. */
function lessAll(kinds: readonly TileKind[], others: readonly TileKind[]): TileKind[] {
  const left = [...kinds];
  for (const kind of others) {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function sameHome(one: Where, other: Where): boolean {
  return one.at === other.at && (one.at !== "set" || other.at !== "set" || one.set === other.set);
}
