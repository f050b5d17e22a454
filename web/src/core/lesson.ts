/** A lesson of the course as it is written (docs/lessons.md), and whether an answer to one of its exercises is right. */

import { bagOf, beyond } from "./bag";
import { EDITION_RULES } from "./editionrules";
import type { Sets } from "./matching";
import { parseTable, parseTiles } from "./notation";
import { settle } from "./overtime";
import type { DefectCode, EditionName } from "./rules";
import { scoreGame } from "./scores";
import { isJoker, numberOf } from "./tiles";
import type { Kind } from "./tiles";
import { judge } from "./turn";
import type { Turn } from "./turn";

export interface Lesson {
  readonly id: string;
  readonly minutes: number;
  /** The editions that have this lesson's rule at all. */
  readonly editions: readonly EditionName[];
  readonly exercises: readonly Exercise[];
}

/** Where a booklet has what an exercise is about: the heading as it is printed there. */
export interface LessonSource {
  readonly booklet: EditionName;
  readonly heading: string;
}

/** What an exercise has, of whatever kind it is; `editions` are those in which its answer holds, the lesson's if left out. */
interface ExerciseBase {
  readonly id: string;
  readonly editions?: readonly EditionName[];
  readonly sources: readonly LessonSource[];
}

/** The table and the rack before a turn; `drawn` is a tile of the rack that was drawn just now. */
interface TurnStart {
  readonly table: string;
  readonly rack: string;
  readonly opened?: false;
  readonly drawn?: string;
}

/** What a turn has to do: lay these tiles at least, or the whole rack, or so many; open; or draw, since nothing fits. */
export type TurnTask =
  | { readonly lay: string }
  | { readonly least: number }
  | { readonly opens: true }
  | { readonly draw: true };

/** A turn at the table: any legal one counts that does its task. */
export interface TurnExercise extends ExerciseBase, TurnStart {
  readonly kind: "turn";
  readonly solved: TurnTask;
  readonly solution?: string;
  /** Tables that show what the lesson is about; the solution is one of them. */
  readonly about?: readonly string[];
  /** Tiles that the second hint lifts. */
  readonly point?: string;
  readonly wrong: { readonly table: string; readonly code: DefectCode } | { readonly draw: true };
}

/** May this be laid? */
export interface VerdictExercise extends ExerciseBase, TurnStart {
  readonly kind: "verdict";
  readonly after: string;
  readonly legal: Readonly<Partial<Record<EditionName, boolean>>>;
}

/** A question with answers to choose from. */
export interface ChoiceExercise extends ExerciseBase {
  readonly kind: "choice";
  readonly table?: string;
  readonly rack?: string;
  readonly answers: readonly string[];
  readonly right: string;
  readonly perEdition?: Readonly<Partial<Record<EditionName, string>>>;
}

/** What becomes of a turn whose time is up: whether tiles that were laid stay, and how many are drawn. */
export interface SettledTime {
  readonly stands: boolean;
  readonly draws: number;
}

/** Time is up with this draft on the table. */
export interface TimeExercise extends ExerciseBase, TurnStart {
  readonly kind: "time";
  readonly draft: string;
  readonly settled: Readonly<Partial<Record<EditionName, SettledTime>>>;
}

/** A round of a sheet: its numbers, or the racks that were left and who went out. */
export type SheetRound = readonly number[] | { readonly racks: readonly string[]; readonly out: number | null };

/** A place on a sheet: a round or the totals, and a player. */
export type SheetPlace = readonly [round: number | "total", player: number];

/** A score sheet with numbers to fill in. */
export interface SheetExercise extends ExerciseBase {
  readonly kind: "sheet";
  readonly players: number;
  readonly rounds: readonly SheetRound[];
  readonly blank: readonly SheetPlace[];
  readonly edition?: EditionName;
}

export type Exercise = TurnExercise | VerdictExercise | ChoiceExercise | TimeExercise | SheetExercise;

export const EDITION_NAMES = Object.keys(EDITION_RULES) as EditionName[];

/** The edition an exercise is answered in: the one that is learnt, or else the first that has its rule. */
export function editionFor(lesson: Lesson, exercise: Exercise, learnt: EditionName): EditionName {
  if (exercise.kind === "sheet" && exercise.edition) return exercise.edition;
  const editions = exercise.editions ?? lesson.editions;
  return editions.includes(learnt) ? learnt : (editions[0] ?? learnt);
}

/** Whether the edition that is learnt has no such rule as some of a lesson is about. */
export const isOtherwise = (lesson: Lesson, learnt: EditionName): boolean =>
  lesson.exercises.some(({ editions = lesson.editions }) => !editions.includes(learnt));

/** A turn that was tried: the referee's word, whether it does its task, and whether it is what the lesson is about. */
export interface TriedTurn {
  readonly turn: Turn;
  readonly solved: boolean;
  readonly isAbout: boolean;
}

