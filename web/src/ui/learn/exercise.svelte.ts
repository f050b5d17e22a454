/** An exercise on this screen: its table, what was tried, the hints, and what is told of it. */

import { announcer } from "../../app/announce";
import { sayAll } from "../../app/language";
import type { ExerciseWords } from "../../app/lessons";
import { ruleOf } from "../../app/rulings";
import { sounds } from "../../app/sounds";
import { editionName } from "../../app/words";
import { reportOf, restored } from "../../app/written";
import { differs, EMPTY_DRAFT, hear, kindsOn, laid, putBack, tilesLeft, tilesOf, tilesOn } from "../../board/state";
import type { TableDraft, TileId } from "../../board/state";
import { EDITION_RULES } from "../../core/editionrules";
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
import { formatTable, formatTiles, parseTable, parseTiles } from "../../core/notation";
import type { DefectCode, EditionName, Mirror } from "../../core/rules";
import type { Kind } from "../../core/tiles";
import type { Breach } from "../../core/turn";
import { m } from "../../paraglide/messages.js";
import { REST, TableHandling } from "../table/handling.svelte";
import type { TableInHand } from "../table/host";
import { jokersFor } from "../table/freeing";
import { breachNote, said, timeWords, type LessonNote } from "./words";

/** The steps of a hint: a nudge, which tiles, and the play itself. */
const SHOWN = 3;
/** What a turn may lack while it is being laid: it is told on Done only. */
const QUIET: ReadonlySet<DefectCode> = new Set(["opening-too-low", "nothing-played", "illegal-set"]);
/** So many tiles fit into one row of a rack on a small phone. */
const ONE_ROW = 6;
const NO_TILES: ReadonlySet<TileId> = new Set();

/** An answer one can choose: how it is called, and what it says. */
export interface ShownAnswer {
  readonly id: string;
  readonly text: string;
}

/** The table of an exercise: nobody else moves there. */
class ExerciseTable implements TableInHand {
  draft: TableDraft = $state.raw(EMPTY_DRAFT);
  plays = $state(false);

  constructor(
    draft: TableDraft,
    readonly mirror: Mirror | null,
  ) {
    this.draft = draft;
  }

  edit(change: (draft: TableDraft) => TableDraft): boolean {
    const next = change(this.draft);
    if (next === this.draft) return false;
    this.draft = next;
    return true;
  }
}

/** To be made while a component is being made, which it lives and ends with. */
export class ExerciseInPlay extends TableHandling {
  declare readonly table: ExerciseTable;
  readonly exercise: Exercise;
  readonly edition: EditionName;
  readonly words: ExerciseWords;
  /** Whether it is done; then only Undo and what comes next is left. */
  finished = $state(false);
  /** Which step of the hint is seen. */
  hinted = $state(0);
  /** What was entered on a sheet, by the place's number. */
  entered = $state<string[]>([]);
  /** What was told of the last try, until something is moved. */
  #told = $state.raw<LessonNote | null>(null);
  #toldOf: TableDraft | null = null;
  /** What is against the turn as it lies, once the hands have rested. */
  #resting = $state.raw<Breach | null>(null);
  readonly #onsolved: () => void;

  /** The table's tiles in the hand, and what the referee says of them; null while nothing is moved. */
  readonly tried: TriedTurn | null = $derived.by(() => {
    const { exercise, table } = this;
    if (exercise.kind !== "turn" || !differs(table.draft)) return null;
    return tryTurn(exercise, this.edition, kindsOn(table.draft.now.sets));
  });

  readonly fresh: ReadonlyMap<TileId, string> = $derived.by(
    () => new Map(laid(this.table.draft).map((tile) => [tile.id, ""])),
  );

  /** Tiles of the table that lie in another set than they did. */
  readonly moved: ReadonlySet<TileId> = $derived.by(() => {
    const { base, now } = this.table.draft;
    const home = new Map(base.flatMap((set) => set.tiles.map((tile) => [tile.id, set.id] as const)));
    return new Set(
      now.sets
        .flatMap((set) => set.tiles.filter(({ id }) => home.has(id) && home.get(id) !== set.id))
        .map(({ id }) => id),
    );
  });

  /** The jokers that a try would take without what they stood for. */
  readonly asked: ReadonlySet<TileId> = $derived.by(() => {
    const found = this.finished ? null : this.#resting;
    return found?.code === "joker-not-freed"
      ? new Set(jokersFor(this.table.draft.base, found.stood, this.mirror))
      : NO_TILES;
  });

  /** The tiles that the second step of a hint points at. */
  readonly pointed: ReadonlySet<TileId> = $derived.by(() => {
    const { exercise, table } = this;
    if (this.hinted !== SHOWN - 1 || this.finished || exercise.kind !== "turn") return NO_TILES;
    const wanted = parseTiles(exercise.point ?? "");
    const all = [...tilesOf(table.draft.now.rack), ...tilesOn(table.draft.base)];
    return new Set(
      all.flatMap(({ id, kind }) => {
        const at = wanted.indexOf(kind);
        return at < 0 ? [] : (wanted.splice(at, 1), [id]);
      }),
    );
  });

