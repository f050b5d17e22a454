/**
 * The rules of a game and what can be wrong with a turn; docs/rules.md says what each row means.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

/**
 * The rules one game is played by: an edition's rows, settled on one tile set.
 *
 * `mirror` is `null` where no rule for a mirror joker is given; `time_limit` is in seconds, or
 * `null` for none. `referee` says which of the referees there have been judges: games begun under an earlier one
 * are played and proven by what held then.
 */
export interface Rules {
  readonly name: string;
  readonly booklet: string;
  readonly tile_set: TileSet;
  readonly players: readonly [number, number];
  readonly rack_size: number;
  readonly opening: number;
  readonly table_in_opening: boolean;
  readonly freeing: Freeing;
  readonly time_limit: number | null;
  readonly overtime: Overtime;
  readonly overtime_draw: number;
  readonly idle_draw: number;
  readonly joker_penalty: number;
  readonly pool_empty: PoolEmpty;
  readonly pool_scores: PoolScores;
  readonly match: MatchRule;
  readonly mirror?: Mirror;
  readonly drawn?: "frees" | "waits";
  readonly opening_sets?: "one" | "several";
  readonly freed_joker?: "anywhere" | "new-set";
  readonly ending?: "all-pass" | "nobody-can-play";
  readonly house?: readonly string[];
  readonly referee?: number;
}

/** The tiles a game is played with: copies of every natural kind, and the jokers. */
export interface TileSet {
  readonly name: string;
  readonly copies: number;
  readonly jokers: readonly [number, number, number, number];
}

export type Freeing = "free" | "replace";

export type Overtime = "restore" | "keep";

export type PoolEmpty = "play-on" | "stop";

export type PoolScores = "difference" | "full";

export type MatchRule = "games-won" | "total";

export type Mirror = "none" | "middle";

export type RowName =
  | "tile_sets"
  | "players"
  | "rack_size"
  | "opening"
  | "table_in_opening"
  | "freeing"
  | "time_limit"
  | "overtime"
  | "overtime_draw"
  | "idle_draw"
  | "joker_penalty"
  | "pool_empty"
  | "pool_scores"
  | "match"
  | "mirror"
  | "drawn"
  | "opening_sets"
  | "freed_joker"
  | "ending";

export type EditionName = "classic-2015" | "classic-2002" | "sabra" | "twist-2015" | "twist-2016";

/** Which edition a booklet is of. */
export const BOOKLETS: Readonly<Record<string, EditionName>> = {
  "classic-2015-en": "classic-2015",
  "classic-2002-fr": "classic-2002",
  "sabra-2022-de-es-pt-fr-nl": "sabra",
  "twist-2015-nl": "twist-2015",
  "twist-2016-nl-fr": "twist-2016",
};

/**
 * One thing wrong with a turn: a stable code, a sentence, the rule it breaks and where that stands.
 *
 * `stood` is what a joker that was not freed stood for, in notation.
 */
export interface Defect {
  readonly code: DefectCode;
  readonly text: string;
  readonly rule: string;
  readonly booklet: string;
  readonly stood?: string;
}

export type DefectCode =
  | "table-tile-missing"
  | "not-on-rack"
  | "nothing-played"
  | "too-many-tiles"
  | "illegal-set"
  | "opening-too-low"
  | "opening-touches-table"
  | "joker-not-freed"
  | "joker-not-in-new-set"
  | "drawn-tile-frees-nothing"
  | "not-your-turn"
  | "pool-empty"
  | "pool-not-empty"
  | "drawn-already"
  | "nothing-drawn"
  | "can-play"
  | "who-can-play"
  | "resigned"
  | "game-over"
  | "not-started"
  | "seat"
  | "contribution"
  | "already-mixed"
  | "already-started"
  | "no-secret";

/** What a legal set is. */
export type SetKind = "group" | "mirrored-group" | "mirrored-run" | "run";

export type ReasonCode =
  | "too-few-tiles"
  | "two-mirrors"
  | "no-mirror-rule"
  | "change-outside-run"
  | "twice"
  | "same-number"
  | "wrong-number"
  | "wrong-colour"
  | "too-many-colours"
  | "too-long"
  | "wrap"
  | "gap"
  | "double-needs-two"
  | "double-no-room"
  | "no-room-for-change"
  | "too-few-changes"
  | "change-without-change"
  | "change-unmirrored"
  | "no-partner"
  | "uneven-sides"
  | "mirror-too-high"
  | "no-order";

/** How an unfinished turn was settled. */
export type Verdict = "kept" | "nothing-moved" | "restored" | "stands";
