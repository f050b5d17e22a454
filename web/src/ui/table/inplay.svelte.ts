/** A table in play on this screen: its board, what was heard, what is wrong, and what the buttons do. */

import { untrack } from "svelte";
import { announcer } from "../../app/announce";
import { sounds } from "../../app/sounds";
import type { LiveTable } from "../../app/table.svelte";
import { Board, tileIn } from "../../board";
import type { BoardLook } from "../../board";
import { kindsOf, NO_GAPS, putBack, setOf, setWith, sortRack, tilesLeft, tilesOf } from "../../board/state";
import type { Gaps, Heard, Rect, SetId, TileId, Where } from "../../board/state";
import { parseTiles } from "../../core/notation";
import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { byColour, byNumber, findSets } from "../../core/sort";
import { gameEvents, movedBy } from "../../net/known";
import type { ChangeMessage, StateMessage } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";
import { gapAt, readingWords, troubleOf, type Trouble } from "../tiles/words";
import { showHint } from "./hinted";
import { TableHost } from "./host";
import { tableLook } from "./look";
import { newsOf } from "./news";
import { Replay } from "./replay.svelte";

/** Illegal sets are pointed out when the hands have rested for so long, in milliseconds. */
const REST = 500;
/** Tiles that come from a seat or the pool are this much smaller than those that lie. */
const SMALLER = 0.7;
const NO_TROUBLE: ReadonlyMap<SetId, Trouble> = new Map();

export type SortOrder = "colour" | "number";

/** To be made while a component is being made, which it lives and ends with. */
export class TableInPlay {
  readonly live: LiveTable;
  readonly board: Board;
  readonly look: BoardLook;
  readonly replay: Replay;

  /** What happened last, in a sentence. */
  said = $state("");
  hinting = $state(false);
  sortedBy = $state<SortOrder | null>(null);
  /** Whether a game began or went on while one was looking, so that its end is news. */
  followed = $state(false);
  troubles = $state.raw(NO_TROUBLE);
  #found = 0;
  /** Whose eyes look at this screen. */
  #eyes: number | null = null;
  readonly #host: TableHost;
  readonly #seats = new Map<number, HTMLElement>();
  #pool: HTMLElement | null = null;

  /** The tiles laid last: one's own of this turn, else those of the others since one's last turn, in their colours. */
  readonly fresh: ReadonlyMap<TileId, string> = $derived.by(() => {
    const own = this.live.laid.map((tile) => [tile.id, ""] as const);
    return own.length && this.replay.at === null ? new Map(own) : this.replay.fresh;
  });