  readonly note: LessonNote = $derived.by(() => this.#note());

  constructor(exercise: Exercise, edition: EditionName, words: ExerciseWords, onsolved: () => void) {
    super(new ExerciseTable(dealt(exercise), EDITION_RULES[edition].mirror ?? null));
    this.exercise = exercise;
    this.edition = edition;
    this.words = words;
    this.#onsolved = onsolved;
    this.table.plays = exercise.kind === "turn";
    $effect(() => this.settle(this.tried?.turn.isLegal ? formatTable(this.tried.turn.table) : null));
    $effect(() => this.#rest());
    $effect(() => {
      const { note } = this;
      if (note.kind === "calm") return;
      const { title, text, ruling = "", elsewhere = "" } = note;
      announcer.instead("turn", sayAll([title, text, ruling, elsewhere].map(withoutStop)));
    });
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
  get canEnd(): boolean {
    if (this.finished) return false;
    if (this.exercise.kind === "sheet")
      return this.exercise.blank.every((_, at) => (this.entered[at] ?? "").trim() !== "");
    return this.tried?.turn.isLegal ?? false;
  }

  /** Why the turn can't end as it lies, in a few words. */
  get why(): string {
    if (this.finished || this.canEnd || this.exercise.kind !== "turn") return "";
    if (this.tried === null) return this.draws ? m.table_lay_or_draw() : "";
    const { breaches, more } = this.tried.turn;
    const broken = breaches.filter(({ code }) => code === "illegal-set").length + more;
    if (broken) return m.table_sets_to_fix({ count: broken });
    const [first] = breaches;
    return first ? breachNote(first, this.edition, []).title : "";
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
      return this.#tell({ kind: "wrong", title: text, text: said(words.task) });
    }
    if (tried.solved) return this.#solve();
    const [first] = tried.turn.breaches;
    if (!first) return this.#tell({ kind: "wrong", title: m.learn_not_yet(), text: said(words.task) });
    this.#tell(this.#against(first));
  }

  /** Draw instead of laying. */
  draw(): void {
    const { exercise, words } = this;
    if (this.finished || !this.draws || exercise.kind !== "turn") return;
    if ("draw" in exercise.solved) return this.#solve();
    const text = words.wrong?.["draw"];
    this.#tell({ kind: "wrong", title: m.learn_can_lay(), text: text ? said(text) : m.learn_can_lay_text() });
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
      return this.#tell(
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
    this.#tell({ kind: "wrong", title: m.learn_not_this(), text, rule });
  }

  /** The next step of the hint. */
  hint(): void {
    if (this.finished || this.hinted >= SHOWN) return;
    this.hinted += 1;
    this.#told = null;
    if (this.hinted === SHOWN) this.#show();
  }

  /** Take a step back; what was done can be done again. */
  undo(): void {
    if (this.finished) {
      this.finished = false;
      this.#told = null;
      this.table.plays = this.exercise.kind === "turn";
      if (this.exercise.kind !== "turn") return;
    }
    this.board.hand.undo();
  }

  /** Lay the solution on the table, fill in the sheet, or point at the answer. */
  #show(): void {
    const { exercise } = this;
    if (exercise.kind === "turn" && exercise.solution !== undefined) {
      const { solution } = exercise;
      this.board.hand.clear();
      this.board.motion.expect("others");
      this.table.edit((draft) => {
        const shown = restored(putBack(draft), solution);
        return shown ? { ...shown, past: [...draft.past, draft.now], future: [] } : draft;
      });
    }
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
    this.#tell({ kind: "wrong", title: m.learn_sheet_off({ count: off.length }), text: m.learn_sheet_help() });
  }

  #solve(): void {
    this.#told = null;
    this.finished = true;
    this.table.plays = false;
    sounds.play("done");
    this.#onsolved();
  }

  #tell(note: LessonNote): void {
    this.#toldOf = this.table.draft;
    this.#told = note;
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

  #against(breach: Breach): LessonNote {
    const fine = this.#elsewhere(kindsOn(this.table.draft.now.sets));
    return breachNote(breach, this.edition, fine, this.#better(breach.code));
  }

  #note(): LessonNote {
    const { words } = this;
    if (this.finished) {
      const other = this.tried && !this.tried.isAbout ? words.other : undefined;
      return other
        ? { kind: "right", title: said(other), text: "" }
        : { kind: "right", title: said(words.done), text: said(words.because) };
    }
    if (this.#told && (this.#toldOf === this.table.draft || this.exercise.kind === "sheet")) return this.#told;
    const [trouble] = this.troubles.values();
    if (trouble) {
      const found = this.tried?.turn.breaches.find(({ code }) => code === "illegal-set");
      if (found) return { ...breachNote(found, this.edition, []), title: trouble.short, text: trouble.help };
    }
    if (this.#resting && this.tried?.turn.breaches.includes(this.#resting)) return this.#against(this.#resting);
    if (this.hinted > 0 && this.hinted < SHOWN) {
      return { kind: "hint", title: said(words.hints[this.hinted - 1] ?? ""), text: "" };
    }
    const down = this.fresh.size;
    if (this.exercise.kind !== "turn") return { kind: "calm", title: "", text: "" };
    if (this.tried?.turn.isLegal)
      return { kind: "calm", title: m.table_your_turn(), text: m.table_down_fits({ count: down }) };
    return { kind: "calm", title: m.table_your_turn(), text: this.why || m.learn_no_clock() };
  }

  /** What is against a turn of legal sets is told when the hands rest. */
  #rest(): (() => void) | undefined {
    const loud = this.tried?.turn.breaches.find(({ code }) => !QUIET.has(code)) ?? null;
    const broken = this.tried?.turn.breaches.some(({ code }) => code === "illegal-set") ?? false;
    if (loud === null || broken || this.board.hand.lifted !== null) {
      this.#resting = null;
      return undefined;
    }
    const timer = setTimeout(() => (this.#resting = loud), REST);
    return () => clearTimeout(timer);
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

/** A short rack is one row: there is more of the table to see. */
function onOneRow(draft: TableDraft): TableDraft {
  const own = tilesOf(draft.now.rack);
  return own.length > ONE_ROW ? draft : { ...draft, now: { ...draft.now, rack: [own] } };
}

/** A number as it is written in a field, with a minus of either sort. */
function numberIn(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(/^\+/, "");
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}

const withoutStop = (text: string): string => text.replace(/\.$/, "");
