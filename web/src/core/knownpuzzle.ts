/** Puzzles that this app can judge, and what there is to lay in one. */

import { EDITION_RULES } from "./editionrules";
import { parseTable, parseTiles } from "./notation";
import type { Puzzle } from "./puzzles";
import type { EditionName } from "./rules";

/** A puzzle of an edition whose rules this app has. */
export type KnownPuzzle = Puzzle & { readonly edition: EditionName };

/** A newer server may have puzzles of an edition that this app doesn't know yet. */
export const isKnown = (puzzle: Puzzle): puzzle is KnownPuzzle => puzzle.edition in EDITION_RULES;

/** How many tiles are to be laid. */
export const tilesToLay = ({ goal, rack }: Pick<Puzzle, "goal" | "rack">): number =>
  Math.max(goal.least ?? 0, parseTiles(goal.lay === "all" ? rack : (goal.lay ?? "")).length);

/** Whether two tables have the same tiles lie together. */
export const isSameTable = (one: string, other: string): boolean => alike(one) === alike(other);

const alike = (text: string): string =>
  parseTable(text)
    .map((set) => [...set].sort((first, second) => first - second).join())
    .sort()
    .join("|");