  /** A slot is left free where a run misses a tile. */
  readonly #gaps: Gaps = $derived.by(() => {
    const missing = this.live.draft.now.sets.flatMap((set) => {
      const gap = this.troubles.has(set.id) ? gapAt(kindsOf(set.tiles), this.mirror) : null;
      return gap === null ? [] : [[set, gap] as const];
    });
    return missing.length ? new Map(missing) : NO_GAPS;
  });

  /** How the set reads that was asked about. */
  readonly about: string = $derived.by(() => {
    const { now } = this.live.draft;
    const { explained, selection } = this.board.hand;
    const [one] = selection;
    const set = explained !== null ? setOf(now, explained) : one === undefined ? undefined : setWith(now, one);
    const reading = set && read(kindsOf(set.tiles), this.mirror);
    return reading ? readingWords(reading) : "";
  });

  /** The tiles of the rack that a hint names. */
  readonly nudged: ReadonlySet<TileId> = $derived.by(() => {
    const played = this.live.hint?.played;
    if (!played || this.live.drafting) return new Set<TileId>();
    const wanted = parseTiles(played);
    return new Set(
      tilesOf(this.live.draft.now.rack).flatMap((tile) => {
        const at = wanted.indexOf(tile.kind);
        return at < 0 ? [] : (wanted.splice(at, 1), [tile.id]);
      }),
    );
  });

  constructor(live: LiveTable) {
    this.live = live;
    this.replay = new Replay(live, (moved, show) =>
      this.board.hear({ movements: moved, origin: (from) => this.#origin(from), dealt: false, show }),
    );
    this.#host = new TableHost(live, () => this.replay.draft);
    this.look = tableLook(() => this.mirror);
    this.board = new Board(this.#host);
    $effect(() => live.watch((heard, by) => this.#heard(heard, by)));
    $effect(() => this.#judge());
    $effect(() => {
      this.board.surface.gaps = this.#gaps;
    });
    $effect(() => {
      if (!live.myTurn) this.hinting = false;
    });
    $effect(() => {
      if (!live.playing) this.replay.close();
    });
  }

  get mirror(): Mirror | null {
    return this.#host.mirror;
  }

  // Where things are that tiles come from

  readonly seatPlace =
    (seat: number) =>
    (element: HTMLElement): (() => void) => {
      this.#seats.set(seat, element);
      return () => this.#seats.delete(seat);
    };

  readonly poolPlace = (element: HTMLElement): (() => void) => {
    this.#pool = element;
    return () => (this.#pool = null);
  };

  #origin(from: Where): Rect | null {
    const element = from.at === "seat" ? this.#seats.get(from.seat) : this.#pool;
    return tileIn(element, this.board.surface.layout.tile * SMALLER);
  }

  /** A key that is nobody else's: Enter ends the turn, the rest is the board's. */
  key(event: KeyboardEvent): void {
    if (this.replay.at !== null) {
      if (this.replay.key(event.key)) event.preventDefault();
    } else if (event.key === "Enter" && this.live.canPlay) {
      event.preventDefault();
      void this.done();
    } else if (this.board.key(event)) event.preventDefault();
  }

  // What the buttons do

  async done(): Promise<void> {
    this.board.hand.clear();
    if (await this.live.play()) sounds.play("done");
  }

  sort(by: SortOrder = this.sortedBy === "colour" ? "number" : "colour"): void {
    this.sortedBy = by;
    this.board.hand.clear();
    this.board.motion.expect("sort");
    const order = by === "colour" ? byColour : byNumber;
    this.live.edit((draft) => sortRack(draft, (tiles) => order(tiles, (tile) => tile.kind)));
  }

  /** Show the groups and runs on the rack, one after the other. */
  find(): void {
    const found = findSets(tilesLeft(this.live.draft.now), (tile) => tile.kind);
    const one = found[this.#found++ % Math.max(1, found.length)];
    if (one) this.board.hand.select(new Set(one.tiles.map((tile) => tile.id)));
    const words = one?.kind === "run" ? m.table_found_run : m.table_found_group;
    this.said = one ? words({ value: one.value }) : m.table_found_none();
    announcer.say(this.said);
  }

  putBack(): void {
    this.board.hand.clear();
    this.board.motion.expect("home");
    this.live.edit(putBack);
  }

  /** Look at the moves since one's last turn, or at the table as it is again. */
  toggleMoves(): void {
    if (this.replay.at !== null) return this.replay.close();
    this.board.hand.clear();
    this.hinting = false;
    void this.replay.open();
  }

  toggleHint(): void {
    this.replay.close();
    this.hinting = !this.hinting;
    if (!this.hinting) this.live.forgetHint();
  }

  showHint(): void {
    this.hinting = false;
    void showHint(this.live, this.board.motion);
  }

  // What is followed

  #heard(heard: Heard, by: ChangeMessage | StateMessage): void {
    const { live } = this;
    if (by.tell === "state") {
      if (live.you !== this.#eyes) this.#forget();
      if (live.game?.phase === "playing") this.followed = true;
      return;
    }
    const [events, seat] = [gameEvents(by), movedBy(by)];
    if (!events.length) return this.#tell(by);
    const { movements, changed } = heard;
    if (this.replay.at !== null) return this.#tell(by);
    const dealt = events.some((event) => event.event === "started");
    const theirs = changed.tiles.length > 0 && seat !== live.you;
    const show = theirs ? (changed.sets[0] ?? null) : null;
    this.board.hear({ movements, origin: (from) => this.#origin(from), dealt, show });
    if (dealt) {
      this.followed = true;
      this.said = "";
    }
    if (theirs) sounds.play("place");
    this.#tell(by);
    if (events.some((event) => event.event === "ended")) sounds.play("win");
  }

  /** Somebody else has this screen: what was said to the last one, and what they had in mind, isn't theirs. */
  #forget(): void {
    this.#eyes = this.live.you;
    this.said = "";
    this.hinting = false;
    this.replay.close();
    this.sortedBy = null;
    this.board.hand.clear();
    announcer.hush();
  }

  #tell(change: ChangeMessage): void {
    const news = newsOf(this.live, change);
    this.said = news?.short ?? this.said;
    if (news) announcer.say(news.spoken);
  }

  /** What is mended is unmarked at once; what is broken is marked when the hands rest. */
  #judge(): (() => void) | undefined {
    const { sets } = this.live.draft.now;
    const resting = this.board.hand.lifted === null && this.live.you !== null;
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
    const timer = setTimeout(() => (this.troubles = look()), REST);
    return () => clearTimeout(timer);
  }
}
