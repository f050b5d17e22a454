/** The table of a position that is being solved, as the host of its board: what is entered, or a stage of an answer. */

import { isStill } from "../../app/looks";
import { settings } from "../../app/settings.svelte";
import type { SolveDesk } from "../../app/solving.svelte";
import type { BoardHost } from "../../board";
import { EMPTY_DRAFT, formOf, hear, idsOf, tilesOf, tilesOn } from "../../board/state";
import type { BoardTile, ScreenForm, TableDraft, TileId } from "../../board/state";
import { rackIn, setsIn, tilesIn } from "../../core/entry";
import type { SolvedPlay } from "../../net/routes";
import { badgesOf, stagesOf, tilesMoved } from "./stages";

const NO_PARTS: ReadonlySet<BoardTile> = new Set();
const NO_BADGES: ReadonlyMap<TileId, number> = new Map();

export class SolveTable implements BoardHost {
  readonly #solving: SolveDesk;
  #before: TableDraft = EMPTY_DRAFT;
  /** How many moves of the answer are done; null where what is entered lies there. */
  done = $state<number | null>(null);

  /** What is entered, on the table and the rack. */
  readonly base: TableDraft = $derived.by(() => this.#follow());
  readonly play: SolvedPlay | null = $derived.by(() => this.#solving.play);
  readonly stages: readonly TableDraft[] = $derived(this.play ? stagesOf(this.base, this.play) : []);
  /** Which move put each tile where it lies, as far as they are done. */
  readonly badges: ReadonlyMap<TileId, number> = $derived.by(() => {
    if (this.done === null || !this.play) return NO_BADGES;
    const moves = this.play.moves.slice(0, this.done);
    return badgesOf(this.base, this.stages, moves);
  });
  /** The tiles of the table as it was. */
  readonly old: ReadonlySet<TileId> = $derived(idsOf(tilesOn(this.base.base)));

  readonly plays = true;

  constructor(solving: SolveDesk) {
    this.#solving = solving;
  }

  get draft(): TableDraft {
    const stage = this.done ? this.stages[this.done - 1] : undefined;
    return stage ?? this.base;
  }

  get still(): boolean {
    return isStill(settings.now);
  }

  /** The tiles that a move puts somewhere, or takes. */
  tilesOf(at: number): ReadonlySet<TileId> {
    const move = this.play?.moves[at];
    const after = this.stages[at];
    if (!move || !after) return new Set();
    return idsOf(tilesMoved(this.stages[at - 1] ?? this.base, after, move));
  }

  formOf(width: number, height: number): ScreenForm {
    return formOf(width, height, settings.now.bigTiles);
  }

  legal(): () => boolean {
    return () => false;
  }

  unordered(): boolean {
    return false;
  }

  parts(): ReadonlySet<BoardTile> {
    return NO_PARTS;
  }

  /** Tiles are put in by the keys; the hand only points at them. */
  carryOut(): boolean {
    return false;
  }

  hear(): void {}

  /** Tiles entered before keep their ids, so that they stay where they lie. */
  #follow(): TableDraft {
    const { entry } = this.#solving;
    const table = setsIn(entry)
      .map(tilesIn)
      .filter((set) => set.length);
    const rack = tilesIn(rackIn(entry));
    const { draft } = hear(this.#before, { table, rack, seat: null }, true);
    const free = tilesOf(draft.now.rack);
    const row = rack.flatMap((kind) => {
      const at = free.findIndex((tile) => tile.kind === kind);
      return at < 0 ? [] : free.splice(at, 1);
    });
    this.#before = { ...draft, now: { ...draft.now, rack: [row] } };
    return this.#before;
  }
}
