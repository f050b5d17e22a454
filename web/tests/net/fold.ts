/** Follows a table from what its socket says, for tests/web/test_fold_equal.py: what is known after each change. */

import { follow, knownFrom, type KnownTable } from "../../src/net/known";
import type { ChangeMessage, StateMessage } from "../../src/net/protocol";

export interface Followed {
  readonly state: StateMessage;
  readonly changes: readonly ChangeMessage[];
}

const latest = ({ moves, table }: KnownTable): KnownTable["moves"] => moves.slice(-2 * table.seats.length);

export function folded({ state, changes }: Followed): (Pick<KnownTable, "table" | "game" | "moves"> | null)[] {
  let known: KnownTable | undefined = knownFrom(state);
  return changes.map((change) => {
    known = known && follow(known, change);
    // The app keeps more of them than a server tells at once.
    return known ? { table: known.table, game: known.game, moves: latest(known) } : null;
  });
}
