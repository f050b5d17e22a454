/** An answer that is shown on the cloth: whole, one move after the other, or one of its moves pointed at. */

import { tick, untrack } from "svelte";
import type { SolveTable } from "./solvetable.svelte";

/** How long each move is looked at, in milliseconds. */
const PAUSE = 1000;

export class SolveShowing {
  /** Whether moves follow each other by themselves. */
  playing = $state(false);
  /** The move that is pointed at. */
  shown = $state<number | null>(null);
  readonly #table: SolveTable;
  /** Says that the tiles of the next stage fly. */
  readonly #fly: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(table: SolveTable, fly: () => void) {
    this.#table = table;
    this.#fly = fly;
  }

  get moves(): number {
    return this.#table.play?.moves.length ?? 0;
  }

  /** How many moves are done, where not all are. */
  get done(): number | null {
    const { done } = this.#table;
    return this.playing || done !== this.moves ? done : null;
  }

  /** The table as it is with all moves done, or as it was entered. An answer is read first: the table follows it. */
  rest(answered: boolean): void {
    this.stop();
    this.shown = null;
    const table = this.#table;
    if (!answered || !table.play) table.done = null;
    else if (untrack(() => table.done) !== null) table.done = this.moves;
    else this.#frame = requestAnimationFrame(() => (this.#timer = setTimeout(() => (table.done ??= this.moves))));
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** Point at a move; not while they follow each other. */
  point(move: number | null): void {
    if (!this.playing) this.shown = move;
  }

  /** Do the next move on the cloth; after the last one it begins again. */
  async step(): Promise<void> {
    const table = this.#table;
    if (!table.play) return;
    if (table.done === null || table.done >= this.moves) {
      table.done = 0;
      await tick();
    }
    this.#fly();
    table.done = (table.done ?? 0) + 1;
    this.shown = null;
  }

  /** One move after the other, until something else is done. */
  show(): void {
    this.stop();
    this.playing = true;
    const table = this.#table;
    table.done = 0;
    const next = async (): Promise<void> => {
      await this.step();
      if (table.done !== null && table.done < this.moves) this.#timer = setTimeout(() => void next(), PAUSE);
      else this.playing = false;
    };
    this.#timer = setTimeout(() => void next(), PAUSE / 2);
  }
}
