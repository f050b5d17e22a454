/** The groups that there can be with special jokers. */

import { combinations, oneOfEach } from "./choices";
import { useOf } from "./digits";
import type { Digits } from "./digits";
import { mirroredGroupOrder } from "./mirror";
import { SMALLEST } from "./reading";
import { COLOURS, DOUBLE, JOKER, kindOf } from "./tiles";
import type { Kind } from "./tiles";

/** A group by the tiles it uses, whatever its number, and how often it covers that, a mirror apart. */
export interface GroupShape {
  readonly use: Digits;
  readonly covers: number;
  readonly isMirrored: boolean;
}

let shapes: readonly GroupShape[] | null = null;

/** Every group, and every mirrored one. */
export const groupShapes = (): readonly GroupShape[] => (shapes ??= [...plainShapes(), ...mirroredShapes()]);

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, number) => number);
const times = (count: number, kind: Kind): Kind[] => Array<Kind>(count).fill(kind);

function* plainShapes(): Generator<GroupShape> {
  for (const [naturals = 0, doubles = 0, jokers = 0] of oneOfEach([upTo(4), upTo(2), upTo(4)])) {
    const covers = naturals + 2 * doubles + jokers;
    if (covers - doubles < SMALLEST || covers > COLOURS.length) continue;
    for (const colours of combinations(COLOURS, naturals)) {
      const kinds = colours.map((colour) => kindOf(colour, 1));
      yield { use: useOf([...kinds, ...times(doubles, DOUBLE), ...times(jokers, JOKER)]), covers, isMirrored: false };
    }
  }
}

function* mirroredShapes(): Generator<GroupShape> {
  for (const copies of oneOfEach(COLOURS.map(() => upTo(2)))) {
    const naturals = new Map(copies.map((count, colour) => [kindOf(COLOURS[colour]!, 1), count]));
    for (const [kind, count] of naturals) if (!count) naturals.delete(kind);
    const taken = copies.reduce((sum, count) => sum + count, 0);
    for (const [size = 0, doubles = 0] of oneOfEach([upTo(COLOURS.length).slice(1), upTo(4)])) {
      const order = taken + 2 * doubles > 2 * size ? null : mirroredGroupOrder(naturals, size, doubles);
      if (order !== null) yield { use: useOf(order), covers: 2 * size, isMirrored: true };
    }
  }
}
