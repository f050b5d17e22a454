/**
 * What a seat sees of a table and its game, and of what happens there.
 *
 * Tiles, racks and tables of a game are texts in notation.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

import type { Rules, Verdict } from "../core/rules";

/** The terms of a table as everybody there sees them. */
export interface PublicTerms {
  readonly id: string;
  readonly code: string;
  readonly created: number;
  readonly rules: Rules;
  readonly length: Length;
  readonly clock: TurnClock;
  readonly listed: boolean;
  readonly shared: boolean;
  readonly spectators: Spectators;
  readonly delay: number;
  readonly hints: boolean;
}

/** How long a match is: a number of rounds (as many games each as there are players), or of games. */
export interface Length {
  readonly rounds: number | null;
  readonly games: number | null;
}

/**
 * How long a turn may take, in seconds, `null` for as long as one likes; then `bank` seconds for a whole game.
 *
 * Days a turn are just many seconds: `TurnClock(turn=2 * 86_400)`.
 */
export interface TurnClock {
  readonly turn: number | null;
  readonly bank: number;
}

export type Spectators = "none" | "table" | "racks";

/**
 * A table as everybody there sees it. `commitment` is to the secret of the running or the next game.
 *
 * `turn` is whose turn it is, `turn_at` when it began by the server's clock, `due` when it ends, time bank
 * included.
 */
export interface PublicTable {
  readonly phase: TablePhase;
  readonly host: number | null;
  readonly seats: readonly PublicSeat[];
  readonly match: number;
  readonly number: number;
  readonly games: number;
  readonly entries: readonly Entry[];
  readonly winners: readonly number[];
  readonly commitment: string;
  readonly game: string;
  readonly turn?: number;
  readonly turn_at?: number;
  readonly due?: number;
  readonly pause?: Pause;
  readonly abandoned?: boolean;
  readonly watchers?: readonly PublicWatcher[];
  readonly pace?: BotPace;
}

export type TablePhase = "gathering" | "playing" | "between" | "over";

/** A seat as everybody at the table sees it. */
export interface PublicSeat {
  readonly kind: SeatKind;
  readonly name?: string;
  readonly level?: string;
  readonly ready?: boolean;
  readonly words?: boolean;
  readonly stand_in?: string;
  readonly left?: boolean;
  readonly bank?: number;
  readonly face?: FaceName;
  readonly fair?: boolean;
}

export type SeatKind = "open" | "person" | "bot";

export type FaceName =
  | ""
  | "leaf"
  | "fish"
  | "bird"
  | "cat"
  | "cup"
  | "moon"
  | "boat"
  | "mushroom"
  | "acorn"
  | "kite"
  | "pear"
  | "snail";

/** One game's line on the score sheet. */
export interface Entry {
  readonly scores: readonly number[];
  readonly winner: number;
}

/** Who wants a pause; once all do the clock stands still, `used` seconds into the turn. */
export interface Pause {
  readonly agreed: readonly number[];
  readonly since: number | null;
  readonly used: number;
}

/**
 * Somebody who has asked to see the racks: the seats that have let them in, and whether one was against it.
 *
 * Without a `name` it is nobody any more.
 */
export interface PublicWatcher {
  readonly name: string;
  readonly agreed?: readonly number[];
  readonly declined?: boolean;
}

export type BotPace = "calm" | "normal" | "quick";

/**
 * What one seat, or a spectator, may see of a game.
 *
 * `rack` is the seat's own and `null` for a spectator; of the others and of the pool only the
 * number of tiles is there. The secret and the other racks are in `result`, once the game is over.
 * `racks` are only there for a spectator who may see them. `drawn` is the tile just drawn with which the seat to
 * move may still free a joker; nobody sees another's.
 */
export interface View {
  readonly seat: number | null;
  readonly revision: number;
  readonly phase: Phase;
  readonly commitment: string;
  readonly contributions: readonly string[];
  readonly draws: readonly (readonly string[])[];
  readonly starter: number;
  readonly turn: number;
  readonly table: string;
  readonly rack: string | null;
  readonly counts: readonly number[];
  readonly pool: number;
  readonly opened: readonly boolean[];
  readonly resigned: readonly number[];
  readonly passes: number;
  readonly last: number | null;
  readonly result: Ended | null;
  readonly racks?: readonly string[];
  readonly drawn?: string;
}

/** Where a game stands. */
export type Phase = "mixing" | "over" | "playing";

/** The game is over: scores, winner, every rack, and the secret that proves the draws. */
export interface Ended {
  readonly event: "ended";
  readonly reason: Termination;
  readonly scores: readonly number[];
  readonly winner: number;
  readonly racks: readonly string[];
  readonly secret: string;
}

