/** Following a game: events folded into what a seat sees, one change after the other, without any rule of the game. */

import { formatTiles, parseTiles } from "../core/notation";
import { JOKER, type Kind } from "../core/tiles";
import type { GameEvent, Played, PresenceMessage, PublicTable, PublicTerms } from "./protocol";
import type { SaidMessage, Settled, StateMessage, View } from "./protocol";
import type { ToldChange } from "./told";

/** A game as it is followed: what the server's view says, less what only the server counts. */
export type Game = Omit<View, "seat" | "revision" | "passes">;

/** All that one connection knows of its table. */
export interface Known {
  readonly revision: number;
  readonly you: number | null;
  readonly terms: PublicTerms;
  readonly table: PublicTable;
  readonly game: Game | null;
  /** The draft left at the server, if it is this seat's turn. */
  readonly draft: string | null;
  readonly lines: readonly SaidMessage[];
  readonly present: PresenceMessage;
  readonly muted: readonly number[];
  readonly behind: number;
}

/** The most lines of chat that are kept. */
const MOST_LINES = 300;

/** What a state says; `before` are the lines heard on this connection, which a later state does not repeat. */
export function knownFrom(state: StateMessage, before: readonly SaidMessage[] = []): Known {
  const { revision, you, terms, table, game, draft, present, muted, behind } = state;
  const lines = state.lines.reduce(withLine, before);
  return { revision, you, terms, table, game, draft, lines, present, muted, behind };
}

/** What is known after the next change; undefined when it does not come to the position the server says. */
export function follow(known: Known, change: ToldChange): Known | undefined {
  let game = change.kind === "began" ? freshGame(known, change.table) : known.game;
  for (const event of change.events) {
    if (game === null) return undefined;
    game = fold(game, event, known);
  }
  if (game !== null && change.position !== "") {
    // The line is the only place that says whose turn it is; all else in it is known already.
    game = { ...game, turn: Number(change.position.slice(change.position.lastIndexOf(" / ") + 3)) };
    if (positionOf(game) !== change.position) return undefined;
  }
  const draft = change.events.length ? null : known.draft;
  return { ...known, revision: change.revision, table: change.table, game, draft };
}

/** The position line of a game as it is known here. */
export const positionOf = (game: Game): string =>
  `${game.table} / ${game.counts.join(" ")} / ${game.pool} / ${game.turn}`;

/** The lines of chat with one more, in their order, each once. */
export function withLine(lines: readonly SaidMessage[], line: SaidMessage): readonly SaidMessage[] {
  const last = lines.at(-1);
  if (last === undefined || last.number < line.number) return [...lines, line].slice(-MOST_LINES);
  if (lines.some((each) => each.number === line.number)) return lines;
  return [...lines, line].sort((one, two) => one.number - two.number).slice(-MOST_LINES);
}

function freshGame(known: Known, table: PublicTable): Game {
  const { tile_set } = known.terms.rules;
  const nobody = table.seats.map(() => 0);
  return {
    phase: "mixing",
    commitment: table.commitment,
    contributions: nobody.map(() => ""),
    draws: [],
    starter: 0,
    turn: 0,
    table: "",
    rack: known.you === null ? null : "",
    counts: nobody,
    pool: tile_set.copies * JOKER + tile_set.jokers.reduce((sum, count) => sum + count, 0),
    opened: nobody.map(() => false),
    resigned: [],
    last: null,
    result: null,
  };
}

function fold(game: Game, event: GameEvent, known: Known): Game {
  switch (event.event) {
    case "contributed":
      return { ...game, contributions: game.contributions.with(event.seat, event.words) };
    case "started": {
      const { draws, starter } = event;
      const size = known.terms.rules.rack_size;
      const counts = event.racks.map(() => size);
      const rack = known.you === null ? null : (event.racks[known.you] ?? "");
      const racks = known.you === null ? event.racks.filter((each) => each !== null) : [];
      const pool = game.pool - counts.length * size;
      const dealt: Game = { ...game, phase: "playing", draws, starter, turn: starter, counts, rack, pool };
      return racks.length === counts.length ? { ...dealt, racks } : dealt;
    }
    case "played":
      return laid(game, event, event.tiles, "", known.you);
    case "settled":
      return laid(game, event, event.laid ?? "", event.taken ?? "", known.you);
    case "drew": {
      const drawn = { ...game, pool: game.pool - event.count };
      if (event.tiles !== null) return exchange(drawn, event.seat, "", event.tiles, known.you);
      return { ...drawn, counts: added(game.counts, event.seat, event.count) };
    }
    case "resigned":
      return { ...game, resigned: [...game.resigned, event.seat].sort((one, two) => one - two) };
    case "ended":
      return { ...game, phase: "over", result: event };
    default: // a pass, or an event of a newer server
      return game;
  }
}

function laid(game: Game, event: Played | Settled, from: string, taken: string, you: number | null): Game {
  const after = exchange({ ...game, table: event.table }, event.seat, from, taken, you);
  const opened = event.event === "played" || event.opening === true;
  return {
    ...after,
    opened: opened ? game.opened.with(event.seat, true) : game.opened,
    last: from === "" ? game.last : event.seat,
  };
}

/** Tiles leave a rack and others come to it; only racks that are seen have tiles, all have a number of them. */
function exchange(game: Game, seat: number, gone: string, come: string, you: number | null): Game {
  const [out, into] = [parseTiles(gone), parseTiles(come)];
  const counts = added(game.counts, seat, into.length - out.length);
  if (seat === you) return { ...game, counts, rack: exchanged(game.rack ?? "", out, into) };
  if (!game.racks) return { ...game, counts };
  return { ...game, counts, racks: game.racks.with(seat, exchanged(game.racks[seat] ?? "", out, into)) };
}

function exchanged(rack: string, out: readonly Kind[], into: readonly Kind[]): string {
  const tiles = parseTiles(rack);
  for (const kind of out) {
    const at = tiles.indexOf(kind);
    if (at >= 0) tiles.splice(at, 1);
  }
  return formatTiles([...tiles, ...into]);
}

const added = (counts: readonly number[], seat: number, more: number): readonly number[] =>
  counts.with(seat, (counts[seat] ?? 0) + more);
