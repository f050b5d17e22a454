/** What a legal set is, and what its tiles stand for. */

import { colourLetter, COLOURS, colourOf, DOUBLE, HIGHEST, isJoker, JOKER, kindOf, kindText } from "./tiles";
import type { SetKind } from "./rules";
import type { Colour, Kind } from "./tiles";

/** What one tile stands for at one place: a number (0 for a mirror without one), and a colour unless it is a c or m. */
export interface Cover {
  readonly number: number;
  readonly colour: Colour | null;
  readonly joker: Kind | null;
}

export type Covers = readonly Cover[];

/**
 * A legal set: its tiles in the order shown, what each stands for (a double joker for two), and its value.
 *
 * The order shown is the player's when that is a legal one, otherwise the order worth most. The value is that of
 * the highest legal reading, whatever the order.
 */
export interface Reading {
  readonly kind: SetKind;
  readonly tiles: readonly Kind[];
  readonly covers: readonly Covers[];
  readonly value: number;
}

const NATURAL_COVERS: readonly Cover[] = COLOURS.flatMap((colour) =>
  Array.from({ length: HIGHEST }, (_, index) => ({ number: index + 1, colour, joker: null })),
);

/** What a natural tile of this colour and number stands for. */
export const coverOf = (colour: Colour, number: number): Cover => NATURAL_COVERS[kindOf(colour, number)]!;

/** What a set is worth in the order shown: the sum of the numbers it covers there. */
export const shownValue = ({ covers }: Reading): number => covers.flat().reduce((sum, { number }) => sum + number, 0);

/** What the tiles of a reading stand for, in their order: `r2 r3+r4 r5`. */
export function readingText(reading: Reading): string {
  return reading.covers.map((covers) => covers.map(coverText).join("+")).join(" ");
}

function coverText(cover: Cover): string {
  const letter = cover.colour === null ? kindText(cover.joker ?? JOKER) : colourLetter(cover.colour);
  return cover.number ? `${letter}${cover.number}` : letter;
}

/** What each tile of a group stands for: jokers take the missing colours. */
export function groupCovers(tiles: readonly Kind[], number: number): Covers[] {
  const missing = COLOURS.filter((colour) => !tiles.includes(kindOf(colour, number)));
  return tiles.map((kind) => {
    if (!isJoker(kind)) return [coverOf(colourOf(kind), number)];
    return missing.splice(0, kind === DOUBLE ? 2 : 1).map((colour) => coverOf(colour, number));
  });
}

/** What the numbers of a run from `start` on add up to. */
export const runValue = (start: number, size: number): number => (size * (2 * start + size - 1)) / 2;
