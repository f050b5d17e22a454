/** The server's HTTP side: who I am, tables, and games that were played. What goes and comes is in routes.ts. */

import type { Puzzle } from "../core/puzzles";
import type {
  AnalysisAsked,
  AnalysisState,
  AttemptAsked,
  AttemptTold,
  DayPuzzle,
  DeviceCode,
  FollowingQuery,
  GameResult,
  GamesPage,
  MadeToken,
  MatchResult,
  Me,
  Misfit,
  NewReport,
  NewSubscription,
  PasskeyOptions,
  PositionDefect,
  PushOffered,
  Problem,
  ProblemCode,
  PuzzleOverview,
  PuzzleStorm,
  RecoveryWords,
  Routes,
  Setup,
  Bots,
  ShownEdition,
  ShownPasskey,
  ShownTable,
  SolveAsked,
  Solved,
  Statistics,
  StatisticsQuery,
  StormAsked,
  StormTold,
  Token,
  WaysBack,
} from "./routes";

/**
 * An answer other than the wanted one, with the server's stable code.
 *
 * `offline` (no answer at all) and `unavailable` (no answer of the server itself) are said here.
 */
export class ApiError extends Error {
  constructor(
    readonly code: ProblemCode | "offline",
    readonly status: number,
    text: string,
    /** All that is wrong with house rules, where that is it. */
    readonly misfits: readonly Misfit[] = [],
    /** Seconds to wait before asking again, where the server said so. */
    readonly wait: number | null = null,
    /** All that is wrong with a position to be solved, where that is it. */
    readonly position: readonly PositionDefect[] = [],
  ) {
    super(text);
    this.name = "ApiError";
  }
}

/** Which page of my games: those before the last one seen, of one edition. */
export interface GamesAsked {
  readonly after?: GameResult;
  readonly edition?: string;
  readonly limit?: number;
}

export type Fetch = (path: string, options: RequestInit) => Promise<Response>;

type Route = keyof Routes;

/** The parts of a path that are not the same for all: `"table"` of `/api/tables/{table}`. */
type PartOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PartOf<Rest> : never;
type PartsOf<R extends Route> = Readonly<Record<PartOf<R>, string | number>>;

/** What a route needs: parts of its path, a query, something sent along. Each is there exactly if the route has it. */
type RouteInput<R extends Route> = ([PartOf<R>] extends [never] ? object : { readonly parts: PartsOf<R> }) &
  (Routes[R] extends { query: infer Query } ? { readonly query: Query } : object) &
  (Routes[R] extends { asked: infer Asked } ? { readonly asked: Asked } : object);

/** The server's HTTP side; every method fails with an {@link ApiError} only. */
export class Api {
  readonly #fetch: Fetch;

  constructor(fetcher: Fetch = (path, options) => fetch(path, options)) {
    this.#fetch = fetcher;
  }

  // Who I am

  arrive = (name: string): Promise<Me> => this.#ask("POST /api/guests", { asked: { name } });
  me = (): Promise<Me> => this.#ask("GET /api/me", {});
  change = (asked: Routes["PATCH /api/me"]["asked"]): Promise<Me> => this.#ask("PATCH /api/me", { asked });
  forget = (): Promise<void> => this.#ask("DELETE /api/me", {});
  signOut = (): Promise<void> => this.#ask("POST /api/me/sign-out", {});

  /** A code to type on another device. */
  inviteDevice = (): Promise<DeviceCode> => this.#ask("POST /api/me/devices", {});
  /** Be on this device who made the code on another one. */
  enterDevice = (code: string): Promise<Me> => this.#ask("POST /api/devices", { asked: { code } });

