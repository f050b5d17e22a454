/** What a game's racks score, and who is ahead after some games: as the server counts it. */

import type { MatchRule, Rules } from "./rules";

/** The rows of the rules that scores go by. */
export type ScoreRules = Pick<Rules, "pool_scores" | "match">;

/** What every seat scores, and the seat that won. The scores always add up to 0. */
export interface Scores {
  readonly scores: readonly number[];
  readonly winner: number;
}

/** What is left on a rack: its points, and how many tiles they are; null where only the points are known. */
export interface LeftOver {
  readonly sum: number;
  readonly count: number | null;
}

/** Where games so far leave everybody: totals and games won by seat, and who is ahead by the rule, perhaps shared. */
export interface MatchTally {
  readonly totals: readonly number[];
  readonly wins: readonly number[];
  readonly ahead: readonly number[];
}

/**
 * The seats that could have won a game without anybody going out: the fewest points, then the fewest tiles.
 * Where the tiles of one of them are unknown, only points tell them apart.
 */
export function leastLeft(racks: readonly LeftOver[]): number[] {
  const least = Math.min(...racks.map(({ sum }) => sum));
  const equal = racks.flatMap(({ sum }, seat) => (sum === least ? [seat] : []));
  const counts = equal.map((seat) => racks[seat]?.count ?? null);
  if (counts.includes(null)) return equal;
  const fewest = Math.min(...counts.map(Number));
  return equal.filter((_, at) => counts[at] === fewest);
}

/**
 * Score a game: `out` is the seat that went out, or null when the pool ran empty. Then `last`, the seat that last laid
 * a tile, if any, and the starter settle who wins among equal racks: the first in turn order after it.
 */
export function scoreGame(
  rules: ScoreRules,
  racks: readonly LeftOver[],
  out: number | null,
  last: number | null = null,
  starter = 0,
): Scores {
  const sum = (seat: number): number => racks[seat]?.sum ?? 0;
  const winner = out ?? firstFrom(last === null ? starter : last + 1, leastLeft(racks), racks.length);
  const spared = out === null && rules.pool_scores === "difference" ? sum(winner) : 0;
  const losses = racks.map((_, seat) => (seat === winner ? 0 : sum(seat) - spared));
  const won = losses.reduce((total, loss) => total + loss, 0);
  return { scores: losses.map((loss, seat) => (seat === winner ? won : 0 - loss)), winner };
}

/** The first of these seats in turn order. */
function firstFrom(first: number, seats: readonly number[], players: number): number {
  const away = (seat: number): number => (seat - first + players) % players;
  return seats.reduce((one, two) => (away(two) < away(one) ? two : one));
}

/** How many games each of these has won, their totals, and who is ahead. */
export function tallyOf(rule: MatchRule, games: readonly Scores[], players: number): MatchTally {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const totals = seats.map((seat) => games.reduce((sum, game) => sum + (game.scores[seat] ?? 0), 0));
  const wins = seats.map((seat) => games.filter((game) => game.winner === seat).length);
  const [first, second] = rule === "total" ? [totals, wins] : [wins, totals];
  const ahead = best(best(seats, first), second);
  return { totals, wins, ahead: games.length ? ahead : [] };
}

/** Those of the seats that have the most. */
function best(seats: readonly number[], worth: readonly number[]): number[] {
  const most = Math.max(...seats.map((seat) => worth[seat] ?? 0));
  return seats.filter((seat) => worth[seat] === most);
}
