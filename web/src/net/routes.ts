/**
 * What can be asked for by HTTP, and what comes back.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

import type { Defect, MatchRule } from "../core/rules";
import type { Puzzle, PuzzleTheme } from "../core/puzzles";
import type {
  BotPace,
  FaceName,
  Length,
  PublicTable,
  PublicTerms,
  Spectators,
  TablePhase,
  Termination,
  TurnClock,
} from "./seen";
import type { HintMove } from "./protocol";

/** By method and path: what goes into the address, what is sent along, and what comes back. */
export interface Routes {
  "POST /api/guests": { asked: NewGuest; told: Me };
  "POST /api/devices": { asked: TypedCode; told: Me };
  "GET /api/me": { told: Me };
  "DELETE /api/me/warning": { told: undefined };
  "PATCH /api/me": { asked: MeChanged; told: Me };
  "DELETE /api/me": { told: undefined };
  "POST /api/me/sign-out": { told: undefined };
  "POST /api/me/devices": { told: DeviceCode };
  "GET /api/me/export": { told: Export };
  "GET /api/me/tokens": { told: Tokens };
  "POST /api/me/tokens": { asked: NewToken; told: MadeToken };
  "DELETE /api/me/tokens/{token}": { told: undefined };
  "GET /api/me/ways-back": { told: WaysBack };
  "POST /api/me/recovery-words": { told: RecoveryWords };
  "DELETE /api/me/recovery-words": { told: undefined };
  "POST /api/me/passkeys/options": { told: PasskeyOptions };
  "POST /api/me/passkeys": { asked: NewPasskey; told: ShownPasskey };
  "DELETE /api/me/passkeys/{passkey}": { told: undefined };
  "POST /api/passkeys/options": { told: PasskeyOptions };
  "POST /api/passkeys": { asked: UsedPasskey; told: Me };
  "POST /api/recovery-words": { asked: TypedWords; told: Me };
  "POST /api/tables": { asked: Setup; told: ShownTable };
  "GET /api/tables": { told: TableList };
  "GET /api/tables/{table}": { told: ShownTable };
  "GET /api/tables/{table}/qr.svg": { told: string };
  "POST /api/tables/{table}/reports": { asked: NewReport; told: undefined };
  "GET /api/operator/reports": { query: ReportsQuery; told: ReportList };
  "POST /api/operator/reports/{report}/close": { asked: ActReason; told: undefined };
  "GET /api/operator/acts": { told: ActList };
  "GET /api/operator/tables": { told: TableIds };
  "GET /api/operator/tables/{table}": { told: WatchedTable };
  "POST /api/operator/tables/{table}/close": { asked: ActReason; told: undefined };
  "GET /api/operator/guests/{guest}": { told: GuestFile };
  "POST /api/operator/guests/{guest}/warn": { asked: ActReason; told: WatchedGuest };
  "POST /api/operator/guests/{guest}/silence": { asked: TimedReason; told: WatchedGuest };
  "POST /api/operator/guests/{guest}/ban": { asked: TimedReason; told: WatchedGuest };
  "POST /api/operator/guests/{guest}/lift": { asked: ActReason; told: WatchedGuest };
  "GET /api/me/tables": { told: TableList };
  "GET /api/me/push": { told: PushOffered };
  "POST /api/me/push": { asked: NewSubscription; told: undefined };
  "POST /api/me/push/end": { asked: EndedSubscription; told: undefined };
  "GET /api/codes/{code}": { told: CodeFound };
  "GET /api/editions": { told: Editions };
  "GET /api/bots": { told: Bots };
  "GET /api/me/games": { query: GamesQuery; told: GamesPage };
  "GET /api/me/statistics": { query: StatisticsQuery; told: Statistics };
  "GET /api/games/{game}": { told: GameResult };
  "GET /api/games/{game}/record": { told: string };
  "GET /api/games/{game}/times": { told: MoveTimes };
  "GET /api/tables/{table}/matches/{match}/record": { told: string };
  "GET /api/tables/{table}/matches/{match}": { told: MatchResult };
  "GET /api/tables/{table}/matches/{match}/sheet.csv": { told: string };
  "GET /api/games/{game}/picture.png": { query: PictureQuery; told: string };
  "GET /api/puzzles/{puzzle}/picture.png": { told: string };
  "POST /api/solve": { asked: SolveAsked; told: Solved };
  "POST /api/analysis": { asked: AnalysisAsked; told: AnalysisState };
  "GET /api/analysis/{analysis}": { query: ProgressQuery; told: AnalysisState };
  "GET /api/puzzles": { told: PuzzleOverview };
  "GET /api/puzzles/today": { told: DayPuzzle };
  "GET /api/puzzles/next": { query: FollowingQuery; told: PuzzleList };
  "GET /api/puzzles/storm": { query: StormQuery; told: PuzzleStorm };
  "POST /api/puzzles/storm": { asked: StormAsked; told: StormTold };
  "GET /api/puzzles/{puzzle}": { told: Puzzle };
  "POST /api/puzzles/{puzzle}/attempt": { asked: AttemptAsked; told: AttemptTold };
}

