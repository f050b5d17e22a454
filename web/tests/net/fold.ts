/** Follows a table from what its socket says, for tests/web/test_fold_equal.py: what is known after each change. */

import { follow, knownFrom, type Known } from "../../src/net/known";
import type { ChangeMessage, StateMessage } from "../../src/net/protocol";

export interface Followed {
  readonly state: StateMessage;
  readonly changes: readonly ChangeMessage[];
}

export function folded({ state, changes }: Followed): (Pick<Known, "table" | "game"> | null)[] {
  let known: Known | undefined = knownFrom(state);
  return changes.map((change) => {
    known = known && follow(known, change);
    return known ? { table: known.table, game: known.game } : null;
  });
}
