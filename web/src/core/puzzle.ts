/** Whether an answer to a puzzle is right, without asking the server: any legal turn that reaches the goal. */

import { bagOf, beyond } from "./bag";
import { EDITION_RULES } from "./editionrules";
import type { Sets } from "./matching";
import { parseTable, parseTiles } from "./notation";
import { countChanges } from "./pairing";
import type { Puzzle } from "./puzzles";
import type { EditionName } from "./rules";
import { judge } from "./turn";
import type { Turn } from "./turn";

/** A table laid as the answer to a puzzle: the referee's word, the table's tiles that were moved, and whether it's solved. */
export interface TriedPuzzle {
  readonly turn: Turn;
  readonly moved: number;
  readonly solved: boolean;
}

/** Judge a whole table that was laid as the answer to a puzzle. */
export function tryPuzzle(puzzle: Puzzle, after: Sets): TriedPuzzle {
  const before = parseTable(puzzle.table);
  const rack = parseTiles(puzzle.rack);
  const turn = judge(EDITION_RULES[puzzle.edition as EditionName], { before, rack, after, opened: puzzle.opened });
  if (!turn.isLegal) return { turn, moved: 0, solved: false };
  const { lay = "", least = 0, moved: most } = puzzle.goal;
  const { moved } = countChanges(before, turn.table);
  const wanted = lay === "all" ? rack : parseTiles(lay);
  const laid = beyond(bagOf(wanted), bagOf(turn.played)).length === 0;
  const solved = laid && turn.played.length >= least && (most === undefined || moved <= most);
  return { turn, moved, solved };
}