/** How a new guest wants to be called. */
export interface NewGuest {
  readonly name: string;
}

/** A guest as only the guest sees it. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly banned: number | null;
  readonly warning: string;
  readonly face: FaceName;
}

/** A code from another device. */
export interface TypedCode {
  readonly code: string;
}

/** What to change; what is left out stays. */
export interface MeChanged {
  readonly name?: string | null;
  readonly settings?: Readonly<Record<string, unknown>> | null;
  readonly face?: FaceName | null;
}

/** What to type on another device, and until when. */
export interface DeviceCode {
  readonly code: string;
  readonly expires: number;
}

/** All that is mine. `muted` is how many I don't hear; the moves of each game are in its record. */
export interface Export {
  readonly made: number;
  readonly guest: ExportedGuest;
  readonly keys: readonly ExportedKey[];
  readonly waiting: readonly ExportedWait[];
  readonly muted: number;
  readonly puzzling: ExportedPuzzling | null;
  readonly acts: readonly ExportedAct[];
  readonly reports: readonly ExportedReport[];
  readonly tables: readonly ExportedTable[];
  readonly lines: readonly ExportedLine[];
  readonly games: readonly GameResult[];
  readonly attempts: readonly ExportedAttempt[];
  readonly figures: readonly ExportedFigures[];
}

/** Who I am. `seen` is when I was last here, to the day; `banned` and `silenced` say until when. */
export interface ExportedGuest {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly seen: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly banned: number | null;
  readonly silenced: number | null;
  readonly warning: string;
}

/** A way to be me, without its secret, which the server doesn't have. */
export interface ExportedKey {
  readonly kind: "key" | "passkey" | "token" | "words";
  readonly label: string;
  readonly created: number;
  readonly used: number | null;
}

/** Something that is kept for me until then: a code for a device, a passkey's challenge, an answer to send again. */
export interface ExportedWait {
  readonly kind: "answer" | "challenge" | "device-code";
  readonly expires: number;
}

/** How I do at puzzles: my rating, the most I solved in a storm, and the dates of the days' puzzles I did. */
export interface ExportedPuzzling {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly storm: number;
  readonly days: readonly string[];
}

/** What the people who run the server did to me; `text` is what a warning said. */
export interface ExportedAct {
  readonly at: number;
  readonly act: string;
  readonly text: string;
}

/** What I reported: when, where, a line or a name, and my note. The line itself is somebody else's. */
export interface ExportedReport {
  readonly at: number;
  readonly table: string;
  readonly kind: "line" | "name";
  readonly note: string;
  readonly closed: number | null;
}

/** A table that knows me, and what I am called there; `house` is what I called its house rules. */
export interface ExportedTable {
  readonly id: string;
  readonly created: number;
  readonly active: number;
  readonly phase: TablePhase;
  readonly host: boolean;
  readonly name: string;
  readonly seated: boolean;
  readonly edition: string;
  readonly tile_set: string;
  readonly house: string;
}

/** What I said, or the name of the emoji I showed. */
export interface ExportedLine {
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly text: string;
  readonly emote: boolean;
}

/**
 * A game that has ended; `yours` is the asker's seat, the first where they had several.
 *
 * `practice` was played on from a position of another game, and counts in no figures.
 */
export interface GameResult {
  readonly id: string;
  readonly table: string;
  readonly match: number;
  readonly number: number;
  readonly edition: string;
  readonly tile_set: string;
  readonly began: number;
  readonly ended: number;
  readonly reason: Termination;
  readonly moves: number;
  readonly practice: boolean;
  readonly results: readonly SeatResult[];
  readonly yours: number | null;
}

/** One seat's result; `bot` is the level of a bot, and the name of somebody deleted is empty. */
export interface SeatResult {
  readonly seat: number;
  readonly name: string;
  readonly bot: string | null;
  readonly score: number;
  readonly won: boolean;
  readonly tiles_left: number;
  readonly turns: number;
}

/** A puzzle I tried: when first, whether I solved it, whether I had help, and my rating after it if that counted. */
export interface ExportedAttempt {
  readonly puzzle: string;
  readonly at: number;
  readonly solved: boolean;
  readonly helped: boolean;
  readonly rating: number | null;
}

