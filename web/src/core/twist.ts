/** Reading sets with double, colour-change and mirror jokers. */

import { groupCovers, runValue } from "./covers";
import type { Reading } from "./covers";
import { mirroredBest, mirroredInOrder } from "./mirror";
import type { Mirror } from "./rules";
import { count, groupNumber, highest, jokersOf, runStart, slotCovers, slots, stretchColours } from "./slots";
import type { Jokers } from "./slots";
import { CHANGE, COLOURS, colourOf, DOUBLE, HIGHEST, isJoker, JOKER, MIRROR, numberOf } from "./tiles";
import type { Kind } from "./tiles";

/** Read a set that holds a special joker. */
export function readSpecial(tiles: readonly Kind[], mirror: Mirror | null): Reading | null {
  const mirrors = count(tiles, MIRROR);
  if (mirrors > 1 || (mirrors && mirror === null)) return null;
  const best = bestSpecial(tiles, mirror);
  if (best === null) return null;
  const shown = highest(mirrors ? mirroredInOrder(tiles, mirror) : inOrder(tiles)) ?? best;
  return { ...shown, value: best.value };
}

/** The reading worth most over all orders of a set that holds a special joker, at most one of them a mirror. */
export const bestSpecial = (tiles: readonly Kind[], mirror: Mirror | null): Reading | null =>
  tiles.includes(MIRROR) ? mirroredBest(tiles, mirror) : bestOrder(tiles);

function inOrder(tiles: readonly Kind[]): Reading[] {
  return [asGroup(tiles), asRun(tiles)].filter((reading) => reading !== null);
}

function asGroup(tiles: readonly Kind[]): Reading | null {
  const length = slots(tiles).length;
  const number = groupNumber(tiles.filter((kind) => !isJoker(kind)));
  if (!number || tiles.includes(CHANGE) || length > COLOURS.length) return null;
  return { kind: "group", tiles, covers: groupCovers(tiles, number), value: number * length };
}

function asRun(tiles: readonly Kind[]): Reading | null {
  const row = slots(tiles).map((kind) => [kind]);
  const start = runStart(row);
  if (!start) return null;
  const covers = slotCovers(tiles, start, stretchColours(row), 1);
  return { kind: "run", tiles, covers, value: runValue(start, row.length) };
}

/** The reading worth most over all orders of a set without a mirror. */
function bestOrder(tiles: readonly Kind[]): Reading | null {
  const readings = [asGroup(tiles)];
  const naturals = tiles.filter((kind) => !isJoker(kind)).sort((one, two) => numberOf(one) - numberOf(two));
  const jokers = jokersOf(tiles);
  const length = slots(tiles).length;
  const lowest = naturals[0] === undefined ? HIGHEST : numberOf(naturals[0]);
  for (let start = Math.min(lowest, HIGHEST + 1 - length); start > 0; start--) {
    const order = fillGaps(naturals, start, start + length, jokers);
    if (order === null) continue;
    readings.push(asRun(order));
    break;
  }
  return highest(readings.filter((reading) => reading !== null));
}

/** Jokers into the gaps between naturals of a run over the numbers from `at` up to `end`. */
function fillGaps(naturals: readonly Kind[], at: number, end: number, jokers: Jokers): Kind[] | null {
  const fill = (index: number, at: number, jokers: Jokers, before: Kind | null): Kind[] | null => {
    const after = naturals[index] ?? null;
    const gap = (after === null ? end : numberOf(after)) - at;
    for (const [single, double, change] of fillings(gap, jokers)) {
      if (
        before !== null &&
        after !== null &&
        change < 2 &&
        (colourOf(before) !== colourOf(after)) !== (change === 1)
      ) {
        continue;
      }
      const filling = [
        ...Array<Kind>(single).fill(JOKER),
        ...Array<Kind>(double).fill(DOUBLE),
        ...Array<Kind>(change).fill(CHANGE),
      ];
      const left: Jokers = [jokers[0] - single, jokers[1] - double, jokers[2] - change];
      if (after === null) {
        if (left.every((rest) => rest === 0)) return filling;
        continue;
      }
      const rest = fill(index + 1, numberOf(after) + 1, left, after);
      if (rest !== null) return [...filling, after, ...rest];
    }
    return null;
  };
  return fill(0, at, jokers, null);
}

function* fillings(gap: number, [regular, doubles, changes]: Jokers): Generator<Jokers> {
  for (let double = 0; double <= doubles; double++) {
    for (let change = 0; change <= changes; change++) {
      const single = gap - 2 * double - change;
      if (single >= 0 && single <= regular) yield [single, double, change];
    }
  }
}
