/** What an opening is worth, and the order it is laid in so that it lies as what it was counted as. */

import { bestSet, worthAlone } from "./alone";
import { bagOf, beyond, holds } from "./bag";
import { shownValue } from "./covers";
import type { Reading } from "./covers";
import { matchedSets } from "./matching";
import type { Sets } from "./matching";
import { readAtBest } from "./reading";
import type { Rules } from "./rules";
import type { Kind } from "./tiles";
import type { Worth } from "./worth";

/** The referee from whom on an opening lies as what it was counted as. */
const LAYS_AS_COUNTED = 2;

/**
 * What the opening is worth: the new sets laid or, where the table may be used at once and those are too little, the
 * best sets that the tiles played could form by themselves.
 */
export function openingWorth(
  rules: Rules,
  before: Sets,
  after: Sets,
  readings: readonly (Reading | null)[],
  played: readonly Kind[],
): Worth {
  const own = ownSets(before, after, readings, played);
  const laid = together(
    rules,
    own.map(({ reading }) => reading.value),
  );
  if (!rules.table_in_opening || laid >= rules.opening) return { value: laid, sure: true };
  if (rules.opening_sets === "one") return { value: bestSet(bagOf(played)), sure: true };
  return worthAlone(played, rules.mirror ?? null, rules.opening);
}

/**
 * The sets of a legal opening as they lie afterwards: no joker counts as one tile and lies as another.
 *
 * The orders written are kept where the opening is worth enough in them; otherwise, from the first set on, a set is
 * kept as long as the others at their best still make it enough, and else laid in its own best order.
 */
export function laidAsCounted(
  rules: Rules,
  before: Sets,
  readings: readonly Reading[],
  played: readonly Kind[],
): readonly Reading[] {
  const sets = readings.map(({ tiles }) => tiles);
  const own = ownSets(before, sets, readings, played);
  let values = own.map(({ reading }) => reading.value);
  const mirror = rules.mirror ?? null;
  const shown = together(
    rules,
    own.map(({ reading }) => shownValue(reading)),
  );
  // Where even the best orders are too little, the tiles that make it enough lie apart.
  const isCounted = shown >= rules.opening || together(rules, values) < rules.opening;
  if ((rules.referee ?? 1) < LAYS_AS_COUNTED || isCounted) return readings;
  if (rules.table_in_opening && rules.opening_sets !== "one") {
    const apart = beyond(bagOf(played), bagOf(own.flatMap(({ reading }) => reading.tiles)));
    if (shown + worthAlone(apart, mirror, rules.opening - shown).value >= rules.opening) return readings;
  }
  const laid = [...readings];
  for (const [number, { place, reading }] of own.entries()) {
    const asWritten = values.with(number, shownValue(reading));
    if (together(rules, asWritten) >= rules.opening) values = asWritten;
    else laid[place] = readAtBest(reading.tiles, mirror) ?? reading;
  }
  return laid;
}

/** What sets are worth as an opening: all of them, or where it is made in one set, the best. */
const together = (rules: Rules, values: readonly number[]): number =>
  rules.opening_sets === "one" ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);

/** The new sets that consist of tiles played alone, each with its place. */
function ownSets(
  before: Sets,
  after: Sets,
  readings: readonly (Reading | null)[],
  played: readonly Kind[],
): { readonly place: number; readonly reading: Reading }[] {
  let left = bagOf(played);
  return matchedSets(before, after).fresh.flatMap((place) => {
    const [reading, bag] = [readings[place], bagOf(after[place]!)];
    if (!reading || !holds(left, bag)) return [];
    left = left.map((count, kind) => count - bag[kind]!);
    return [{ place, reading }];
  });
}
