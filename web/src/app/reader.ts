/** How the rules' reader tells a board about sets. */

import type { ReadSet, SetReading } from "../board/state";
import { read } from "../core/reading";
import type { Reading } from "../core/reading";
import type { Mirror } from "../core/rules";
import type { Kind } from "../core/tiles";

/** The reader of a game with this rule for a mirror joker, or without one. */
export const readerOf =
  (mirror: Mirror | null): ReadSet =>
  (kinds) => {
    const reading = read(kinds, mirror);
    return reading && told(reading, kinds);
  };

const told = (reading: Reading, kinds: readonly Kind[]): SetReading => ({
  lies: reading.tiles.every((kind, at) => kind === kinds[at]),
  order: () => (reading.kind === "group" ? byColour(reading) : asRead(reading, kinds)),
});

/** A group lies black, red, blue, yellow, its jokers where their colours are. */
function byColour({ covers, tiles }: Reading): number[] {
  const colour = (place: number): number => covers[place]?.[0]?.colour ?? 0;
  return tiles.map((_, place) => place).sort((one, two) => colour(one) - colour(two));
}

/** Anything else lies in the order it is read in; copies keep theirs. */
function asRead({ tiles }: Reading, kinds: readonly Kind[]): number[] {
  const left: (Kind | null)[] = [...kinds];
  return tiles.map((kind) => {
    const place = left.indexOf(kind);
    left[place] = null;
    return place;
  });
}
