/** Why a set is not legal, as codes with what a sentence in any language needs; the codes are the server's. */

import { SMALLEST, read } from "./reading";
import type { Mirror } from "./rules";
import { count } from "./slots";
import { CHANGE, COLOURS, colourOf, DOUBLE, HIGHEST, isJoker, JOKER, MIRROR, numberOf } from "./tiles";
import type { Colour, Kind } from "./tiles";

/** The jokers of a set: how many tiles they stand for, and whether a double joker is among them. */
export interface StandingJokers {
  readonly places: number;
  readonly double: boolean;
}

/** One reason why a set is not legal. */
export type Reason =
  /** The set has fewer than three tiles. */
  | { readonly code: "too-few-tiles"; readonly count: number }
  | { readonly code: "two-mirrors"; readonly count: number }
  /** The rules of the game give the mirror joker no meaning. */
  | { readonly code: "no-mirror-rule" }
  | { readonly code: "change-outside-run" }
  /** A tile is there more often than a set can hold it. */
  | {
      readonly code: "twice";
      readonly tile: Kind;
      readonly count: number;
      readonly where: "group" | "run" | "mirrored";
    }
  /** Two tiles of one number are in a run, or in half of a mirrored one. */
  | { readonly code: "same-number"; readonly one: Kind; readonly two: Kind; readonly half: boolean }
  | { readonly code: "wrong-number"; readonly tile: Kind; readonly number: number }
  | { readonly code: "wrong-colour"; readonly tile: Kind; readonly colour: Colour }
  | { readonly code: "too-many-colours"; readonly count: number; readonly half: boolean }
  /** A run, or half of a mirrored one, would cover more numbers than there are. */
  | { readonly code: "too-long"; readonly count: number; readonly most: number; readonly half: boolean }
  | { readonly code: "wrap" }
  /** Numbers are missing (in a mirrored set on each side) that the jokers cannot fill; `alone` have no partner. */
  | {
      readonly code: "gap";
      readonly one: Kind;
      readonly two: Kind;
      readonly missing: number;
      readonly jokers: StandingJokers;
      readonly half: boolean;
      readonly alone: readonly Kind[];
    }
  /** A double joker is to stand for one tile, or (`apart`) for single numbers that are not side by side. */
  | { readonly code: "double-needs-two"; readonly apart: boolean }
  | { readonly code: "double-no-room"; readonly side: "before" | "after"; readonly number: number }
  /** Two numbers in a row have different colours. */
  | { readonly code: "no-room-for-change"; readonly one: Kind; readonly two: Kind }
  | { readonly code: "too-few-changes"; readonly needed: number; readonly count: number }
  /** A colour-change joker stands between tiles of one colour. */
  | { readonly code: "change-without-change"; readonly one: Kind; readonly two: Kind }
  | { readonly code: "change-unmirrored" }
  /** Tiles have no partner on the other side of the mirror, nor jokers enough (null: none at all) to be it. */
  | { readonly code: "no-partner"; readonly alone: readonly Kind[]; readonly jokers: StandingJokers | null }
  | { readonly code: "uneven-sides" }
  /** The mirror's number would be 14. */
  | { readonly code: "mirror-too-high" }
  /** The tiles fit together in no order. */
  | { readonly code: "no-order"; readonly mirrored: boolean };

/** Every reason why a set is not legal, the most important first; none for a legal set. */
export function explain(tiles: readonly Kind[], mirror: Mirror | null = null): Reason[] {
  if (read(tiles, mirror) !== null) return [];
  const mirrors = count(tiles, MIRROR);
  const reasons = [...atAll(tiles, mirror)];
  if (mirrors === 1) reasons.push(...ofMirrored(tiles, mirror));
  else if (!mirrors) reasons.push(...(isGroup(tiles) ? ofGroup(tiles) : ofRun(tiles)));
  if (!reasons.length) return [{ code: "no-order", mirrored: mirrors > 0 }];
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

const naturalsOf = (tiles: readonly Kind[]): Kind[] => tiles.filter((kind) => !isJoker(kind));

/** How many tiles the jokers of a set stand for, its mirror apart. */
function placesOf(tiles: readonly Kind[]): number {
  return count(tiles, JOKER) + 2 * count(tiles, DOUBLE) + count(tiles, CHANGE);
}

const standing = (tiles: readonly Kind[]): StandingJokers => ({
  places: placesOf(tiles),
  double: tiles.includes(DOUBLE),
});

function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The value there are most of, of several the first. */
function commonest<T>(values: readonly T[]): T | undefined {
  const counts = tally(values);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most);
}

function* pairwise(row: readonly Kind[]): Generator<[Kind, Kind]> {
  for (let index = 1; index < row.length; index++) yield [row[index - 1]!, row[index]!];
}

