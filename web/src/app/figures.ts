/** What my games come to: series, moving means, and the one sentence that is worth saying. No words, no drawing. */

import type { PlayedFigures, Statistics } from "../net/routes";

/** How many games the moving line looks back on. */
export const LINE = 8;
/** So many games at least before one time is compared with another. */
const ENOUGH = 8;
/** The newest games that stand for now, at most. */
const LATELY = 24;
/** Standard errors beyond which a difference is news and no noise: about one in 160 would be by chance. */
const SURE = 2.75;

/** The running total after each game. */
export function runningTotal(games: readonly PlayedFigures[]): number[] {
  let total = 0;
  return games.map((game) => (total += game.score));
}

/** Tiles missed per turn in a game; null where that isn't known. */
export const missedEach = (game: PlayedFigures): number | null => (game.looked ? game.missed / game.looked : null);

/** The mean over the last games up to each, by turns; null until there are enough. */
export function movingMissed(games: readonly PlayedFigures[], many = LINE): (number | null)[] {
  const known: PlayedFigures[] = [];
  return games.map((game) => {
    if (!game.looked) return null;
    known.push(game);
    const last = known.slice(-many);
    if (last.length < many) return null;
    return sum(last.map((one) => one.missed)) / sum(last.map((one) => one.looked));
  });
}

/** The games by the own turn in which I opened, from turn 1 to the last one there is. */
export function openings(games: readonly PlayedFigures[]): PlayedFigures[][] {
  const last = Math.max(0, ...games.map((game) => game.opened ?? 0));
  return Array.from({ length: last }, (_, at) => games.filter((game) => game.opened === at + 1));
}

/** The turn in which I open most often; null without one, or where several are as often. */
export function usualOpening(games: readonly PlayedFigures[]): number | null {
  const counts = openings(games).map((each) => each.length);
  const most = Math.max(0, ...counts);
  return most > 0 && counts.filter((count) => count === most).length === 1 ? counts.indexOf(most) + 1 : null;
}

/** What can be said in one sentence. `month` is a time in it, in seconds; null stands for "at first". */
export type FiguresNews =
  | { readonly code: "none" }
  | { readonly code: "first"; readonly won: boolean }
  | { readonly code: "missed-half" | "missed-less" | "missed-more"; readonly month: number | null }
  | { readonly code: "wins-more" | "wins-less"; readonly month: number | null }
  | { readonly code: "opens"; readonly turn: number }
  | { readonly code: "won"; readonly won: number; readonly games: number };

/** The sentence above the plots: true of exactly these games, and never made of chance alone. */
export function newsOf({ games, total }: Pick<Statistics, "games" | "total">): FiguresNews {
  const only = games[0];
  if (!only) return { code: "none" };
  if (games.length === 1) return { code: "first", won: only.won };
  const missed = compared(
    games.filter((game) => game.looked > 0),
    (game) => missedEach(game) ?? 0,
  );
  if (missed?.sure) {
    const [then, now] = [perTurn(missed.then), perTurn(missed.now)];
    // Said of all the turns together, and only where the games one by one say the same.
    if (now < then && missed.fell) return { code: now * 2 < then ? "missed-half" : "missed-less", month: missed.month };
    if (now > then && !missed.fell) return { code: "missed-more", month: missed.month };
  }
  const wins = compared(games, (game) => Number(game.won));
  if (wins?.sure) return { code: wins.fell ? "wins-less" : "wins-more", month: wins.month };
  const turn = usualOpening(games);
  const opened = games.filter((game) => game.opened !== null);
  const often = games.filter((game) => game.opened === turn).length;
  if (turn !== null && opened.length >= ENOUGH && often * 2 > opened.length) return { code: "opens", turn };
  return { code: "won", won: total.won, games: total.games };
}

interface Compared {
  readonly then: readonly PlayedFigures[];
  readonly now: readonly PlayedFigures[];
  readonly month: number | null;
  readonly fell: boolean;
  readonly sure: boolean;
}

/** The newest games beside the first month with enough of them, or beside the first ones. */
function compared(games: readonly PlayedFigures[], value: (game: PlayedFigures) => number): Compared | null {
  const month = byMonth(games).find((each) => each.length >= ENOUGH);
  const named = month !== undefined && month.at(-1) !== games.at(-1) && after(games, month).length >= ENOUGH;
  const then = named ? month : games.slice(0, Math.min(LATELY, Math.floor(games.length / 3)));
  const now = (named ? after(games, month) : games.slice(then.length)).slice(
    -Math.min(LATELY, Math.ceil(games.length / 3)),
  );
  if (then.length < ENOUGH || now.length < ENOUGH) return null;
  const [was, is] = [then.map(value), now.map(value)];
  const noise = Math.sqrt(spread(was) / was.length + spread(is) / is.length);
  const change = mean(is) - mean(was);
  return {
    then,
    now,
    month: named ? (month[0]?.ended ?? null) : null,
    fell: change < 0,
    sure: noise > 0 && Math.abs(change) > SURE * noise,
  };
}

/** The games of each month there are some of, in order. */
function byMonth(games: readonly PlayedFigures[]): PlayedFigures[][] {
  const months = new Map<string, PlayedFigures[]>();
  for (const game of games) {
    const month = monthOf(game.ended);
    months.set(month, [...(months.get(month) ?? []), game]);
  }
  return [...months.values()];
}

const after = (games: readonly PlayedFigures[], month: readonly PlayedFigures[]): readonly PlayedFigures[] =>
  games.slice(games.indexOf(month.at(-1) as PlayedFigures) + 1);

/** Which month a time is in, here. */
export function monthOf(at: number): string {
  const day = new Date(at * 1000);
  return `${day.getFullYear()}-${day.getMonth()}`;
}

const perTurn = (games: readonly PlayedFigures[]): number =>
  sum(games.map((game) => game.missed)) / Math.max(1, sum(games.map((game) => game.looked)));

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);

/** The variance, with one less than there are values: how far the next one would be off. */
function spread(values: readonly number[]): number {
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length - 1);
}

/** How many of the newer half and of the older half of the games were won. */
export function halves(games: readonly PlayedFigures[]): { many: number; newer: number; older: number } | null {
  const many = Math.floor(games.length / 2);
  if (many < 2) return null;
  const won = (part: readonly PlayedFigures[]): number => part.filter((game) => game.won).length;
  return { many, newer: won(games.slice(-many)), older: won(games.slice(0, many)) };
}
