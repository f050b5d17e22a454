/** Where the lines of a match's totals go. */

import type { Scores } from "../../core/scores";

const TOP = 12;
/** Room for the numbers of the games. */
const FOOT = 30;
/** Room for a line's name beside it. */
const LINE = 15;
/** Steps between levels that are easy to read. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;
/** Letters of a name that has room beside its line. */
const LETTERS = 10;

export interface PadLines {
  readonly from: number;
  readonly to: number;
  readonly levels: readonly { readonly value: number; readonly y: number }[];
  readonly games: readonly { readonly number: number; readonly x: number }[];
  readonly lines: readonly { readonly name: string; readonly points: string; readonly label: number }[];
}

export function graphOf(players: readonly string[], games: readonly Scores[], width: number, height: number): PadLines {
  const bottom = height - FOOT;
  const totals = players.map((_, seat) =>
    games.reduce<number[]>((sums, game) => [...sums, (sums.at(-1) ?? 0) + (game.scores[seat] ?? 0)], [0]),
  );
  const names = players.map(short);
  const [low, high] = [Math.min(...totals.flat()), Math.max(...totals.flat())];
  const step = STEPS.find((each) => (high - low) / each <= 4) ?? 10_000;
  const [least, most] = [Math.min(-step, Math.floor(low / step) * step), Math.max(step, Math.ceil(high / step) * step)];
  const y = (value: number): number => bottom - ((value - least) / (most - least)) * (bottom - TOP);
  const from = 48;
  const to = width - 12 - Math.max(...names.map((name) => name.length)) * 7.5;
  const x = (game: number): number => from + (game / Math.max(1, games.length)) * (to - from);
  const levels = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, at) => least + at * step);
  /** Not more numbers than can be read. */
  const every = Math.ceil(games.length / ((to - from) / 28));
  const ends = totals.map((sums) => y(sums.at(-1) ?? 0));
  const labels = spread(ends, bottom);
  return {
    from,
    to,
    levels: levels.map((value) => ({ value, y: y(value) })),
    games: games.flatMap((_, at) => ((at + 1) % every ? [] : [{ number: at + 1, x: x(at + 1) }])),
    lines: totals.map((sums, seat) => ({
      name: names[seat] ?? "",
      points: sums.map((sum, game) => `${x(game).toFixed(1)},${y(sum).toFixed(1)}`).join(" "),
      label: labels[seat] ?? 0,
    })),
  };
}

/** Heights for names that don't cover each other, as near to their own as can be. */
export function spread(heights: readonly number[], bottom: number): number[] {
  const order = heights.map((_, at) => at).sort((one, two) => (heights[one] ?? 0) - (heights[two] ?? 0));
  const found = [...heights];
  order.forEach((at, place) => {
    const above = order[place - 1];
    if (above !== undefined) found[at] = Math.max(found[at] ?? 0, (found[above] ?? 0) + LINE);
  });
  for (const [place, at] of [...order.entries()].reverse()) {
    const below = order[place + 1];
    const most = below === undefined ? bottom : (found[below] ?? 0) - LINE;
    found[at] = Math.min(found[at] ?? 0, most);
  }
  return found;
}

const short = (name: string): string => {
  const letters = [...name];
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join("")}…` : name;
};
