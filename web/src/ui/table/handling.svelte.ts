/** A table one moves tiles on: its board, how its rack is sorted, and what is wrong with its sets when the hands rest. */

import { untrack } from "svelte";
import { announcer } from "../../app/announce";
import { settled } from "../../app/written";
import { Board } from "../../board";
import type { BoardLook } from "../../board";
import { kindsOf, NO_GAPS, putBack, setOf, setWith, sortRack, tilesById } from "../../board/state";
import type { Gaps, SetId, TableDraft } from "../../board/state";
import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { byColour, byNumber } from "../../core/sort";
import type { Kind } from "../../core/tiles";
import { m } from "../../paraglide/messages.js";
import { gapAt, readingWords, troubleOf, type Trouble } from "../tiles/words";
import { TableHost, type TableInHand } from "./host";
import { isSpecial } from "./jokers";
import { tableLook } from "./look";

/** Illegal sets are pointed out when the hands have rested for so long, in milliseconds. */
export const REST = 500;
const NO_TROUBLE: ReadonlyMap<SetId, Trouble> = new Map();

export type SortOrder = "colour" | "number";

/** To be made while a component is being made, which it lives and ends with. */
export class TableHandling {
  readonly table: TableInHand;
  readonly board: Board;
  readonly look: BoardLook;

  sortedBy = $state<SortOrder | null>(null);
  troubles = $state.raw(NO_TROUBLE);

  /** A slot is left free where a run misses a tile. */
  readonly #gaps: Gaps = $derived.by(() => {
    const missing = this.table.draft.now.sets.flatMap((set) => {
      const gap = this.troubles.has(set.id) ? gapAt(kindsOf(set.tiles), this.mirror) : null;
      return gap === null ? [] : [[set, gap] as const];
    });
    return missing.length ? new Map(missing) : NO_GAPS;
  });

  /** How the set reads that was asked about. */
  readonly about: string = $derived.by(() => {
    const { now } = this.table.draft;
    const { explained, selection } = this.board.hand;
    const [one] = selection;
    const set = explained !== null ? setOf(now, explained) : one === undefined ? undefined : setWith(now, one);
    const reading = set && read(kindsOf(set.tiles), this.mirror);
    return reading ? readingWords(reading) : "";
  });

  /** A special joker that is in the hand, or all that is selected: it explains itself. */
  readonly joker: Kind | null = $derived.by(() => {
    const { lifted, selection } = this.board.hand;
    const [only] = lifted ? lifted.tiles.map((tile) => tile.id) : selection;
    const alone = (lifted?.tiles.length ?? selection.size) === 1;
    const kind = alone && only !== undefined ? tilesById(this.table.draft.now).get(only)?.kind : undefined;
    return kind !== undefined && isSpecial(kind) ? kind : null;
  });

  /** `instead` is what lies on the screen while one looks at something else than the table as it is. */
  constructor(table: TableInHand, instead: () => TableDraft | null = () => null) {
    this.table = table;
    this.look = tableLook(() => table.mirror);
    this.board = new Board(new TableHost(table, instead));
    $effect(() => this.#judge());
    $effect(() => {
      this.board.surface.gaps = this.#gaps;
    });
  }

  get mirror(): Mirror | null {
    return this.table.mirror;
  }

  sort(by: SortOrder = this.sortedBy === "colour" ? "number" : "colour"): void {
    this.sortedBy = by;
    this.board.hand.clear();
    this.board.motion.expect("sort");
    const order = by === "colour" ? byColour : byNumber;
    this.table.edit((draft) => sortRack(draft, (tiles) => order(tiles, (tile) => tile.kind)));
  }

  putBack(): void {
    this.board.hand.clear();
    this.board.motion.expect("home");
    this.table.edit(putBack);
  }

  /** What is seen before Done is what lies there after it: the sets in the orders of this table. */
  protected settle(table: string | null | undefined): void {
    if (!table || this.board.hand.lifted !== null) return;
    untrack(() => {
      if (this.table.edit((draft) => settled(draft, table))) announcer.say(m.table_settled());
    });
  }

  /** What is mended is unmarked at once; what is broken is marked when the hands rest. */
  #judge(): (() => void) | undefined {
    const { sets } = this.table.draft.now;
    const resting = this.board.hand.lifted === null && this.table.plays;
    const { mirror } = this;
    const look = (): Map<SetId, Trouble> =>
      new Map(
        sets.flatMap((set) => {
          const trouble = troubleOf(kindsOf(set.tiles), mirror);
          return trouble ? [[set.id, trouble] as const] : [];
        }),
      );
    untrack(() => {
      if (!this.troubles.size) return;
      this.troubles = new Map([...look()].filter(([id]) => this.troubles.has(id)));
    });
    if (!resting) return undefined;
    const timer = setTimeout(() => {
      const found = look();
      // Nothing wrong as before is no news.
      if (found.size || this.troubles.size) this.troubles = found;
    }, REST);
    return () => clearTimeout(timer);
  }
}
