/** Somebody else's move, held back for a few frames: what is said of it is drawn in one, its tiles are in another. */

import type { TableDraft } from "../../board/state";

/** Do something after the next frame, or at once where nothing is drawn. */
function afterFrame(what: () => void): void {
  if (document.hidden) what();
  else requestAnimationFrame(() => setTimeout(what));
}

/** A step in which nothing is done: what was done before it is drawn. */
export const untilDrawn = (): void => {};

export class HeldMove {
  readonly #draft: () => TableDraft;
  readonly #later: (what: () => void) => void;
  #before = $state.raw<TableDraft | null>(null);
  #show: (() => void) | null = null;

  /** What lies on the screen: the table as it is, or as it lay before the move that is held back. */
  readonly shown: TableDraft = $derived.by(() => this.#before ?? this.#draft());

  constructor(draft: () => TableDraft, later: (what: () => void) => void = afterFrame) {
    this.#draft = draft;
    this.#later = later;
  }

  /** Whether a move is held back. */
  get holds(): boolean {
    return this.#before !== null;
  }

  /**
   * Keep the table as it lay before a move, and show that soon: what is said of it is drawn, then come the steps that make
   * it ready, and only then are tiles laid elsewhere. Each has a frame of its own, for together they would take longer.
   */
  hold(before: TableDraft, show: () => void, steps: readonly (() => void)[]): void {
    this.#before = before;
    this.#show = show;
    const next = ([step, ...rest]: readonly (() => void)[]): void =>
      this.#later(() => {
        if (this.#show !== show) return;
        if (!step) return void this.release();
        step();
        next(rest);
      });
    next([untilDrawn, ...steps]);
  }

  /** Show now what is held back, as something comes that builds on it. Says whether anything was. */
  release(): boolean {
    const show = this.#show;
    this.#show = this.#before = null;
    show?.();
    return show !== null;
  }
}
