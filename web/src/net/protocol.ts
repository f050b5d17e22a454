/**
 * The messages of a table's socket, as docs/protocol.md tells them.
 *
 * Tiles, racks and tables are texts in notation. A field with a question mark is left out at its default.
 * tests/web/test_protocol_types.py compares every interface here with the server's own.
 */

import type { Rules } from "../core/rules";

/** The version of the protocol spoken here. */
export const VERSION = 1;

/** The quick emoji, by name. */
export const EMOTES = ["wave", "well-played", "thanks", "wow", "thinking", "oops", "laugh", "party"] as const;
export type EmoteName = (typeof EMOTES)[number];

export type Phase = "gathering" | "playing" | "between" | "over";
export type GamePhase = "mixing" | "playing" | "over";
export type SeatKind = "open" | "person" | "bot";
export type Spectators = "none" | "table" | "racks";
export type Termination = "out" | "pool-empty" | "last-left";
export type Settlement = "stands" | "nothing-moved" | "restored" | "kept";

/** What a change of a table is called; new ones may come. */
export type ChangeKind =
  | "sat"
  | "bot-seated"
  | "kicked"
  | "ready"
  | "unready"
  | "began"
  | "moved"
  | "timed-out"
  | "resigned"
  | "left"
  | "stood-in"
  | "back"
  | "pause-asked"
  | "paused"
  | "pause-declined"
  | "resumed"
  | "rematch"
  | "renamed"
  | "forgotten"
  | "abandoned"
  | (string & {});

// Commands

export interface Play {
  readonly do: "play";
  readonly id: string;
  readonly revision: number;
  readonly table: string;
}

export interface Draw {
  readonly do: "draw";
  readonly id: string;
  readonly revision: number;
}

export interface Pass {
  readonly do: "pass";
  readonly id: string;
  readonly revision: number;
}

export interface Draft {
  readonly do: "draft";
  readonly id: string;
  readonly revision: number;
  readonly table: string;
}

export interface Resign {
  readonly do: "resign";
  readonly id: string;
}

export interface Sit {
  readonly do: "sit";
  readonly id: string;
  readonly seat?: number | null;
}

export interface Leave {
  readonly do: "leave";
  readonly id: string;
}

export interface Back {
  readonly do: "back";
  readonly id: string;
}

export interface Ready {
  readonly do: "ready";
  readonly id: string;
  readonly words?: string;
}

export interface Unready {
  readonly do: "unready";
  readonly id: string;
}

export interface Start {
  readonly do: "start";
  readonly id: string;
}

export interface SeatBot {
  readonly do: "seat-bot";
  readonly id: string;
  readonly seat: number;
  readonly level: string;
}

export interface Kick {
  readonly do: "kick";
  readonly id: string;
  readonly seat: number;
}

export interface StandIn {
  readonly do: "stand-in";
  readonly id: string;
  readonly seat: number;
}

export interface AskPause {
  readonly do: "pause";
  readonly id: string;
}

export interface Resume {
  readonly do: "resume";
  readonly id: string;
}

export interface Rematch {
  readonly do: "rematch";
  readonly id: string;
  readonly words?: string;
}

export interface Say {
  readonly do: "say";
  readonly id: string;
  readonly text: string;
}

export interface Emote {
  readonly do: "emote";
  readonly id: string;
  readonly name: EmoteName;
}

export interface Mute {
  readonly do: "mute";
  readonly id: string;
  readonly seat: number;
  readonly on?: boolean;
}

export interface Hint {
  readonly do: "hint";
  readonly id: string;
  readonly revision: number;
  readonly step: 1 | 2 | 3;
}

export interface Sync {
  readonly do: "sync";
  readonly id: string;
  readonly revision: number;
}

export interface Ping {
  readonly do: "ping";
  readonly id: string;
}

export type Command =
  | Play
  | Draw
  | Pass
  | Draft
  | Resign
  | Sit
  | Leave
  | Back
  | Ready
  | Unready
  | Start
  | SeatBot
  | Kick
  | StandIn
  | AskPause
  | Resume
  | Rematch
  | Say
  | Emote
  | Mute
  | Hint
  | Sync
  | Ping;

// A table as everybody there sees it

export interface PublicSeat {
  readonly kind: SeatKind;
  readonly name?: string;
  readonly level?: string;
  readonly ready?: boolean;
  readonly words?: boolean;
  readonly stand_in?: string;
  readonly left?: boolean;
  readonly bank?: number;
}

/** One game's line on the score sheet. */
export interface Entry {
  readonly scores: readonly number[];
  readonly winner: number;
}

/** Who wants a pause; with `since` the clock stands still, `used` seconds into the turn. */
export interface Pause {
  readonly agreed: readonly number[];
  readonly since: number | null;
  readonly used: number;
}

export interface PublicTable {
  readonly phase: Phase;
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
}

