/** Bringing a rack into order, and what can be seen on it. */

import { COLOURS, colourOf, HIGHEST, isJoker, kindOf, KINDS, numberOf } from "./tiles";
import type { Kind } from "./tiles";
import { runValue } from "./covers";
import { SMALLEST } from "./reading";

/** Says what is printed on a tile, whatever a tile is to the caller. */
export type KindOf<T> = (tile: T) => Kind;

/** Jokers come first: however long a rack is, they are seen. */
const jokersFirst = (kind: Kind): number => (isJoker(kind) ? kind - 2 * KINDS : kind);

/** The tiles colour by colour, each by number, jokers first; copies keep their order. */
export const byColour = <T>(tiles: readonly T[], kind: KindOf<T>): T[] =>
  [...tiles].sort((one, two) => jokersFirst(kind(one)) - jokersFirst(kind(two)));

/** The tiles number by number, each by colour, jokers first; copies keep their order. */
export const byNumber = <T>(tiles: readonly T[], kind: KindOf<T>): T[] =>
  [...tiles].sort((one, two) => numberRank(kind(one)) - numberRank(kind(two)));

function numberRank(kind: Kind): number {
  return isJoker(kind) ? jokersFirst(kind) : (numberOf(kind) - 1) * COLOURS.length + colourOf(kind);
}

/** The tiles that begin another colour on a rack sorted so, or another number; none on a rack in an order of its own. */
export function parts<T>(tiles: readonly T[], kind: KindOf<T>): Set<T> {
  const is = (order: readonly T[]): boolean => order.every((tile, at) => tile === tiles[at]);
  const of = is(byColour(tiles, kind)) ? colourOf : is(byNumber(tiles, kind)) ? numberOf : null;
  const part = (tile: T): number => (isJoker(kind(tile)) ? -1 : (of?.(kind(tile)) ?? 0));
  return new Set(tiles.filter((tile, at) => of && at > 0 && part(tile) !== part(tiles[at - 1] ?? tile)));
}

/** A group or run found on a rack. */
export interface FoundSet<T> {
  readonly kind: "group" | "run";
  readonly tiles: readonly T[];
  readonly value: number;
}

/**
 * Every longest run and widest group of natural tiles on a rack, runs first, worth most first within each.
 *
 * A tile may be in a run and in a group. Second copies are looked at by themselves, so a run held twice is found twice.
 */
export function findSets<T>(tiles: readonly T[], kind: KindOf<T>): FoundSet<T>[] {
  const copies: T[][] = Array.from({ length: KINDS }, () => []);
  for (const tile of tiles) copies[kind(tile)]?.push(tile);
  const most = Math.max(...copies.map((each) => each.length));
  const runs: FoundSet<T>[] = [];
  const groups: FoundSet<T>[] = [];
  for (let copy = 0; copy < most; copy++) {
    const at = (natural: Kind): T | undefined => copies[natural]?.[copy];
    runs.push(...runsOf(at));
    groups.push(...groupsOf(at));
  }
  const dearest = (one: FoundSet<T>, two: FoundSet<T>): number => two.value - one.value;
  return [...runs.sort(dearest), ...groups.sort(dearest)];
}

function* runsOf<T>(at: (kind: Kind) => T | undefined): Generator<FoundSet<T>> {
  for (const colour of COLOURS) {
    let stretch: T[] = [];
    for (let number = 1; number <= HIGHEST + 1; number++) {
      const tile = number <= HIGHEST ? at(kindOf(colour, number)) : undefined;
      if (tile !== undefined) {
        stretch.push(tile);
        continue;
      }
      const size = stretch.length;
      if (size >= SMALLEST) yield { kind: "run", tiles: stretch, value: runValue(number - size, size) };
      stretch = [];
    }
  }
}

function* groupsOf<T>(at: (kind: Kind) => T | undefined): Generator<FoundSet<T>> {
  for (let number = 1; number <= HIGHEST; number++) {
    const tiles = COLOURS.map((colour) => at(kindOf(colour, number))).filter((tile) => tile !== undefined);
    if (tiles.length >= SMALLEST) yield { kind: "group", tiles, value: number * tiles.length };
  }
}
