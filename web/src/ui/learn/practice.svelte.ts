/** A turn to be found alone at a table: what lies there, what the referee says of it, the hints, and what is told. */

import { announcer } from "../../app/announce";
import { sayAll } from "../../app/language";
import { restored } from "../../app/written";
import { differs, kindsOn, laid, putBack, tilesOf, tilesOn } from "../../board/state";
import type { TableDraft, TileId } from "../../board/state";
import { EDITION_RULES } from "../../core/editionrules";
import type { Sets } from "../../core/matching";
import { formatTable, parseTiles } from "../../core/notation";
import type { DefectCode, EditionName, Mirror } from "../../core/rules";
import type { Breach, Turn } from "../../core/turn";
import { m } from "../../paraglide/messages.js";
import { jokersFor } from "../table/freeing";
import { REST, TableHandling } from "../table/handling.svelte";
import type { TableInHand } from "../table/host";
import { movedTiles } from "../table/moves";
import { breachNote, type LessonNote } from "./words";

/** The steps of a hint: a nudge, which tiles, and the play itself. */
export const SHOWN = 3;
/** What a turn may lack while it is being laid: it is told on Done only. */
const QUIET: ReadonlySet<DefectCode> = new Set(["opening-too-low", "nothing-played", "illegal-set"]);
/** So many tiles fit into one row of a rack on a small phone. */
const ONE_ROW = 6;
const NO_TILES: ReadonlySet<TileId> = new Set();

/** A turn that was tried: the referee's word, and whether it is what is wanted. */
interface TurnTried {
  readonly turn: Turn;
  readonly solved: boolean;
}

/** The table of an exercise or a puzzle: nobody else moves there. */
class PracticeTable implements TableInHand {
  draft: TableDraft;
  plays = $state(false);

  constructor(
    draft: TableDraft,
    readonly mirror: Mirror | null,
  ) {
    this.draft = $state.raw(draft);
  }

  edit(change: (draft: TableDraft) => TableDraft): boolean {
    const next = change(this.draft);
    if (next === this.draft) return false;
    this.draft = next;
    return true;
  }
}

/** To be made while a component is being made, which it lives and ends with. */
export abstract class TurnInPractice extends TableHandling {
  declare readonly table: PracticeTable;
  readonly edition: EditionName;
  /** Whether it is done; then only Undo and what comes next is left. */
  finished = $state(false);
  /** Which step of the hint is seen. */
  hinted = $state(0);
  /** What was told of the last try, until something is moved. */
  #told = $state.raw<LessonNote | null>(null);
  #toldOf: TableDraft | null = null;
  /** What is against the turn as it lies, once the hands have rested. */
  #resting = $state.raw<Breach | null>(null);

  /** The table's tiles in the hand, and what the referee says of them; null while nothing is moved. */
  readonly tried: TurnTried | null = $derived.by(() => {
    const { draft } = this.table;
    return differs(draft) ? this.judged(kindsOn(draft.now.sets)) : null;
  });

  readonly fresh: ReadonlyMap<TileId, string> = $derived.by(
    () => new Map(laid(this.table.draft).map((tile) => [tile.id, ""])),
  );

  /** Tiles of the table that lie in another set than they did. */
  readonly moved: ReadonlySet<TileId> = $derived.by(() => movedTiles(this.table.draft.base, this.table.draft.now.sets));

  /** The jokers that a try would take without what they stood for. */
  readonly asked: ReadonlySet<TileId> = $derived.by(() => {
    const found = this.finished ? null : this.#resting;
    return found?.code === "joker-not-freed"
      ? new Set(jokersFor(this.table.draft.base, found.stood, this.mirror))
      : NO_TILES;
  });

  /** The tiles that the second step of a hint points at. */
  readonly pointed: ReadonlySet<TileId> = $derived.by(() => {
    if (this.hinted !== SHOWN - 1 || this.finished) return NO_TILES;
    const { draft } = this.table;
    const wanted = parseTiles(this.pointing());
    const all = [...tilesOf(draft.now.rack), ...tilesOn(draft.base)];
    return new Set(
      all.flatMap(({ id, kind }) => {
        const at = wanted.indexOf(kind);
        return at < 0 ? [] : (wanted.splice(at, 1), [id]);
      }),
    );
  });

