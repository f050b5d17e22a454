/** The runs that are still open in the search with special jokers. */

import { IN_USE } from "./digits";
import type { Digits } from "./digits";
import { SMALLEST } from "./reading";

/**
 * An open run; a twin is a mirrored one, growing on both sides of its mirror at once.
 *
 * `colours` are those its last stretch may have, a bit each: a natural tile settles on one, a colour change rules one
 * out. `length` counts physical tiles up to three (always three in a twin); `covered` the sides (one, or both of a
 * twin) where a double joker stands for the next number already.
 */
export interface OpenRun {
  readonly isTwin: boolean;
  readonly covered: number;
  readonly colours: number;
  readonly length: number;
}

/** Any colour, and each by itself, a bit each. */
export const ANY = 0b1111;
export const SINGLE = [1, 2, 4, 8];
const MASKS = [...SINGLE, ...SINGLE.map((colour) => ANY - colour), ANY];

const RUNS: readonly OpenRun[] = [false, true].flatMap((isTwin) =>
  [0, 1, 2].flatMap((covered) =>
    MASKS.flatMap((colours) => [1, 2, 3].map((length) => ({ isTwin, covered, colours, length }))),
  ),
);
const ONE = RUNS.map((_, index) => (IN_USE + 1n) << BigInt(4 * index));

/** One open run in a state. */
export function one({ isTwin, covered, colours, length }: OpenRun): Digits {
  return ONE[((Number(isTwin) * 3 + covered) * MASKS.length + MASKS.indexOf(colours)) * SMALLEST + length - 1]!;
}

/** Whether a run may end as it is. */
export const endsAtOnce = ({ covered, length }: OpenRun): boolean => !covered && length === SMALLEST;

/** The open runs of a state, one by one. */
export function members(state: Digits): OpenRun[] {
  const digits = (state / (IN_USE + 1n)).toString(16);
  return [...digits].flatMap((digit, at) => Array<OpenRun>(parseInt(digit, 16)).fill(RUNS[digits.length - 1 - at]!));
}

/** Whether every open run of a state may end. */
export const mayEnd = (state: Digits): boolean => members(state).every(endsAtOnce);

/** States that can do all that this one can: with one more run that may end at once, one longer, one freer. */
export function better(state: Digits): Digits[] {
  const found = [...SINGLE, ANY].map(
    (colours) => state + one({ isTwin: false, covered: 0, colours, length: SMALLEST }),
  );
  for (const run of new Set(members(state))) {
    const freer = MASKS.filter((mask) => mask > run.colours && (mask & run.colours) === run.colours);
    const others = freer.map((colours) => ({ ...run, colours }));
    if (run.length < SMALLEST) others.push({ ...run, length: run.length + 1 });
    found.push(...others.map((other) => state - one(run) + one(other)));
  }
  return found;
}
