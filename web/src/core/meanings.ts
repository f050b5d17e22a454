/** What the regular jokers of a set can stand for. */

import { combinations } from "./choices";
import { SMALLEST } from "./reading";
import { COLOURS, colourOf, HIGHEST, isJoker, JOKER, kindOf, numberOf } from "./tiles";
import type { Kind } from "./tiles";

/** One way to read a set's jokers: an order, and the tiles that they stand for in it. */
export interface JokerReading {
  readonly order: readonly Kind[];
  readonly meanings: readonly Kind[];
}

/**
 * Every way the jokers of a set without special ones can be read.
 *
 * Only the order as written is read, unless any order will do; then the written one comes first.
 */
export function jokerReadings(tiles: readonly Kind[], anyOrder = false): JokerReading[] {
  const size = tiles.length;
  const naturals = tiles.filter((kind) => !isJoker(kind));
  if (new Set(naturals).size < naturals.length || size < SMALLEST || size > HIGHEST) return [];
  const written: JokerReading[] = [];
  const reordered: JokerReading[] = [];
  for (let number = 1; number <= HIGHEST && size <= COLOURS.length; number++) {
    if (naturals.some((kind) => numberOf(kind) !== number)) continue;
    const missing = COLOURS.map((colour) => kindOf(colour, number)).filter((kind) => !naturals.includes(kind));
    for (const meanings of combinations(missing, size - naturals.length)) written.push({ order: tiles, meanings });
  }
  for (const colour of COLOURS) {
    if (naturals.some((kind) => colourOf(kind) !== colour)) continue;
    for (let start = 1; start <= HIGHEST + 1 - size; start++) {
      const run = tiles.map((_, place) => kindOf(colour, start + place));
      if (!naturals.every((kind) => run.includes(kind))) continue;
      const order = run.map((kind) => (naturals.includes(kind) ? kind : JOKER));
      const isWritten = order.every((kind, place) => kind === tiles[place]);
      (isWritten ? written : reordered).push({ order, meanings: run.filter((kind) => !naturals.includes(kind)) });
    }
  }
  return anyOrder ? [...written, ...reordered] : written;
}
