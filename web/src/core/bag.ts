/** Tiles in any order. */

import { KINDS } from "./tiles";
import type { Kind } from "./tiles";

/** How many tiles of each kind there are. */
export type Bag = readonly number[];

/** These tiles, counted. */
export function bagOf(tiles: Iterable<Kind>): number[] {
  const counts = Array<number>(KINDS).fill(0);
  for (const kind of tiles) counts[kind]!++;
  return counts;
}

/** The tiles that one bag holds more of than the other, in the order of kinds. */
export const beyond = (one: Bag, other: Bag): Kind[] =>
  one.flatMap((count, kind) => Array<Kind>(Math.max(0, count - other[kind]!)).fill(kind));

/** Whether a bag holds all that another does. */
export const holds = (one: Bag, other: Bag): boolean => other.every((count, kind) => count <= one[kind]!);
