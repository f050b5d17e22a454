/** Showing a hinted play: one move of the hands after the other, as a draft that one step takes back. */

import type { LiveTable } from "../app/table.svelte";
import { putBack, restore } from "../table";
import type { Motion } from "./motion";

const PAUSE = 850;

/** Lay the hinted play out on the table step by step, until the player's own hand does something; says whether it came to its end. */
export async function showHint(live: LiveTable, motion: Motion): Promise<boolean> {
  const hint = live.hint;
  if (!hint?.moves) return false;
  const begun = live.draft;
  let left = begun;
  const texts = hint.moves.map((move) => [move.table, ...move.aside.split(" ").filter(Boolean)].filter(Boolean).join(" | "));
  for (const text of [...texts, hint.table ?? ""]) {
    if (live.hint !== hint || live.draft !== left) return false;
    motion.expect("others");
    live.edit((draft) => {
      const shown = restore(putBack({ ...draft, past: [], future: [] }), text);
      return shown ? { ...shown, past: [...begun.past, begun.now], future: [] } : draft;
    });
    left = live.draft;
    await new Promise((next) => setTimeout(next, PAUSE));
  }
  return true;
}