/** Judge a whole table that was laid as the answer to an exercise. */
export function tryTurn(exercise: TurnExercise, edition: EditionName, after: Sets): TriedTurn {
  const turn = judgeIn(exercise, edition, after);
  const solved = turn.isLegal && doesTask(exercise, turn.played);
  return { turn, solved, isAbout: solved && showsAbout(exercise, edition, turn) };
}

/** The referee on a table after a turn from this position. */
export function judgeIn(position: TurnStart, edition: EditionName, after: Sets): Turn {
  const drawn = parseTiles(position.drawn ?? "");
  const before = parseTable(position.table);
  return judge(EDITION_RULES[edition], {
    before,
    rack: rackOf(position),
    after,
    opened: position.opened ?? true,
    drawn,
  });
}

/** The tiles of a rack, with the one drawn just now. */
export function rackOf({ rack, drawn = "" }: Pick<TurnStart, "rack" | "drawn">): Kind[] {
  const own = parseTiles(rack);
  return [...own, ...beyond(bagOf(parseTiles(drawn)), bagOf(own))];
}

function doesTask({ solved, rack, drawn }: TurnExercise, played: readonly Kind[]): boolean {
  if ("draw" in solved) return false;
  if ("opens" in solved) return true;
  if ("least" in solved) return played.length >= solved.least;
  const wanted = solved.lay === "all" ? rackOf({ rack, ...(drawn ? { drawn } : {}) }) : parseTiles(solved.lay);
  return beyond(bagOf(wanted), bagOf(played)).length === 0;
}

function showsAbout(exercise: TurnExercise, edition: EditionName, turn: Turn): boolean {
  const { about, solution } = exercise;
  if (!about || solution === undefined) return true;
  const found = alike(turn.table);
  return [solution, ...about].some((text) => alike(judgeIn(exercise, edition, parseTable(text)).table) === found);
}

/** The same text for tables of the same sets. */
const alike = (table: Sets): string =>
  table
    .map((set) => [...set].sort((one, two) => one - two).join())
    .sort()
    .join("|");

/** The other editions in which a turn is legal. */
export const legalElsewhere = (position: TurnStart, edition: EditionName, after: Sets): EditionName[] =>
  EDITION_NAMES.filter((name) => name !== edition && judgeIn(position, name, after).isLegal);

/** More tiles than are ever drawn at once. */
const POOL = 50;

/** What becomes of an exercise's draft when time is up; null for tiles that aren't the table's and the rack's. */
export function settledIn(exercise: TimeExercise, edition: EditionName): SettledTime | null {
  const { table, draft, opened = true } = exercise;
  const proposal = { before: parseTable(table), rack: rackOf(exercise), after: parseTable(draft), opened };
  const found = settle(EDITION_RULES[edition], proposal, POOL);
  return found && { stands: found.laid.length > 0, draws: found.draw };
}

/** What can be answered when time is up: what the editions make of it, and what they make of other drafts. */
export function timeAnswers(exercise: TimeExercise): SettledTime[] {
  const found = EDITION_NAMES.flatMap((name) => settledIn(exercise, name) ?? []);
  const usual = [
    { stands: true, draws: 0 },
    { stands: false, draws: 1 },
    { stands: false, draws: 3 },
  ];
  return [...usual, ...found]
    .filter((one, at, all) => all.findIndex((other) => isSameTime(one, other)) === at)
    .sort((one, two) => Number(two.stands) - Number(one.stands) || one.draws - two.draws);
}

export const isSameTime = (one: SettledTime, two: SettledTime): boolean =>
  one.stands === two.stands && one.draws === two.draws;

/** The right answer to a question, in this edition. */
export const rightAnswer = ({ right, perEdition }: ChoiceExercise, edition: EditionName): string =>
  perEdition?.[edition] ?? right;

/** All the numbers of a sheet, its rounds and its totals. */
export function sheetNumbers({ rounds, players }: SheetExercise, edition: EditionName): readonly (readonly number[])[] {
  const rules = EDITION_RULES[edition];
  const left = (text: string): { sum: number; count: number } => {
    const tiles = parseTiles(text);
    const worth = (kind: Kind): number => (isJoker(kind) ? rules.joker_penalty : numberOf(kind));
    return { sum: tiles.reduce((sum, kind) => sum + worth(kind), 0), count: tiles.length };
  };
  const scored = rounds.map((round) =>
    "racks" in round ? scoreGame(rules, round.racks.map(left), round.out).scores : round,
  );
  const totals = Array.from({ length: players }, (_, seat) =>
    scored.reduce((sum, scores) => sum + (scores[seat] ?? 0), 0),
  );
  return [...scored, totals];
}

/** The number that belongs in a place of a sheet. */
export function sheetNumber(exercise: SheetExercise, edition: EditionName, [round, player]: SheetPlace): number {
  const rows = sheetNumbers(exercise, edition);
  return rows[round === "total" ? rows.length - 1 : round]?.[player] ?? 0;
}