  tokens = async (): Promise<readonly Token[]> => (await this.#ask("GET /api/me/tokens", {})).tokens;
  makeToken = (label: string): Promise<MadeToken> => this.#ask("POST /api/me/tokens", { asked: { label } });
  revokeToken = (token: string): Promise<void> => this.#ask("DELETE /api/me/tokens/{token}", { parts: { token } });

  // Being told

  pushOffered = (): Promise<PushOffered> => this.#ask("GET /api/me/push", {});
  subscribe = (asked: NewSubscription): Promise<void> => this.#ask("POST /api/me/push", { asked });
  unsubscribe = (endpoint: string): Promise<void> => this.#ask("POST /api/me/push/end", { asked: { endpoint } });

  // Keeping the peace

  /** Have somebody look at a line of chat, or at the name in a seat. */
  report = (table: string, asked: NewReport): Promise<void> =>
    this.#ask("POST /api/tables/{table}/reports", { parts: { table }, asked });
  /** I have read what the people who run the server had to say. */
  putWarningAway = (): Promise<void> => this.#ask("DELETE /api/me/warning", {});

  // Coming back

  waysBack = (): Promise<WaysBack> => this.#ask("GET /api/me/ways-back", {});
  passkeyToMake = (): Promise<PasskeyOptions> => this.#ask("POST /api/me/passkeys/options", {});
  addPasskey = (label: string, answer: object): Promise<ShownPasskey> =>
    this.#ask("POST /api/me/passkeys", { asked: { label, answer: { ...answer } } });
  removePasskey = (passkey: string): Promise<void> =>
    this.#ask("DELETE /api/me/passkeys/{passkey}", { parts: { passkey } });
  passkeyToUse = (): Promise<PasskeyOptions> => this.#ask("POST /api/passkeys/options", {});
  enterByPasskey = (answer: object): Promise<Me> =>
    this.#ask("POST /api/passkeys", { asked: { answer: { ...answer } } });
  makeWords = (): Promise<RecoveryWords> => this.#ask("POST /api/me/recovery-words", {});
  enterByWords = (words: string): Promise<Me> => this.#ask("POST /api/recovery-words", { asked: { words } });

  // Tables

  makeTable = (asked: Setup): Promise<ShownTable> => this.#ask("POST /api/tables", { asked });
  table = (table: string): Promise<ShownTable> => this.#ask("GET /api/tables/{table}", { parts: { table } });
  openTables = async (): Promise<readonly ShownTable[]> => (await this.#ask("GET /api/tables", {})).tables;
  myTables = async (): Promise<readonly ShownTable[]> => (await this.#ask("GET /api/me/tables", {})).tables;
  /** The id of the table that a short code leads to. */
  follow = async (code: string): Promise<string> => (await this.#ask("GET /api/codes/{code}", { parts: { code } })).id;
  editions = async (): Promise<readonly ShownEdition[]> => (await this.#ask("GET /api/editions", {})).editions;
  /** The levels of bots, weakest first, the characters, and the steps of their dial. */
  bots = (): Promise<Bots> => this.#ask("GET /api/bots", {});

  // Beside the table

  /** What could be played, and how. */
  solve = (asked: SolveAsked): Promise<Solved> => this.#ask("POST /api/solve", { asked });

  // Puzzles

  puzzles = (): Promise<PuzzleOverview> => this.#ask("GET /api/puzzles", {});
  puzzleOfTheDay = (): Promise<DayPuzzle> => this.#ask("GET /api/puzzles/today", {});
  puzzle = (puzzle: string): Promise<Puzzle> => this.#ask("GET /api/puzzles/{puzzle}", { parts: { puzzle } });
  /** Puzzles of about my strength that I haven't solved. */
  nextPuzzles = async (query: FollowingQuery): Promise<readonly Puzzle[]> =>
    (await this.#ask("GET /api/puzzles/next", { query })).puzzles;
  attemptPuzzle = (puzzle: string, asked: AttemptAsked): Promise<AttemptTold> =>
    this.#ask("POST /api/puzzles/{puzzle}/attempt", { parts: { puzzle }, asked });
  storm = (): Promise<PuzzleStorm> => this.#ask("GET /api/puzzles/storm", { query: {} });
  endStorm = (asked: StormAsked): Promise<StormTold> => this.#ask("POST /api/puzzles/storm", { asked });

  // What was played

  game = (game: string): Promise<GameResult> => this.#ask("GET /api/games/{game}", { parts: { game } });
  /** My games in figures, of one edition or with one opponent. */
  statistics = (query: StatisticsQuery = {}): Promise<Statistics> => this.#ask("GET /api/me/statistics", { query });
  games = ({ after, ...query }: GamesAsked = {}): Promise<GamesPage> =>
    this.#ask("GET /api/me/games", {
      query: after ? { before: after.ended, before_game: after.id, ...query } : query,
    });
  /** How many seconds each move of a game's record took. */
  times = async (game: string): Promise<readonly (number | null)[]> =>
    (await this.#ask("GET /api/games/{game}/times", { parts: { game } })).seconds;
  /** Begin an analysis, or go on with one that was stopped. */
  analyse = (asked: AnalysisAsked): Promise<AnalysisState> => this.#ask("POST /api/analysis", { asked });
  /** How far an analysis has come, with the turns after those that are known. */
  analysis = (analysis: string, after: number): Promise<AnalysisState> =>
    this.#ask("GET /api/analysis/{analysis}", { parts: { analysis }, query: { after } });
  /** The finished games of a match, and who is ahead. */
  match = (table: string, match: number): Promise<MatchResult> =>
    this.#ask("GET /api/tables/{table}/matches/{match}", { parts: { table, match } });
  /** The record of a finished game, as text. */
  record = (game: string): Promise<string> => this.#ask("GET /api/games/{game}/record", { parts: { game } });

  async #ask<R extends Route>(route: R, given: RouteInput<R>): Promise<Routes[R]["told"]> {
    const { parts, query, asked } = given as { parts?: PartsOf<R>; query?: object; asked?: unknown };
    const options: RequestInit = { method: route.split(" ")[0]!, credentials: "same-origin", cache: "no-store" };
    if (asked !== undefined) {
      options.body = JSON.stringify(asked);
      options.headers = { "content-type": "application/json" };
    }
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
    let answer: Response;
    let text: string;
    try {
      answer = await this.#fetch(pathOf(route, parts) + (search.size ? `?${search}` : ""), options);
      text = await answer.text();
    } catch {
      throw new ApiError("offline", 0, "the server cannot be reached");
    }
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok) throw problem(answer, text, type);
    return (text !== "" && type.includes("json") ? JSON.parse(text) : text) as Routes[R]["told"];
  }
}

/** Where a game's record can be had. */
export const recordPath = (game: string): string => pathOf("GET /api/games/{game}/record", { game });
/** Where a match's record can be had. */
export const matchRecordPath = (table: string, match: number): string =>
  pathOf("GET /api/tables/{table}/matches/{match}/record", { table, match });
/** Where all that is mine can be had, as a file. */
export const exportPath = (): string => pathOf("GET /api/me/export");
/** The picture of the QR code of a table's link. */
export const qrPath = (table: string): string => pathOf("GET /api/tables/{table}/qr.svg", { table });

/** A route's path, in which every part is one part, whatever is in it. */
function pathOf<R extends Route>(route: R, parts?: PartsOf<R>): string {
  const given = parts as Readonly<Record<string, string | number>> | undefined;
  return route.split(" ")[1]!.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given?.[name])));
}

function problem(answer: Response, text: string, type: string): ApiError {
  const wait = Number(answer.headers.get("retry-after") ?? NaN);
  const pause = Number.isFinite(wait) ? wait : null;
  if (!type.startsWith("application/problem+json")) {
    return new ApiError("unavailable", answer.status, answer.statusText, [], pause);
  }
  const told = JSON.parse(text) as Problem;
  return new ApiError(told.code, answer.status, told.detail, told.misfits ?? [], pause, told.position ?? []);
}

export const api = new Api();
