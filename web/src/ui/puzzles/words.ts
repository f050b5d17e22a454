/** What a puzzle says: what there is to do, what it is about, what is proven, and how it ended. */

import { sayAll, sayLength } from "../../app/language";
import { editionName } from "../../app/words";
import { EDITION_RULES } from "../../core/editionrules";
import { parseTiles } from "../../core/notation";
import { tilesToLay, type KnownPuzzle } from "../../core/knownpuzzle";
import type { PuzzleTheme } from "../../core/puzzles";
import type { AttemptTold } from "../../net/routes";
import { m } from "../../paraglide/messages.js";

const HOUR = 3600;

const THEMES: Readonly<Record<PuzzleTheme, () => string>> = {
  everything: m.puzzle_everything,
  "free-joker": m.puzzle_free_joker,
  "only-play": m.puzzle_only_play,
  open: m.puzzle_open,
  fewest: m.puzzle_fewest,
  special: m.puzzle_special,
};

export const PUZZLE_THEMES = Object.keys(THEMES) as PuzzleTheme[];

export const themeName = (theme: PuzzleTheme): string => THEMES[theme]();

/** What there is to do. */
export function taskWords(puzzle: KnownPuzzle): string {
  const count = tilesToLay(puzzle);
  switch (puzzle.theme) {
    case "only-play":
      return m.puzzle_task_only_play();
    case "open":
      return m.puzzle_task_open({ count });
    case "fewest":
      return m.puzzle_task_fewest({ count: puzzle.goal.moved ?? 0 });
    case "free-joker":
      return m.puzzle_task_free_joker({ count });
    default:
      return m.puzzle_task_everything({ count });
  }
}

/** That it is done. */
export function doneWords(puzzle: KnownPuzzle): string {
  if (puzzle.theme === "only-play") return m.puzzle_done_only_play();
  if (puzzle.theme === "open") return m.puzzle_done_open();
  return m.puzzle_done_everything({ count: tilesToLay(puzzle) });
}

/** How many ways there are. */
export function solutionsWords({ solutions, more }: KnownPuzzle): string {
  return more ? m.puzzle_solutions_more({ number: solutions }) : m.puzzle_solutions({ count: solutions });
}

/** Which of them was found. */
export function oneOfWords({ solutions, more }: KnownPuzzle): string {
  if (more) return m.puzzle_one_of_more({ number: solutions });
  return solutions === 1 ? m.puzzle_only_solution() : m.puzzle_one_of({ number: solutions });
}

/** Whether sets of the table may be used: some editions forbid that to who hasn't opened. */
const takesTable = ({ opened, edition }: KnownPuzzle): boolean => opened || EDITION_RULES[edition].table_in_opening;

/** What one may do in it, by which booklet. */
export const aboutWords = (puzzle: KnownPuzzle): string =>
  (takesTable(puzzle) ? m.puzzle_about : m.puzzle_about_open)({ edition: editionName(puzzle.edition) });

/** What is proven, one sentence after the other. */
export function proofWords(puzzle: KnownPuzzle): readonly string[] {
  const { proof, more, solutions, opened } = puzzle;
  const ways = more ? m.puzzle_solutions_more({ number: solutions }) : m.puzzle_proven_solutions({ count: solutions });
  const found = [ways];
  if (proof.moved) found.push(m.puzzle_proven_moved({ count: proof.moved }));
  if (proof.touched > 1) found.push(m.puzzle_proven_touched({ count: proof.touched }));
  // That is what makes a puzzle of any theme but opening.
  if (opened && parseTiles(puzzle.rack).length > 1) found.push(m.puzzle_proven_none_fits());
  if (!proof.touched && !takesTable(puzzle) && puzzle.table) found.push(m.puzzle_proven_own());
  if (proof.overlooked) found.push(m.puzzle_proven_overlooked({ count: proof.overlooked }));
  return found;
}

/** How long it took, to the second; nobody wants to know it of a page that was left open. */
export const tookWords = (seconds: number): string => (seconds < HOUR ? sayLength(seconds) : "");

/** What is asked of a puzzle to name its hint: which step comes, whether it costs something, and whether it has said so. */
interface PuzzleHints {
  readonly hinted: number;
  readonly costs: boolean;
  isWarned(help: "hint"): boolean;
}

/** What the button for a hint says: its next step, and that it is meant. */
export function hintName(play: PuzzleHints): string {
  if (play.costs && play.isWarned("hint")) return m.puzzle_hint_yes();
  return [m.hint_title, m.hint_which, m.hint_show][play.hinted]?.() ?? m.hint_title();
}

/** The same for those who hear it, with what it costs. */
export function hintLabel(play: PuzzleHints): string {
  return play.costs ? sayAll([hintName(play), m.puzzle_hint_costs()]) : hintName(play);
}

/** How many ways work, as a sentence. */
export const waysWords = ({ solutions, more }: KnownPuzzle): string =>
  more ? m.puzzle_ways_more({ number: solutions }) : m.puzzle_ways({ count: solutions });

/** What became of an attempt: my rating before and after it, and why it didn't change or isn't known yet. */
export interface ShownResult {
  readonly before: number | null;
  readonly after: number | null;
  readonly why: string;
}

/** What is told of an attempt; `before` is my rating as it was known, and an answer may come a second time. */
export function resultOf(
  { table, helped }: { readonly table: string | null; readonly helped: boolean },
  told: AttemptTold | null,
  before: number | null,
): ShownResult {
  if (told === null) return { before: null, after: null, why: m.puzzle_kept() };
  const after = told.you?.rating ?? null;
  const was = told.rated ? told.before : before;
  if (after !== null && (told.rated || (was !== null && was !== after))) return { before: was, after, why: "" };
  const why = table === null ? m.puzzle_unrated_up() : helped ? m.puzzle_unrated_hint() : m.puzzle_unrated_again();
  return { before: after, after, why };
}
