/** What the table's tests share: chance that can be repeated, games of tiles, and what must always hold. */

import { reportOf } from "../../../src/app/written";
import { formatTiles } from "../../../src/core/notation";
import { kindText } from "../../../src/core/tiles";
import type { Kind } from "../../../src/core/tiles";
import { EMPTY_DRAFT, hear as hearOf, idsOf, tilesOf, tilesOn } from "../../../src/board/state";
import type { BoardTile, Heard, TableDraft, TileId } from "../../../src/board/state";

/** Chance from a seed: the same numbers every time. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number below this one. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }
}

/** All 106 tiles as kinds. */
export const ALL: readonly Kind[] = [...Array.from({ length: 104 }, (_, at) => at % 52), 52, 52];

/** A draft of a table and a rack that was just heard of. */
export const begun = (table: string, rack: string | null = ""): TableDraft =>
  hear(EMPTY_DRAFT, { table, rack, seat: null }, true).draft;

/** What is said of a table, written. */
export interface WrittenReport {
  readonly table: string;
  readonly rack: string | null;
  readonly seat: number | null;
}

/** Hear of a table in writing. */
export const hear = (draft: TableDraft, { table, rack, seat }: WrittenReport, over: boolean): Heard =>
  hearOf(draft, reportOf(table, rack, seat), over);

/** The id of the first tile of this kind, or of the copy asked for. */
export function tile(draft: TableDraft, text: string, copy = 0): TileId {
  const all = new Map([...tilesOn(draft.now.sets), ...tilesOf(draft.now.rack)].map((each) => [each.id, each]));
  const found = [...all.values()].filter((each) => kindText(each.kind) === text)[copy];
  if (!found) throw new Error(`there is no ${text}`);
  return found.id;
}

export const setText = (tiles: readonly BoardTile[]): string => formatTiles(tiles.map((each) => each.kind));

export const rackText = (draft: TableDraft): string =>
  draft.now.rack.map((row) => row.map((slot) => (slot ? kindText(slot.kind) : "-")).join(" ")).join(" / ");

/** What is wrong with a draft: a tile twice, lost, or where it must not be; its steps are looked at unless told. */
export function faults(draft: TableDraft, steps = true): string[] {
  const own = idsOf(tilesOf(draft.now.rack));
  const base = idsOf(tilesOn(draft.base));
  const found = new Set<string>();
  if ([...own].some((id) => base.has(id))) found.add("a tile is on the server's table and on the rack");
  for (const position of steps ? [...draft.past, draft.now, ...draft.future] : [draft.now]) {
    const table = tilesOn(position.sets);
    const lying = idsOf(table);
    const rack = tilesOf(position.rack);
    if (rack.length !== own.size || !rack.every((each) => own.has(each.id))) found.add("a tile of one's own is lost");
    if (idsOf(rack).size !== rack.length) found.add("a tile is twice on the rack");
    if (lying.size !== table.length) found.add("a tile lies twice on the table");
    if (![...base].every((id) => lying.has(id))) found.add("a tile of the table is lost");
    if (!table.every((each) => own.has(each.id) || base.has(each.id))) found.add("a tile came from nowhere");
    if (!position.sets.every((set) => set.tiles.length)) found.add("a set is empty");
    if (new Set(position.sets.map((set) => set.id)).size !== position.sets.length) found.add("two sets have one id");
    if (position.rack.length !== 2) found.add("the rack has not two rows");
  }
  return [...found];
}
