/** What is said of a table laid as the answer to a puzzle, as plain data to hold beside the server's. */

import { formatTable, parseTable } from "../../src/core/notation";
import { countChanges } from "../../src/core/pairing";
import { tryPuzzle } from "../../src/core/puzzle";
import type { Puzzle } from "../../src/core/puzzles";

/** A puzzle with a table that was tried; without one only the changes from one table to another. */
type AskedTry =
  | { readonly puzzle: Puzzle; readonly after: string }
  | { readonly before: string; readonly after: string };

export function answer(asked: AskedTry): object {
  const after = parseTable(asked.after);
  if ("before" in asked) return countChanges(parseTable(asked.before), after);
  const { turn, moved, solved } = tryPuzzle(asked.puzzle, after);
  return { legal: turn.isLegal, table: formatTable(turn.table), moved, solved };
}