/** How long a match is: a number of rounds or of games. */
export interface Length {
  readonly rounds: number | null;
  readonly games: number | null;
}

/** Seconds a turn, and seconds more for a whole game. */
export interface Clock {
  readonly turn: number | null;
  readonly bank: number;
}

export interface PublicTerms {
  readonly id: string;
  readonly code: string;
  readonly created: number;
  readonly rules: Rules;
  readonly length: Length;
  readonly clock: Clock;
  readonly listed: boolean;
  readonly shared: boolean;
  readonly spectators: Spectators;
  readonly delay: number;
  readonly hints: boolean;
}

// A game as one seat sees it, and what happens in it

export interface View {
  readonly seat: number | null;
  readonly revision: number;
  readonly phase: GamePhase;
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
}

export interface Contributed {
  readonly event: "contributed";
  readonly seat: number;
  readonly words: string;
}

export interface Started {
  readonly event: "started";
  readonly draws: readonly (readonly string[])[];
  readonly starter: number;
  readonly racks: readonly (string | null)[];
  readonly pool: string | null;
}

export interface Played {
  readonly event: "played";
  readonly seat: number;
  readonly tiles: string;
  readonly table: string;
  readonly opening?: boolean;
}

export interface Drew {
  readonly event: "drew";
  readonly seat: number;
  readonly count: number;
  readonly tiles: string | null;
}

export interface Passed {
  readonly event: "passed";
  readonly seat: number;
}

export interface Settled {
  readonly event: "settled";
  readonly seat: number;
  readonly verdict: Settlement;
  readonly table: string;
  readonly laid?: string;
  readonly taken?: string;
  readonly opening?: boolean;
}

export interface Resigned {
  readonly event: "resigned";
  readonly seat: number;
}

export interface Ended {
  readonly event: "ended";
  readonly reason: Termination;
  readonly scores: readonly number[];
  readonly winner: number;
  readonly racks: readonly string[];
  readonly secret: string;
}

export type GameEvent = Contributed | Started | Played | Drew | Passed | Settled | Resigned | Ended;

// What a client is told

/** One thing wrong with a turn: a stable code, a sentence, the row of the rules and the booklet it comes from. */
export interface Defect {
  readonly code: string;
  readonly text: string;
  readonly rule: string;
  readonly booklet: string;
}

/** One move of the hands on the way to a hinted table, and how everything lies after it. */
export interface HintMove {
  readonly do: "take" | "split" | "join" | "add" | "lay";
  readonly tiles: string;
  readonly set: string;
  readonly onto: string;
  readonly from_rack: string;
  readonly table: string;
  readonly aside: string;
}

export interface State {
  readonly tell: "state";
  readonly version: number;
  readonly revision: number;
  readonly now: number;
  readonly you: number | null;
  readonly terms: PublicTerms;
  readonly table: PublicTable;
  readonly game: View | null;
  readonly draft: string | null;
  readonly position: string;
  readonly lines: readonly Said[];
  readonly present: Presence;
  readonly muted: readonly number[];
  readonly behind: number;
}

export interface Change {
  readonly tell: "change";
  readonly revision: number;
  readonly now: number;
  readonly kind: ChangeKind;
  readonly seat: number | null;
  readonly events: readonly GameEvent[];
  readonly table: PublicTable;
  readonly position: string;
}

export interface Done {
  readonly tell: "done";
  readonly id: string;
  readonly revision: number;
}

export interface Refused {
  readonly tell: "refused";
  readonly id: string | null;
  readonly revision: number;
  readonly code: string;
  readonly text: string;
  readonly defects: readonly Defect[];
  readonly more: number;
}

export interface Verdict {
  readonly tell: "verdict";
  readonly id: string;
  readonly revision: number;
  readonly legal: boolean;
  readonly played: string;
  readonly value: number;
  readonly opening_value: number | null;
  readonly defects: readonly Defect[];
  readonly more: number;
}

export interface Hinted {
  readonly tell: "hint";
  readonly id: string;
  readonly revision: number;
  readonly step: number;
  readonly tiles: number;
  readonly goes_out: boolean;
  readonly played: string | null;
  readonly table: string | null;
  readonly moves: readonly HintMove[] | null;
}

export interface Said {
  readonly tell: "said";
  readonly number: number;
  readonly at: number;
  readonly seat: number | null;
  readonly name: string;
  readonly text: string;
  readonly emote: boolean;
}

export interface Presence {
  readonly tell: "presence";
  readonly seats: readonly number[];
  readonly spectators: number;
}

export interface Pong {
  readonly tell: "pong";
  readonly id: string;
  readonly now: number;
  readonly revision: number;
}

export interface Closing {
  readonly tell: "closing";
  readonly code: string;
  readonly text: string;
  readonly again: boolean;
}

export type Tell = State | Change | Done | Refused | Verdict | Hinted | Said | Presence | Pong | Closing;
