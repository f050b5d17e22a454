/**
 * The lines of a record; docs/records.md describes them.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

import type { Rules } from "../core/rules";
import type { GameEvent, Length } from "./seen";

export const RECORD_VERSION = 1;

export type RecordLine = MatchLine | GameLine | MoveLine | ResultLine;

/** The first line of a match: who plays how long by which rules. */
export interface MatchLine {
  readonly tilery: "match";
  readonly version: number;
  readonly rules: Rules;
  readonly names: readonly string[];
  readonly length: Length;
}

/** The first line of a game: by which rules, who plays, and the commitment to the secret. */
export interface GameLine {
  readonly tilery: "game";
  readonly version: number;
  readonly rules: Rules;
  readonly names: readonly string[];
  readonly commitment: string;
}

/** One action of a game and its events. */
export interface MoveLine {
  readonly tilery: "move";
  readonly number: number;
  readonly action: GameAction;
  readonly events: readonly GameEvent[];
}

export type GameAction = Contribute | Start | Play | Draw | Keep | Pass | TimeOut | Resign;

/** A player adds a text of their own to the mixing of the tiles, before the game starts. */
export interface Contribute {
  readonly do: "contribute";
  readonly seat: number;
  readonly words: string;
}

/**
 * The tiles are mixed, the starting draw is made and every rack is filled.
 *
 * A game that is `taken_up` in the middle has its racks and its table already: only the pool is mixed.
 */
export interface Start {
  readonly do: "start";
  readonly taken_up?: TakenUp;
}

/**
 * Where a game is taken up: every rack, the table, who has opened, and whose turn it is.
 *
 * `starter` is who began, `last` who laid the last tile, and `passes` the turns in a row with an empty pool in
 * which nothing was laid.
 */
export interface TakenUp {
  readonly racks: readonly string[];
  readonly table: string;
  readonly opened: readonly boolean[];
  readonly turn: number;
  readonly starter?: number;
  readonly last?: number;
  readonly passes?: number;
  readonly resigned?: readonly number[];
}

/** A player plays: `table` is the whole table after the turn. */
export interface Play {
  readonly do: "play";
  readonly seat: number;
  readonly table: string;
}

/** A player takes one tile from the pool instead of playing. */
export interface Draw {
  readonly do: "draw";
  readonly seat: number;
}

/** A player keeps the tile just drawn, which might have freed a joker, and the turn is over. */
export interface Keep {
  readonly do: "keep";
  readonly seat: number;
}

/**
 * A player neither plays nor draws: only with the pool empty.
 *
 * Where play ends when nobody can play, `able` says of every seat whether it could play now. The rules don't search
 * for that: a solver tells whoever drives the game, and whoever verifies it.
 */
export interface Pass {
  readonly do: "pass";
  readonly seat: number;
  readonly able?: readonly boolean[];
}

/** A player's time has run out; `draft` is what lies there, `null` when nothing was moved. */
export interface TimeOut {
  readonly do: "time-out";
  readonly seat: number;
  readonly draft: string | null;
}

/** A player gives up, keeps the rack and is skipped from now on. */
export interface Resign {
  readonly do: "resign";
  readonly seat: number;
}

/** The last line of a match: totals, games won, and who has won it. */
export interface ResultLine {
  readonly tilery: "result";
  readonly totals: readonly number[];
  readonly wins: readonly number[];
  readonly winners: readonly number[];
}
