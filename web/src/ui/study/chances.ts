/** Winning chances as a graph: which points it goes through, as its seat could know them, and where they are drawn. */

import type { TurnAnalysis } from "../../net/routes";

/** All seats' chances at one moment of a seat's game: `at` is the number of its turn, with halves for what others did. */
export interface ChancePoint {
  readonly at: number;
  /** The move of the record that led to it; null for the deal. */
  readonly move: number | null;
  readonly chances: readonly number[];
}

/** Where a graph is drawn, in pixels. */
export interface PlotBox {
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far between two turns what the others did is drawn. */
const BETWEEN = 0.55;

/**
 * The points of one seat's graph: the deal, then after each turn of its own what it came to, and before the next what
 * the others made of it. Once the game is over its winner has won. Turns that are not analysed yet are not there.
 */
export function chancePoints(
  turns: readonly TurnAnalysis[],
  seat: number,
  winner: number | null,
  lastMove: number,
): ChancePoint[] {
  const own = turns.filter((turn) => turn.seat === seat);
  const points: ChancePoint[] = [];
  for (const turn of own) {
    if (turn.before !== null) {
      const first = points.length === 0;
      const at = first ? Math.max(0, turn.turn - 1) : turn.turn - 1 + BETWEEN;
      points.push({ at, move: null, chances: turn.before });
    }
    if (turn.chances !== null) points.push({ at: turn.turn, move: turn.move, chances: turn.chances });
  }
  const last = points.at(-1);
  if (last === undefined || winner === null) return points;
  const won = last.chances.map((_, each) => (each === winner ? 1 : 0));
  const ends = turns.some((turn) => turn.move === lastMove);
  if (!ends || last.chances[winner] === 1) return points;
  // A chance that is known to be one by now is not an estimate any more.
  return last.move === lastMove
    ? [...points.slice(0, -1), { ...last, chances: won }]
    : [...points, { at: Math.floor(last.at) + BETWEEN, move: lastMove, chances: won }];
}

export const xOf = (box: PlotBox, most: number, at: number): number =>
  box.start + ((box.width - box.start - box.end) * at) / Math.max(1, most);

export const yOf = (box: PlotBox, chance: number): number =>
  box.top + (box.height - box.top - box.bottom) * (1 - chance);

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** How far a curve runs level on both sides of a point, as a part of the way to the next. */
const LEVEL = 0.38;

/** A curve through the points that never goes beyond what is measured: it is level at each of them. */
export function curve(points: readonly (readonly [x: number, y: number])[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${rounded(x)} ${rounded(y)}`;
      const reach = (x - before[0]) * LEVEL;
      const bends = [before[0] + reach, before[1], x - reach, y, x, y].map(rounded);
      return `C${bends.join(" ")}`;
    })
    .join("");
}

/** One seat's line. */
export const chanceLine = (box: PlotBox, most: number, points: readonly ChancePoint[], seat: number): string =>
  curve(points.map(({ at, chances }) => [xOf(box, most, at), yOf(box, chances[seat] ?? 0)] as const));

/** The turn that is meant by a place in the graph, from 0, the deal, to `most`. */
export function turnAt(box: PlotBox, most: number, x: number): number {
  const share = (x - box.start) / (box.width - box.start - box.end);
  return Math.min(most, Math.max(0, Math.round(share * most)));
}

/** The turns whose numbers are written below the graph: all, or every so many where there is no room. */
export function ticks(box: PlotBox, most: number, apart: number): number[] {
  const each = (box.width - box.start - box.end) / Math.max(1, most);
  const step = [1, 2, 5, 10, 20, 50].find((count) => count * each >= apart) ?? 100;
  return Array.from({ length: most }, (_, at) => at + 1).filter((turn) => turn % step === 0 || most < step);
}

/** A disc in the graph that words must not lie on. */
export interface PlotDisc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Words that belong to a point, which prefer to be above it or beside it. */
export interface PlotWords {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly prefers: "above" | "beside";
}

export interface PlotLabel {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly text: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How large words are about, in pixels: a letter, and a line above and below what it stands on. */
const LETTER = 7;
const RISE = 11;
const FALL = 4;
/** How far words are from their point. */
const ASIDE = 18;

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Where words go: each to the place about its point, in the order they are given, where it covers least of what is there. */
export function labelled(box: PlotBox, words: readonly PlotWords[], marks: readonly PlotDisc[]): PlotLabel[] {
  const taken: Box[] = marks.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  return words.map(({ x, y, text, prefers }) => {
    const long = text.length * LETTER;
    const above: PlotLabel = { x, y: y - 14, anchor: "middle", text };
    const below: PlotLabel = { x, y: y + 24, anchor: "middle", text };
    const beside = [5, -14, 24].flatMap((down): PlotLabel[] => [
      { x: x + ASIDE, y: y + down, anchor: "start", text },
      { x: x - ASIDE, y: y + down, anchor: "end", text },
    ]);
    const places = prefers === "above" ? [above, ...beside, below] : [...beside, above, below];
    const boxOf = (label: PlotLabel): Box => {
      const left = label.x - { start: 0, middle: long / 2, end: long }[label.anchor];
      return { left, right: left + long, top: label.y - RISE, bottom: label.y + FALL };
    };
    const cost = (label: PlotLabel): number => {
      const at = boxOf(label);
      const out =
        long * (RISE + FALL) - overlap(at, { left: box.start, right: box.width, top: 0, bottom: box.height - 18 });
      return out * 4 + taken.reduce((sum, each) => sum + overlap(at, each), 0);
    };
    const costs = places.map(cost);
    const label = places[costs.indexOf(Math.min(...costs))] ?? above;
    taken.push(boxOf(label));
    return label;
  });
}

/** How everybody's line is drawn beside that of whose eyes it is: thinner, each in a colour and a dash of its own. */
export interface ChanceLook {
  readonly seat: number;
  readonly own: boolean;
  readonly colour: string;
  readonly dash: string;
}

const DASHES = ["", "2 4", "8 5", "10 4 2 4", "1 6"];

/** The looks of all lines, first that of whose eyes it is. It is pine, so who has that colour takes the one left free. */
export function chanceLooks(seats: number, eyes: number): ChanceLook[] {
  const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== eyes);
  return [
    { seat: eyes, own: true, colour: "var(--pine)", dash: "" },
    ...others.map((seat, index) => ({
      seat,
      own: false,
      colour: `var(--seat-${(seat === 0 ? eyes : seat) % 6})`,
      dash: DASHES[index] ?? "",
    })),
  ];
}