/** Whether a group was meant: more tiles share a number than a colour, or all share one. */
function isGroup(tiles: readonly Kind[]): boolean {
  const naturals = naturalsOf(tiles);
  if (!naturals.length) return false;
  const numbers = tally(naturals.map(numberOf));
  const colours = tally(naturals.map(colourOf));
  if (tiles.includes(CHANGE)) return numbers.size === 1 && colours.size > 1;
  // Copies of one tile among themselves look like a group; one tile among jokers is whatever fits.
  if (numbers.size === 1) return naturals.length > 1;
  return colours.size > 1 && Math.max(...numbers.values()) > Math.max(...colours.values());
}

function* atAll(tiles: readonly Kind[], mirror: Mirror | null): Generator<Reason> {
  const mirrors = count(tiles, MIRROR);
  if (mirrors && mirror === null) yield { code: "no-mirror-rule" };
  if (mirrors > 1) yield { code: "two-mirrors", count: mirrors };
  if (tiles.length < SMALLEST) yield { code: "too-few-tiles", count: tiles.length };
}

function* twice(naturals: readonly Kind[], most: number, where: "group" | "run" | "mirrored"): Generator<Reason> {
  for (const [tile, count] of tally(naturals)) if (count > most) yield { code: "twice", tile, count, where };
}

function* ofGroup(tiles: readonly Kind[]): Generator<Reason> {
  const naturals = naturalsOf(tiles);
  const number = commonest(naturals.map(numberOf))!;
  if (tiles.includes(CHANGE)) yield { code: "change-outside-run" };
  for (const tile of new Set(naturals)) if (numberOf(tile) !== number) yield { code: "wrong-number", tile, number };
  const fitting = naturals.filter((kind) => numberOf(kind) === number);
  yield* twice(fitting, 1, "group");
  const colours = new Set(fitting).size + count(tiles, JOKER);
  const doubles = count(tiles, DOUBLE);
  const missing = COLOURS.length - colours;
  if (missing >= 2 * doubles) return;
  if (doubles && missing === 1) yield { code: "double-needs-two", apart: false };
  else yield { code: "too-many-colours", count: colours + 2 * doubles, half: false };
}

function* ofRun(tiles: readonly Kind[]): Generator<Reason> {
  const naturals = naturalsOf(tiles);
  let row = [...new Set(naturals)];
  yield* twice(naturals, 1, "run");
  if (!tiles.includes(CHANGE)) {
    yield* wrongColours(naturals);
    row = ofMainColour(row, naturals);
  }
  row.sort((one, two) => numberOf(one) - numberOf(two));
  yield* sameNumbers(row, false);
  const numbers = new Set(row.map(numberOf)).size;
  const covered = numbers + placesOf(tiles);
  const gap = [...gaps(row, placesOf(tiles), standing(tiles), false, [])];
  yield* gap;
  if (covered > HIGHEST) yield { code: "too-long", count: covered, most: HIGHEST, half: false };
  if (gap.length || row.length !== numbers) return;
  if (tiles.includes(CHANGE)) yield* changes(row, tiles);
  else if (tiles.includes(DOUBLE) && row.length) yield* doubleRoom(row, tiles);
}

/** The tiles of a row in the colour most of the naturals have. */
function ofMainColour(row: readonly Kind[], naturals: readonly Kind[]): Kind[] {
  const main = commonest(naturals.map(colourOf));
  return row.filter((kind) => colourOf(kind) === main);
}

function* wrongColours(naturals: readonly Kind[]): Generator<Reason> {
  const colour = commonest(naturals.map(colourOf))!;
  for (const tile of new Set(naturals)) if (colourOf(tile) !== colour) yield { code: "wrong-colour", tile, colour };
}

function* sameNumbers(row: readonly Kind[], half: boolean): Generator<Reason> {
  for (const [one, two] of pairwise(row))
    if (numberOf(one) === numberOf(two)) yield { code: "same-number", one, two, half };
}

/** Whether numbers are missing in a row, sorted, that jokers for so many places cannot fill. */
function* gaps(
  row: readonly Kind[],
  places: number,
  jokers: StandingJokers,
  half: boolean,
  alone: readonly Kind[],
): Generator<Reason> {
  const one = row[0];
  const two = row.at(-1);
  if (one === undefined || two === undefined) return;
  const missing = numberOf(two) - numberOf(one) + 1 - new Set(row.map(numberOf)).size;
  if (missing <= places) return;
  if (numberOf(one) === 1 && numberOf(two) === HIGHEST) yield { code: "wrap" };
  else yield { code: "gap", one, two, missing, jokers, half, alone };
}