  readonly note: LessonNote = $derived.by(() => this.#note());

  constructor(draft: TableDraft, edition: EditionName) {
    super(new PracticeTable(draft, EDITION_RULES[edition].mirror ?? null));
    this.edition = edition;
    $effect(() => this.settle(this.tried?.turn.isLegal ? formatTable(this.tried.turn.table) : null));
    $effect(() => this.#rest());
    $effect(() => {
      const { note } = this;
      if (note.kind === "calm") return;
      const { title, text, ruling = "", elsewhere = "" } = note;
      announcer.instead("turn", sayAll([title, text, ruling, elsewhere].map(withoutStop)));
    });
  }

  /** The referee's word on what lies there, and whether it is what is wanted; null where nothing is judged. */
  protected abstract judged(after: Sets): TurnTried | null;
  /** The tiles that the second step of a hint points at, as text. */
  protected abstract pointing(): string;
  /** The words of a step of the hint. */
  protected abstract hintWords(step: number): string;
  /** What is told when it is done, and while there is nothing to tell. */
  protected abstract ended(): LessonNote;
  protected abstract calm(): LessonNote;
  /** What is told of a rule that a try breaks. */
  protected against(breach: Breach): LessonNote {
    return breachNote(breach, this.edition, []);
  }

  /** Whether the turn can end as it lies. */
  get canEnd(): boolean {
    return !this.finished && (this.tried?.turn.isLegal ?? false);
  }

  /** What a turn that was begun lacks, in a few words. */
  protected get lacks(): string {
    if (this.tried === null) return "";
    const { breaches, more } = this.tried.turn;
    const broken = breaches.filter(({ code }) => code === "illegal-set").length + more;
    if (broken) return m.table_sets_to_fix({ count: broken });
    const [first] = breaches;
    return first ? breachNote(first, this.edition, []).title : "";
  }

  /** The next step of the hint. */
  hint(): void {
    if (this.finished || this.hinted >= SHOWN) return;
    this.hinted += 1;
    this.#told = null;
    if (this.hinted === SHOWN) this.show();
  }

  /** Take a step back; what was done can be done again. */
  undo(): void {
    if (this.finished && !this.reopened()) return;
    this.board.hand.undo();
  }

  /** What was done is open again; says whether a step is taken back with it. */
  protected reopened(): boolean {
    this.finished = false;
    this.#told = null;
    this.table.plays = true;
    return true;
  }

  /** The play is shown: the last step of a hint. */
  protected abstract show(): void;

  /** Lay a whole table, as a step of its own. */
  protected lay(table: string): void {
    this.board.hand.clear();
    this.board.motion.expect("others");
    this.table.edit((draft) => {
      const shown = restored(putBack(draft), table);
      return shown ? { ...shown, past: [...draft.past, draft.now], future: [] } : draft;
    });
  }

  protected tell(note: LessonNote): void {
    this.#toldOf = this.table.draft;
    this.#told = note;
  }

  protected end(): void {
    this.#told = null;
    this.finished = true;
    this.table.plays = false;
  }

  #note(): LessonNote {
    if (this.finished) return this.ended();
    if (this.#told && this.#toldOf === this.table.draft) return this.#told;
    const [trouble] = this.troubles.values();
    if (trouble) {
      const found = this.tried?.turn.breaches.find(({ code }) => code === "illegal-set");
      if (found) return { ...breachNote(found, this.edition, []), title: trouble.short, text: trouble.help };
    }
    if (this.#resting && this.tried?.turn.breaches.includes(this.#resting)) return this.against(this.#resting);
    if (this.hinted > 0 && this.hinted < SHOWN) return { kind: "hint", title: this.hintWords(this.hinted), text: "" };
    return this.calm();
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
}

/** A short rack is one row: there is more of the table to see. */
export function onOneRow(draft: TableDraft): TableDraft {
  const own = tilesOf(draft.now.rack);
  return own.length > ONE_ROW ? draft : { ...draft, now: { ...draft.now, rack: [own] } };
}

const withoutStop = (text: string): string => text.replace(/\.$/, "");
