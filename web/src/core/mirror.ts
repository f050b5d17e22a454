/** Reading sets with a mirror joker in their middle: what lies left of it comes again on its right. */

import { runValue } from "./covers";
import type { Cover, Covers, Reading } from "./covers";
import type { Mirror } from "./rules";
import { groupNumber, highest, jokersOf, runStart, slotCovers, slots, stretchColours } from "./slots";
import type { Jokers } from "./slots";
import { CHANGE, COLOURS, colourOf, DOUBLE, HIGHEST, isJoker, JOKER, MIRROR, numberOf } from "./tiles";
import type { Colour, Kind } from "./tiles";

type Halves = readonly [left: readonly Kind[], right: readonly Kind[]];

/** How many copies of each natural kind there are, in the order they lie. */
type Copies = ReadonlyMap<Kind, number>;

const highestNumber = (mirror: Mirror | null): number => (mirror === "middle" ? HIGHEST - 1 : HIGHEST);

/** The readings of a mirrored set as it is written. */
export function mirroredInOrder(tiles: readonly Kind[], mirror: Mirror | null): Reading[] {
  const middle = tiles.indexOf(MIRROR);
  // Both halves from the outside in.
  const left = tiles.slice(0, middle);
  const right = tiles.slice(middle + 1).reverse();
  const other = slots(right);
  const row = slots(left).map((kind, place) => [kind, other[place] ?? MIRROR]);
  if (!row.length || row.length !== other.length) return [];
  const axis = (number: number): Cover => ({ number, colour: null, joker: MIRROR });
  const readings: Reading[] = [];
  // Both halves stand for the same, each from its outer end.
  const mirrored = (own: number, start: number, colours: readonly Colour[], step: 0 | 1): Covers[] => [
    ...slotCovers(left, start, colours, step),
    [axis(own)],
    ...slotCovers(right, start, colours, step)
      .map((covers) => [...covers].reverse())
      .reverse(),
  ];
  const number = mirroredGroupNumber(row);
  if (number) {
    const own = mirror === "middle" ? number : 0;
    const covers = mirrored(own, number, slotColours(row), 0);
    readings.push({ kind: "mirrored-group", tiles, covers, value: 2 * row.length * number + own });
  }
  const start = runStart(row, highestNumber(mirror));
  if (start) {
    const own = mirror === "middle" ? start + row.length : 0;
    const covers = mirrored(own, start, stretchColours(row), 1);
    readings.push({ kind: "mirrored-run", tiles, covers, value: 2 * runValue(start, row.length) + own });
  }
  return readings;
}

/** The colour at each slot of a mirrored group: its natural tile's on either side, or one that is missing. */
function slotColours(row: readonly (readonly Kind[])[]): Colour[] {
  const naturals = row.map((pair) => pair.find((kind) => !isJoker(kind)));
  const shown = naturals.map((kind) => (kind === undefined ? null : colourOf(kind)));
  const missing = COLOURS.filter((colour) => !shown.includes(colour));
  return shown.map((colour) => colour ?? missing.shift()!);
}

/** The number of a mirrored group whose halves, slot by slot, are mirror images; 0 when they are not. */
function mirroredGroupNumber(row: readonly (readonly Kind[])[]): number {
  if (row.length > COLOURS.length || row.some((pair) => pair.includes(CHANGE))) return 0;
  const shown: Kind[] = [];
  for (const pair of row) {
    const naturals = new Set(pair.filter((kind) => !isJoker(kind)));
    if (naturals.size > 1) return 0;
    shown.push(...naturals);
  }
  return groupNumber(shown);
}

/** The reading worth most over all orders of a set with one mirror. */
export function mirroredBest(tiles: readonly Kind[], mirror: Mirror | null): Reading | null {
  const jokers = jokersOf(tiles);
  const naturals = new Map<Kind, number>();
  for (const kind of tiles) if (!isJoker(kind)) naturals.set(kind, (naturals.get(kind) ?? 0) + 1);
  const twice = slots(tiles).length - 1; // the mirror itself fills no slot of either side
  if (twice % 2 || !twice || Math.max(0, ...naturals.values()) > 2) return null;
  const length = twice / 2;
  const readings: Reading[] = [];
  const order = jokers[2] ? null : mirroredGroupOrder(naturals, length, jokers[1]);
  if (order !== null) readings.push(...mirroredInOrder(order, mirror));
  const lowest = Math.min(HIGHEST, ...[...naturals.keys()].map(numberOf));
  for (let start = Math.min(lowest, highestNumber(mirror) + 1 - length); start > 0; start--) {
    const halves = runHalves(naturals, start, length, jokers);
    if (halves === null) continue;
    readings.push(...mirroredInOrder([...halves[0], MIRROR, ...halves[1].toReversed()], mirror));
    break;
  }
  return highest(readings);
}

