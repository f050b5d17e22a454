/** Somebody else's move, held back for two frames: what is said of it is drawn in one, its tiles are in another. */

import type { TableDraft } from "../../board/state";

/** Do something when what has changed by now is drawn, in a frame of its own; at once where nothing is drawn. */
function drawnFirst(what: () => void): void {
  if (document.hidden) what();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(what)));
}

export class HeldMove {
  readonly #draft: () => TableDraft;
  readonly #later: (what: () => void) => void;
  #before = $state.raw<TableDraft | null>(null);
  #show: (() => void) | null = null;

  /** What lies on the screen: the table as it is, or as it lay before the move that is held back. */
  readonly shown: TableDraft = $derived.by(() => this.#before ?? this.#draft());

  constructor(draft: () => TableDraft, later: (what: () => void) => void = drawnFirst) {
    this.#draft = draft;
    this.#later = later;
  }

  /** Keep the table as it lay before a move, and show that soon. */
  hold(before: TableDraft, show: () => void): void {
    this.#before = before;
    this.#show = show;
    this.#later(() => {
      if (this.#show === show) this.release();
    });
  }

  /** Show now what is held back, as something comes that builds on it. Says whether anything was. */
  release(): boolean {
    const show = this.#show;
    this.#show = this.#before = null;
    show?.();
    return show !== null;
  }
}
