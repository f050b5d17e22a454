/** Reading a record in the browser: its games, and where what cannot be read begins. The server and `tilery verify` prove it. */

import { bagOf, beyond, type Bag } from "../core/bag";
import { parseTable, parseTiles } from "../core/notation";
import type { Rules } from "../core/rules";
import type { Kind } from "../core/tiles";
import { foldGame, freshGame, type Follower, type SeenGame } from "./game";
import { RECORD_VERSION, type GameLine, type MatchLine, type MoveLine, type RecordLine } from "./lines";
import type { GameEvent } from "./seen";

/** No record is longer than this many characters; a whole match of long games is a tenth of it. */
export const LONGEST_RECORD = 8_000_000;

/** What is wrong with a record, by the codes of `docs/records.md`; the line is counted from 1. */
export interface RecordTrouble {
  readonly code: "damaged" | "not-a-record" | "version" | "players" | "order" | "too-long";
  readonly line: number;
}

/** A game as it was written down, as far as it can be read: `positions[n]` is the game after the n-th of its moves. */
export interface RecordedGame {
  readonly rules: Rules;
  readonly names: readonly string[];
  readonly moves: readonly MoveLine[];
  readonly positions: readonly SeenGame[];
}

/** All games that can be read, and the first thing that cannot. */
export interface RecordRead {
  readonly games: readonly RecordedGame[];
  readonly trouble: RecordTrouble | null;
}

class TroubleError extends Error {
  constructor(readonly code: RecordTrouble["code"]) {
    super(code);
    this.name = "TroubleError";
  }
}

/** Everything before the first damage is read. */
export function readRecord(text: string): RecordRead {
  if (text.length > LONGEST_RECORD) return { games: [], trouble: { code: "too-long", line: 1 } };
  const reading = new RecordReading();
  const lines = text.replace(/^\uFEFF/u, "").split(/\r?\n/u);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      reading.take(lineOf(line));
    } catch (error) {
      // Whatever a line holds that is no tile, no seat or no shape at all: it is damaged.
      const code = error instanceof TroubleError ? error.code : "damaged";
      return { games: reading.games, trouble: { code, line: at + 1 } };
    }
  }
  if (!reading.games.length) return { games: [], trouble: { code: "not-a-record", line: 1 } };
  return { games: reading.games, trouble: null };
}

function lineOf(text: string): RecordLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    throw new TroubleError(text.trimStart().startsWith('{"tilery"') ? "damaged" : "not-a-record");
  }
  if (typeof line !== "object" || line === null || !("tilery" in line)) throw new TroubleError("not-a-record");
  if ("version" in line && line.version !== RECORD_VERSION) throw new TroubleError("version");
  return line as RecordLine;
}

/** Line after line becomes games. */
class RecordReading {
  readonly games: RecordedGame[] = [];
  #match: MatchLine | null = null;
  #ended = false;

  take(line: RecordLine): void {
    if (this.#ended) throw new TroubleError("order");
    switch (line.tilery) {
      case "match":
        if (this.#match || this.games.length) throw new TroubleError("order");
        checkRules(line);
        this.#match = line;
        return;
      case "game": {
        const last = this.games.at(-1);
        if (last && (!this.#match || last.positions.at(-1)?.phase !== "over")) throw new TroubleError("order");
        this.games.push(begun(line));
        return;
      }
      case "move": {
        const game = this.games.at(-1);
        if (!game || game.positions.at(-1)?.phase === "over") throw new TroubleError("order");
        this.games[this.games.length - 1] = moved(game, line);
        return;
      }
      case "result":
        if (!this.#match) throw new TroubleError("order");
        this.#ended = true;
        return;
      default:
        throw new TroubleError("not-a-record");
    }
  }
}

const MOST_PLAYERS = 6;

function checkRules({ rules, names }: GameLine | MatchLine): void {
  const { tile_set: tiles, rack_size: size } = rules;
  const counts: readonly unknown[] = [tiles.copies, size, ...tiles.jokers];
  if (!counts.every(Number.isInteger) || typeof rules.name !== "string") throw new TroubleError("damaged");
  if (!names.every((name) => typeof name === "string")) throw new TroubleError("damaged");
  if (names.length < 2 || names.length > MOST_PLAYERS) throw new TroubleError("players");
}

/** A follower who sees every rack: the game is over, or its file is the reader's own. */
const allSeeing = (rules: Rules): Follower => ({ you: null, rules, racks: true });

function begun(line: GameLine): RecordedGame {
  checkRules(line);
  const { rules, names, commitment } = line;
  const start = freshGame({ commitment, seats: names.map((name) => ({ kind: "person", name })) }, allSeeing(rules));
  return { rules, names, moves: [], positions: [start] };
}

function moved(game: RecordedGame, line: MoveLine): RecordedGame {
  if (line.number !== game.moves.length + 1) throw new TroubleError("order");
  const by = allSeeing(game.rules);
  const after = line.events.reduce((before, event) => {
    checkEvent(before, event, game.names.length);
    const next = foldGame(before, event, by);
    if (event.event !== "ended" && tilesIn(next) !== tilesIn(before)) throw new TroubleError("damaged");
    return next;
  }, game.positions.at(-1)!);
  return { ...game, moves: [...game.moves, line], positions: [...game.positions, after] };
}

const countOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + parseTiles(text).length, 0);

/** How many tiles there are in all. */
const tilesIn = ({ table, racks = [], pool }: SeenGame): number =>
  parseTable(table).flat().length + countOf(racks) + pool;

/** Whether an event can follow at all: a seat that exists, tiles that were there. */
function checkEvent(game: SeenGame, event: GameEvent, seats: number): void {
  if ("seat" in event && !(event.seat >= 0 && event.seat < seats)) throw new TroubleError("damaged");
  if (event.event === "started" && (event.racks.length !== seats || !(event.starter < seats)))
    throw new TroubleError("damaged");
  if (event.event === "ended" && (event.scores.length !== seats || event.racks.length !== seats))
    throw new TroubleError("damaged");
  if (event.event !== "played" && event.event !== "settled") return;
  const settled = event.event === "settled";
  const [laid, taken] = settled ? [event.laid ?? "", event.taken ?? ""] : [event.tiles, ""];
  const rack = parseTiles(game.racks?.[event.seat] ?? "");
  const before = parseTable(game.table).flat();
  if (beyond(bagOf(parseTiles(laid)), bagOf(rack)).length) throw new TroubleError("damaged");
  const [lies, due] = [bagOf(parseTable(event.table).flat()), plus(before, parseTiles(laid), parseTiles(taken))];
  if (lies.some((count, kind) => count !== due[kind])) throw new TroubleError("damaged");
}

function plus(tiles: readonly Kind[], come: readonly Kind[], gone: readonly Kind[]): Bag {
  const bag = bagOf([...tiles, ...come]);
  for (const kind of gone) bag[kind]!--;
  return bag;
}
