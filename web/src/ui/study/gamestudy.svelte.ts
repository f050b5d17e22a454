/** A game that is over on this screen: where one is among its turns, whose racks are open, and what is said of it. */

import { untrack } from "svelte";
import { AnalysisDesk } from "../../app/analysing.svelte";
import { language } from "../../app/language";
import { direction } from "../../app/languages";
import { router } from "../../app/router";
import { EMPTY_DRAFT, follow, hear, movements } from "../../board/state";
import type { Movement, SetId, TableSet, TileId } from "../../board/state";
import { parseTable } from "../../core/notation";
import type { Mirror } from "../../core/rules";
import type { SeenGame } from "../../net/game";
import type { RecordedGame } from "../../net/record";
import type { AnalysisAsked, PlayerAnalysis, TurnAnalysis, TurningPoint, TurnOption } from "../../net/routes";
import type { Ended, PublicSeat } from "../../net/seen";
import { dealtAt, turnOf, turnsOf, type RecordedTurn } from "../../net/turns";
import type { SeatedTable } from "../people/people";
import { movedTiles, shownMoves, type MoveShown } from "../table/moves";
import { colourOfSeat } from "../table/replay.svelte";

/** Which racks are seen: one seat's, that of who moves, or all. */
export type RackChoice = number | "mover" | "all";

/** What is known of a game beside its record. */
export interface StudiedGame {
  readonly game: RecordedGame;
  readonly seats: readonly PublicSeat[];
  readonly you: number | null;
  /** How long each move of the record took, where that is known. */
  readonly seconds: readonly (number | null)[];
  /** What to ask the server for, and whether at once. */
  readonly asked: AnalysisAsked;
}

/** Tells a board of a turn that is shown next, so that its tiles fly. */
export type TurnTeller = (moved: readonly Movement[], show: SetId | null) => void;

const NO_SETS: readonly TableSet[] = [];
/** How long the address waits for one who walks on, in milliseconds: browsers count what is written there. */
const NOTED = 250;

/** To be made while a component is being made, which it lives and ends with. */
export class GameStudy implements SeatedTable {
  readonly game: RecordedGame;
  readonly seats: readonly PublicSeat[];
  readonly you: number | null;
  readonly seconds: readonly (number | null)[];
  readonly turns: readonly RecordedTurn[];
  readonly result: Ended | null;
  readonly desk: AnalysisDesk;
  readonly #shown: readonly MoveShown[];
  readonly #next: number;
  #at = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The move that the address was last seen to have. */
  #wrote: string | null;
  /** Through whose eyes the graph, the list of their turns and the turning points are. */
  eyes = $state(0);
  racks = $state<RackChoice>("mover");
  /** Whether all turns are listed, or only those of whose eyes it is. */
  everybody = $state(false);
  /** Whether the best of a turn lies on the cloth where there is room for one only. */
  best = $state(false);
  /** Told of every turn that is shown, for its tiles to fly. */
  tell: TurnTeller = () => {};

