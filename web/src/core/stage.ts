/** A stage of the search with special jokers: all that can be done with the tiles of one number. */

import type { Bag } from "./bag";
import { repeated } from "./choices";
import { fits, IN_USE, jokersIn, places, runsIn, unit, useOf } from "./digits";
import type { Digits } from "./digits";
import { groupShapes } from "./groupshapes";
import { ANY, endsAtOnce, members, one, SINGLE } from "./openruns";
import type { OpenRun } from "./openruns";
import { SMALLEST } from "./reading";
import { CHANGE, COLOURS, DOUBLE, HIGHEST, isJoker, JOKER, kindOf, MIRROR } from "./tiles";
import type { Kind } from "./tiles";

/** What there is to lay, and how many steps the search may still take. */
export class Task {
  readonly jokers: Digits;

  constructor(
    readonly limit: Bag,
    readonly isMiddle: boolean,
    public steps: number,
  ) {
    this.jokers = this.allOf([JOKER, DOUBLE, CHANGE, MIRROR]);
  }

  /** All that there is of some kinds. */
  allOf(kinds: readonly Kind[]): Digits {
    return kinds.reduce((all, kind) => all + BigInt(this.limit[kind]!) * unit(kind), 0n);
  }
}

/** A run grown or begun, with the tiles it takes, and what they are worth. */
interface Fill {
  readonly tiles: readonly Kind[];
  readonly adds: Digits;
  readonly worth: number;
}

/** What can be reached, each with the most it is worth. */
export type Frontier = Map<Digits, number>;

/** All that can be done with the tiles of one number. */
export class Stage {
  readonly #naturals: Digits;
  readonly #next: readonly (readonly number[])[];
  readonly #starts: readonly Fill[];
  readonly #allGroups: Frontier;
  readonly #groups = new Map<Digits, Frontier>();

