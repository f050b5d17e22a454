/**
 * The search for the best sets of natural tiles and regular jokers.
 *
 * It goes from 13 down to 1. Every tile laid at a number is worth that number, whatever set it is in; all that matters
 * of the numbers gone by is how many runs of each colour are open with one, two or more tiles.
 */

import type { Bag } from "./bag";
import { SMALLEST } from "./reading";
import { COLOURS, HIGHEST, JOKER, kindOf } from "./tiles";
import type { Colour } from "./tiles";
import type { Worth } from "./worth";

/** Steps that a search may take with two jokers or fewer, and with more: as many as the server's referee. */
const STEPS = 5_000;
const STEPS_WITH_MORE_JOKERS = 1_000;

/**
 * What of the search so far decides the rest, as digits to this base: for each colour its open runs, three bits for how
 * many have one tile, for how many have two and for how many have more; then the jokers used.
 */
type OpenRuns = number;
const BASE = 512;
const SHORT = 0o77;
const JOKERS_USED = COLOURS.length;
const UNITS = [...COLOURS, JOKERS_USED].map((place) => BASE ** place);

const digit = (state: OpenRuns, place: number): number => Math.floor(state / UNITS[place]!) % BASE;
const mayEnd = (state: OpenRuns): boolean => COLOURS.every((colour) => !(digit(state, colour) & SHORT));

/** A way over a number: what it leads to, the jokers it takes and the tiles it lays. */
interface Crossing {
  readonly state: OpenRuns;
  readonly jokers: number;
  readonly laid: number;
}

/** The most that sets of these tiles are worth together; the search ends when that is `enough`. */
export function plainWorth(bag: Bag, enough: number): Worth {
  const jokers = bag[JOKER]!;
  let steps = jokers <= 2 && enough <= 50 ? STEPS : STEPS_WITH_MORE_JOKERS;

  /** Every way over a number; none when there are no steps left. */
  function waysOver(number: number, state: OpenRuns): Crossing[] {
    const left = jokers - digit(state, JOKERS_USED);
    let found: (Crossing & { readonly spare: readonly number[] })[] = [{ state: 0, jokers: 0, laid: 0, spare: [] }];
    for (const colour of COLOURS) {
      const here = bag[kindOf(colour, number)]!;
      const ways = runWays(bag, colour, number, digit(state, colour), left);
      found = found.flatMap((one) =>
        ways
          .filter((way) => one.jokers + way.jokers <= left)
          .map((way) => ({
            state: one.state + way.state * UNITS[colour]!,
            jokers: one.jokers + way.jokers,
            laid: one.laid + way.laid,
            spare: [...one.spare, here - way.laid + way.jokers],
          })),
      );
      steps -= found.length;
      if (steps <= 0) return [];
    }
    return found.flatMap((one) =>
      groupWays(one.spare, left - one.jokers).map((way) => ({
        state: one.state,
        jokers: one.jokers + way.jokers,
        laid: one.laid + way.laid,
      })),
    );
  }

  let best = 0;
  let layer = new Map<OpenRuns, number>([[0, 0]]);
  for (let number = HIGHEST; number > 0; number--) {
    if (!jokers && !COLOURS.some((colour) => bag[kindOf(colour, number)])) {
      // Nothing to lay: what is too short is no run, and what is long enough ends.
      layer = new Map([[0, Math.max(...[...layer].map(([state, value]) => (mayEnd(state) ? value : 0)))]]);
      continue;
    }
    const reached = new Map<OpenRuns, number>();
    for (const [from, value] of layer) {
      const used = from - (from % UNITS[JOKERS_USED]!);
      for (const way of waysOver(number, from)) {
        const state = way.state + used + way.jokers * UNITS[JOKERS_USED]!;
        const worth = value + way.laid * number;
        if ((reached.get(state) ?? -1) >= worth) continue;
        reached.set(state, worth);
        if (worth > best && mayEnd(state)) best = worth;
      }
      if (best >= enough || steps <= 0) return { value: best, sure: best >= enough };
    }
    layer = reached;
  }
  return { value: best, sure: true };
}

/**
 * What the runs of one colour can be after a number, with the jokers and all the tiles laid in them.
 *
 * Runs that are too short must go on; of the others as many go on as there are tiles for, and what is left begins new
 * ones. (A run that goes on can do all that a new one can.)
 */
function runWays(bag: Bag, colour: Colour, number: number, runs: number, left: number): Crossing[] {
  const at = (number: number): number => (number > 0 ? bag[kindOf(colour, number)]! : 0);
  const here = at(number);
  const [one, two, more] = [runs & 7, (runs >> 3) & 7, runs >> 6];
  const found: Crossing[] = [];
  for (let laid = one + two; laid <= here + left; laid++) {
    const on = Math.min(laid - one - two, more);
    const fresh = laid - one - two - on;
    if (fresh && number < SMALLEST) break;
    for (let jokers = Math.max(0, laid - here); jokers <= Math.min(left, laid); jokers++) {
      const spare = left - jokers;
      if (one + fresh > at(number - 1) + spare || fresh > at(number - 2) + spare) continue;
      found.push({ state: fresh | (one << 3) | ((two + on) << 6), jokers, laid });
    }
  }
  return found;
}

/** For every number of jokers, up to those left, that groups can take: the most tiles they hold then. */
function groupWays(naturals: readonly number[], left: number): Omit<Crossing, "state">[] {
  const all = naturals.reduce((sum, count) => sum + count, 0);
  const found = [{ jokers: 0, laid: 0 }];
  for (let jokers = 0; jokers <= left; jokers++) {
    let best = -1;
    for (let groups = 1; groups <= (all + jokers) / SMALLEST; groups++) {
      const natural = naturals.reduce((sum, count) => sum + Math.min(count, groups), 0);
      const laid = Math.min(COLOURS.length * groups, natural + jokers);
      if (laid >= SMALLEST * groups && jokers <= COLOURS.length * groups) best = Math.max(best, laid);
    }
    if (!jokers) found[0]!.laid = Math.max(0, best);
    else if (best >= 0) found.push({ jokers, laid: best });
  }
  return found;
}