/** An order of a mirrored group's tiles: singles on the sides where the double jokers still fit. */
export function mirroredGroupOrder(naturals: Copies, length: number, doubles: number): Kind[] | null {
  const kinds = [...naturals.keys()];
  if (!groupNumber(kinds) || length > COLOURS.length || kinds.length > length) return null;
  const pairs = kinds.filter((kind) => naturals.get(kind) === 2);
  const singles = kinds.filter((kind) => naturals.get(kind) === 1);
  const blank = length - kinds.length;
  for (let onLeft = 0; onLeft <= singles.length; onLeft++) {
    const roomLeft = blank + singles.length - onLeft;
    const roomRight = blank + onLeft;
    for (let leftDoubles = 0; leftDoubles <= doubles; leftDoubles++) {
      const rightDoubles = doubles - leftDoubles;
      if (2 * leftDoubles > roomLeft || 2 * rightDoubles > roomRight) continue;
      // Slots from the outside in: pairs, singles on the right, blanks, singles on the left. So the jokers of
      // either side lie together, and no double joker is torn apart.
      const left = [...pairs, ...standIns(leftDoubles, roomLeft), ...singles.slice(0, onLeft)];
      const right = [...pairs, ...singles.slice(onLeft), ...standIns(rightDoubles, roomRight)];
      return [...left, MIRROR, ...right.reverse()];
    }
  }
  return null;
}

const standIns = (doubles: number, room: number): Kind[] => [
  ...Array<Kind>(doubles).fill(DOUBLE),
  ...Array<Kind>(room - 2 * doubles).fill(JOKER),
];

/** Both halves of a mirrored run from `start`, from the outside in, or null. */
function runHalves(naturals: Copies, start: number, length: number, jokers: Jokers): Halves | null {
  const byPlace = Array<Kind | undefined>(length);
  for (const kind of naturals.keys()) {
    const place = numberOf(kind) - start;
    if (place < 0 || place >= length || byPlace[place] !== undefined) return null;
    byPlace[place] = kind;
  }

  /** Fill the slots from `place` on; `other` is the colour this stretch must not have. */
  const fill = (
    place: number,
    covered: readonly [boolean, boolean],
    [regular, doubles, changes]: Jokers,
    colour: Colour | null,
    other: Colour | null,
  ): Halves | null => {
    const torn = covered[0] || covered[1];
    if (place === length) return regular || doubles || changes || torn ? null : [[], []];
    const natural = byPlace[place];
    if (natural === undefined && changes >= 2 && !torn) {
      const rest = fill(place + 1, [false, false], [regular, doubles, changes - 2], null, colour);
      if (rest !== null)
        return [
          [CHANGE, ...rest[0]],
          [CHANGE, ...rest[1]],
        ];
    }
    if (natural !== undefined) {
      const own = colourOf(natural);
      if ((colour !== null && colour !== own) || own === other) return null;
      colour = own;
      other = null;
    }
    for (const [left, right] of sides(natural, natural === undefined ? 0 : (naturals.get(natural) ?? 0), covered)) {
      const single = Number(left[0] === JOKER) + Number(right[0] === JOKER);
      const double = Number(left[0] === DOUBLE) + Number(right[0] === DOUBLE);
      if (single > regular || double > doubles) continue;
      const open = [left[0] === DOUBLE, right[0] === DOUBLE] as const;
      const rest = fill(place + 1, open, [regular - single, doubles - double, changes], colour, other);
      if (rest !== null)
        return [
          [...left, ...rest[0]],
          [...right, ...rest[1]],
        ];
    }
    return null;
  };

  return fill(0, [false, false], jokers, null, null);
}

const STAND_INS: readonly (readonly Kind[])[] = [[JOKER], [DOUBLE]];
const NOTHING: readonly (readonly Kind[])[] = [[]];

/** What may be laid on both sides of one slot, given which side a double joker covers already. */
function* sides(natural: Kind | undefined, copies: number, covered: readonly [boolean, boolean]): Generator<Halves> {
  const free = [0, 1].filter((side) => !covered[side]);
  if (copies > free.length) return;
  const placings = copies === 2 ? [free] : copies === 0 ? [[]] : free.map((side) => [side]);
  for (const placing of placings) {
    const laid = (side: 0 | 1): readonly (readonly Kind[])[] => {
      if (covered[side]) return NOTHING;
      return natural !== undefined && placing.includes(side) ? [[natural]] : STAND_INS;
    };
    for (const left of laid(0)) for (const right of laid(1)) yield [left, right];
  }
}
