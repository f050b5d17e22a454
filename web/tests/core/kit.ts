import { formatTiles, parseTable, parseTiles } from "../../src/core/notation";
import type { Rules } from "../../src/core/rules";
import type { Kind } from "../../src/core/tiles";
import type { Proposal } from "../../src/core/turn";

/** Do something with tiles, in and out as text. */
export const byText = (text: string, change: (tiles: Kind[]) => Kind[]): string =>
  formatTiles(change(parseTiles(text)));

/** The rules of the edition Sabra with its usual tiles, and some rows of the house's own. */
export const sabra = (changes: Partial<Rules> = {}): Rules => ({
  name: "ours",
  booklet: "sabra-2022-de-es-pt-fr-nl",
  tile_set: { name: "106", copies: 2, jokers: [2, 0, 0, 0] },
  players: [2, 4],
  rack_size: 14,
  opening: 30,
  table_in_opening: true,
  freeing: "free",
  time_limit: 60,
  overtime: "keep",
  overtime_draw: 3,
  idle_draw: 1,
  joker_penalty: 25,
  pool_empty: "play-on",
  pool_scores: "difference",
  match: "total",
  referee: 2,
  house: Object.keys(changes),
  ...changes,
});

/** A turn in notation: table before, rack, table after; of somebody who has opened. */
export const turn = (before: string, rack: string, after: string, more: Partial<Proposal> = {}): Proposal => ({
  before: parseTable(before),
  rack: parseTiles(rack),
  after: parseTable(after),
  opened: true,
  ...more,
});
