/** Following a game: its events folded into what a seat sees of it, without any rule of the game. */

import { formatTiles, parseTiles } from "../core/notation";
import type { Rules } from "../core/rules";
import { JOKER, type Kind } from "../core/tiles";
import type { GameEvent, Midway, Played, PublicTable, Settled, View } from "./seen";

/** A game as it is followed: what the server's view says, less what only the server counts. */
export type SeenGame = Omit<View, "seat" | "revision" | "passes">;

/** The seat that follows, and the rules it plays by. */
export interface Follower {
  readonly you: number | null;
  readonly rules: Rules;
  /** Whether a spectator sees every rack. */
  readonly racks: boolean;
}

/** A game that is just about to begin at this table. */
export function freshGame(table: Pick<PublicTable, "seats" | "commitment">, { you, rules, racks }: Follower): SeenGame {
  const nobody = table.seats.map(() => 0);
  const { copies, jokers } = rules.tile_set;
  const game: SeenGame = {
    phase: "mixing",
    commitment: table.commitment,
    contributions: nobody.map(() => ""),
    draws: [],
    starter: 0,
    turn: 0,
    table: "",
    rack: you === null ? null : "",
    counts: nobody,
    pool: copies * JOKER + jokers.reduce((sum, count) => sum + count, 0),
    opened: nobody.map(() => false),
    resigned: [],
    last: null,
    result: null,
  };
  return you === null && racks ? { ...game, racks: nobody.map(() => "") } : game;
}

/** The game after an event as its seat sees it. */
export function foldGame(game: SeenGame, event: GameEvent, by: Follower): SeenGame {
  switch (event.event) {
    case "contributed":
      return { ...game, contributions: game.contributions.with(event.seat, event.words) };
    case "started": {
      const { draws, starter, midway } = event;
      const counts = midway?.counts ?? event.racks.map(() => by.rules.rack_size);
      const rack = by.you === null ? null : (event.racks[by.you] ?? "");
      const lying = midway ? parseTiles(midway.table.replaceAll("|", " ")).length : 0;
      const pool = game.pool - counts.reduce((sum, count) => sum + count, 0) - lying;
      const begun: SeenGame = { ...game, phase: "playing", draws, starter, turn: starter, counts, rack, pool };
      const dealt = midway ? { ...begun, ...takenUp(midway) } : begun;
      return game.racks ? { ...dealt, racks: event.racks.map((each) => each ?? "") } : dealt;
    }
    case "played":
      return laid(game, event, event.tiles, "", by);
    case "settled":
      return laid(game, event, event.laid ?? "", event.taken ?? "", by);
    case "drew": {
      const drawn = { ...exchange(game, event.seat, "", event.tiles ?? "", by), pool: game.pool - event.count };
      const counts = added(game.counts, event.seat, event.count);
      if (!event.frees) return turnOver({ ...drawn, counts }, event.seat);
      return { ...drawn, counts, ...(event.tiles ? { drawn: event.tiles } : {}) };
    }
    case "kept":
    case "passed":
      return turnOver(game, event.seat);
    case "resigned": {
      const resigned = [...game.resigned, event.seat].sort((one, two) => one - two);
      const left = { ...game, resigned };
      return game.turn === event.seat ? turnOver(left, event.seat) : left;
    }
    case "ended":
      return { ...game, phase: "over", result: event };
    default:
      event satisfies never;
      return game; // an event of a newer server
  }
}

/** What is otherwise than after a deal, where a game was taken up in the middle. */
const takenUp = ({ table, opened, turn, last, resigned }: Midway): Partial<SeenGame> => ({
  table,
  opened,
  turn,
  last: last ?? null,
  resigned: resigned ?? [],
});

/** The position line of a game as it is known here. */
export const positionOf = (game: SeenGame): string =>
  `${game.table} / ${game.counts.join(" ")} / ${game.pool} / ${game.turn}`;

function laid(game: SeenGame, event: Played | Settled, from: string, taken: string, by: Follower): SeenGame {
  const lies = exchange({ ...game, table: event.table }, event.seat, from, taken, by);
  const opened = event.event === "played" || event.opening === true;
  return turnOver(
    {
      ...lies,
      opened: opened ? game.opened.with(event.seat, true) : game.opened,
      last: from === "" ? game.last : event.seat,
    },
    event.seat,
  );
}

/** The next player's turn; a tile just drawn is one like the others now. */
function turnOver({ drawn: _drawn, ...game }: SeenGame, seat: number): SeenGame {
  return { ...game, turn: after(game, seat) };
}

/** Tiles leave a rack and others come to it; only racks that are seen have tiles, all have a number of them. */
function exchange(game: SeenGame, seat: number, gone: string, come: string, { you }: Follower): SeenGame {
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

/** Whose turn it is after this seat's: the next one clockwise that has not given up. */
function after({ counts, resigned }: SeenGame, seat: number): number {
  const others = counts.map((_, step) => (seat + step + 1) % counts.length);
  return others.find((other) => !resigned.includes(other)) ?? seat;
}
