/** The sand timer of a real table: whose turn it is, and how much of it is left. */

import { LATE } from "./clock";
import { readLocal, writeLocal } from "./local";

/** What is kept of it on this device; `turn` is null where nobody hurries. */
interface KeptTimer {
  readonly match: string;
  readonly turn: number | null;
  readonly seat: number;
  readonly left: number;
}

/** The parts of a browser it needs; tests have their own. */
export interface TimerWorld {
  readonly now: () => number;
  readonly tick: (work: () => void) => () => void;
}

const BROWSER: TimerWorld = {
  now: () => Date.now(),
  tick: (work) => {
    const timer = setInterval(work, 200);
    return () => clearInterval(timer);
  },
};
const KEPT = "score-timer";

export class SandTimer {
  #match = "";
  #turn = $state<number | null>(null);
  #seat = $state(0);
  #left = $state(0);
  /** When the sand has run through, in milliseconds; null while it lies still. */
  #until = $state.raw<number | null>(null);
  #stop = (): void => {};
  readonly #onlate: () => void;
  readonly #world: TimerWorld;

  /** `onlate` is called once in a turn, when ten seconds are left. */
  constructor(onlate: () => void, world: TimerWorld = BROWSER) {
    this.#onlate = onlate;
    this.#world = world;
  }

  /** Seconds of a turn; null for no clock. */
  get turn(): number | null {
    return this.#turn;
  }
  get seat(): number {
    return this.#seat;
  }
  /** Seconds left, with their fractions. */
  get left(): number {
    return this.#left;
  }
  get running(): boolean {
    return this.#until !== null;
  }
  /** Whether somebody's turn has begun. */
  get begun(): boolean {
    return this.running || this.#left < (this.#turn ?? 0);
  }

  /** Keep time for a match: as it was left, or else at the edition's time with the first player. */
  attend(match: string, turn: number | null, players: number): void {
    this.pause();
    const kept = (readLocal(KEPT) ?? {}) as Partial<KeptTimer>;
    this.#match = match;
    const own = kept.match === match && (kept.turn === null || isTime(kept.turn));
    this.#turn = own ? (kept.turn ?? null) : turn;
    this.#seat = own && isTime(kept.seat) ? kept.seat % players : 0;
    this.#left = own && isTime(kept.left) ? Math.min(kept.left, this.#turn ?? 0) : (this.#turn ?? 0);
  }

  /** How long a turn is from now on. */
  set(turn: number | null): void {
    this.#turn = turn;
    this.ready(this.#seat);
  }

  /** Lie ready, full, in front of a player. */
  ready(seat: number): void {
    this.#halt();
    this.#seat = seat;
    this.#left = this.#turn ?? 0;
    this.#keep();
  }

  start(): void {
    if (this.#turn === null || this.running || this.#left <= 0) return;
    this.#until = this.#world.now() + this.#left * 1000;
    this.#stop = this.#world.tick(() => this.#flow());
  }

  pause(): void {
    if (!this.running) return;
    this.#flow();
    this.#halt();
    this.#keep();
  }

  /** Turn it over in front of the next player. */
  pass(players: number): void {
    this.ready((this.#seat + 1) % players);
    this.start();
  }

  #flow(): void {
    if (this.#until === null) return;
    const before = this.#left;
    this.#left = Math.max(0, (this.#until - this.#world.now()) / 1000);
    if (before > LATE && this.#left <= LATE && this.#left > 0) this.#onlate();
    if (this.#left === 0) this.#halt();
  }

  #halt(): void {
    this.#stop();
    this.#stop = () => {};
    this.#until = null;
  }

  #keep(): void {
    const kept: KeptTimer = { match: this.#match, turn: this.#turn, seat: this.#seat, left: this.#left };
    writeLocal(KEPT, kept);
  }
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

/** Keep the screen awake, where the browser can; what is given back lets it sleep. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | null> | null = null;
  const ask = (): void => {
    if (document.visibilityState === "visible") lock = navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  };
  ask();
  // The browser takes it back when nobody looks.
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    void lock?.then((held) => held?.release());
  };
}
