/** A storm: as many puzzles as one can in three minutes. It goes on whatever happens to the page or the network. */

import { LATE } from "./clock";
import { readLocal, writeLocal } from "./local";

/** Seconds of a storm. */
export const STORM = 180;
const KEPT = "storm";
const BEST = "storm-best";
/** How often its clock is looked at, in milliseconds. */
const LOOK = 200;

/** What became of a puzzle of a storm. */
export type StormDeed = "solved" | "skipped";

/** `answers` are the tables of those that were solved, null for those that were left out. */
interface KeptStorm<P> {
  readonly until: number;
  readonly puzzles: readonly P[];
  readonly answers: readonly (string | null)[];
}

/** The parts of a browser it needs; tests have their own. */
export interface StormWorld {
  readonly now: () => number;
  readonly tick: (work: () => void, milliseconds: number) => () => void;
}

const BROWSER: StormWorld = {
  now: () => Date.now(),
  tick: (work, milliseconds) => {
    const timer = setInterval(work, milliseconds);
    return () => clearInterval(timer);
  },
};

export class StormRun<P extends { readonly id: string }> {
  #until = $state.raw<number | null>(null);
  #puzzles = $state.raw<readonly P[]>([]);
  #answers = $state.raw<readonly (string | null)[]>([]);
  #left = $state(STORM);
  #over = $state(false);
  #stop = (): void => {};
  readonly #world: StormWorld;
  readonly #hear: { readonly late: () => void; readonly over: () => void };
  /** The most that were ever solved before this storm. */
  readonly #before: number;
  #best: number;

  /** `hear.late` is called once, when ten seconds are left, `hear.over` when time is up or nothing is left to solve. */
  constructor(
    hear: { readonly late: () => void; readonly over: () => void },
    world: StormWorld = BROWSER,
    before = bestOf(readLocal(BEST)),
  ) {
    this.#hear = hear;
    this.#world = world;
    this.#before = this.#best = before;
  }

  /** Whether it has begun; it can't be stopped, only ended. */
  get begun(): boolean {
    return this.#until !== null;
  }
  get over(): boolean {
    return this.#over;
  }
  /** Whole seconds left. */
  get left(): number {
    return Math.ceil(this.#left);
  }
  get late(): boolean {
    return this.#left <= LATE;
  }
  /** What became of the puzzles so far, in their order. */
  get deeds(): readonly (readonly [P, StormDeed])[] {
    return this.#answers.flatMap((table, at) => {
      const puzzle = this.#puzzles[at];
      return puzzle ? [[puzzle, table === null ? "skipped" : "solved"] as const] : [];
    });
  }
  /** The tables by which puzzles were solved. */
  get answers(): readonly { readonly puzzle: string; readonly table: string }[] {
    return this.#answers.flatMap((table, at) => {
      const puzzle = this.#puzzles[at];
      return puzzle && table !== null ? [{ puzzle: puzzle.id, table }] : [];
    });
  }
  get solved(): number {
    return this.answers.length;
  }
  /** Whether there was nothing left to solve. */
  get ranOut(): boolean {
    return this.#puzzles.length > 0 && this.#answers.length >= this.#puzzles.length;
  }
  /** The puzzle to solve now. */
  get now(): P | null {
    return this.#over ? null : (this.#puzzles[this.#answers.length] ?? null);
  }
  get best(): number {
    return Math.max(this.#best, this.#over ? this.solved : 0);
  }
  /** Whether more were solved than ever before. */
  get isBest(): boolean {
    return this.#over && this.solved > this.#before;
  }

  /** Begin with these, easy ones first. */
  begin(puzzles: readonly P[]): void {
    this.#puzzles = puzzles;
    this.#answers = [];
    this.#until = this.#world.now() + STORM * 1000;
    this.#run();
  }

  /** Go on with a storm that a reload has interrupted: its clock went on. Whether there is one. */
  resume(): boolean {
    const kept = readLocal(KEPT) as Partial<KeptStorm<P>> | null;
    if (!kept || typeof kept.until !== "number" || !Array.isArray(kept.puzzles) || !Array.isArray(kept.answers))
      return false;
    this.#puzzles = kept.puzzles as readonly P[];
    this.#answers = kept.answers as readonly (string | null)[];
    this.#until = kept.until;
    this.#run();
    return true;
  }

  /** The puzzle of now was solved by this table, or is left out. What comes too late doesn't count. */
  answer(table: string | null): void {
    this.#flow();
    if (this.now === null) return;
    this.#answers = [...this.#answers, table];
    this.#keep();
    if (this.now === null) this.end();
  }

  /** End it before its time. */
  end(): void {
    if (this.#over || !this.begun) return;
    this.#over = true;
    this.#stop();
    writeLocal(KEPT, null);
    if (this.solved > this.#best) writeLocal(BEST, (this.#best = this.solved));
    this.#hear.over();
  }

  /** The page goes elsewhere; the storm goes on. */
  leave(): void {
    this.#stop();
  }

  #run(): void {
    this.#over = false;
    this.#left = STORM;
    this.#keep();
    this.#stop = this.#world.tick(() => this.#flow(), LOOK);
    this.#flow();
  }

  #flow(): void {
    if (this.#over || this.#until === null) return;
    const before = this.#left;
    this.#left = Math.max(0, (this.#until - this.#world.now()) / 1000);
    if (before > LATE && this.late && this.#left > 0) this.#hear.late();
    if (this.#left === 0) this.end();
  }

  #keep(): void {
    writeLocal(KEPT, { until: this.#until, puzzles: this.#puzzles, answers: this.#answers });
  }
}

/** The most that were solved in a storm on this device. */
export const stormBest = (): number => bestOf(readLocal(BEST));

/** Somebody else is here: theirs was another. */
export const forgetStorms = (): boolean => writeLocal(BEST, null);

const bestOf = (kept: unknown): number => (typeof kept === "number" && Number.isInteger(kept) && kept > 0 ? kept : 0);
