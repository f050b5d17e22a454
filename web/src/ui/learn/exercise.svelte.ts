/** An exercise on this screen: its table, what was tried, the hints, and what is told of it. */

import type { ExerciseWords } from "../../app/lessons";
import { ruleOf } from "../../app/rulings";
import { sounds } from "../../app/sounds";
import { editionName } from "../../app/words";
import { reportOf, restored } from "../../app/written";
import { EMPTY_DRAFT, hear, kindsOn, tilesLeft } from "../../board/state";
import type { TableDraft } from "../../board/state";
import {
  isSameTime,
  judgeIn,
  legalElsewhere,
  rackOf,
  rightAnswer,
  settledIn,
  sheetNumber,
  timeAnswers,
  tryTurn,
} from "../../core/lesson";
import type { Exercise, TriedTurn } from "../../core/lesson";
import type { Sets } from "../../core/matching";
import { formatTiles, parseTable } from "../../core/notation";
import type { EditionName } from "../../core/rules";
import type { Kind } from "../../core/tiles";
import type { Breach } from "../../core/turn";
import { m } from "../../paraglide/messages.js";
import { onOneRow, TurnInPractice } from "./practice.svelte";
import { breachNote, said, timeWords, type LessonNote } from "./words";

/** An answer one can choose: how it is called, and what it says. */
export interface ShownAnswer {
  readonly id: string;
  readonly text: string;
}

/** To be made while a component is being made, which it lives and ends with. */
export class ExerciseInPlay extends TurnInPractice {
  declare readonly tried: TriedTurn | null;
  readonly exercise: Exercise;
  readonly words: ExerciseWords;
  /** What was entered on a sheet, by the place's number. */
  entered = $state<string[]>([]);
  readonly #onsolved: () => void;

  constructor(exercise: Exercise, edition: EditionName, words: ExerciseWords, onsolved: () => void) {
    super(dealt(exercise), edition);
    this.exercise = exercise;
    this.words = words;
    this.#onsolved = onsolved;
    this.table.plays = exercise.kind === "turn";
  }

  protected judged(after: Sets): TriedTurn | null {
    return this.exercise.kind === "turn" ? tryTurn(this.exercise, this.edition, after) : null;
  }

  /** The answers to choose from; none where tiles are laid or numbers entered. */
  get answers(): readonly ShownAnswer[] {
    const { exercise, words } = this;
    if (exercise.kind === "verdict")
      return [
        { id: "yes", text: m.learn_yes() },
        { id: "no", text: m.learn_no() },
      ];
    if (exercise.kind === "choice")
      return exercise.answers.map((id) => ({ id, text: said(words.answers?.[id]?.text ?? id) }));
    if (exercise.kind === "time")
      return timeAnswers(exercise).map((answer, at) => ({ id: String(at), text: timeWords(answer) }));
    return [];
  }

  /** The answer that is right; null where none is chosen. */
  get right(): string | null {
    const { exercise, edition } = this;
    if (exercise.kind === "verdict") return this.#verdict(exercise).isLegal ? "yes" : "no";
    if (exercise.kind === "choice") return rightAnswer(exercise, edition);
    if (exercise.kind !== "time") return null;
    const settled = settledIn(exercise, edition);
    return String(timeAnswers(exercise).findIndex((one) => settled !== null && isSameTime(one, settled)));
  }

  /** Whether drawing is something to think about here. */
  get draws(): boolean {
    const { exercise } = this;
    return exercise.kind === "turn" && ("draw" in exercise.solved || "draw" in exercise.wrong);
  }

  /** Whether there is something to end the turn with. */
  override get canEnd(): boolean {
    if (this.exercise.kind !== "sheet") return super.canEnd;
    return !this.finished && this.exercise.blank.every((_, at) => (this.entered[at] ?? "").trim() !== "");
  }

  /** Why the turn can't end as it lies, in a few words. */
  get why(): string {
    if (this.finished || this.canEnd || this.exercise.kind !== "turn") return "";
    if (this.tried === null) return this.draws ? m.table_lay_or_draw() : "";
    return this.lacks;
  }

  /** End the turn: right, or told why not. The table stays as it lies either way. */
  done(): void {
    if (this.finished) return;
    this.board.hand.clear();
    const { exercise, tried, words } = this;
    if (exercise.kind === "sheet") return this.#checkSheet();
    if (exercise.kind !== "turn") return;
    if (tried === null) {
      const text = this.draws ? m.table_lay_or_draw() : m.reason_nothing_played();
      return this.tell({ kind: "wrong", title: text, text: said(words.task) });
    }
    if (tried.solved) return this.#solve();
    const [first] = tried.turn.breaches;
    if (!first) return this.tell({ kind: "wrong", title: m.learn_not_yet(), text: said(words.task) });
    this.tell(this.against(first));
  }

  /** Draw instead of laying. */
  draw(): void {
    const { exercise, words } = this;
    if (this.finished || !this.draws || exercise.kind !== "turn") return;
    if ("draw" in exercise.solved) return this.#solve();
    const text = words.wrong?.["draw"];
    this.tell({ kind: "wrong", title: m.learn_can_lay(), text: text ? said(text) : m.learn_can_lay_text() });
  }

