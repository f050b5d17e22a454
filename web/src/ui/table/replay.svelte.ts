/** Looking at moves again: one after the other on the cloth, each in its player's colour. */

import { tick } from "svelte";
import { language } from "../../app/language";
import { direction } from "../../app/languages";
import type { LiveTable } from "../../app/table.svelte";
import { EMPTY_DRAFT, movements, putBack } from "../../board/state";
import type { Movement, SetId, TableDraft, TableSet, TileId } from "../../board/state";
import type { MovedSeen } from "../../net/seen";
import { shownMoves, sinceMine, type MoveShown } from "./moves";

/** How somebody's colour is called in a style. */
export const colourOfSeat = (seat: number): string => `var(--seat-${seat % 6})`;

const NO_MOVES: readonly MovedSeen[] = [];

/** Tells the board of a move that comes next, so that its tiles fly. */
export type MoveTeller = (moved: readonly Movement[], show: SetId | null) => void;

export class Replay {
  readonly #live: LiveTable;
  readonly #tell: MoveTeller;
  /** Which of the moves is looked at; null where it is the table as it is. */
  #at = $state.raw<number | null>(null);
  #sets = $state.raw<readonly TableSet[]>([]);

  readonly moves: readonly MovedSeen[] = $derived.by(() => this.#live.known?.moves ?? NO_MOVES);
  /** Where those begin that came after one's own last. */
  readonly since: number = $derived.by(() => sinceMine(this.moves, this.#live.you, this.#live.seats.length));
  readonly recent: readonly MoveShown[] = $derived(this.#shown(this.since));

  /** The tiles laid since one's own last turn, each in its player's colour. */
  readonly marks: ReadonlyMap<TileId, string> = $derived(marksOf(this.recent));

  constructor(live: LiveTable, tell: MoveTeller) {
    this.#live = live;
    this.#tell = tell;
  }

  get at(): number | null {
    return this.#at;
  }

  /** The move that is looked at. */
  get move(): MoveShown | null {
    const at = this.#at;
    if (at === null) return null;
    return (at >= this.since ? this.recent[at - this.since] : this.#shown(at)[0]) ?? null;
  }

  /** What lies on the screen meanwhile: the table of that move, and the rack as it is. */
  get draft(): TableDraft | null {
    if (this.#at === null) return null;
    const { rack } = putBack(this.#live.draft).now;
    const sets = this.#sets;
    return { ...EMPTY_DRAFT, base: sets, now: { sets, rack }, next: this.#live.draft.next };
  }

  /** The tiles that the move laid, in its player's colour. */
  get fresh(): ReadonlyMap<TileId, string> {
    const { move } = this;
    return move ? marksOf([move]) : this.marks;
  }

  get canBack(): boolean {
    return this.#at !== null && this.#at > 0;
  }

  get canNext(): boolean {
    return this.#at !== null && this.#at < this.moves.length - 1;
  }

  /** Look at the first move since one's own turn, or at the last there is. */
  open(): Promise<void> {
    return this.show(Math.min(this.since, this.moves.length - 1));
  }

  /** Look at one move: the table before it, and then what was done. */
  async show(at: number): Promise<void> {
    if (at < 0 || at >= this.moves.length) return;
    const going = this.#at === at - 1;
    this.#at = at;
    const { move } = this;
    if (move === null) return;
    const { before, after, told } = move;
    if (!going) {
      this.#sets = before;
      await tick();
      if (this.#at !== at) return;
    }
    const [from, to] = [before, after].map((sets) => ({ sets, rack: [] }));
    this.#tell(movements(from!, to!, told.seat), after.find((set) => set.tiles.some(isLaid(move)))?.id ?? null);
    this.#sets = after;
  }

  /** A key that was pressed meanwhile; says whether it meant something. */
  key(key: string): boolean {
    const at = this.#at ?? 0;
    const [next, last] = direction(language()) === "ltr" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    if (key === next) void this.show(at + 1);
    else if (key === last) void this.show(at - 1);
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }

  close(): void {
    this.#at = null;
  }

  #shown(first: number): MoveShown[] {
    const { known, draft } = this.#live;
    return shownMoves(this.moves, first, known?.before ?? "", draft.base, draft.next);
  }
}

const isLaid =
  ({ laid }: MoveShown) =>
  (tile: { readonly id: TileId }): boolean =>
    laid.has(tile.id);

const marksOf = (moves: readonly MoveShown[]): ReadonlyMap<TileId, string> =>
  new Map(moves.flatMap(({ told, laid }) => [...laid].map((id) => [id, colourOfSeat(told.seat)] as const)));
