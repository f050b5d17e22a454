/** A table that belongs to nobody but the page it is on: no game behind it, only a reader of sets. */

import { carriedOut, EMPTY_DRAFT, fitting, formOf, hear, kindsOn } from "../state";
import type { BoardIntent, BoardTile, ReadSet, Spot, TableDraft, ScreenForm, TileId, TileKind } from "../state";
import type { BoardHost } from "./host";

/** What lies on a free table, who reads its sets, and who hears of what is laid. */
export interface FreeTableOptions {
  readonly table: readonly (readonly TileKind[])[];
  readonly rack: readonly TileKind[];
  readonly read: ReadSet;
  readonly changed?: (table: readonly (readonly TileKind[])[]) => void;
}

const NO_PARTS: ReadonlySet<BoardTile> = new Set();

/** The host of a free table. */
export class FreeTable implements BoardHost {
  #draft = $state.raw<TableDraft>(EMPTY_DRAFT);
  readonly #read: ReadSet;
  readonly #changed: (table: readonly (readonly TileKind[])[]) => void;
  readonly plays = true;

  constructor({ table, rack, read, changed = () => {} }: FreeTableOptions) {
    this.#draft = hear(EMPTY_DRAFT, { table, rack, seat: null }, true).draft;
    this.#read = read;
    this.#changed = changed;
  }

  get draft(): TableDraft {
    return this.#draft;
  }

  get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  formOf(width: number, height: number): ScreenForm {
    return formOf(width, height, false);
  }

  legal(tiles: readonly TileId[]): (spot: Spot) => boolean {
    return fitting(this.#draft, tiles, this.#read);
  }

  unordered(): boolean {
    return false;
  }

  parts(): ReadonlySet<BoardTile> {
    return NO_PARTS;
  }

  carryOut(intent: BoardIntent): boolean {
    const next = carriedOut(this.#draft, intent, this.#read);
    if (next === this.#draft) return false;
    this.#draft = next;
    this.#changed(kindsOn(next.now.sets));
    return true;
  }

  hear(): void {}
}
