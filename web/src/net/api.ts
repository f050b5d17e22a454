/** The server's HTTP side, typed: who I am, tables, and games that were played. */

import type { Clock, Length, PublicTable, PublicTerms, Spectators } from "./protocol";

/** One thing wrong with what was sent, and where. */
export interface Misfit {
  readonly where: string;
  readonly text: string;
}

/**
 * An answer other than the wanted one, with the server's stable code.
 *
 * `offline` (no answer at all) and `unavailable` (no answer of the server itself) are said here.
 */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    text: string,
    readonly misfits: readonly Misfit[] = [],
    /** Seconds to wait before asking again, where the server said so. */
    readonly wait: number | null = null,
  ) {
    super(text);
    this.name = "ApiError";
  }
}

/** The guest that asks; `settings` are the app's own. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Until when the people who run the server keep me out, and what they have to say. */
  readonly banned?: number | null;
  readonly warning?: string;
}

export interface DeviceCode {
  readonly code: string;
  readonly expires: number;
}

export interface Token {
  readonly id: string;
  readonly label: string;
  readonly created: number;
}

/** A new token with its secret, which is told this once. */
/** A passkey of mine; `used` is when it last brought me back. */
export interface ShownPasskey {
  readonly id: string;
  readonly label: string;
  readonly created: number;
  readonly used: number;
}

/** How I could come back from a lost browser. */
export interface WaysBack {
  readonly passkeys: readonly ShownPasskey[];
  readonly words: number | null;
  readonly available: boolean;
}

interface PasskeyOptions {
  readonly options: Readonly<Record<string, unknown>>;
}

export interface MadeToken extends Token {
  readonly token: string;
}

/** A table as its host wants it; what is left out is as the server has it. */
export interface Setup {
  readonly edition?: string;
  readonly tile_set?: string | null;
  readonly house?: Readonly<Record<string, unknown>>;
  readonly house_name?: string;
  /** `me`, `open`, or a bot's level, clockwise. */
  readonly seats?: readonly string[];
  readonly names?: readonly string[];
  readonly shared?: boolean;
  readonly length?: Partial<Length>;
  readonly clock?: Partial<Clock>;
  readonly listed?: boolean;
  readonly spectators?: Spectators;
  readonly delay?: number;
  readonly hints?: boolean;
  readonly stand_in?: string;
}

/** A table as somebody outside sees it, and which seats are theirs. */
export interface ShownTable {
  readonly terms: PublicTerms;
  readonly table: PublicTable;
  readonly revision: number;
  readonly yours: readonly number[];
  readonly turn: number | null;
}

/** A row of an edition: its value, what it means, where it comes from, whether the booklet is silent. */
export interface EditionRow {
  readonly value: unknown;
  readonly note: string;
  readonly source: string;
  readonly silent: boolean;
}

export interface EditionTileSet {
  readonly name: string;
  readonly tiles: number;
  readonly text: string;
  readonly players: readonly [number, number];
  /** Copies of every natural tile, and how many of each joker. */
  readonly made_of: Readonly<Record<"copies" | "j" | "d" | "c" | "m", number>>;
}

export interface Edition {
  readonly name: string;
  readonly title: string;
  readonly booklet: string;
  readonly tile_sets: readonly EditionTileSet[];
  readonly rows: Readonly<Record<string, EditionRow>>;
}

export interface Bot {
  readonly name: string;
  readonly summary: string;
}

/** One seat's result; `bot` is a bot's level, and the name of somebody deleted is empty. */
export interface SeatResult {
  readonly seat: number;
  readonly name: string;
  readonly bot: string | null;
  readonly score: number;
  readonly won: boolean;
  readonly tiles_left: number;
  readonly turns: number;
}

export interface GameResult {
  readonly id: string;
  readonly table: string;
  readonly match: number;
  readonly number: number;
  readonly edition: string;
  readonly tile_set: string;
  readonly began: number;
  readonly ended: number;
  readonly reason: string;
  readonly moves: number;
  readonly results: readonly SeatResult[];
  readonly yours: number | null;
}

export interface GamesPage {
  readonly games: readonly GameResult[];
  readonly more: boolean;
}

/** Games of one sort, added up. */
export interface Tally {
  readonly games: number;
  readonly won: number;
  readonly score: number;
  readonly best: number | null;
  readonly worst: number | null;
  readonly tiles_left: number;
  readonly turns: number;
}

export interface Statistics {
  readonly total: Tally;
  readonly editions: Readonly<Record<string, Tally>>;
}

/** Which page of my games: those before the last one seen, of one edition. */
export interface GamesAsked {
  readonly after?: GameResult;
  readonly edition?: string;
  readonly limit?: number;
}

export type Fetch = (path: string, options: RequestInit) => Promise<Response>;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The server's HTTP side; every method fails with an {@link ApiError} only. */
export class Api {
  readonly #fetch: Fetch;

  constructor(fetcher: Fetch = (path, options) => fetch(path, options)) {
    this.#fetch = fetcher;
  }

  // Who I am

  arrive = (name: string): Promise<Me> => this.#ask("POST", "/api/guests", { name });
  me = (): Promise<Me> => this.#ask("GET", "/api/me");
  change = (changes: { name?: string; settings?: Readonly<Record<string, unknown>> }): Promise<Me> =>
    this.#ask("PATCH", "/api/me", changes);
  forget = (): Promise<void> => this.#ask("DELETE", "/api/me");
  signOut = (): Promise<void> => this.#ask("POST", "/api/me/sign-out");

