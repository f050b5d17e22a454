/** A puzzle on this screen: its table, what was tried, the hints, giving up, and the other solution. */

import { sounds } from "../../app/sounds";
import { reportOf, tableText } from "../../app/written";
import { EMPTY_DRAFT, hear, tilesLeft } from "../../board/state";
import type { Sets } from "../../core/matching";
import { formatTiles, parseTable } from "../../core/notation";
import { isSameTable, tilesToLay, type KnownPuzzle } from "../../core/knownpuzzle";
import { tryPuzzle, type TriedPuzzle } from "../../core/puzzle";
import type { Kind } from "../../core/tiles";
import { m } from "../../paraglide/messages.js";
import { onOneRow, SHOWN, TurnInPractice } from "../learn/practice.svelte";
import type { LessonNote } from "../learn/words";
import { marksOf } from "../tiles/marks";
import { tileNames } from "../tiles/words";
import { doneWords, oneOfWords, taskWords } from "./words";

/** What costs the rating, and says so before it does. */
type Help = "hint" | "give-up";

/** An answer to a puzzle: the table as it lay, null where it was given up; whether that is the end of it. */
export interface PuzzleAnswer {
  readonly table: string | null;
  readonly helped: boolean;
  readonly ends: boolean;
}

/** To be made while a component is being made, which it lives and ends with. */
export class PuzzleInPlay extends TurnInPractice {
  declare readonly tried: TriedPuzzle | null;
  readonly puzzle: KnownPuzzle;
  readonly #onanswer: (answer: PuzzleAnswer) => void;
  readonly #began = performance.now();
  /** Whether there is something to lose by help: a storm knows no help, and only the first answer is rated. */
  #rated = $state(false);
  /** Whether there was a hint. */
  helped = $state(false);
  gaveUp = $state(false);
  /** Seconds from the first look to the end. */
  took = $state(0);
  /** Which help has said what it costs. */
  #warned = $state<Help | null>(null);
  /** The table as it was when the puzzle ended. */
  #own = $state("");
  /** Whether the other solution lies there. */
  showsOther = $state(false);

