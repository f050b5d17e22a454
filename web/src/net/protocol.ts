/**
 * The messages of a table's socket; docs/protocol.md is their manual.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

import type { Defect } from "../core/rules";
import type { BotPace, MovedSeen, PublicTable, PublicTerms, SeenEvent, View } from "./seen";

export const VERSION = 2;

export const EMOTES: readonly EmoteName[] = [
  "wave",
  "well-played",
  "thanks",
  "wow",
  "thinking",
  "oops",
  "laugh",
  "party",
];

export type EmoteName = "wave" | "well-played" | "thanks" | "wow" | "thinking" | "oops" | "laugh" | "party";

export type Command =
  | PlayCommand
  | DrawCommand
  | KeepCommand
  | PassCommand
  | DraftCommand
  | ResignCommand
  | SitCommand
  | LeaveCommand
  | BackCommand
  | ReadyCommand
  | UnreadyCommand
  | StartCommand
  | SeatBotCommand
  | KickCommand
  | StandInCommand
  | PauseCommand
  | ResumeCommand
  | PaceCommand
  | RematchCommand
  | SayCommand
  | EmoteCommand
  | MuteCommand
  | WatchCommand
  | LetInCommand
  | IAmCommand
  | HandOverCommand
  | HintCommand
  | SyncCommand
  | PingCommand;

/** Play: `table` is the whole table after the turn, `revision` the one it was made at. */
export interface PlayCommand {
  readonly do: "play";
  readonly id: string;
  readonly revision: number;
  readonly table: string;
}

/** Take a tile from the pool. */
export interface DrawCommand {
  readonly do: "draw";
  readonly id: string;
  readonly revision: number;
}

/** Keep the tile just drawn, which might have freed a joker: the turn is over. */
export interface KeepCommand {
  readonly do: "keep";
  readonly id: string;
  readonly revision: number;
}

/** Neither play nor draw: only with the pool empty. */
export interface PassCommand {
  readonly do: "pass";
  readonly id: string;
  readonly revision: number;
}

/**
 * How the table lies in the middle of a turn; it is kept, and the referee says what is wrong with it.
 *
 * Of two drafts of a turn the one with the higher `number` is the newer, whichever comes first; without numbers
 * they count as they come.
 */
export interface DraftCommand {
  readonly do: "draft";
  readonly id: string;
  readonly revision: number;
  readonly table: string;
  readonly number?: number | null;
}

/** Give up this game. */
export interface ResignCommand {
  readonly do: "resign";
  readonly id: string;
}

/** Take a seat: this one, or the first that is open. */
export interface SitCommand {
  readonly do: "sit";
  readonly id: string;
  readonly seat?: number | null;
}

/** Give the seat up; in a game a bot plays on, and one may come back. */
export interface LeaveCommand {
  readonly do: "leave";
  readonly id: string;
}

/** Take one's own seat back from the bot that stands in. */
export interface BackCommand {
  readonly do: "back";
  readonly id: string;
}

/** Ready for the next game; `words` of one's own go into the mixing of the tiles. */
export interface ReadyCommand {
  readonly do: "ready";
  readonly id: string;
  readonly words?: string;
}

/** Not ready after all. */
export interface UnreadyCommand {
  readonly do: "unready";
  readonly id: string;
}

/** The host begins without filling the open seats; everybody seated must be ready. */
export interface StartCommand {
  readonly do: "start";
  readonly id: string;
}

/** The host puts a bot in an open seat, before the start. */
export interface SeatBotCommand {
  readonly do: "seat-bot";
  readonly id: string;
  readonly seat: number;
  readonly level: string;
}

/** The host empties a seat, before the start; a person kicked cannot sit here again. */
export interface KickCommand {
  readonly do: "kick";
  readonly id: string;
  readonly seat: number;
}

/** Let a bot play for somebody who is not connected. */
export interface StandInCommand {
  readonly do: "stand-in";
  readonly id: string;
  readonly seat: number;
}

