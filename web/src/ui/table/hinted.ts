/** Showing a hinted play: one move of the hands after the other, as a draft that one step takes back. */

import type { LiveTable } from "../../app/table.svelte";
import { restored } from "../../app/written";
import { putBack } from "../../board/state";
import type { Board } from "../../board";

const PAUSE = 850;

/** Lay the hinted play out on the table step by step, until the player's own hand does something; says whether it came to its end. */
export async function showHint(live: LiveTable, motion: Board["motion"]): Promise<boolean> {
  const hint = live.hint;
  if (!hint?.moves) return false;
  const begun = live.draft;
  let left = begun;
  const texts = hint.moves.map((move) =>
    [move.table, ...move.aside.split(" ").filter(Boolean)].filter(Boolean).join(" | "),
  );
  const last = texts.push(hint.table ?? "") - 1;
  for (const [at, text] of texts.entries()) {
    if (live.draft !== left) return false;
    if (live.hint !== hint) return live.edit((draft) => draft); // what lies there is all that will be shown
    motion.expect("others");
    live.edit((draft) => {
      const shown = restored(putBack({ ...draft, past: [], future: [] }), text);
      return shown ? { ...shown, past: [...begun.past, begun.now], future: [] } : draft;
    }, at < last);
    left = live.draft;
    await new Promise((next) => setTimeout(next, PAUSE));
  }
  return true;
}
