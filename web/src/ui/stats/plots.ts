/** Where everything lies in the plots of my games: plain numbers, drawn by the components beside. */

import { LINE, missedEach, movingMissed, openings, runningTotal, sum } from "../../app/figures";
import type { PlayedFigures } from "../../net/routes";

/** Room left of a plot for its numbers, and below it for the months. */
const LEFT = 54;
const RIGHT = 10;
const FOOT = 30;
/** The least room for a game's mark: narrower ones are drawn together. */
const NARROWEST = 3.5;
/** Between two labels of the same axis. */
const LABEL = 46;

/** Games that share a mark: one each, unless there are more than can be told apart. */
export interface PlotMark {
  readonly x: number;
  readonly games: readonly PlayedFigures[];
}

export interface AxisLevel {
  readonly value: number;
  readonly y: number;
}

export interface TimeLabel {
  readonly at: number;
  readonly x: number;
  readonly year: boolean;
}

export interface ResultsLayout {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly each: number;
  readonly line: string;
  readonly area: string;
  readonly end: { readonly x: number; readonly y: number };
  readonly zero: number;
  readonly levels: readonly AxisLevel[];
  readonly middle: number;
  readonly best: AxisLevel | null;
  readonly bars: readonly (PlotMark & { readonly top: number; readonly up: number; readonly down: number })[];
  readonly times: readonly TimeLabel[];
}

export interface MissedLayout {
  readonly from: number;
  readonly to: number;
  /** How many games the line looks back on. */
  readonly back: number;
  readonly dots: readonly (PlotMark & { readonly y: number })[];
  readonly lines: readonly string[];
  readonly first: (AxisLevel & { readonly x: number }) | null;
  readonly last: (AxisLevel & { readonly x: number }) | null;
  readonly levels: readonly AxisLevel[];
  readonly times: readonly TimeLabel[];
}

export interface OpeningLayout {
  /** How many games a bar stands for. */
  readonly each: number;
  readonly columns: readonly {
    readonly turn: number;
    readonly x: number;
    readonly width: number;
    readonly count: number;
    readonly top: number;
    readonly bars: readonly { readonly y: number; readonly height: number; readonly game: PlayedFigures }[];
  }[];
}

/** The running total above, each game below. */
export function resultsLayout(games: readonly PlayedFigures[], width: number, height: number): ResultsLayout {
  const { from, to, marks, each } = spaced(games, width);
  const totals = runningTotal(games);
  const upper = Math.round((height - FOOT) * 0.62);
  const scale = steps(Math.min(0, ...totals), Math.max(0, ...totals), 3);
  const y = linear(scale.least, scale.most, upper - 12, 16);
  const at = (game: number): number => place(game, games.length, from, to);
  const points = totals.map((total, game) => `${round(at(game))},${round(y(total))}`);
  const start = `${from},${round(y(0))}`;
  const end = { x: at(games.length - 1), y: y(totals.at(-1) ?? 0) };
  const worth = marks.map((mark) => ({
    up: sum(mark.games.map((game) => Math.max(0, game.score))) / mark.games.length,
    down: sum(mark.games.map((game) => Math.max(0, -game.score))) / mark.games.length,
  }));
  const [high, low] = [Math.max(1, ...worth.map((one) => one.up)), Math.max(1, ...worth.map((one) => one.down))];
  const room = height - FOOT - upper - 14;
  const unit = room / (high + low);
  const middle = upper + 10 + high * unit;
  const hundred = STEPS.findLast((step) => step <= high && step * unit > 18) ?? null;
  return {
    from,
    to,
    each,
    width: Math.max(1.2, Math.min(9, ((to - from) / Math.max(1, marks.length)) * 0.62)),
    line: [start, ...points].join(" "),
    area: [start, ...points, `${round(end.x)},${round(y(0))}`].join(" "),
    end,
    zero: y(0),
    levels: scale.values.map((value) => ({ value, y: y(value) })),
    middle,
    best: hundred === null ? null : { value: hundred, y: middle - hundred * unit },
    bars: marks.map((mark, index) => {
      const { up, down } = worth[index] ?? { up: 0, down: 0 };
      return { ...mark, top: middle - up * unit, up: up * unit, down: down * unit };
    }),
    times: timesOf(games, at, to),
  };
}