  /** A solution that isn't the one found; null where none is known. */
  readonly other: string | null = $derived.by(() =>
    this.finished ? (this.puzzle.answers.find((answer) => !isSameTable(answer, this.#own)) ?? null) : null,
  );

  /** A set that was laid and isn't there in the other solution. */
  readonly ownSet: readonly Kind[] | null = $derived.by(() => {
    if (this.other === null) return null;
    const theirs = parseTable(this.other).map(sorted);
    return parseTable(this.#own).find((set) => !theirs.includes(sorted(set))) ?? null;
  });

  constructor(puzzle: KnownPuzzle, rated: boolean, onanswer: (answer: PuzzleAnswer) => void) {
    super(onOneRow(hear(EMPTY_DRAFT, reportOf(puzzle.table, puzzle.rack, null), true).draft), puzzle.edition);
    this.puzzle = puzzle;
    this.#rated = rated;
    this.#onanswer = onanswer;
    this.table.plays = true;
  }

  /** The table as it was when the puzzle ended. */
  get own(): string {
    return this.#own;
  }

  /** Whether help would cost the rating. */
  get costs(): boolean {
    return this.#rated && !this.helped;
  }

  /** Whether this help is asked for the second time, so that it is given. */
  isWarned(help: Help): boolean {
    return this.#warned === help;
  }

  protected judged(after: Sets): TriedPuzzle {
    return tryPuzzle(this.puzzle, after);
  }

  /** Whether all that is to be laid lies there legally. */
  override get canEnd(): boolean {
    return super.canEnd && this.fresh.size >= tilesToLay(this.puzzle);
  }

  /** What the turn lacks: sets to fix, tiles to lay. */
  get why(): string {
    if (this.finished || this.tried?.solved) return "";
    const left = Math.min(tilesLeft(this.table.draft.now).length, tilesToLay(this.puzzle) - this.fresh.size);
    const parts = [this.lacks, left > 0 ? m.puzzle_to_lay({ count: left }) : ""];
    const [first = "", then = ""] = parts.filter(Boolean);
    return then ? m.puzzle_and({ first, then }) : first;
  }

  /** End the turn: solved, or told why not. The table stays as it lies either way. */
  done(): void {
    if (this.finished) return;
    this.board.hand.clear();
    const { puzzle, tried } = this;
    if (tried === null) return this.tell({ kind: "wrong", title: m.reason_nothing_played(), text: taskWords(puzzle) });
    if (tried.solved) return this.#finish(tableText(this.table.draft.now.sets));
    const [first] = tried.turn.breaches;
    if (first) return this.tell(this.against(first));
    const most = puzzle.goal.moved;
    if (most === undefined || !this.canEnd)
      return this.tell({ kind: "wrong", title: m.learn_not_yet(), text: taskWords(puzzle) });
    this.tell({
      kind: "wrong",
      title: m.learn_not_yet(),
      text: m.puzzle_moved_more({ count: tried.moved, enough: most }),
    });
    // All of it lies there, with more moved than has to be: that was an answer.
    this.#rated = false;
    this.#onanswer({ table: tableText(this.table.draft.now.sets), helped: this.helped, ends: false });
  }

  override hint(): void {
    if (this.finished || this.hinted >= SHOWN || !this.#warns("hint")) return;
    this.helped = true;
    super.hint();
  }

  /** See a solution. */
  giveUp(): void {
    if (this.finished || !this.#warns("give-up")) return;
    this.gaveUp = true;
    this.helped = true;
    this.show();
    this.#finish(null);
  }

  /** Go between the solution found and the other one. */
  turnOver(): void {
    if (this.other === null) return;
    this.showsOther = !this.showsOther;
    this.lay(this.showsOther ? this.other : this.#own);
  }

  /** What was found stays found. */
  protected override reopened(): boolean {
    return false;
  }

  protected show(): void {
    this.lay(this.puzzle.answers[0] ?? this.puzzle.table);
  }

  /** The tiles of the table that move in the solution; where none does, those of the first set that is laid. */
  protected pointing(): string {
    const { puzzle } = this;
    const after = parseTable(puzzle.answers[0] ?? "");
    const marks = marksOf(parseTable(puzzle.table), after);
    const marked = (mark: string): Kind[] =>
      after.flatMap((set, at) => set.filter((_, place) => marks[at]?.[place] === mark));
    const moved = marked("moved");
    const fresh = after.find((_, at) => marks[at]?.includes("new")) ?? [];
    return formatTiles(moved.length ? moved : fresh);
  }

  protected hintWords(step: number): string {
    const { touched } = this.puzzle.proof;
    if (step === 1) return touched ? m.puzzle_nudge({ count: touched }) : m.puzzle_nudge_own();
    const [first, ...more] = parseTable(this.pointing());
    return m.hint_tiles({ tiles: tileNames([...(first ?? []), ...more.flat()]) });
  }

  protected ended(): LessonNote {
    if (this.gaveUp) return { kind: "hint", title: m.puzzle_given_up(), text: "" };
    return { kind: "right", title: doneWords(this.puzzle), text: oneOfWords(this.puzzle) };
  }

  protected calm(): LessonNote {
    return { kind: "calm", title: taskWords(this.puzzle), text: this.tried === null ? "" : this.why };
  }

  /** A key that is nobody else's; says whether it meant something. */
  key(event: KeyboardEvent, onnext: () => void): boolean {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key === "Enter") return (this.finished ? onnext() : this.done(), true);
    if (ctrlKey || metaKey || altKey) return this.board.key(event);
    if (this.finished && (key === "ArrowLeft" || key === "ArrowRight")) return (this.turnOver(), this.other !== null);
    const does: Record<string, () => void> = { h: () => this.hint(), s: () => this.sort() };
    const found = does[key.toLowerCase()];
    return found ? (found(), true) : this.board.key(event);
  }

  /** Say what a help costs before it is given, once; whether it is given now. */
  #warns(help: Help): boolean {
    const asks = help === "give-up" || this.costs;
    if (!asks || this.#warned === help) return true;
    this.#warned = help;
    this.tell({
      kind: "hint",
      title: help === "hint" ? m.puzzle_hint_first() : m.puzzle_give_up_first(),
      text: this.costs ? m.puzzle_hint_costs() : "",
    });
    return false;
  }

  #finish(table: string | null): void {
    this.#own = tableText(this.table.draft.now.sets);
    this.took = (performance.now() - this.#began) / 1000;
    this.end();
    if (table !== null) sounds.play("done");
    this.#onanswer({ table, helped: this.helped, ends: true });
  }
}

const sorted = (set: readonly Kind[]): string => [...set].sort((one, two) => one - two).join();
