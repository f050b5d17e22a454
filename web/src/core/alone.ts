/**
 * What tiles are worth by themselves, at best, as an opening is counted.
 *
 * That is a search, and it takes so many steps and no more, the same as the server's. Sets taken greedily are mostly
 * enough already. Where they are not, few sets are left to choose from, and the search is soon over, exact.
 */

import { bagOf } from "./bag";
import type { Bag } from "./bag";
import { runValue } from "./covers";
import { plainWorth } from "./plainworth";
import { read, SMALLEST } from "./reading";
import type { Mirror } from "./rules";
import { specialWorth } from "./specialworth";
import { COLOURS, DOUBLE, HIGHEST, JOKER, kindOf, MIRROR } from "./tiles";
import type { Kind } from "./tiles";
import type { Worth } from "./worth";

/** The most that sets made of some of these tiles are worth together, jokers at their best; `enough` will do. */
export function worthAlone(tiles: readonly Kind[], mirror: Mirror | null, enough: number): Worth {
  const bag = bagOf(tiles);
  const jokers = read(tiles.filter((kind) => kind >= JOKER && kind < MIRROR));
  const greedy = greedyWorth(bag, enough) + (jokers?.value ?? 0);
  if (greedy >= enough) return { value: greedy, sure: true };
  const isSpecial = bag.slice(DOUBLE).some(Boolean);
  const { value, sure } = isSpecial ? specialWorth(bag, mirror, enough) : plainWorth(bag, enough);
  return { value: Math.max(greedy, value), sure };
}

/** The most that a single set of natural tiles and regular jokers is worth; 0 where there is none. */
export function bestSet(bag: Bag): number {
  const jokers = bag[JOKER]!;
  let best = 0;
  for (let start = 1; start <= HIGHEST; start++) {
    const colours = COLOURS.filter((colour) => bag[kindOf(colour, start)]);
    const group = Math.min(COLOURS.length, colours.length + jokers);
    if (group >= SMALLEST) best = Math.max(best, start * group);
    for (const colour of COLOURS) {
      let missing = 0;
      for (let size = 1; size <= HIGHEST + 1 - start; size++) {
        if (!bag[kindOf(colour, start + size - 1)] && ++missing > jokers) break;
        if (size >= SMALLEST) best = Math.max(best, runValue(start, size));
      }
    }
  }
  return best;
}

/** What natural sets are worth when the one worth most is taken first, again and again, until it is enough. */
function greedyWorth(bag: Bag, enough: number): number {
  const left = [...bag];
  let total = 0;
  while (total < enough) {
    let best: NaturalSet | null = null;
    for (const found of naturalSets(left)) if (best === null || found.value > best.value) best = found;
    if (best === null) break;
    for (const kind of best.kinds) left[kind]!--;
    total += best.value;
  }
  return total;
}

interface NaturalSet {
  readonly value: number;
  readonly kinds: readonly Kind[];
}

/** The largest natural sets there are: a group of each number, every run that cannot be made longer. */
function* naturalSets(bag: Bag): Generator<NaturalSet> {
  for (let number = 1; number <= HIGHEST; number++) {
    const kinds = COLOURS.map((colour) => kindOf(colour, number)).filter((kind) => bag[kind]);
    if (kinds.length >= SMALLEST) yield { value: number * kinds.length, kinds };
  }
  for (const colour of COLOURS) {
    let kinds: Kind[] = [];
    for (let number = 1; number <= HIGHEST + 1; number++) {
      const kind = kindOf(colour, number);
      if (number <= HIGHEST && bag[kind]) {
        kinds.push(kind);
        continue;
      }
      const size = kinds.length;
      if (size >= SMALLEST) yield { value: runValue(number - size, size), kinds };
      kinds = [];
    }
  }
}