/** Why a double joker fits nowhere, when its two numbers stand side by side nowhere. */
function* doubleRoom(row: readonly Kind[], tiles: readonly Kind[]): Generator<Reason> {
  const between = [...pairwise(row)].map(([one, two]) => numberOf(two) - numberOf(one) - 1);
  const total = between.reduce((sum, gap) => sum + gap, 0);
  const widest = Math.max(0, ...between);
  const first = numberOf(row[0]!);
  const last = numberOf(row.at(-1)!);
  if (widest === 1 && total > count(tiles, JOKER)) {
    yield { code: "double-needs-two", apart: total !== 1 };
  } else if (widest < 2 && first <= 2 && last >= HIGHEST - 1) {
    yield { code: "double-no-room", side: "before", number: first };
    yield { code: "double-no-room", side: "after", number: last };
  }
}

/** What is wrong with the colours of a run with colour changes. */
function* changes(row: readonly Kind[], tiles: readonly Kind[]): Generator<Reason> {
  const there = count(tiles, CHANGE);
  const changing = [...pairwise(row)].filter(([one, two]) => colourOf(one) !== colourOf(two));
  for (const [one, two] of changing) {
    if (numberOf(two) === numberOf(one) + 1) yield { code: "no-room-for-change", one, two };
  }
  if (changing.length > there) yield { code: "too-few-changes", needed: changing.length, count: there };
  const one = row[0];
  const two = row.at(-1);
  if (one === undefined || two === undefined || changing.length || there !== 1) {
    yield* changesInPlace(row, tiles);
    return;
  }
  const missing = numberOf(two) - numberOf(one) + 1 - row.length;
  if (missing > count(tiles, JOKER) + 2 * count(tiles, DOUBLE)) yield { code: "change-without-change", one, two };
}

/** Tiles of one colour that only a colour-change joker can be between. */
function* changesInPlace(row: readonly Kind[], tiles: readonly Kind[]): Generator<Reason> {
  if (tiles.includes(JOKER)) return;
  for (const [one, two] of pairwise(row)) {
    if (colourOf(one) === colourOf(two) && numberOf(two) === numberOf(one) + 2) {
      yield { code: "change-without-change", one, two };
    }
  }
}

function* ofMirrored(tiles: readonly Kind[], mirror: Mirror | null): Generator<Reason> {
  const naturals = naturalsOf(tiles);
  const kinds = [...new Set(naturals)].sort((one, two) => numberOf(one) - numberOf(two) || one - two);
  const numbers = new Set(kinds.map(numberOf));
  const group = numbers.size === 1 && kinds.length > 1;
  const changing = tiles.includes(CHANGE);
  yield* twice(naturals, 2, "mirrored");
  if (count(tiles, CHANGE) % 2) yield { code: "change-unmirrored" };
  if (group && changing) yield { code: "change-outside-run" };
  const alone = [...tally(naturals)].filter(([, copies]) => copies === 1).map(([kind]) => kind);
  yield* sidesApart(tiles, naturals, alone);
  const half = Math.floor((naturals.length + placesOf(tiles)) / 2);
  if (group) {
    if (half > COLOURS.length) yield { code: "too-many-colours", count: half, half: true };
    return;
  }
  const most = mirror === "middle" ? HIGHEST - 1 : HIGHEST;
  const isRun = numbers.size > 1 || changing || half > COLOURS.length;
  if (isRun && Math.max(0, ...numbers) > most) yield { code: "mirror-too-high" };
  if (numbers.size > 1) yield* ofHalf(tiles, naturals, kinds, alone);
  if (half > most) yield { code: "too-long", count: half, most, half: true };
}

/** Whether the sides of a mirror can be made to match. */
function* sidesApart(tiles: readonly Kind[], naturals: readonly Kind[], alone: readonly Kind[]): Generator<Reason> {
  const standIns = count(tiles, JOKER) + 2 * count(tiles, DOUBLE);
  if (alone.length > standIns) {
    const jokers = standIns ? standing(tiles.filter((kind) => kind !== CHANGE)) : null;
    yield { code: "no-partner", alone, jokers };
  } else if ((naturals.length + placesOf(tiles)) % 2) yield { code: "uneven-sides" };
}

/** What is wrong with the numbers and colours of half a mirrored run. */
function* ofHalf(
  tiles: readonly Kind[],
  naturals: readonly Kind[],
  kinds: readonly Kind[],
  alone: readonly Kind[],
): Generator<Reason> {
  let row = kinds;
  if (tiles.includes(CHANGE)) {
    yield* sameNumbers(row, true);
    if (!tiles.includes(DOUBLE)) yield* changesInPlace(row, tiles);
  } else {
    yield* wrongColours(naturals);
    row = ofMainColour(row, naturals);
  }
  const both = Math.max(0, Math.floor((placesOf(tiles) - alone.length) / 2));
  yield* gaps(row, both, standing(tiles), true, alone);
}
