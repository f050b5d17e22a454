/** What happens when time runs out in the middle of a turn. */

import { bagOf, beyond, holds } from "./bag";
import { freesBy, settleJokers } from "./freeing";
import { keepOwnOrder, matchedSets } from "./matching";
import type { Sets } from "./matching";
import { laidAsCounted, openingWorth } from "./opening";
import { read } from "./reading";
import type { Rules } from "./rules";
import type { Kind } from "./tiles";
import { judge } from "./turn";
import type { Proposal } from "./turn";

/** The table after overtime, the rack tiles laid on it, those taken from it onto the rack, and how many to draw. */
export interface Settlement {
  readonly verdict: "stands" | "nothing-moved" | "restored" | "kept";
  readonly table: Sets;
  readonly laid: readonly Kind[];
  readonly taken: readonly Kind[];
  readonly draw: number;
}

/**
 * Settle a turn whose time has run out with its last table lying there; loose tiles are sets of one.
 *
 * Null when that is not made of the table's tiles, all of them, and tiles of the rack.
 */
export function settle(rules: Rules, proposal: Proposal, pool: number): Settlement | null {
  const { before, rack, after, drawn = [] } = proposal;
  const [have, lies] = [bagOf(before.flat()), bagOf(after.flat())];
  if (!holds(lies, have) || !holds(bagOf([...before.flat(), ...rack]), lies)) return null;
  const restored = { verdict: "restored", table: before, laid: [], taken: [] } as const;
  const { gone, fresh } = matchedSets(before, after);
  if (!gone.length && !fresh.length) {
    return { ...restored, verdict: "nothing-moved", draw: drawn.length ? 0 : Math.min(rules.idle_draw, pool) };
  }
  const turn = judge(rules, proposal);
  if (turn.isLegal) return { verdict: "stands", table: turn.table, laid: turn.played, taken: [], draw: 0 };
  const draw = Math.min(rules.overtime_draw, pool);
  // What stays is part of what was played: it holds no opening that the whole does not hold.
  const mayKeep = rules.overtime === "keep" && (turn.opening === null || turn.opening.value >= rules.opening);
  return { ...restored, ...(mayKeep ? kept(rules, proposal) : null), draw };
}

/** The legal sets as they lie, rack tiles in them, table tiles outside; null where that is not allowed. */
function kept(rules: Rules, { before, after, opened, drawn = [] }: Proposal): Omit<Settlement, "draw"> | null {
  const mirror = rules.mirror ?? null;
  const readings = after.map((tiles) => read(tiles, mirror)).filter((reading) => reading !== null);
  let table: Sets = readings.map(({ tiles }) => tiles);
  const [was, lies] = [bagOf(before.flat()), bagOf(table.flat())];
  if (!opened) {
    if (!rules.table_in_opening && matchedSets(before, table).gone.length) return null;
    // Copies cannot be told apart: a tile that stays may be the player's if one was laid.
    const laid = bagOf(beyond(bagOf(after.flat()), was));
    const own = laid.flatMap((count, kind) => Array<Kind>(Math.min(count, lies[kind]!)).fill(kind));
    if (openingWorth(rules, before, table, readings, own).value < rules.opening) return null;
    const counted = laidAsCounted(rules, before, readings, own);
    table = keepOwnOrder(
      before,
      counted.map(({ tiles }) => tiles),
    );
  }
  const settled = rules.freeing === "replace" ? settleJokers(before, table, rules.freed_joker) : table;
  const laid = beyond(lies, was);
  if (settled === null || !freesBy(before, settled, laid, drawn, mirror)) return null;
  return { verdict: "kept", table: settled, laid, taken: beyond(was, lies) };
}
