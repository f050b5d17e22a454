/**
 * What of the search with special jokers so far decides the rest, as one big number in which adding joins: tiles in use
 * in its lower half, open runs in its upper, a field of bits for how many there are of each sort.
 */

import { CHANGE, COLOURS, colourOf, DOUBLE, isJoker, JOKER, KINDS } from "./tiles";
import type { Kind } from "./tiles";

export type Digits = bigint;

// Tiles in use: a byte for each kind of joker, then for each colour of the number at hand. The highest bit of a byte is
// a guard: set in what there is, it is borrowed when more is taken.
const BYTE = 8n;
const SORTS = KINDS - JOKER + COLOURS.length;
const GUARD = Array.from({ length: SORTS }, (_, sort) => 128n << (BYTE * BigInt(sort))).reduce((all, one) => all | one);
/** All that tells of tiles in use. */
export const IN_USE = (1n << (BYTE * BigInt(SORTS))) - 1n;
const JOKERS_IN_USE = (1n << (BYTE * BigInt(KINDS - JOKER))) - 1n;

const sortOf = (kind: Kind): number => (isJoker(kind) ? kind - JOKER : KINDS - JOKER + colourOf(kind));
const UNITS = Array.from({ length: SORTS }, (_, sort) => 1n << (BYTE * BigInt(sort)));

/** One tile in use. */
export const unit = (kind: Kind): Digits => UNITS[sortOf(kind)]!;

/** These tiles in use. */
export const useOf = (kinds: readonly Kind[]): Digits => kinds.reduce((use, kind) => use + unit(kind), 0n);

/** How many tiles of a kind are in use. */
export const used = (state: Digits, kind: Kind): number =>
  Number((state >> (BYTE * BigInt(sortOf(kind)))) & ((1n << BYTE) - 1n));

/** Whether there are as many tiles of every sort as are used. */
export const fits = (use: Digits, room: Digits): boolean => (((room | GUARD) - use) & GUARD) === GUARD;

/** The jokers in use. */
export const jokersIn = (state: Digits): Digits => state & JOKERS_IN_USE;

/** The open runs, and no tile in use. */
export const runsIn = (state: Digits): Digits => state - (state & IN_USE);

/** How many places of runs these jokers can fill. */
export const places = (jokers: Digits): number => used(jokers, JOKER) + 2 * used(jokers, DOUBLE) + used(jokers, CHANGE);
