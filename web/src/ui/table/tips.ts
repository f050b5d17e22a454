/** Which tip of a first game is for this moment. */

import type { TipName } from "../../app/tips";
import type { LiveTable } from "../../app/table.svelte";
import { kindsOf, tilesLeft } from "../../board/state";
import { worthAlone } from "../../core/alone";
import { m } from "../../paraglide/messages.js";
import { seatName } from "../people/people";

/** So few tiles are few. */
const FEW = 3;
/** A set of so many tiles has one to spare. */
const LONG = 4;

/** A tip and what it says. */
export interface ShownTip {
  readonly name: TipName;
  readonly text: string;
}

/** The tip that fits how the table lies at the start of one's own turn; null where none of those left does. */
export function tipFor(live: LiveTable, left: readonly TipName[]): ShownTip | null {
  const { game, you } = live;
  const rules = live.known?.terms.rules;
  if (game === null || you === null || !rules || !live.myTurn || live.drafting) return null;
  const opened = game.opened[you] ?? false;
  const fits = (name: TipName): string => {
    switch (name) {
      case "opening":
        return opened ? "" : m.table_opening_needs({ points: rules.opening });
      case "draw": {
        const own = kindsOf(tilesLeft(live.draft.now));
        const worth = opened ? null : worthAlone(own, rules.mirror ?? null, rules.opening);
        return worth && worth.sure && worth.value < rules.opening ? m.tip_draw() : "";
      }
      case "rearrange":
        return opened && live.draft.base.some((set) => set.tiles.length >= LONG) ? m.tip_rearrange() : "";
      case "low": {
        const seat = game.counts.findIndex((count, at) => at !== you && count > 0 && count <= FEW);
        return seat < 0 ? "" : m.tip_low({ name: seatName(live, seat), count: game.counts[seat] ?? 0 });
      }
    }
  };
  for (const name of left) {
    const text = fits(name);
    if (text) return { name, text };
  }
  return null;
}