/** Ask for a pause, or agree to one: the clock stops when all have. */
export interface PauseCommand {
  readonly do: "pause";
  readonly id: string;
}

/** End the pause, or take back the wish for one. */
export interface ResumeCommand {
  readonly do: "resume";
  readonly id: string;
}

/** The host has the bots take more time for their moves, or less. */
export interface PaceCommand {
  readonly do: "pace";
  readonly id: string;
  readonly pace: BotPace;
}

/** Ask for another match of the same people, or agree to it. */
export interface RematchCommand {
  readonly do: "rematch";
  readonly id: string;
  readonly words?: string;
}

/** Say something at the table. */
export interface SayCommand {
  readonly do: "say";
  readonly id: string;
  readonly text: string;
}

/** Show a quick emoji. */
export interface EmoteCommand {
  readonly do: "emote";
  readonly id: string;
  readonly name: EmoteName;
}

/** Hear nothing more of the person in this seat, here and at other tables, or hear them again. */
export interface MuteCommand {
  readonly do: "mute";
  readonly id: string;
  readonly seat: number;
  readonly on?: boolean;
}

/** Ask those who sit here to let me see the racks, after the table's delay. */
export interface WatchCommand {
  readonly do: "watch";
  readonly id: string;
}

/** Let somebody who has asked see the racks, or do not, or no longer. */
export interface LetInCommand {
  readonly do: "let-in";
  readonly id: string;
  readonly watcher: number;
  readonly on?: boolean;
}

/** Around one screen: the person of this seat has it now, and may see their rack. */
export interface IAmCommand {
  readonly do: "i-am";
  readonly id: string;
  readonly seat: number;
}

/** Around one screen: it goes to somebody else, and shows nobody's rack until they say who they are. */
export interface HandOverCommand {
  readonly do: "hand-over";
  readonly id: string;
}

/** What could I play? First whether and how much, then which tiles, then the whole play. */
export interface HintCommand {
  readonly do: "hint";
  readonly id: string;
  readonly revision: number;
  readonly step: HintStep;
}

export type HintStep = 1 | 2 | 3;

/** I may have missed something since this revision: if so, the whole state comes. */
export interface SyncCommand {
  readonly do: "sync";
  readonly id: string;
  readonly revision: number;
}

/** Are you there, and what time is it? */
export interface PingCommand {
  readonly do: "ping";
  readonly id: string;
}

export type Message =
  | StateMessage
  | ChangeMessage
  | DoneMessage
  | RefusedMessage
  | VerdictMessage
  | HintMessage
  | SaidMessage
  | PresenceMessage
  | PongMessage
  | ClosingMessage;

/**
 * Everything this connection may know: sent first, and again when it cannot catch up.
 *
 * `you` is the connection's seat, `null` for a spectator; `game` is its view of the game, `moves` are the
 * last two rounds of it and `before` the table as it lay before them; `draft` is the draft it left and
 * `drafted` that one's number; `behind` says by how many seconds a spectator who sees racks is kept behind,
 * `watcher` which of those one is who have asked to see them. `covered` says that one's screen is shared and
 * nobody has said yet who has it: then it is shown nobody's rack. `removed` says that the host has sent one away:
 * there is no seat for them here.
 */
export interface StateMessage {
  readonly tell: "state";
  readonly version: number;
  readonly revision: number;
  readonly now: number;
  readonly you: number | null;
  readonly terms: PublicTerms;
  readonly table: PublicTable;
  readonly game: View | null;
  readonly before: string;
  readonly moves: readonly MovedSeen[];
  readonly draft: string | null;
  readonly position: string;
  readonly lines: readonly SaidMessage[];
  readonly present: PresenceMessage;
  readonly muted: readonly number[];
  readonly behind: number;
  readonly drafted: number;
  readonly watcher: number | null;
  readonly covered: boolean;
  readonly removed: boolean;
}

/** Something said, or a quick emoji shown. */
export interface SaidMessage {
  readonly tell: "said";
  readonly number: number;
  readonly at: number;
  readonly seat: number | null;
  readonly name: string;
  readonly text: string;
  readonly emote: boolean;
}