/** What I did in a game, in figures, as far as they were ever asked for. */
export interface ExportedFigures {
  readonly game: string;
  readonly seat: number;
  readonly figures: SeatFigures;
}

/**
 * What a person's seat did in a game, a stand-in's moves left out.
 *
 * `opened` is the own turn in which they opened, `seconds` the time of the `timed` turns without pauses. Of the
 * `looked` turns it was worked out what could have been laid: `missed` is how many tiles more than the `laid`
 * ones, `overlooked` how often each thing was.
 */
export interface SeatFigures {
  readonly turns: number;
  readonly opened: number | null;
  readonly timed: number;
  readonly seconds: number;
  readonly looked: number;
  readonly laid: number;
  readonly missed: number;
  readonly overlooked: Readonly<Record<string, number>>;
}

/** All tokens of a guest. */
export interface Tokens {
  readonly tokens: readonly Token[];
}

/** A token without its secret. */
export interface Token {
  readonly id: string;
  readonly label: string;
  readonly created: number;
}

/** What a token is for. */
export interface NewToken {
  readonly label: string;
}

/** A new token with its secret, which is told this once. */
export interface MadeToken {
  readonly id: string;
  readonly label: string;
  readonly created: number;
  readonly token: string;
}

/** How I could come back: my passkeys, since when there are recovery words, and whether passkeys work here. */
export interface WaysBack {
  readonly passkeys: readonly ShownPasskey[];
  readonly words: number | null;
  readonly available: boolean;
}

/** A passkey as its owner sees it; `used` is when it last brought somebody back, or was made. */
export interface ShownPasskey {
  readonly id: string;
  readonly label: string;
  readonly created: number;
  readonly used: number;
}

/** Six words, told this once. */
export interface RecoveryWords {
  readonly words: string;
}

/** What the page hands to the browser. */
export interface PasskeyOptions {
  readonly options: Readonly<Record<string, unknown>>;
}

