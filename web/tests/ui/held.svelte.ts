/** A table on which a move is held back, what it showed one after the other, and the frames it waits for. */

import type { TableDraft } from "../../src/board/state";
import { HeldMove } from "../../src/ui/table/held.svelte";

interface HeldTable {
  readonly live: { draft: TableDraft };
  readonly held: HeldMove;
  readonly drawn: TableDraft[];
  readonly frames: (() => void)[];
}

/** `frames` may be null for those of the page. */
export function tableHeld(draft: TableDraft, frames: (() => void)[] | null = []): HeldTable {
  let now = $state.raw(draft);
  const live = {
    get draft() {
      return now;
    },
    set draft(next) {
      now = next;
    },
  };
  const drawn: TableDraft[] = [];
  const held = frames
    ? new HeldMove(
        () => now,
        (what) => frames.push(what),
      )
    : new HeldMove(() => now);
  $effect.root(() => {
    $effect(() => void drawn.push(held.shown));
  });
  return { live, held, drawn, frames: frames ?? [] };
}
