/** Follows a table from what its socket says, for tests/web/test_fold_equal.py: what is known after each change. */

import { follow, knownFrom, type KnownTable } from "../../src/net/known";
import type { ChangeMessage, StateMessage } from "../../src/net/protocol";

export interface Followed {
  readonly state: StateMessage;
  readonly changes: readonly ChangeMessage[];
}

export function folded({ state, changes }: Followed): (Pick<KnownTable, "table" | "game"> | null)[] {
  let known: KnownTable | undefined = knownFrom(state);
  return changes.map((change) => {
    known = known && follow(known, change);
    return known ? { table: known.table, game: known.game } : null;
  });
}
