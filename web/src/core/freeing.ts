/** Jokers on the table: what they stand for there, and how they are freed. */

import { bagOf, beyond, holds } from "./bag";
import type { Bag } from "./bag";
import { oneOfEach } from "./choices";
import { matchedSets } from "./matching";
import type { Sets } from "./matching";
import { jokerReadings } from "./meanings";
import { read } from "./reading";
import type { Mirror, Rules } from "./rules";
import { colourOf, JOKER, numberOf } from "./tiles";
import type { Kind } from "./tiles";

/**
 * The table as it lies when jokers are freed only by replacing them; null when that is broken.
 *
 * Every joker of the table before still stands for its tile somewhere, or that tile lies on the table, once for each
 * joker freed from it. Where a freed joker makes a new set, it also lies in one; jokers from the rack may lie anywhere.
 * The player's orders are kept if they qualify.
 */
export function settleJokers(before: Sets, after: Sets, freed: Rules["freed_joker"] = "anywhere"): Sets | null {
  const untouched = after.filter(hasJoker).map((tiles) => tiles.join());
  if (before.filter(hasJoker).every((tiles) => takeOut(untouched, tiles.join()))) return after;
  const naturals = bagOf(after.flat());
  const fromRack = naturals[JOKER]! - bagOf(before.flat())[JOKER]!;
  const fresh = newSets(before, after);
  const old = [...oldMeanings(before)].map(bagOf).map((was) => ({ was, needed: bagOf(beyond(was, naturals)) }));
  const places = [...after.keys()].filter((place) => hasJoker(after[place]!));
  for (const anyOrder of [false, true]) {
    for (const choice of oneOfEach(places.map((place) => jokerReadings(after[place]!, anyOrder)))) {
      const meant = bagOf(choice.flatMap(({ meanings }) => meanings));
      const addedTo = bagOf(choice.flatMap(({ meanings }, index) => (fresh.has(places[index]!) ? [] : meanings)));
      // In a set that was only added to lie jokers that are still what they were, or come from the rack.
      const mayLie = (was: Bag): boolean => freed === "anywhere" || beyond(addedTo, was).length <= fromRack;
      if (old.some(({ was, needed }) => holds(meant, needed) && mayLie(was)))
        return after.map((tiles, place) => choice[places.indexOf(place)]?.order ?? tiles);
    }
  }
  return null;
}

/** The fewest tiles that jokers of the table before have to go on standing for; of several such, the first. */
export function lostMeanings(before: Sets, after: Sets): readonly Kind[] {
  const naturals = bagOf(after.flat());
  const needed = [...oldMeanings(before)].map((meanings) => beyond(bagOf(meanings), naturals));
  const rank = (one: readonly Kind[], two: readonly Kind[]): number => {
    const place = one.findIndex((kind, at) => kind !== two[at]);
    return one.length - two.length || (place < 0 ? 0 : one[place]! - two[place]!);
  };
  return needed.sort(rank)[0] ?? [];
}

/** Whether a play lays the tile just drawn and a set in which a joker stood for it is not there as it was. */
export function freesBy(
  before: Sets,
  after: Sets,
  played: readonly Kind[],
  drawn: readonly Kind[],
  mirror: Mirror | null,
): boolean {
  const { gone } = matchedSets(before, after);
  return drawn.every((kind) => played.includes(kind) && gone.some((tiles) => standsFor(tiles, kind, mirror)));
}

const hasJoker = (tiles: readonly Kind[]): boolean => tiles.includes(JOKER);

/** Takes one such text out of a list, if it is there. */
function takeOut(texts: string[], text: string): boolean {
  const place = texts.indexOf(text);
  return place >= 0 && texts.splice(place, 1).length > 0;
}

/** The places of the sets that are new in the sense of a freed joker's: none is an old set with tiles added. */
function newSets(before: Sets, after: Sets): Set<number> {
  const { gone, fresh } = matchedSets(before, after);
  const old = gone.map(bagOf);
  return new Set(fresh.filter((place) => !old.some((tiles) => holds(bagOf(after[place]!), tiles))));
}

/** Every reading of the jokers of a table as it lies: the tiles that they stand for. */
function* oldMeanings(table: Sets): Generator<readonly Kind[]> {
  const options = table.filter(hasJoker).map((tiles) => jokerReadings(asItLies(tiles)));
  for (const choice of oneOfEach(options)) yield choice.flatMap(({ meanings }) => meanings);
}

/** A set of the table in its legal order. */
function asItLies(tiles: readonly Kind[]): readonly Kind[] {
  const reading = read(tiles);
  if (reading === null) throw new RangeError("table-not-legal");
  return reading.tiles;
}

/** Whether a regular joker of a set stands for this tile as the set lies. */
function standsFor(tiles: readonly Kind[], kind: Kind, mirror: Mirror | null): boolean {
  if (!hasJoker(tiles)) return false;
  if (Math.max(...tiles) === JOKER) {
    return jokerReadings(asItLies(tiles)).some(({ meanings }) => meanings.includes(kind));
  }
  const reading = read(tiles, mirror);
  const [colour, number] = [colourOf(kind), numberOf(kind)];
  return !!reading?.covers.some(
    (covers, place) =>
      reading.tiles[place] === JOKER && covers.some((cover) => cover.colour === colour && cover.number === number),
  );
}