/** A passkey just made: what the browser's `toJSON` gives, and a name for it. */
export interface NewPasskey {
  readonly label: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A passkey's answer: what the browser's `toJSON` gives. */
export interface UsedPasskey {
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Six words as somebody typed them. */
export interface TypedWords {
  readonly words: string;
}

/**
 * A table as its host wants it.
 *
 * `seats` in clockwise order are `"me"` for the host, `"open"`, or a bot's level: of the ladder, of a character
 * such as `"hoarder:skilled"`, or `"fair"` and `"hoarder:fair"`, chosen before every game by the host's results.
 * `house` are rows of the edition changed by the house. `shared` is for people around one screen: every seat that
 * is not a bot's is the host's, with one of `names` each. Without a `clock` a turn has the rules' own time.
 * `stand_in` is the level of the bot that plays for somebody who has left, `pace` how much time bots take.
 * `talk` has bots say why they did something. `play_on` is the position of another game to play on from, alone
 * with bots.
 */
export interface Setup {
  readonly edition?: string;
  readonly tile_set?: string | null;
  readonly house?: Readonly<Record<string, unknown>>;
  readonly house_name?: string;
  readonly seats?: readonly string[];
  readonly names?: readonly string[];
  readonly shared?: boolean;
  readonly length?: Partial<Length>;
  readonly clock?: Partial<TurnClock> | null;
  readonly listed?: boolean;
  readonly spectators?: Spectators;
  readonly delay?: number;
  readonly hints?: boolean;
  readonly stand_in?: string;
  readonly pace?: BotPace;
  readonly talk?: boolean;
  readonly play_on?: PlayOn | null;
}

/** Where every game of a table is taken up, tiles in notation: see :class:`tilery.game.TakenUp`. */
export interface PlayOn {
  readonly racks: readonly string[];
  readonly table: string;
  readonly opened: readonly boolean[];
  readonly turn: number;
  readonly starter?: number;
  readonly last?: number | null;
  readonly passes?: number;
  readonly resigned?: readonly number[];
}

/**
 * A table as somebody outside sees it: its terms, how it stands, and which seats are theirs.
 *
 * `turn` is whose turn it is, `null` when no game is running.
 */
export interface ShownTable {
  readonly terms: PublicTerms;
  readonly table: PublicTable;
  readonly revision: number;
  readonly yours: readonly number[];
  readonly turn: number | null;
}

/** Some tables. */
export interface TableList {
  readonly tables: readonly ShownTable[];
}

/** What somebody wants an operator to see: the number of a line of chat, or the seat of a name, and why. */
export interface NewReport {
  readonly line?: number | null;
  readonly seat?: number | null;
  readonly note?: string;
}

export interface ReportsQuery {
  readonly closed?: boolean;
}

/** Reports, newest first. */
export interface ReportList {
  readonly reports: readonly Report[];
}

/** What somebody wants an operator to see: a line of chat or a name, as it was. `by` and `about` are guests. */
export interface Report {
  readonly id: string;
  readonly at: number;
  readonly table: string;
  readonly by: string;
  readonly about: string;
  readonly kind: "line" | "name";
  readonly text: string;
  readonly note: string;
  readonly closed: number | null;
}

/** Why an operator does something; a warning is shown to the guest. */
export interface ActReason {
  readonly text: string;
}

/** What operators did, newest first. */
export interface ActList {
  readonly acts: readonly Act[];
}

/** What an operator did, to which guest, table or report, and why. */
export interface Act {
  readonly id: string;
  readonly at: number;
  readonly operator: string;
  readonly act: string;
  readonly target: string;
  readonly text: string;
}

/** The tables at which something happened last. */
export interface TableIds {
  readonly tables: readonly ShownTable[];
}

/** A table as operators see it: as everybody does, with the guest of each seat and what was said. */
export interface WatchedTable {
  readonly shown: ShownTable;
  readonly guests: readonly (string | null)[];
  readonly lines: readonly WatchedLine[];
}

/** A line of chat, and whose it is. */
export interface WatchedLine {
  readonly number: number;
  readonly at: number;
  readonly guest: string;
  readonly name: string;
  readonly text: string;
}

/** A guest with all that was reported about them and done to them. */
export interface GuestFile {
  readonly guest: WatchedGuest;
  readonly reports: readonly Report[];
  readonly acts: readonly Act[];
  readonly tables: readonly string[];
}

/** A guest as operators see them; `banned` and `silenced` say until when. */
export interface WatchedGuest {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly banned: number | null;
  readonly silenced: number | null;
  readonly warning: string;
}

/** Why, and for how many minutes. */
export interface TimedReason {
  readonly minutes: number;
  readonly text: string;
}

/** Whether this server can tell browsers, and the key to subscribe with. */
export interface PushOffered {
  readonly available: boolean;
  readonly key: string;
}

/** A browser's own subscription, as its `toJSON` gives it. */
export interface NewSubscription {
  readonly endpoint: string;
  readonly keys: PushKeys;
}

/** What a browser wants messages encrypted with. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Which browser is to be told no more. */
export interface EndedSubscription {
  readonly endpoint: string;
}

/** The table that a code leads to. */
export interface CodeFound {
  readonly id: string;
}

/** Every edition. */
export interface Editions {
  readonly editions: readonly ShownEdition[];
}

/**
 * An edition with all that can be chosen and said about it, and the booklet it is of.
 *
 * `parts` is where the booklet says what a set is and what a turn.
 */
export interface ShownEdition {
  readonly name: string;
  readonly title: string;
  readonly booklet: string;
  readonly year: number;
  readonly languages: readonly string[];
  readonly parts: Readonly<Record<string, readonly BookletPlace[]>>;
  readonly tile_sets: readonly ShownTileSet[];
  readonly rows: Readonly<Record<string, ShownRow>>;
}

/**
 * A place in a booklet: which part of it, and what is printed there, by language.
 *
 * `printed` is a heading, or the words themselves on a cover; `number` is that of a rule.
 */
export interface BookletPlace {
  readonly part?: PlacePart;
  readonly printed?: Readonly<Record<string, string>>;
  readonly number?: number;
}

export type PlacePart = "heading" | "cover" | "introduction" | "rule" | "example";

/** A tile set of an edition, and for how many players. */
export interface ShownTileSet {
  readonly name: string;
  readonly tiles: number;
  readonly text: string;
  readonly players: readonly [number, number];
  readonly made_of: MadeOf;
}

/** What a tile set is made of, as house rules give it: copies of every natural tile, and how many of each joker. */
export interface MadeOf {
  readonly copies: number;
  readonly j: number;
  readonly d: number;
  readonly c: number;
  readonly m: number;
}

/**
 * A row of an edition: its value, what it means, and where the booklet says so, in English and by places.
 *
 * The booklet may be `silent`, or the value our `reading` of what it says.
 */
export interface ShownRow {
  readonly value: unknown;
  readonly note: string;
  readonly source: string;
  readonly where: readonly BookletPlace[];
  readonly silent: boolean;
  readonly reading: boolean;
}

/**
 * The ladder, weakest first; the characters, and the steps of their dial, weakest first.
 *
 * A seat is given to a level, `casual`; to a character, `hoarder`, that overlooks nothing, or at a step,
 * `hoarder:skilled`; or to a bot that is chosen before every game by its host's results, `fair` or
 * `hoarder:fair`.
 */
export interface Bots {
  readonly bots: readonly ShownBot[];
  readonly characters: readonly ShownBot[];
  readonly steps: readonly string[];
}

/** A level of the ladder, or a character. */
export interface ShownBot {
  readonly name: string;
  readonly summary: string;
}

export interface GamesQuery {
  readonly before?: number | null;
  readonly before_game?: string | null;
  readonly edition?: string | null;
  readonly limit?: number;
}

/** A page of games, newest first; `more` says whether to ask on with the last one's end and id. */
export interface GamesPage {
  readonly games: readonly GameResult[];
  readonly more: boolean;
}

export interface StatisticsQuery {
  readonly edition?: string | null;
  readonly opponent?: string | null;
  readonly since?: number | null;
  readonly until?: number | null;
}

/**
 * My games in figures, of those that were asked for; `games` oldest first.
 *
 * `overlooked` is how often each thing was there and not seen. `pending` is how many of the games are still to be
 * looked at: that has begun, ask again. `more` says that there are older games, which are not counted here.
 */
export interface Statistics {
  readonly total: Tally;
  readonly bots: Tally;
  readonly editions: readonly EditionTally[];
  readonly opponents: readonly OpponentTally[];
  readonly levels: readonly LevelTally[];
  readonly overlooked: Readonly<Record<string, number>>;
  readonly games: readonly PlayedFigures[];
  readonly choices: StatisticsChoices;
  readonly pending: number;
  readonly more: boolean;
}

/**
 * Games of one sort added up; `places` says how often I was first, second and so on.
 *
 * `opened` is in how many of them I opened, `opening_turns` the sum of the turns in which. `seconds` is the
 * time of the `timed` turns. In the `looked` turns `missed` tiles would have fitted that stayed on the rack.
 */
export interface Tally {
  readonly games: number;
  readonly won: number;
  readonly score: number;
  readonly best: number | null;
  readonly worst: number | null;
  readonly tiles_left: number;
  readonly turns: number;
  readonly places: readonly number[];
  readonly opened: number;
  readonly opening_turns: number;
  readonly timed: number;
  readonly seconds: number;
  readonly looked: number;
  readonly missed: number;
}

/** My games by one edition. */
export interface EditionTally {
  readonly edition: string;
  readonly tally: Tally;
}

/**
 * My games with one other person, as they were called there; their `key` is only good for asking on.
 *
 * `ahead` is in how many I finished ahead of them, `behind` in how many they did.
 */
export interface OpponentTally {
  readonly key: string;
  readonly name: string;
  readonly tally: Tally;
  readonly ahead: number;
  readonly behind: number;
}

/** My games with bots of one level. */
export interface LevelTally {
  readonly level: string;
  readonly tally: Tally;
}

/**
 * One game of mine in figures. Those after `place` are `null` or 0 until they are worked out.
 *
 * `opened` is my turn in which I opened, `null` if I didn't; `others` how many other seats there were.
 */
export interface PlayedFigures {
  readonly id: string;
  readonly ended: number;
  readonly edition: string;
  readonly score: number;
  readonly won: boolean;
  readonly place: number;
  readonly others: number;
  readonly known: boolean;
  readonly opened: number | null;
  readonly turns: number;
  readonly timed: number;
  readonly seconds: number;
  readonly looked: number;
  readonly missed: number;
}

/** What can be asked for: the editions and the people of all my games, most games first, and the levels of bots. */
export interface StatisticsChoices {
  readonly editions: readonly string[];
  readonly opponents: readonly OpponentChoice[];
  readonly levels: readonly string[];
}

/** Somebody I played with. */
export interface OpponentChoice {
  readonly key: string;
  readonly name: string;
}

/** How many seconds each move of a record took, from the first; `null` for what was not somebody's turn. */
export interface MoveTimes {
  readonly seconds: readonly (number | null)[];
}

/** The finished games of a match, how it is won, and the seats that are ahead by that. */
export interface MatchResult {
  readonly rule: MatchRule;
  readonly winners: readonly number[];
  readonly games: readonly GameResult[];
}

export interface PictureQuery {
  readonly move?: number | null;
}

/**
 * A position: the table and the rack in notation, and the rules it is to be played by.
 *
 * `house` are rows of the edition changed by the house, as for a table. `opened` is whether the player has opened.
 * `drawn` is the tile just drawn, on the rack already, where the rules let it free a joker at once: then the only
 * play is one that does.
 */
export interface SolveAsked {
  readonly table: string;
  readonly rack: string;
  readonly edition?: string;
  readonly tile_set?: string | null;
  readonly house?: Readonly<Record<string, unknown>>;
  readonly house_name?: string;
  readonly opened?: boolean;
  readonly drawn?: string;
}

/**
 * What can be played, the best first: most tiles, then points, then as little changed on the table as possible.
 *
 * `aims` says which of the plays is the answer to each aim. Without a play it is `null`, and `obstacles` says
 * what is in the way. `left` is how many tiles stay on the rack at least; `proven` is false where the search was
 * cut short and fewer may.
 */
export interface Solved {
  readonly plays: readonly SolvedPlay[];
  readonly aims: Aims | null;
  readonly goes_out: boolean;
  readonly left: number;
  readonly proven: boolean;
  readonly obstacles: readonly Obstacle[];
}

/**
 * A play: its tiles and points, the table after it, how many sets it breaks and table tiles it moves, and the moves
 * of the hands in order.
 *
 * `proven` is false for the best that was found in the time; `fewest` is true where fewer changes are proven to be
 * impossible.
 */
export interface SolvedPlay {
  readonly played: string;
  readonly tiles: number;
  readonly points: number;
  readonly table: string;
  readonly broken: number;
  readonly moved: number;
  readonly goes_out: boolean;
  readonly proven: boolean;
  readonly fewest: boolean;
  readonly moves: readonly HintMove[];
}

/**
 * Which of the plays is the answer to each aim; two with the same answer are equal.
 *
 * `keep_joker` is `null` where no joker is on the rack, or no play leaves all of them there. `fewest_changes`
 * is the play that breaks the fewest sets and then moves the fewest tiles, with as many tiles as that allows.
 */
export interface Aims {
  readonly tiles: number;
  readonly points: number;
  readonly keep_joker: number | null;
  readonly fewest_changes: number;
}

/** One thing in the way of a play, and the figures that belong to it. */
export interface Obstacle {
  readonly code: ObstacleCode;
  readonly needed?: number;
  readonly reaches?: number;
  readonly tiles?: number;
  readonly row?: string;
  readonly editions?: readonly string[];
}

export type ObstacleCode = "empty-rack" | "opening" | "not-opened" | "drawn" | "rule" | "nothing-fits" | "cut-short";

/** What is to be analysed: a finished `game` by its id, or the text of a `record`, of which game `number`. */
export interface AnalysisAsked {
  readonly game?: string | null;
  readonly record?: string | null;
  readonly number?: number;
}

/**
 * How far an analysis has come: `done` of `total` turns, in so many `seconds` of a processor.
 *
 * `total` is 0 before the record was read. `turns` are those after the ones asked to be left out; the `players`
 * and the `moments` in which the game turned, three of each seat at most, come once all is done. `exact` is false
 * where the playouts could only be near the rules.
 */
export interface AnalysisState {
  readonly id: string;
  readonly version: number;
  readonly state: AnalysisPhase;
  readonly total: number;
  readonly done: number;
  readonly seconds: number;
  readonly exact: boolean;
  readonly turns: readonly TurnAnalysis[];
  readonly players: readonly PlayerAnalysis[];
  readonly moments: readonly TurningPoint[];
}

export type AnalysisPhase = "waiting" | "working" | "done" | "stopped";

/**
 * One move of a player, and what could have been done instead.
 *
 * `move` is the number of the record's move, `turn` the player's own turn from 1. `before` and `chances` are
 * every seat's chance to win as the player who moves could know it, before the move, were the best done, and after it;
 * they add up to 1 and come from `worlds` playouts each. `cost` is the chance that was given away, measured
 * afresh; `null` where there is none beyond what chance alone does. `best` is `null` where what was taken is.
 *
 * `possible` is the most tiles that could be laid; `missed_tiles` and `missed_points` are what was not. `luck`
 * is how many more tiles can be laid with the tile `drawn` than with the average of all it could have been.
 */
export interface TurnAnalysis {
  readonly move: number;
  readonly seat: number;
  readonly turn: number;
  readonly did: TurnDid;
  readonly played: string;
  readonly drawn: string;
  readonly opened: boolean;
  readonly taken: TurnOption;
  readonly best: TurnOption | null;
  readonly possible: number;
  readonly missed_tiles: number;
  readonly missed_points: number;
  readonly overlooked: readonly Overlooked[];
  readonly verdict: TurnVerdict | null;
  readonly cost: number | null;
  readonly before: readonly number[] | null;
  readonly chances: readonly number[] | null;
  readonly worlds: number;
  readonly bot: AnalysisBot | null;
  readonly luck: number | null;
}

export type TurnDid = "play" | "draw" | "keep" | "pass" | "timeout" | "resign";

/**
 * Something that could be done in a turn: tiles laid with the table after it, or `waits`: drawing, or passing.
 *
 * `chance` is how likely the player wins after it, as far as the player could know. `broken` is how many sets of
 * the table it breaks, `moved` how many of the table's tiles it moves.
 */
export interface TurnOption {
  readonly played: string;
  readonly table: string;
  readonly tiles: number;
  readonly points: number;
  readonly broken: number;
  readonly moved: number;
  readonly goes_out: boolean;
  readonly waits: boolean;
  readonly chance: number | null;
}

/** Something the player could have seen; `sets` is how many of the table it takes, 4 for four or more. */
export interface Overlooked {
  readonly code: OverlookedCode;
  readonly sets: number;
}

export type OverlookedCode = "out" | "opening" | "joker" | "set" | "add" | "rearrange";

export type TurnVerdict = "best" | "good" | "forced" | "held-back" | "opened" | "out" | "cost";

/** What the strongest bot would have done, why, and which tiles it would have held back. */
export interface AnalysisBot {
  readonly played: string;
  readonly table: string;
  readonly waits: boolean;
  readonly why: BotReason;
  readonly held: string;
}

export type BotReason = "nothing" | "out" | "wait" | "hold" | "play";

/**
 * One player in a game: tiles laid of those that could be, and their share, `accuracy`; the luck of all draws, in
 * tiles; the chance given away in all, and in how many turns; and which level of the bots plays most like this.
 */
export interface PlayerAnalysis {
  readonly seat: number;
  readonly turns: number;
  readonly laid: number;
  readonly possible: number;
  readonly accuracy: number | null;
  readonly luck: number;
  readonly cost: number | null;
  readonly slips: number;
  readonly level: string | null;
}

/**
 * One of the three largest changes of a seat's chance: at which move, by whom, and by what.
 *
 * `tiles` are those drawn, or laid.
 */
export interface TurningPoint {
  readonly seat: number;
  readonly move: number;
  readonly by: number;
  readonly cause: TurningCause;
  readonly before: number;
  readonly after: number;
  readonly tiles: string;
}

export type TurningCause = "yours" | "theirs" | "luck";

export interface ProgressQuery {
  readonly after?: number;
}

/** What there is. `today` is the id of the day's puzzle; `you` is `null` for who has tried none. */
export interface PuzzleOverview {
  readonly counts: readonly PuzzleCount[];
  readonly date: string;
  readonly today: string;
  readonly you: PuzzleStanding | null;
}

/** How many puzzles of a theme an edition has. */
export interface PuzzleCount {
  readonly theme: PuzzleTheme;
  readonly edition: string;
  readonly count: number;
}

/**
 * How I do at puzzles. `deviation` is how unsure the rating is: the real one is within twice that.
 *
 * `streak` is how many days in a row I did the day's puzzle, up to today or yesterday; `week` ends with today.
 * `storm` is the most I have solved in one.
 */
export interface PuzzleStanding {
  readonly rating: number;
  readonly deviation: number;
  readonly solved: number;
  readonly streak: number;
  readonly longest: number;
  readonly week: readonly PuzzleDay[];
  readonly storm: number;
}

/** One of the last seven days, and whether its puzzle is done. */
export interface PuzzleDay {
  readonly date: string;
  readonly done: boolean;
}

/** The puzzle of a day in UTC, the same for everybody; `done` says whether I have done it. */
export interface DayPuzzle {
  readonly date: string;
  readonly puzzle: Puzzle;
  readonly done: boolean;
}

export interface FollowingQuery {
  readonly theme?: PuzzleTheme | null;
  readonly edition?: string | null;
  readonly count?: number;
}

/** Some puzzles. */
export interface PuzzleList {
  readonly puzzles: readonly Puzzle[];
}

export interface StormQuery {
  readonly edition?: string | null;
}

/** Puzzles to be solved one after the other, from easy to hard, as many as I can in so many seconds. */
export interface PuzzleStorm {
  readonly seconds: number;
  readonly puzzles: readonly Puzzle[];
}

/** What I solved in a storm. */
export interface StormAsked {
  readonly answers: readonly StormAnswer[];
}

/** A puzzle of a storm and the table it was solved with. */
export interface StormAnswer {
  readonly puzzle: string;
  readonly table: string;
}

/** How many of the answers solve their puzzles, each counted once, and the most I ever solved. */
export interface StormTold {
  readonly solved: number;
  readonly best: number | null;
}

/**
 * An attempt: the whole table after the turn, or `null` for giving up.
 *
 * `helped` says that there was a hint. `day` is the date whose puzzle it is, today's or yesterday's, and counts
 * for the streak.
 */
export interface AttemptAsked {
  readonly table?: string | null;
  readonly helped?: boolean;
  readonly day?: string | null;
}

/**
 * What came of an attempt. `defects` is what the referee has against it; `moved` are the tiles of the table
 * that lie elsewhere.
 *
 * `rated` says whether it has changed my rating, from `before` to `you.rating`: only the first attempt at a
 * puzzle can, and none with help. `puzzle_rating` is what the puzzle is rated now.
 */
export interface AttemptTold {
  readonly solved: boolean;
  readonly legal: boolean;
  readonly moved: number;
  readonly defects: readonly Defect[];
  readonly rated: boolean;
  readonly before: number | null;
  readonly puzzle_rating: number;
  readonly you: PuzzleStanding | null;
}

/**
 * Problem details (RFC 9457): `code` is stable and for programs, `detail` is for people.
 *
 * `misfits` is all that is wrong with house rules, `position` all that is wrong with a position.
 */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly type?: string;
  readonly defects?: readonly InputDefect[];
  readonly misfits?: readonly Misfit[];
  readonly position?: readonly PositionDefect[];
  readonly id?: string;
}

export type ProblemCode =
  | "malformed"
  | "invalid"
  | "refused"
  | "no-key"
  | "unknown-key"
  | "needs-key"
  | "forbidden"
  | "banned"
  | "cross-origin"
  | "wrong-host"
  | "not-found"
  | "no-table"
  | "no-game"
  | "no-match"
  | "no-analysis"
  | "no-puzzle"
  | "day"
  | "unknown-code"
  | "method-not-allowed"
  | "media-type"
  | "too-large"
  | "too-often"
  | "already-a-guest"
  | "too-many-tables"
  | "idempotency-key"
  | "too-many-tokens"
  | "no-passkeys"
  | "passkey"
  | "passkey-known"
  | "unknown-passkey"
  | "too-many-passkeys"
  | "unknown-words"
  | "too-late"
  | "conflict"
  | "name"
  | "unwelcome"
  | "edition"
  | "tile-set"
  | "rules"
  | "position"
  | "record"
  | "players"
  | "seats"
  | "bot"
  | "clock"
  | "spectators"
  | "push"
  | "no-push"
  | "draining"
  | "unavailable"
  | "cannot-save"
  | "internal";

/** One thing wrong with what was sent, and where. */
export interface InputDefect {
  readonly where: string;
  readonly text: string;
}

/** One thing wrong with house rules: a stable code, a sentence, the row it is about, and the values in it. */
export interface Misfit {
  readonly code: MisfitCode;
  readonly text: string;
  readonly row?: string;
  readonly values?: Readonly<Record<string, number | string>>;
}

export type MisfitCode =
  | "unknown-rows"
  | "tile-set-twice"
  | "not-a-number"
  | "too-small"
  | "too-large"
  | "not-a-choice"
  | "no-tile-sets"
  | "tile-sets-alike"
  | "not-a-tile-set"
  | "unknown-tile-set"
  | "unknown-tiles"
  | "tile-count"
  | "players"
  | "player-range"
  | "players-of-no-set"
  | "referee"
  | "too-few-tiles"
  | "no-pool"
  | "no-mirror-rule"
  | "special-freeing"
  | "special-opening"
  | "never-freed"
  | "never-played-on";

/**
 * One thing wrong with a position: a stable code, a sentence, and the place.
 *
 * `set` and `tile` count from 1, and 0 is none in particular; `given` is what is written there. Of a tile that
 * is there too often, `count` is how many there are and `most` how many the tile set has.
 */
export interface PositionDefect {
  readonly code: PositionCode;
  readonly text: string;
  readonly where: PositionPart;
  readonly set?: number;
  readonly tile?: number;
  readonly given?: string;
  readonly count?: number;
  readonly most?: number;
}

export type PositionCode =
  | "too-long"
  | "unreadable"
  | "empty-set"
  | "illegal-set"
  | "too-many-copies"
  | "drawn-waits"
  | "drawn-before-opening"
  | "drawn-several"
  | "drawn-not-on-rack";

export type PositionPart = "table" | "rack" | "drawn";

export type BotLevel =
  | "newcomer"
  | "beginner"
  | "casual"
  | "regular"
  | "skilled"
  | "veteran"
  | "most-tiles"
  | "strategist";

export type CharacterName = "spender" | "hoarder" | "gambler" | "blocker";

export type DialStep = "newcomer" | "beginner" | "casual" | "regular" | "skilled" | "veteran";
