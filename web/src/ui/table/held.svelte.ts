/** Somebody else's move, held back for a few frames: what is said of it is drawn in one, its tiles are in another. */

import type { TableDraft } from "../../board/state";

/** Do something after the next frame, or at once where nothing is drawn. */
function afterFrame(what: () => void): void {
  if (document.hidden) what();
  else requestAnimationFrame(() => setTimeout(what));
}

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
   * Keep the table as it lay before a move, and show that soon: what is said of it is drawn, then what it needs is made
   * ready, and only then are tiles touched. Each has a frame of its own, for together they would take longer than one.
   */
  hold(before: TableDraft, show: () => void, ready: () => void): void {
    this.#before = before;
    this.#show = show;
    const soon = (step: () => void): void =>
      this.#later(() => {
        if (this.#show === show) step();
      });
    soon(() =>
      soon(() => {
        ready();
        soon(() => this.release());
      }),
    );
  }

  /** Show now what is held back, as something comes that builds on it. Says whether anything was. */
  release(): boolean {
    const show = this.#show;
    this.#show = this.#before = null;
    show?.();
    return show !== null;
  }
}
