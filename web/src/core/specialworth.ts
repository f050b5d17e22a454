/**
 * The search for the best sets with double, colour-change and mirror jokers.
 *
 * It goes through the numbers once, upwards. All that matters of the numbers gone by is which runs are still open: their
 * colour, their length up to three, and whether a double joker has covered the next number already.
 */

import type { Bag } from "./bag";
import { fits, jokersIn, places, runsIn, unit, used } from "./digits";
import type { Digits } from "./digits";
import { better, mayEnd } from "./openruns";
import type { Mirror } from "./rules";
import { Stage, Task } from "./stage";
import type { Frontier } from "./stage";
import { CHANGE, DOUBLE, HIGHEST, isJoker, JOKER, MIRROR, numberOf } from "./tiles";
import type { Worth } from "./worth";

/** Steps that a search may take. */
const STEPS = 300;
/** High tiles are soon enough, and there are fewer of them. */
const HIGH = 10;

const JOKERS = [JOKER, DOUBLE, CHANGE, MIRROR];

/** The most that sets of these tiles are worth together; the search ends when that is `enough`. */
export function specialWorth(bag: Bag, mirror: Mirror | null, enough: number): Worth {
  let best: Worth = { value: 0, sure: true };
  for (const low of [HIGH, 1]) {
    const isIn = (kind: number): boolean =>
      isJoker(kind) ? kind !== MIRROR || mirror !== null : numberOf(kind) >= low;
    const limit = bag.map((count, kind) => (isIn(kind) ? count : 0));
    const { value, sure } = sweep(new Task(limit, mirror === "middle", STEPS), enough, low);
    best = { value: Math.max(best.value, value), sure };
    if (best.value >= enough) break;
  }
  return best;
}

/** Go through the numbers from `low` on. */
function sweep(task: Task, enough: number, low: number): Worth {
  let best = 0;
  let layer: Frontier = new Map([[0n, 0]]);
  for (let number = low; number <= HIGHEST; number++) {
    const stage = new Stage(task, number);
    layer = promising(stage, advance(stage, layer));
    for (const [state, worth] of layer) if (worth > best && mayEnd(state)) best = worth;
    if (best >= enough) break;
    if (task.steps <= 0) return { value: best, sure: false };
  }
  return { value: best, sure: true };
}

/** The states that these lead to over one number. */
function advance(stage: Stage, layer: Frontier): Frontier {
  const { task } = stage;
  const byRuns = new Map<Digits, [taken: Digits, worth: number][]>();
  for (const [state, worth] of layer) {
    const same = byRuns.get(runsIn(state)) ?? [];
    byRuns.set(runsIn(state), same);
    same.push([jokersIn(state), worth]);
  }
  const reached: Frontier = new Map();
  for (const [runs, states] of byRuns) {
    const most = (kind: number): number => Math.max(...states.map(([taken]) => used(task.jokers - taken, kind)));
    const ways = stage.ways(
      runs,
      JOKERS.reduce((sum, kind) => sum + BigInt(most(kind)) * unit(kind), 0n),
    );
    task.steps -= ways.size * states.length;
    if (task.steps <= 0) break;
    for (const [taken, worth] of states) {
      for (const [way, plus] of ways) {
        if (!fits(jokersIn(way), task.jokers - taken)) continue;
        const state = way + taken;
        if ((reached.get(state) ?? -1) < worth + plus) reached.set(state, worth + plus);
      }
    }
  }
  return reached;
}

/** The states that do not lack jokers and are better than every other. */
function promising(stage: Stage, layer: Frontier): Frontier {
  const kept: Frontier = new Map();
  for (const [state, worth] of layer) {
    if (stage.need(state) > places(stage.task.jokers - jokersIn(state))) continue;
    const thriftier = JOKERS.filter((kind) => used(state, kind)).map((kind) => state - unit(kind));
    if (![...better(state), ...thriftier].some((other) => (layer.get(other) ?? -1) >= worth)) kept.set(state, worth);
  }
  return kept;
}
