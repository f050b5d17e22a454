/**
 * The slots of a set, one for each number or colour it covers: a double joker fills two.
 *
 * In a mirrored set a slot is filled twice, once on each side of the mirror.
 */

import { coverOf } from "./covers";
import type { Cover, Covers, Reading } from "./covers";
import { CHANGE, COLOURS, colourOf, DOUBLE, HIGHEST, isJoker, JOKER, numberOf } from "./tiles";
import type { Colour, Kind } from "./tiles";

/** How many regular, double and colour-change jokers there are. */
export type Jokers = readonly [regular: number, doubles: number, changes: number];

/** For each slot of a run the tiles that fill it: one, or both sides' of a mirrored one. */
export type SlotRow = readonly (readonly Kind[])[];

/** How many tiles of a kind there are. */
export function count(tiles: readonly Kind[], kind: Kind): number {
  let found = 0;
  for (const each of tiles) if (each === kind) found++;
  return found;
}

/** The jokers among these tiles, its mirror apart. */
export const jokersOf = (tiles: readonly Kind[]): Jokers => [
  count(tiles, JOKER),
  count(tiles, DOUBLE),
  count(tiles, CHANGE),
];

/** The tile at each slot: a double joker fills two. */
export function slots(tiles: readonly Kind[]): Kind[] {
  const row: Kind[] = [];
  for (const kind of tiles) {
    row.push(kind);
    if (kind === DOUBLE) row.push(kind);
  }
  return row;
}

/** The reading worth most, of several the first. */
export function highest(readings: readonly Reading[]): Reading | null {
  let best: Reading | null = null;
  for (const reading of readings) if (best === null || reading.value > best.value) best = reading;
  return best;
}

/**
 * The highest number a run may start at, 0 when it is no run.
 *
 * Naturals settle the start; between colour changes all naturals share a colour, and the stretches on both sides of a
 * single change differ. A stretch without naturals can take any colour.
 */
export function runStart(row: SlotRow, most: number = HIGHEST): number {
  let start: number | null = null;
  const stretches: (Colour | null)[] = [null];
  for (const [place, filling] of row.entries()) {
    if (filling.includes(CHANGE)) {
      if (filling.some((kind) => kind !== CHANGE)) return 0;
      stretches.push(null);
      continue;
    }
    for (const kind of filling) {
      if (isJoker(kind)) continue;
      const own = stretches.at(-1) ?? null;
      if (start !== null && start !== numberOf(kind) - place) return 0;
      if (own !== null && own !== colourOf(kind)) return 0;
      start = numberOf(kind) - place;
      stretches[stretches.length - 1] = colourOf(kind);
    }
  }
  if (stretches.some((colour, index) => colour !== null && colour === stretches[index + 1])) return 0;
  const last = most + 1 - row.length;
  if (start === null) return Math.max(last, 0);
  return start >= 1 && start <= last ? start : 0;
}

/** The colour at each slot of a legal run; a stretch of jokers alone takes one unlike its neighbours'. */
export function stretchColours(row: SlotRow): Colour[] {
  const known: (Colour | null)[] = [null];
  for (const filling of row) {
    if (filling.includes(CHANGE)) known.push(null);
    else known[known.length - 1] = known.at(-1) ?? naturalColour(filling);
  }
  let before: Colour | null = null;
  const own = known.map((colour, index) => {
    const after = known[index + 1] ?? null;
    before = colour ?? COLOURS.find((each) => each !== before && each !== after)!;
    return before;
  });
  let stretch = 0;
  return row.map((filling) => own[filling.includes(CHANGE) ? stretch++ : stretch]!);
}

function naturalColour(filling: readonly Kind[]): Colour | null {
  const natural = filling.find((kind) => !isJoker(kind));
  return natural === undefined ? null : colourOf(natural);
}

/**
 * What each tile stands for, given the colour at each slot; from one slot to the next the number grows by a step, or in
 * a group by none.
 */
export function slotCovers(tiles: readonly Kind[], start: number, colours: readonly Colour[], step: 0 | 1): Covers[] {
  let place = 0;
  const next = (): Cover => coverOf(colours[place]!, start + step * place++);
  return tiles.map((kind) => {
    if (kind === CHANGE) return [{ number: start + step * place++, colour: null, joker: CHANGE }];
    return kind === DOUBLE ? [next(), next()] : [next()];
  });
}

/** The one number of a group with these naturals; 0 when they disagree or repeat a tile. */
export function groupNumber(naturals: readonly Kind[]): number {
  const first = naturals[0];
  if (first === undefined) return HIGHEST;
  const number = numberOf(first);
  const alike = naturals.every((kind) => numberOf(kind) === number) && new Set(naturals).size === naturals.length;
  return alike ? number : 0;
}