  /** Choose an answer. */
  choose(id: string): void {
    if (this.finished) return;
    if (id === this.right) return this.#solve();
    const { exercise, words, edition } = this;
    if (exercise.kind === "verdict") {
      const turn = this.#verdict(exercise);
      const [first] = turn.breaches;
      const fine = { kind: "wrong", title: m.learn_is_legal(), text: said(words.because) } as const;
      return this.tell(
        first
          ? breachNote(first, edition, this.#elsewhere(parseTable(exercise.after)), this.#better(first.code))
          : fine,
      );
    }
    const why = words.answers?.[id]?.why;
    const text = why
      ? said(why)
      : exercise.kind === "time"
        ? m.learn_time_other({ edition: editionName(edition) })
        : "";
    const rule = exercise.kind === "time" ? ruleOf("overtime") : null;
    this.tell({ kind: "wrong", title: m.learn_not_this(), text, rule });
  }

  protected override reopened(): boolean {
    super.reopened();
    this.table.plays = this.exercise.kind === "turn";
    return this.table.plays;
  }

  protected pointing(): string {
    return this.exercise.kind === "turn" ? (this.exercise.point ?? "") : "";
  }

  protected hintWords(step: number): string {
    return said(this.words.hints[step - 1] ?? "");
  }

  /** Lay the solution on the table, fill in the sheet, or point at the answer. */
  protected show(): void {
    const { exercise } = this;
    if (exercise.kind === "turn" && exercise.solution !== undefined) this.lay(exercise.solution);
    if (exercise.kind === "sheet")
      this.entered = exercise.blank.map((place) => String(sheetNumber(exercise, this.edition, place)));
  }

  #checkSheet(): void {
    const { exercise } = this;
    if (exercise.kind !== "sheet") return;
    const off = exercise.blank.filter(
      (place, at) => numberIn(this.entered[at] ?? "") !== sheetNumber(exercise, this.edition, place),
    );
    if (!off.length) return this.#solve();
    this.tell({ kind: "wrong", title: m.learn_sheet_off({ count: off.length }), text: m.learn_sheet_help() });
  }

  #solve(): void {
    this.end();
    sounds.play("done");
    this.#onsolved();
  }

  #verdict(exercise: Extract<Exercise, { kind: "verdict" }>): ReturnType<typeof judgeIn> {
    return judgeIn(exercise, this.edition, parseTable(exercise.after));
  }

  #better(code: string): string {
    const text = this.words.wrong?.[code];
    return text ? said(text) : "";
  }

  #elsewhere(after: readonly (readonly Kind[])[]): EditionName[] {
    const { exercise } = this;
    return "table" in exercise && "rack" in exercise && exercise.kind !== "choice"
      ? legalElsewhere(exercise, this.edition, after)
      : [];
  }

  protected override against(breach: Breach): LessonNote {
    const fine = this.#elsewhere(kindsOn(this.table.draft.now.sets));
    return breachNote(breach, this.edition, fine, this.#better(breach.code));
  }

  protected ended(): LessonNote {
    const { words } = this;
    const other = this.tried && !this.tried.isAbout ? words.other : undefined;
    return other
      ? { kind: "right", title: said(other), text: "" }
      : { kind: "right", title: said(words.done), text: said(words.because) };
  }

  protected calm(): LessonNote {
    if (this.exercise.kind !== "turn") return { kind: "calm", title: "", text: "" };
    const text = this.tried?.turn.isLegal
      ? m.table_down_fits({ count: this.fresh.size })
      : this.why || m.learn_no_clock();
    return { kind: "calm", title: m.table_your_turn(), text };
  }

  /** A key that is nobody else's; says whether it meant something. */
  key(event: KeyboardEvent, onnext: () => void): boolean {
    const { key, ctrlKey, metaKey, altKey } = event;
    const undoes = key.toLowerCase() === "z" && !altKey;
    if (undoes && this.finished) return (this.undo(), true);
    if (key === "Enter") return (this.finished ? onnext() : this.done(), true);
    if (!ctrlKey && !metaKey && !altKey) {
      const answer = this.answers[Number(key) - 1];
      if (answer) return (this.choose(answer.id), true);
      const does: Record<string, () => void> = { h: () => this.hint(), d: () => this.draw(), s: () => this.sort() };
      const found = does[key.toLowerCase()];
      if (found) return (found(), true);
    }
    return this.board.key(event);
  }
}

/** The table and the rack as an exercise begins: what was laid in it lies there. */
function dealt(exercise: Exercise): TableDraft {
  if (exercise.kind === "sheet") return EMPTY_DRAFT;
  const rack = exercise.kind === "choice" ? (exercise.rack ?? "") : formatTiles(rackOf(exercise));
  const begun = onOneRow(hear(EMPTY_DRAFT, reportOf(exercise.table ?? "", rack, null), true).draft);
  const lies = exercise.kind === "verdict" ? exercise.after : exercise.kind === "time" ? exercise.draft : null;
  const shown = lies === null ? null : restored(begun, lies);
  // Nobody takes back what lies there: it leaves no gaps.
  return shown ? onOneRow({ ...shown, past: [], now: { ...shown.now, rack: [tilesLeft(shown.now)] } }) : begun;
}

/** A number as it is written in a field, with a minus of either sort. */
function numberIn(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(/^\+/, "");
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}