/** Each game a dot, and the mean of the last ones as a line. */
export function missedLayout(games: readonly PlayedFigures[], width: number, height: number): MissedLayout {
  const known = games.filter((game) => missedEach(game) !== null);
  const { from, to, marks, each } = spaced(known, width);
  const means = marks.map(
    (mark) => sum(mark.games.map((game) => game.missed)) / sum(mark.games.map((game) => game.looked)),
  );
  const scale = steps(0, Math.max(0.5, ...means), 4, [0.25, 0.5, 1, 2, 5]);
  const y = linear(0, scale.most, height - FOOT, 12);
  const at = (game: number): number => place(game, known.length, from, to);
  const moving = movingMissed(known, LINE * each);
  const path = moving.flatMap((value, game) => (value === null ? [] : [{ x: at(game), y: y(value), value }]));
  const [first, last] = [path[0] ?? null, path.at(-1) ?? null];
  return {
    from,
    to,
    back: LINE * each,
    dots: marks.map((mark, index) => ({ ...mark, y: y(means[index] ?? 0) })),
    lines: path.length > 1 ? [path.map((point) => `${round(point.x)},${round(point.y)}`).join(" ")] : [],
    first: path.length > 1 ? first : null,
    last,
    levels: scale.values.map((value) => ({ value, y: y(value) })),
    times: timesOf(known, at, to),
  };
}

/** A stack for every turn; one bar is one game while there is room. */
export function openingLayout(games: readonly PlayedFigures[], width: number, height: number): OpeningLayout {
  const turns = openings(games);
  const most = Math.max(1, ...turns.map((each) => each.length));
  const [top, bottom] = [22, height - 42];
  const each = Math.max(1, Math.ceil((most * 4.5) / (bottom - top)));
  const step = Math.min(11, (bottom - top) / Math.ceil(most / each));
  const room = width / Math.max(1, turns.length);
  const wide = Math.min(54, room * 0.66);
  return {
    each,
    columns: turns.map((found, index) => {
      const count = Math.ceil(found.length / each);
      return {
        turn: index + 1,
        x: room * (index + 0.5) - wide / 2,
        width: wide,
        count: found.length,
        top: bottom - count * step,
        bars: Array.from({ length: count }, (_, at) => ({
          y: bottom - (at + 1) * step,
          height: Math.max(1.5, step * 0.72),
          game: found[at * each] as PlayedFigures,
        })),
      };
    }),
  };
}

/** The mark next to a place in the plot. */
export const nearest = <T extends { readonly x: number }>(marks: readonly T[], x: number): T | null =>
  marks.reduce<T | null>((best, mark) => (best && Math.abs(best.x - x) <= Math.abs(mark.x - x) ? best : mark), null);

/** Games side by side, drawn together where they'd be too narrow. */
function spaced(
  games: readonly PlayedFigures[],
  width: number,
): { from: number; to: number; marks: PlotMark[]; each: number } {
  const [from, to] = [LEFT, width - RIGHT];
  const each = Math.max(1, Math.ceil((games.length * NARROWEST) / Math.max(1, to - from)));
  const marks: PlotMark[] = [];
  for (let at = 0; at < games.length; at += each) {
    const some = games.slice(at, at + each);
    marks.push({ x: place(at + (some.length - 1) / 2, games.length, from, to), games: some });
  }
  return { from, to, marks, each };
}

/** Where a game stands: the first at the left, the last at the right, a lone one in the middle. */
const place = (game: number, many: number, from: number, to: number): number =>
  many < 2 ? (from + to) / 2 : from + 6 + (game / (many - 1)) * (to - from - 12);

const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000] as const;

/** The part of a step by which a line may go beyond the last level. */
const SLIGHT = 0.12;

/** Levels that are easy to read, no more than so many. */
function steps(
  low: number,
  high: number,
  many: number,
  sizes: readonly number[] = STEPS,
): { least: number; most: number; values: number[] } {
  const last = sizes.at(-1) as number;
  const size = sizes.find((each) => (high - low) / each <= many) ?? Math.ceil((high - low) / many / last) * last;
  const least = Math.floor(low / size + SLIGHT);
  const most = Math.max(Math.ceil(high / size - SLIGHT), least + 1);
  return {
    least: least * size,
    most: most * size,
    values: Array.from({ length: most - least + 1 }, (_, at) => (least + at) * size),
  };
}

const linear = (low: number, high: number, from: number, to: number): ((value: number) => number) => {
  return (value) => from + ((value - low) / (high - low || 1)) * (to - from);
};

/** Months where their first game is, or years where months would be too many. */
function timesOf(games: readonly PlayedFigures[], at: (game: number) => number, to: number): TimeLabel[] {
  const label = (year: boolean): TimeLabel[] =>
    games.flatMap((game, index) => {
      const [now, before] = [dateOf(game), index ? dateOf(games[index - 1] as PlayedFigures) : null];
      const same =
        before && now.getFullYear() === before.getFullYear() && (year || now.getMonth() === before.getMonth());
      return same ? [] : [{ at: game.ended, x: at(index), year }];
    });
  const months = label(false);
  const years = months.length * LABEL > to * 1.6;
  return (years ? label(true) : months).reduce<TimeLabel[]>(
    (kept, one) => (kept.length && one.x - (kept.at(-1) as TimeLabel).x < LABEL ? kept : [...kept, one]),
    [],
  );
}

const dateOf = (game: PlayedFigures): Date => new Date(game.ended * 1000);
const round = (value: number): number => Math.round(value * 10) / 10;