  /** A code to type on another device. */
  inviteDevice = (): Promise<DeviceCode> => this.#ask("POST", "/api/me/devices");
  /** Be on this device who made the code on another one. */
  enterDevice = (code: string): Promise<Me> => this.#ask("POST", "/api/devices", { code });

  tokens = async (): Promise<readonly Token[]> =>
    (await this.#ask<{ tokens: Token[] }>("GET", "/api/me/tokens")).tokens;
  makeToken = (label: string): Promise<MadeToken> => this.#ask("POST", "/api/me/tokens", { label });
  revokeToken = (id: string): Promise<void> => this.#ask("DELETE", path`/api/me/tokens/${id}`);

  // Coming back

  waysBack = (): Promise<WaysBack> => this.#ask("GET", "/api/me/ways-back");
  passkeyToMake = (): Promise<PasskeyOptions> => this.#ask("POST", "/api/me/passkeys/options");
  addPasskey = (label: string, answer: unknown): Promise<ShownPasskey> =>
    this.#ask("POST", "/api/me/passkeys", { label, answer });
  removePasskey = (id: string): Promise<void> => this.#ask("DELETE", path`/api/me/passkeys/${id}`);
  passkeyToUse = (): Promise<PasskeyOptions> => this.#ask("POST", "/api/passkeys/options");
  enterByPasskey = (answer: unknown): Promise<Me> => this.#ask("POST", "/api/passkeys", { answer });
  makeWords = (): Promise<{ readonly words: string }> => this.#ask("POST", "/api/me/recovery-words");
  enterByWords = (words: string): Promise<Me> => this.#ask("POST", "/api/recovery-words", { words });

  // Keeping the peace

  /** Have somebody look at a line of chat, or at the name in a seat. */
  report = (table: string, what: { readonly line: number } | { readonly seat: number }): Promise<void> =>
    this.#ask("POST", path`/api/tables/${table}/reports`, what);
  /** I have read what the people who run the server had to say. */
  putWarningAway = (): Promise<void> => this.#ask("DELETE", "/api/me/warning");

  // Tables

  makeTable = (setup: Setup): Promise<ShownTable> => this.#ask("POST", "/api/tables", setup);
  table = (id: string): Promise<ShownTable> => this.#ask("GET", path`/api/tables/${id}`);
  openTables = async (): Promise<readonly ShownTable[]> =>
    (await this.#ask<{ tables: ShownTable[] }>("GET", "/api/tables")).tables;
  myTables = async (): Promise<readonly ShownTable[]> =>
    (await this.#ask<{ tables: ShownTable[] }>("GET", "/api/me/tables")).tables;
  /** The id of the table that a short code leads to. */
  follow = async (code: string): Promise<string> =>
    (await this.#ask<{ id: string }>("GET", path`/api/codes/${code}`)).id;
  editions = async (): Promise<readonly Edition[]> =>
    (await this.#ask<{ editions: Edition[] }>("GET", "/api/editions")).editions;
  /** The levels of bots, weakest first. */
  bots = async (): Promise<readonly Bot[]> => (await this.#ask<{ bots: Bot[] }>("GET", "/api/bots")).bots;

  // What was played

  game = (id: string): Promise<GameResult> => this.#ask("GET", path`/api/games/${id}`);
  statistics = (): Promise<Statistics> => this.#ask("GET", "/api/me/statistics");
  games = ({ after, edition, limit }: GamesAsked = {}): Promise<GamesPage> => {
    const query = new URLSearchParams();
    if (after) query.set("before", String(after.ended));
    if (after) query.set("before_game", after.id);
    if (edition !== undefined) query.set("edition", edition);
    if (limit !== undefined) query.set("limit", String(limit));
    return this.#ask("GET", `/api/me/games${query.size ? `?${query}` : ""}`);
  };
  /** The record of a finished game, as text. */
  record = (game: string): Promise<string> => this.#ask("GET", recordPath(game));

  async #ask<T>(method: Method, address: string, body?: unknown): Promise<T> {
    const options: RequestInit = { method, credentials: "same-origin", cache: "no-store" };
    if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers = { "content-type": "application/json" };
    }
    let answer: Response;
    let text: string;
    try {
      answer = await this.#fetch(address, options);
      text = await answer.text();
    } catch {
      throw new ApiError("offline", 0, "the server cannot be reached");
    }
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok) throw problem(answer, text, type);
    return (text !== "" && type.includes("json") ? JSON.parse(text) : text) as T;
  }
}

/** Where a game's record can be had. */
export const recordPath = (game: string): string => path`/api/games/${game}/record`;
/** Where a match's record can be had. */
export const matchRecordPath = (table: string, match: number): string =>
  path`/api/tables/${table}/matches/${match}/record`;
/** Where a match's score sheet can be had. */
export const sheetPath = (table: string, match: number): string =>
  path`/api/tables/${table}/matches/${match}/sheet.csv`;
/** The picture of the QR code of a table's link. */
export const qrPath = (table: string): string => path`/api/tables/${table}/qr.svg`;

function problem(answer: Response, text: string, type: string): ApiError {
  const wait = Number(answer.headers.get("retry-after") ?? NaN);
  const pause = Number.isFinite(wait) ? wait : null;
  if (!type.startsWith("application/problem+json")) {
    return new ApiError("unavailable", answer.status, answer.statusText, [], pause);
  }
  const told = JSON.parse(text) as { code: string; detail: string; defects?: Misfit[] };
  return new ApiError(told.code, answer.status, told.detail, told.defects ?? [], pause);
}

/** A path in which every part is one part, whatever is in it. */
function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((made, part, index) => made + encodeURIComponent(String(values[index - 1])) + part);
}

export const api = new Api();