  constructor({ game, seats, you, seconds, asked }: StudiedGame) {
    this.game = game;
    this.seats = seats;
    this.you = you;
    this.seconds = seconds;
    this.turns = turnsOf(game);
    this.result = game.positions.at(-1)?.result ?? null;
    const table = parseTable(game.positions.at(-1)?.table ?? "");
    const { draft } = hear(EMPTY_DRAFT, { table, rack: null, seat: null }, true);
    const dealt = this.#positionAfter(undefined).table;
    this.#shown = shownMoves(this.turns, 0, dealt, draft.base, draft.next);
    // Tiles that are only seen in what could have been have ids beyond all others.
    this.#next = 1_000_000;
    this.eyes = you ?? this.result?.winner ?? 0;
    this.racks = you ?? "mover";
    this.everybody = you === null;
    this.desk = new AnalysisDesk(asked);
    this.#at = this.#noted();
    this.#wrote = router.query.get("move");
    $effect(() => {
      const found = router.query.get("move");
      // What was written there from here is where one is, or was a moment ago.
      if (found === this.#wrote) return;
      this.#wrote = found;
      untrack(() => this.#show(this.#noted()));
    });
    $effect(() => () => {
      clearTimeout(this.#timer);
      this.desk.end();
    });
  }

  get mirror(): Mirror | null {
    return this.game.rules.mirror ?? null;
  }

  /** Which turn is looked at, from 1; 0 is the deal. */
  get at(): number {
    return this.#at;
  }

  get turn(): RecordedTurn | null {
    return this.turns[this.#at - 1] ?? null;
  }

  get move(): MoveShown | null {
    return this.#shown[this.#at - 1] ?? null;
  }

  /** The game after the turn that is looked at, and before it. */
  readonly position: SeenGame = $derived.by(() => this.#positionAfter(this.turn?.last));
  readonly before: SeenGame = $derived.by(() => this.#positionAfter(this.turn ? this.turn.first - 1 : undefined));

  /** What is said of the turn that is looked at; null while nothing is. */
  readonly analysis: TurnAnalysis | null = $derived.by(() => (this.turn ? this.analysisOf(this.turn) : null));

  /** Something better that could have been done. */
  get better(): TurnOption | null {
    return this.analysis?.best ?? null;
  }

  /** The table as it was left, and as the best would have left it. */
  readonly sets: readonly TableSet[] = $derived.by(() => this.move?.after ?? this.#shown[0]?.before ?? NO_SETS);
  readonly bestSets: readonly TableSet[] = $derived.by(() => {
    const { better, move } = this;
    if (!better || !move) return this.sets;
    const report = { table: parseTable(better.table), rack: null, seat: null };
    return follow({ sets: move.before, rack: [] }, report, this.#next).position.sets;
  });

  /** The tiles that were laid, in their player's colour; one's own are as they were in play. */
  readonly fresh: ReadonlyMap<TileId, string> = $derived.by(() => {
    const { turn, move } = this;
    const colour = turn === null || turn.seat === this.you ? "" : colourOfSeat(turn.seat);
    return new Map([...(move?.laid ?? [])].map((id) => [id, colour]));
  });
  readonly moved: ReadonlySet<TileId> = $derived.by(() => movedTiles(this.move?.before ?? NO_SETS, this.sets));
  readonly bestFresh: ReadonlyMap<TileId, string> = $derived.by(() => {
    const known = new Set((this.move?.before ?? NO_SETS).flatMap((set) => set.tiles.map((tile) => tile.id)));
    return new Map(
      this.bestSets.flatMap((set) => set.tiles).flatMap(({ id }) => (known.has(id) ? [] : [[id, ""] as const])),
    );
  });
  readonly bestMoved: ReadonlySet<TileId> = $derived.by(() => movedTiles(this.move?.before ?? NO_SETS, this.bestSets));

  /** The turns in the list, each with its number among all. */
  readonly listed: readonly { readonly at: number; readonly turn: RecordedTurn }[] = $derived.by(() =>
    this.turns
      .map((turn, index) => ({ at: index + 1, turn }))
      .filter(({ turn }) => this.everybody || (turn.seat === this.eyes && turn.turn > 0)),
  );
  /** The turn of the list that one is at, or was at last. */
  readonly current: number = $derived.by(() => this.listed.findLast(({ at }) => at <= this.#at)?.at ?? 0);

  readonly moments: readonly TurningPoint[] = $derived.by(() =>
    this.desk.moments.filter((moment) => moment.seat === this.eyes),
  );

  player(seat: number): PlayerAnalysis | undefined {
    return this.desk.players.find((player) => player.seat === seat);
  }

  /** What is said of a turn, under any of its moves. */
  analysisOf(turn: RecordedTurn): TurnAnalysis | null {
    const { byMove } = this.desk;
    for (let move = turn.last; move >= turn.first; move--) {
      const found = byMove.get(move);
      if (found) return found;
    }
    return null;
  }

  /** Before which move of the record the turn was to be made, and who was to make it. */
  get decision(): { readonly after: number; readonly seat: number } {
    const { turn } = this;
    if (turn) return { after: turn.first - 1, seat: turn.seat };
    return { after: Math.max(0, dealtAt(this.game)), seat: this.position.turn };
  }

  /** How long a turn took, in seconds; null where nobody knows. */
  timeOf(turn: RecordedTurn): number | null {
    return this.seconds[turn.last - 1] ?? null;
  }

  get canBack(): boolean {
    return this.#at > 0;
  }

  get canNext(): boolean {
    return this.#at < this.turns.length;
  }

  /** Which turn a move of the record belongs to. */
  turnOf(move: number): number {
    return turnOf(this.turns, move);
  }

  /** Walk on; the address follows without a step to come back to. */
  step(by: number): void {
    this.#show(this.#at + by);
    this.#note(true);
  }

  /** Go to one turn; the browser's way back leads to where one was. */
  go(at: number): void {
    if (at === this.#at) return;
    this.#flush();
    this.#show(at);
    this.#note(false);
  }

  /** The next or the last turn in the list. */
  walk(by: 1 | -1): void {
    const next = by > 0 ? this.listed.find(({ at }) => at > this.#at) : this.listed.findLast(({ at }) => at < this.#at);
    if (next) this.step(next.at - this.#at);
    else if (by < 0) this.step(-this.#at);
  }

  /** A key that is nobody else's; says whether it meant something. */
  key({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const [next, last] = direction(language()) === "ltr" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    if (key === next || key === last) {
      const by = key === next ? 1 : -1;
      if (shiftKey) this.walk(by);
      else this.step(by);
    } else if (key === "Home") this.step(-this.#at);
    else if (key === "End") this.step(this.turns.length - this.#at);
    else if (key.toLowerCase() === "b" && this.better) this.best = !this.best;
    else return false;
    return true;
  }

  /** The way to the turn that is looked at, for a link. */
  get link(): string {
    const { pathname, origin } = location;
    return `${origin}${pathname}?move=${this.#moveAt(this.#at)}`;
  }

  /** Show a turn: its tiles fly where it is the next, and slide where it is another. */
  #show(wanted: number): void {
    const at = Math.min(this.turns.length, Math.max(0, wanted));
    if (at === this.#at) return;
    const flies = at === this.#at + 1;
    this.best = false;
    const move = this.#shown[at - 1];
    if (flies && move) {
      const [from, to] = [move.before, move.after].map((sets) => ({ sets, rack: [] }));
      const laid = move.after.find((set) => set.tiles.some((tile) => move.laid.has(tile.id)));
      this.tell(movements(from!, to!, move.told.seat), laid?.id ?? null);
    }
    this.#at = at;
  }

  #positionAfter(move: number | undefined): SeenGame {
    return this.game.positions[move ?? Math.max(0, dealtAt(this.game))]!;
  }

  #moveAt(at: number): number {
    return this.turns[at - 1]?.last ?? Math.max(0, dealtAt(this.game));
  }

  /** Where the address says one is; where it says nothing, at the end. */
  #noted(): number {
    const wanted = router.query.get("move") ?? "";
    return /^\d{1,6}$/.test(wanted) ? this.turnOf(Number(wanted)) : this.turns.length;
  }

  #note(replace: boolean): void {
    clearTimeout(this.#timer);
    if (replace) this.#timer = setTimeout(() => this.#write(true), NOTED);
    else this.#write(false);
  }

  #write(replace: boolean): void {
    this.#timer = undefined;
    this.#wrote = String(this.#moveAt(this.#at));
    router.note({ move: this.#wrote }, replace);
  }

  /** What was not yet written into the address is written now. */
  #flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#write(true);
  }
}
