/** What is seen on a tile. */

import type { Face, FaceColour } from "../../board/tile";
import type { Covers } from "../../core/reading";
import { CHANGE, colourLetter, colourOf, isJoker, jokerName, MIRROR, numberOf } from "../../core/tiles";
import type { Colour, Kind } from "../../core/tiles";

/** The colours before and after a tile, null where there is none. */
export type Between = readonly [Colour | null, Colour | null];

const letter = (colour: Colour | null): FaceColour => (colour === null ? "j" : (colourLetter(colour) as FaceColour));

/** The faces of natural tiles: always the same values, so that nothing of a tile is drawn anew where it comes to lie. */
const naturals = new Map<Kind, Face>();

function naturalFace(kind: Kind): Face {
  const face = naturals.get(kind) ?? { colour: letter(colourOf(kind)), number: numberOf(kind) };
  naturals.set(kind, face);
  return face;
}

/** A tile's face; a joker shows what it stands for where it lies (`covers`), a colour change what is `between`. */
export function faceOf(kind: Kind, covers: Covers | null = null, between: Between | null = null): Face {
  if (!isJoker(kind)) return naturalFace(kind);
  const numbers = (covers ?? []).map((cover) => cover.number).filter((number) => number > 0);
  const stands = [...new Set(numbers)].join("·");
  return { colour: "j", emblem: jokerName(kind), stands, dip: covers ? dipOf(kind, covers, between) : [] };
}

function dipOf(kind: Kind, covers: Covers, between: Between | null): FaceColour[] {
  if (kind === CHANGE && between) return between.map(letter);
  const [one, two] = [...new Set(covers.map((cover) => cover.colour))];
  if (one == null || kind === MIRROR) return [];
  return two == null ? [letter(one)] : [letter(one), letter(two)];
}
