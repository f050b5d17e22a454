/** Reading a set: is it legal, as what, what every joker stands for, and what it is worth. */

import { coverOf, groupCovers, runValue, shownValue } from "./covers";
import type { Reading } from "./covers";
import type { Mirror } from "./rules";
import { COLOURS, colourOf, HIGHEST, isJoker, JOKER, kindOf, numberOf } from "./tiles";
import type { Colour, Kind } from "./tiles";
import { bestSpecial, readSpecial } from "./twist";

export { readingText } from "./covers";
export type { Cover, Covers, Reading } from "./covers";

/** A set on the table has at least this many physical tiles. */
export const SMALLEST = 3;

/** Read a set; null when no order of its tiles is legal. */
export function read(tiles: readonly Kind[], mirror: Mirror | null = null): Reading | null {
  if (tiles.length < SMALLEST) return null;
  return tiles.some((kind) => kind > JOKER) ? readSpecial(tiles, mirror) : readPlain(tiles);
}

/** Read a set in the order in which it is worth most. */
export function readAtBest(tiles: readonly Kind[], mirror: Mirror | null = null): Reading | null {
  const reading = read(tiles, mirror);
  if (reading === null || shownValue(reading) === reading.value) return reading;
  if (tiles.some((kind) => kind > JOKER)) return bestSpecial(tiles, mirror);
  // Worth more in another order: a run, with as many of its jokers as can be at the upper end.
  const low = Math.min(...tiles);
  const start = Math.min(numberOf(low), HIGHEST + 1 - tiles.length);
  const kinds = tiles.map((_, place) => kindOf(colourOf(low), start + place));
  return read(kinds.map((kind) => (tiles.includes(kind) ? kind : JOKER)));
}

/** Read a set of natural tiles and regular jokers. */
function readPlain(tiles: readonly Kind[]): Reading | null {
  const size = tiles.length;
  const naturals = tiles.filter((kind) => !isJoker(kind));
  const first = naturals[0];
  if (first === undefined) return readJokersAlone(tiles);
  if (new Set(naturals).size !== naturals.length) return null;
  const low = Math.min(...naturals);
  const high = Math.max(...naturals);
  const number = numberOf(low);
  const colour = colourOf(low);
  const isGroup = size <= COLOURS.length && naturals.every((kind) => numberOf(kind) === number);
  const isRun = high - low < size && size <= HIGHEST && colourOf(high) === colour;
  const asGroup = isGroup ? number * size : 0;
  if (!isRun) return isGroup ? group(tiles, number, asGroup) : null;
  const highest = Math.min(number, HIGHEST + 1 - size);
  const value = Math.max(asGroup, runValue(highest, size));
  const written = numberOf(first) - tiles.indexOf(first);
  const fits = written >= 1 && written <= HIGHEST + 1 - size;
  if (isGroup) {
    // One natural tile among jokers is both: show what the order as written is worth most as.
    return fits && runValue(written, size) >= asGroup
      ? run(tiles, colour, written, value)
      : group(tiles, number, asGroup, value);
  }
  if (fits && tiles.every((kind, place) => isJoker(kind) || kind === kindOf(colour, written + place))) {
    return run(tiles, colour, written, value);
  }
  const kinds = tiles.map((_, place) => kindOf(colour, highest + place));
  return run(
    kinds.map((kind) => (naturals.includes(kind) ? kind : JOKER)),
    colour,
    highest,
    value,
  );
}

function readJokersAlone(tiles: readonly Kind[]): Reading | null {
  const size = tiles.length;
  if (size > HIGHEST) return null;
  if (size <= COLOURS.length) return group(tiles, HIGHEST, HIGHEST * size);
  const start = HIGHEST + 1 - size;
  return run(tiles, 0, start, runValue(start, size));
}

function group(tiles: readonly Kind[], number: number, worth: number, value = worth): Reading {
  return { kind: "group", tiles, covers: groupCovers(tiles, number), value };
}

function run(tiles: readonly Kind[], colour: Colour, start: number, value: number): Reading {
  return { kind: "run", tiles, covers: tiles.map((_, place) => [coverOf(colour, start + place)]), value };
}