/** How a game ended. */
export type Termination = "last-left" | "out" | "pool-empty";

export type SeenEvent =
  | SatSeen
  | BotSeated
  | DialTurned
  | Kicked
  | SeatLeft
  | StoodIn
  | CameBack
  | HostChangedSeen
  | RenamedSeen
  | ForgottenSeen
  | SeatsClosed
  | ReadiedSeen
  | Unreadied
  | RematchWantedSeen
  | BeganSeen
  | MovedSeen
  | TurnBeganSeen
  | PaceChosen
  | BankSpentSeen
  | GameEndedSeen
  | PauseAsked
  | PauseDeclined
  | Paused
  | Resumed
  | Abandoned
  | WatchAskedSeen
  | LetIn
  | KeptOut
  | WatchEndedSeen;

/** Somebody took a seat. */
export interface SatSeen {
  readonly event: "sat";
  readonly seat: number;
  readonly name: string;
  readonly ready?: boolean;
  readonly face?: FaceName;
}

/** A bot was given a seat; if it is `fair`, its level is chosen anew before every game. */
export interface BotSeated {
  readonly event: "bot-seated";
  readonly seat: number;
  readonly level: string;
  readonly name: string;
  readonly fair?: boolean;
}

/** A fair bot plays the next game at this level, by how the host's games have come out. */
export interface DialTurned {
  readonly event: "dial-turned";
  readonly seat: number;
  readonly level: string;
}

/** The host emptied a seat; the person in it cannot sit here again. */
export interface Kicked {
  readonly event: "kicked";
  readonly seat: number;
}

/** Somebody went: a bot of the level `stand_in` plays on, or without one the seat is open again. */
export interface SeatLeft {
  readonly event: "left";
  readonly seat: number;
  readonly stand_in?: string;
}

/** A bot of this level plays for somebody who is away. */
export interface StoodIn {
  readonly event: "stood-in";
  readonly seat: number;
  readonly level: string;
}

/** Somebody took their seat back from the bot that stood in. */
export interface CameBack {
  readonly event: "came-back";
  readonly seat: number;
}

/** Who sits there is the host now. */
export interface HostChangedSeen {
  readonly event: "host-changed";
  readonly seat: number | null;
}

/** Who sits there has another name or face now. */
export interface RenamedSeen {
  readonly event: "renamed";
  readonly seat: number;
  readonly name: string;
  readonly face?: FaceName;
}

/** Who sat there has deleted themselves; a bot of the level `stand_in` plays on, or the seat is open. */
export interface ForgottenSeen {
  readonly event: "forgotten";
  readonly seat: number;
  readonly stand_in?: string;
}

/** The open seats went, and with them the length of a match of rounds: so many `games` are left to it. */
export interface SeatsClosed {
  readonly event: "seats-closed";
  readonly seats: readonly number[];
  readonly games: number;
}

/** Somebody is ready; `words` says that they have given words for the mixing, not which. */
export interface ReadiedSeen {
  readonly event: "readied";
  readonly seat: number;
  readonly words?: boolean;
}

/** Somebody is not ready after all. */
export interface Unreadied {
  readonly event: "unreadied";
  readonly seat: number;
}

/** Somebody wants another match; `words` says that they have given words for the mixing, not which. */
export interface RematchWantedSeen {
  readonly event: "rematch-wanted";
  readonly seat: number;
  readonly words?: boolean;
}

/** The next game began: its id, its number in the match, everybody's time bank, and its first events. */
export interface BeganSeen {
  readonly event: "began";
  readonly game: string;
  readonly match: number;
  readonly number: number;
  readonly events: readonly GameEvent[];
  readonly bank?: number;
}

export type GameEvent = Contributed | Started | Played | Drew | KeptTile | Passed | Settled | Resigned | Ended;

/** A player's own text went into the mixing of the tiles. */
export interface Contributed {
  readonly event: "contributed";
  readonly seat: number;
  readonly words: string;
}

/**
 * The starting draw was made and the racks were filled.
 *
 * `draws` has one row for each round of the starting draw: what every seat drew, empty where a seat
 * took no part. In a player's view other racks are `null` and the pool is `null`. `midway` is there where the
 * game was taken up in the middle.
 */
export interface Started {
  readonly event: "started";
  readonly draws: readonly (readonly string[])[];
  readonly starter: number;
  readonly racks: readonly (string | null)[];
  readonly pool: string | null;
  readonly midway?: Midway;
}

/** What everybody sees of a game that is taken up in the middle; of the racks only how long they are. */
export interface Midway {
  readonly table: string;
  readonly opened: readonly boolean[];
  readonly counts: readonly number[];
  readonly turn: number;
  readonly last?: number;
  readonly passes?: number;
  readonly resigned?: readonly number[];
}

