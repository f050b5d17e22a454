/** How everybody stands after the games so far. */

import type { LiveTable } from "../../app/table.svelte";
import type { Entry } from "../../net/seen";

export interface MatchStanding {
  /** The match is won by games, not by points. */
  readonly countsWins: boolean;
  /** By seat. */
  readonly totals: readonly number[];
  readonly wins: readonly number[];
  /** Seats, the best first. */
  readonly order: readonly number[];
}

export function standingOf(live: LiveTable): MatchStanding {
  const entries = live.known?.table.entries ?? [];
  const countsWins = live.known?.terms.rules.match === "games-won";
  const totals = live.seats.map((_, seat) => entries.reduce((sum, entry) => sum + (entry.scores[seat] ?? 0), 0));
  const wins = live.seats.map((_, seat) => entries.filter((entry) => entry.winner === seat).length);
  const ahead = (one: number, two: number, points: readonly number[]): number =>
    (points[two] ?? 0) - (points[one] ?? 0);
  const order = live.seats
    .map((_, seat) => seat)
    .sort((one, two) => (countsWins ? ahead(one, two, wins) : 0) || ahead(one, two, totals));
  return { countsWins, totals, wins, order };
}

/** A column of the score sheet: a game, or what a whole round comes to. */
export interface SheetColumn {
  readonly number: number;
  readonly round: boolean;
  readonly scores: readonly number[];
}

/** The columns of a sheet: every game, and after the last of each round its total; rounds of one game have none. */
export function columnsOf(entries: readonly Entry[], perRound: number): SheetColumn[] {
  return entries.flatMap(({ scores }, at): SheetColumn[] => {
    const game = { number: at + 1, round: false, scores };
    if (perRound < 2 || (at + 1) % perRound) return [game];
    const games = entries.slice(at + 1 - perRound, at + 1);
    const sums = scores.map((_, seat) => games.reduce((sum, entry) => sum + (entry.scores[seat] ?? 0), 0));
    return [game, { number: (at + 1) / perRound, round: true, scores: sums }];
  });
}
