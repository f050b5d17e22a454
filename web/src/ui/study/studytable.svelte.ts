/** A table of a game that is over, as the host of its board: it is looked at, and nothing can be moved. */

import { isStill } from "../../app/looks";
import { settings } from "../../app/settings.svelte";
import type { BoardHost } from "../../board";
import { EMPTY_DRAFT, layOut, SIZES } from "../../board/state";
import type { BoardTile, ScreenForm, TableDraft, TableSet } from "../../board/state";

const NO_SETS: readonly TableSet[] = [];
const NO_PARTS: ReadonlySet<BoardTile> = new Set();
/** Tiles on a table that is looked at are as large as this where the page can grow, by the form of the cloth. */
const FAIR: Readonly<Record<ScreenForm, number>> = { desktop: 44, phone: 31, landscape: 31, big: 44 };
/** A cloth narrower than this is as one on a phone. */
const NARROW = 620;

export class StudyTable implements BoardHost {
  readonly #sets: () => readonly TableSet[];
  /** How wide the cloth is, in pixels. */
  width = $state(0);
  readonly plays = false;

  readonly draft: TableDraft = $derived.by(() => {
    // Nothing is laid out on a cloth of which nobody knows how wide it is: it would all lie in one corner.
    const sets = this.width > 0 ? this.#sets() : NO_SETS;
    return { ...EMPTY_DRAFT, base: sets, now: { sets, rack: [] } };
  });

  constructor(sets: () => readonly TableSet[]) {
    this.#sets = sets;
  }

  get still(): boolean {
    return isStill(settings.now);
  }

  /** It is the cloth that counts, not the window: two of them may be side by side. */
  formOf(): ScreenForm {
    if (this.width >= NARROW) return "desktop";
    return settings.now.bigTiles ? "big" : "phone";
  }

  legal(): () => boolean {
    return () => false;
  }

  unordered(): boolean {
    return false;
  }

  parts(): ReadonlySet<BoardTile> {
    return NO_PARTS;
  }

  carryOut(): boolean {
    return false;
  }

  hear(): void {}
}

/** How high a cloth must be for these sets to lie on it without scrolling, and for a few rows at least. */
export function clothHeight(sets: readonly TableSet[], width: number, form: ScreenForm, rows: number): number {
  const { gap, setGap, rowGap } = SIZES[form];
  const tile = FAIR[form];
  const view = { steps: [tile], gap, setGap, rowGap, strip: 0, roomy: Infinity, width, height: 0 };
  const row = Math.round(tile * 1.32) + rowGap;
  return width > 0 ? Math.max(rows * row, layOut(sets, view, null, true).rows * row) : rows * row;
}