/** Which seats are connected, and how many look on. */
export interface PresenceMessage {
  readonly tell: "presence";
  readonly seats: readonly number[];
  readonly spectators: number;
}

/**
 * The next revision: `events` is what happened, each a `SeenEvent` as this seat may know it.
 *
 * Whoever folds them has the table as it is; `position` is the position line to compare one's own with.
 */
export interface ChangeMessage {
  readonly tell: "change";
  readonly revision: number;
  readonly now: number;
  readonly events: readonly SeenEvent[];
  readonly position: string;
}

/** A command was carried out, and is stored, at this revision. */
export interface DoneMessage {
  readonly tell: "done";
  readonly id: string;
  readonly revision: number;
}

/**
 * A command was not carried out: a stable code, a sentence, and the defects where it was a turn.
 *
 * `more` is how many illegal sets there are beyond those among the defects.
 */
export interface RefusedMessage {
  readonly tell: "refused";
  readonly id: string | null;
  readonly revision: number;
  readonly code: RefusalCode;
  readonly text: string;
  readonly defects: readonly Defect[];
  readonly more: number;
}

export type RefusalCode =
  | "not-json"
  | "shape"
  | "unavailable"
  | "cannot-save"
  | "no-seat"
  | "covered"
  | "not-host"
  | "seat"
  | "started"
  | "kicked"
  | "seated"
  | "full"
  | "taken"
  | "empty"
  | "yourself"
  | "bot"
  | "not-now"
  | "contribution"
  | "too-few"
  | "not-ready"
  | "not-playing"
  | "nothing-said"
  | "unwelcome"
  | "paused"
  | "not-paused"
  | "ahead"
  | "stale"
  | "away"
  | "notation"
  | "illegal"
  | "no-need"
  | "connected"
  | "no-hints"
  | "no-racks"
  | "busy"
  | "silenced"
  | "too-often";

/**
 * The referee on a draft: what it plays, what it is worth, what is wrong with it.
 *
 * `more` is how many illegal sets there are beyond those among the defects; `number` is the newest draft's that
 * is kept of this turn: if it is higher than this draft's own, another one is. `table` is there where a legal draft
 * would not lie as it was sent: the same sets in the orders the rules settle on.
 */
export interface VerdictMessage {
  readonly tell: "verdict";
  readonly id: string;
  readonly revision: number;
  readonly legal: boolean;
  readonly played: string;
  readonly value: number;
  readonly opening_value: number | null;
  readonly defects: readonly Defect[];
  readonly more: number;
  readonly number: number;
  readonly table: string | null;
}

/** What could be played: the number of tiles, then which, then the table after it and the moves that lead there. */
export interface HintMessage {
  readonly tell: "hint";
  readonly id: string;
  readonly revision: number;
  readonly step: HintStep;
  readonly tiles: number;
  readonly goes_out: boolean;
  readonly played: string | null;
  readonly table: string | null;
  readonly moves: readonly HintMove[] | null;
}

/** One move of the hands on the way to a hinted table, and how everything lies after it. */
export interface HintMove {
  readonly do: "add" | "join" | "lay" | "split" | "take";
  readonly tiles: string;
  readonly set: string;
  readonly onto: string;
  readonly from_rack: string;
  readonly table: string;
  readonly aside: string;
}

/** Yes, and it is this late. */
export interface PongMessage {
  readonly tell: "pong";
  readonly id: string;
  readonly now: number;
  readonly revision: number;
}

/** The server ends this connection, and why; `again` says whether to come back. */
export interface ClosingMessage {
  readonly tell: "closing";
  readonly code: ClosingCode;
  readonly text: string;
  readonly again: boolean;
}

export type ClosingCode =
  | "no-key"
  | "no-table"
  | "no-spectators"
  | "crowded"
  | "restarting"
  | "elsewhere"
  | "unknown-key"
  | "gone"
  | "too-many"
  | "too-slow"
  | "banned";