  constructor(
    readonly task: Task,
    readonly number: number,
  ) {
    this.#naturals = task.allOf(COLOURS.map((colour) => kindOf(colour, number)));
    this.#next = [number + 1, number + 2].map((later) =>
      COLOURS.map((colour) => (later <= HIGHEST ? task.limit[kindOf(colour, later)]! : 0)),
    );
    const isBare = !this.#naturals && !task.jokers; // then nothing can be laid at this number
    this.#starts = isBare ? [] : this.#startFills();
    this.#allGroups = isBare ? new Map([[0n, 0]]) : this.#choicesOfGroups();
  }

  #highest(run: OpenRun): number {
    return run.isTwin && this.task.isMiddle ? HIGHEST - 1 : HIGHEST;
  }

  /** How many places of the open runs jokers must fill at the least. */
  need(state: Digits): number {
    const lacking = this.#next.map((counts) => counts.map((count) => -count));
    // After a colour change the next place may be filled by another colour: then only one is sure.
    const sure = this.task.limit[CHANGE] ? 1 : 2;
    for (const run of members(state)) {
      const short = SMALLEST - run.length;
      if (short + Number(run.covered > 0) > this.#highest(run) - this.number) return Infinity;
      const colour = SINGLE.indexOf(run.colours);
      if (!short || colour < 0) continue;
      const end = Math.min(2, run.covered + Math.min(short, sure));
      for (let place = run.covered; place < end; place++) lacking[place]![colour]!++;
    }
    return lacking.flat().reduce((sum, count) => sum + Math.max(0, count), 0);
  }

  /** Every way from these open runs over this number, with at most these jokers: runs after it, and jokers used. */
  ways(runs: Digits, jokers: Digits): Frontier {
    const best: Frontier = new Map();
    for (const [grown, worth] of this.#grow(runs, this.#naturals + jokers)) {
      const taken = jokersIn(grown);
      const open = runsIn(grown);
      if (this.need(open) > places(jokers - taken)) continue;
      for (const [more, plus] of this.#groupsBeside((grown & IN_USE) - taken)) {
        if (!fits(more, jokers - taken)) continue;
        const state = open + taken + more;
        if ((best.get(state) ?? -1) < worth + plus) best.set(state, worth + plus);
      }
    }
    return best;
  }

  /** Every way to grow or end the open runs and begin others: runs and tiles used. */
  #grow(runs: Digits, room: Digits): Frontier {
    const add = ({ adds, worth }: Fill, to: Frontier): Frontier => {
      const found: Frontier = new Map();
      for (const [state, value] of to) if (fits((state + adds) & IN_USE, room)) found.set(state + adds, value + worth);
      return found;
    };
    let growth: Frontier = new Map([[0n, 0]]);
    for (const run of members(runs)) {
      const further: Frontier = new Map(endsAtOnce(run) ? growth : []);
      for (const fill of this.#fills(run)) for (const [state, value] of add(fill, growth)) further.set(state, value);
      growth = further;
      this.task.steps -= growth.size;
    }
    for (const fill of this.#starts) {
      let fresh = growth;
      while (fresh.size && this.task.steps > 0) {
        fresh = new Map([...add(fill, fresh)].filter(([state]) => !growth.has(state)));
        for (const [state, value] of fresh) growth.set(state, value);
        this.task.steps -= fresh.size;
      }
    }
    return growth;
  }

  /**
   * The runs that may begin at this number.
   *
   * A run that begins with a joker may as well end with it, where it is worth more, unless it goes up to 13. A long run
   * may be cut into runs of 3 to 5 tiles, a mirrored one into two runs and a shorter mirrored one. So a run that needs a
   * joker first begins late. (In a mirrored run this holds only if both sides begin alike.)
   */
  #startFills(): Fill[] {
    const { limit } = this.task;
    return (limit[MIRROR] ? [false, true] : [false]).flatMap((isTwin) => {
      const run = { isTwin, covered: 0, colours: ANY, length: 0 };
      const isLate = this.number >= this.#highest(run) - 4 - 2 * limit[DOUBLE]!;
      return this.#fills(run).filter(({ tiles }) => isLate || !isJoker(tiles[0]!) || tiles[0] !== tiles.at(-1));
    });
  }

  /** Every way to cover the number in a run (on both sides of a twin); a run without tiles is a new one. */
  #fills(run: OpenRun): Fill[] {
    const { number, task } = this;
    const highest = this.#highest(run);
    if (number > highest) return [];
    const sides = run.isTwin ? 2 : 1;
    // The mirror in the middle is one above the last number.
    const axis = !run.isTwin || !task.isMiddle ? 0 : run.length ? 1 : number + 1;
    const jokers = [JOKER, DOUBLE].filter((kind) => task.limit[kind] && (kind === JOKER || number < highest));
    const free = sides - run.covered;
    const ways: (readonly [colours: number, tiles: readonly Kind[]])[] = [...repeated(jokers, free)].map(
      (tiles) => [run.colours, tiles] as const,
    );
    for (const colour of COLOURS) {
      const natural = kindOf(colour, number);
      if (!(run.colours & SINGLE[colour]!) || !task.limit[natural]) continue;
      for (const tiles of repeated([natural, ...jokers], free))
        if (tiles.includes(natural)) ways.push([SINGLE[colour]!, tiles]);
    }
    if (!run.covered && task.limit[CHANGE]) {
      ways.push([SINGLE.includes(run.colours) ? ANY - run.colours : ANY, Array<Kind>(sides).fill(CHANGE)]);
    }
    return ways.flatMap(([colours, tiles]) => {
      const use = useOf(run.isTwin && !run.length ? [...tiles, MIRROR] : tiles);
      const length = run.isTwin ? SMALLEST : Math.min(SMALLEST, run.length + tiles.length);
      const covered = tiles.filter((kind) => kind === DOUBLE).length;
      const grown = one({ isTwin: run.isTwin, covered, colours, length });
      if (!fits(use, this.#naturals + task.jokers) || this.need(grown) > places(task.jokers)) return [];
      return [{ tiles, adds: grown + use, worth: number * sides + axis }];
    });
  }

  /** Groups to lay of what the runs leave: jokers used. */
  #groupsBeside(inRuns: Digits): Frontier {
    const known = this.#groups.get(inRuns);
    if (known) return known;
    const best: Frontier = new Map();
    const room = this.#naturals - inRuns + this.task.jokers;
    for (const [use, worth] of this.#allGroups) {
      if (!fits(use, room)) continue;
      const jokers = jokersIn(use);
      if ((best.get(jokers) ?? -1) < worth) best.set(jokers, worth);
    }
    this.#groups.set(inRuns, best);
    return best;
  }

  /** Every choice of groups of this number: tiles used. */
  #choicesOfGroups(): Frontier {
    const { limit, isMiddle, jokers } = this.task;
    const room = this.#naturals + jokers;
    const found: Frontier = new Map([[0n, 0]]);
    for (const { use, covers, isMirrored } of groupShapes()) {
      if (!fits(use, room) || (isMirrored && !limit[MIRROR])) continue;
      const worth = this.number * (covers + Number(isMirrored && isMiddle));
      let fresh = found;
      while (fresh.size) {
        const next: Frontier = new Map();
        for (const [taken, total] of fresh) {
          const state = taken + use;
          if (fits(state, room) && (found.get(state) ?? -1) < total + worth) next.set(state, total + worth);
        }
        for (const [state, total] of next) found.set(state, total);
        fresh = next;
      }
    }
    return found;
  }
}