/** A player laid tiles from the rack; `table` is the whole table as it lies now. */
export interface Played {
  readonly event: "played";
  readonly seat: number;
  readonly tiles: string;
  readonly table: string;
  readonly opening?: boolean;
}

/**
 * A player took tiles from the pool; others see only how many.
 *
 * Where the tile `frees`, a joker on the table stands for it and the turn goes on: it may be played at once.
 */
export interface Drew {
  readonly event: "drew";
  readonly seat: number;
  readonly count: number;
  readonly tiles: string | null;
  readonly frees?: boolean;
}

/** A player kept the tile just drawn, which might have freed a joker. */
export interface KeptTile {
  readonly event: "kept";
  readonly seat: number;
}

/**
 * A player neither played nor drew, or with the pool empty ran out of time with nothing laid.
 *
 * `stuck` says that nobody can play any more.
 */
export interface Passed {
  readonly event: "passed";
  readonly seat: number;
  readonly stuck?: boolean;
}

/** A turn ran out of time unfinished: what stays on the table, and what came to the rack from it. */
export interface Settled {
  readonly event: "settled";
  readonly seat: number;
  readonly verdict: Verdict;
  readonly table: string;
  readonly laid?: string;
  readonly taken?: string;
  readonly opening?: boolean;
}

/** A player gave up. */
export interface Resigned {
  readonly event: "resigned";
  readonly seat: number;
}

/**
 * Something happened in the game; `timed_out` says that it was because time was over.
 *
 * `why` is what a bot says of its move, at a table where bots talk; nobody is told again who comes later.
 */
export interface MovedSeen {
  readonly event: "moved";
  readonly seat: number;
  readonly events: readonly GameEvent[];
  readonly timed_out?: boolean;
  readonly why?: SpokenWhy;
}

export type SpokenWhy =
  | "nothing"
  | "draw"
  | "opening"
  | "all"
  | "lay"
  | "out"
  | "wait"
  | "hold"
  | "hoard"
  | "spill"
  | "alarm"
  | "no-pool"
  | "joker"
  | "block"
  | "narrow"
  | "closed";

/** A seat is to move from `at` on, until `due` where there is a clock. */
export interface TurnBeganSeen {
  readonly event: "turn-began";
  readonly seat: number;
  readonly at: number;
  readonly due?: number;
}

/** The host wants the bots to take more time, or less. */
export interface PaceChosen {
  readonly event: "pace-chosen";
  readonly pace: BotPace;
}

/** So many seconds are left in a seat's time bank. */
export interface BankSpentSeen {
  readonly event: "bank-spent";
  readonly seat: number;
  readonly left?: number;
}

/** The game has its line on the score sheet; `commitment` is to the next game's secret. */
export interface GameEndedSeen {
  readonly event: "game-ended";
  readonly scores: readonly number[];
  readonly winner: number;
  readonly commitment: string;
  readonly over?: boolean;
  readonly winners?: readonly number[];
}

/** A seat wants a pause; `agreed` are all that do, and the others have not said so. */
export interface PauseAsked {
  readonly event: "pause-asked";
  readonly seat: number;
  readonly agreed: readonly number[];
}

/** There will be no pause: a seat declined, or without one the turn was over first. */
export interface PauseDeclined {
  readonly event: "pause-declined";
  readonly seat?: number;
}

/** The clock stands still, so many seconds into the turn: `seat` was the last to agree. */
export interface Paused {
  readonly event: "paused";
  readonly agreed: readonly number[];
  readonly since: number;
  readonly used: number;
  readonly seat?: number;
}

/** A seat ended the pause. */
export interface Resumed {
  readonly event: "resumed";
  readonly seat: number;
}

/** Everybody has gone: the table is over, an unfinished game stays unfinished. */
export interface Abandoned {
  readonly event: "abandoned";
  readonly winners?: readonly number[];
}

/** Somebody without a seat would like to see the racks; `watcher` counts those who have asked, from 0. */
export interface WatchAskedSeen {
  readonly event: "watch-asked";
  readonly watcher: number;
  readonly name: string;
}

/** These seats have nothing against it that a watcher sees the racks. */
export interface LetIn {
  readonly event: "let-in";
  readonly watcher: number;
  readonly seats: readonly number[];
}

/** These seats do not want a watcher to see the racks, or no longer. */
export interface KeptOut {
  readonly event: "kept-out";
  readonly watcher: number;
  readonly seats: readonly number[];
}

/** A watcher is none any more. */
export interface WatchEndedSeen {
  readonly event: "watch-ended";
  readonly watcher: number;
}
