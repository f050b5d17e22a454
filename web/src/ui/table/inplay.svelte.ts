/** A table in play on this screen: its board, what was heard, what is wrong, and what the buttons do. */

import { announcer } from "../../app/announce";
import { sounds } from "../../app/sounds";
import type { LiveTable } from "../../app/table.svelte";
import { tileIn } from "../../board";
import { putBack, tilesLeft, tilesOf } from "../../board/state";
import type { Heard, Rect, TableDraft, TileId, Where } from "../../board/state";
import { parseTiles } from "../../core/notation";
import { findSets } from "../../core/sort";
import type { Kind } from "../../core/tiles";
import { gameEvents, movedBy } from "../../net/known";
import type { ChangeMessage, StateMessage } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";
import { readyLists } from "../tiles/words";
import { jokersFor, stoodFor } from "./freeing";
import { TableHandling } from "./handling.svelte";
import { HeldMove, untilDrawn } from "./held.svelte";
import { showHint } from "./hinted";
import type { TableInHand } from "./host";
import { drawnLast } from "./moves";
import { moveNews, newsOf } from "./news";
import { Replay } from "./replay.svelte";

/** Always the same, so that nothing is looked at again for it. */
const NO_TILES: ReadonlySet<TileId> = new Set();
/** Tiles that come from a seat or the pool are this much smaller than those that lie. */
const SMALLER = 0.7;

/** To be made while a component is being made, which it lives and ends with. */
export class TableInPlay extends TableHandling {
  readonly live: LiveTable;
  readonly replay: Replay;

  /** What happened last, in a sentence. */
  said = $state("");
  hinting = $state(false);
  /** Whether drawing waits for a second word, since tiles would go back. */
  asking = $state(false);
  /** Whether a game began or went on while one was looking, so that its end is news. */
  followed = $state(false);
  /** The tiles drawn in one's last turn, until the next one is over. */
  drawn = $state.raw(NO_TILES);
  #found = 0;
  /** Whether what is said is about groups and runs one asked for: that goes with Escape. */
  #foundNow = false;
  /** Whose eyes look at this screen. */
  #eyes: number | null = null;
  readonly #seats = new Map<number, HTMLElement>();
  #pool: HTMLElement | null = null;
  readonly #held: HeldMove;

  #freshLast: ReadonlyMap<TileId, string> = new Map();
  /**
   * The tiles laid last: one's own of this turn, else those of the others since one's last turn, in their colours. Those
   * of a move that is held back don't lie there yet.
   */
  readonly fresh: ReadonlyMap<TileId, string> = $derived.by(() => {
    if (this.#held.holds) return this.#freshLast;
    const own = this.live.laid.map((tile) => [tile.id, ""] as const);
    return (this.#freshLast = own.length && this.replay.at === null ? new Map(own) : this.replay.fresh);
  });

  /** What became of one's own last turn when its time was up: that is news until one's next move. */
  readonly late: string = $derived.by(() => {
    const mine = this.replay.moves.findLast((move) => move.seat === this.live.you);
    return this.live.myTurn && mine?.timed_out ? (moveNews(this.live, mine)?.short ?? "") : "";
  });

  /** What jokers stood for that the turn must not lose. */
  readonly #stood: readonly Kind[] = $derived.by(() => stoodFor(this.live.verdict));

  /** The jokers that stood for it, where they lie. */
  readonly asked: ReadonlySet<TileId> = $derived.by(() =>
    this.#stood.length ? new Set(jokersFor(this.live.draft.base, this.#stood, this.mirror)) : NO_TILES,
  );

  /** The tiles of the rack that a hint names, or that would free a joker. */
  readonly nudged: ReadonlySet<TileId> = $derived.by(() => {
    if (this.#stood.length) {
      const left = tilesLeft(this.live.draft.now).filter((tile) => this.#stood.includes(tile.kind));
      return new Set(left.map((tile) => tile.id));
    }
    const played = this.live.hint?.played;
    if (!played || this.live.drafting) return NO_TILES;
    const wanted = parseTiles(played);
    return new Set(
      tilesOf(this.live.draft.now.rack).flatMap((tile) => {
        const at = wanted.indexOf(tile.kind);
        return at < 0 ? [] : (wanted.splice(at, 1), [tile.id]);
      }),
    );
  });

  constructor(live: LiveTable) {
    const held = new HeldMove(() => live.draft);
    let replay: Replay | null = null;
    super(inHand(live, held), () => replay?.draft ?? null);
    this.live = live;
    this.#held = held;
    this.replay = new Replay(live, (moved, show) =>
      this.board.hear({ movements: moved, origin: (from) => this.#origin(from), dealt: false, show }),
    );
    replay = this.replay;
    $effect(() => live.watch((heard, by, lay) => this.#heard(heard, by, lay)));
    $effect(() => {
      if (!live.myTurn) this.hinting = false;
    });
    $effect(() => {
      if (!live.playing) this.replay.close();
    });
    $effect(() => {
      void live.draft;
      void live.myTurn;
      this.asking = false;
    });
    $effect(() => this.settle(live.verdict?.table));
    $effect(readyLists);
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
    } else if (this.#button(event) || this.board.key(event)) event.preventDefault();
    if (event.key === "Escape") {
      this.asking = false;
      if (this.#foundNow) this.said = "";
      this.#foundNow = false;
    }
  }

  /** A key that does what a button does; says whether it was one. */
  #button({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey || this.live.you === null) return false;
    const does = {
      d: () => void this.draw(),
      h: () => this.toggleHint(),
      s: () => this.sort(),
      m: () => this.toggleMoves(),
    };
    const name = key.toLowerCase() as keyof typeof does;
    if (!(name in does)) return false;
    if (name === "h" && !(this.live.myTurn && this.live.known?.terms.hints)) return false;
    if (name === "m" && !this.replay.moves.length) return false;
    does[name]();
    return true;
  }

  /** Draw a tile, or pass; where tiles would go back for it, only when asked twice. */
  async draw(): Promise<void> {
    const { live } = this;
    if (!live.canDraw && !live.canPass && !live.canKeep) return;
    if (live.laid.length && !this.asking) {
      this.asking = true;
      return;
    }
    this.asking = false;
    this.board.hand.clear();
    await (live.canKeep ? live.keep() : live.canPass ? live.pass() : live.draw());
  }

  // What the buttons do

  async done(): Promise<void> {
    this.board.hand.clear();
    if (await this.live.play()) sounds.play("done");
  }

  /** Show the groups and runs on the rack, one after the other. */
  find(): void {
    const found = findSets(tilesLeft(this.live.draft.now), (tile) => tile.kind);
    const one = found[this.#found++ % Math.max(1, found.length)];
    if (one) this.board.hand.select(new Set(one.tiles.map((tile) => tile.id)));
    const words = one?.kind === "run" ? m.table_found_run : m.table_found_group;
    this.#foundNow = true;
    this.answer(one ? words({ value: one.value }) : m.table_found_none());
  }

  /** Say what was asked for, in the line about the turn and aloud. */
  answer(words: string): void {
    this.said = words;
    announcer.instead("hand", words);
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

  #heard(heard: Heard, by: ChangeMessage | StateMessage, lay: TableDraft): void {
    const { live } = this;
    const held = this.#held.release();
    if (by.tell === "state") {
      if (live.you !== this.#eyes) this.#forget();
      if (live.game?.phase === "playing") this.followed = true;
      this.drawn = this.#drawnLast();
      return;
    }
    const [events, seat] = [gameEvents(by), movedBy(by)];
    if (!events.length) return this.#tell(by);
    const { movements, changed } = heard;
    const dealt = events.some((event) => event.event === "started");
    const come = movements.flatMap(({ tile, from, to }) => (from.at === "pool" && to.at === "rack" ? [tile.id] : []));
    const keeps = events.some((event) => event.event === "kept");
    if (dealt || (seat === live.you && !keeps)) this.drawn = dealt || !come.length ? NO_TILES : new Set(come);
    if (this.replay.at !== null) return this.#tell(by);
    const theirs = changed.tiles.length > 0 && seat !== live.you;
    const show = theirs ? (changed.sets[0] ?? null) : null;
    const reveal = dealt ? null : (come.at(-1) ?? null);
    const fly = (): void => this.board.hear({ movements, origin: (from) => this.#origin(from), dealt, show, reveal });
    // Two moves at once are shown as one, and whoever holds a tile sees at once where it can go.
    const lift = (): void => this.board.motion.lift(movements.map(({ tile }) => tile.id));
    if (theirs && !held && this.board.hand.lifted === null) {
      this.#held.hold(lay, fly, [() => this.#ready(), lift, untilDrawn]);
    } else fly();
    if (dealt) {
      this.followed = true;
      this.said = "";
    }
    if (theirs) sounds.play("place");
    this.#tell(by);
    if (events.some((event) => event.event === "ended")) sounds.play("win");
  }

  /** Work out what is drawn next: each of these is kept, and asked for again then. */
  #ready(): void {
    void this.replay.fresh;
    for (const set of this.live.draft.now.sets) this.look.set(set);
  }

  /** The tiles drawn in one's last turn, found again after a reload; of two alike it may be either. */
  #drawnLast(): ReadonlySet<TileId> {
    const { known, you, draft } = this.live;
    const kinds = [...drawnLast(known?.moves ?? [], you)];
    const own = you === null ? [] : tilesOf(putBack(draft).now.rack);
    return new Set(
      own.toReversed().flatMap(({ id, kind }) => {
        const at = kinds.indexOf(kind);
        return at < 0 ? [] : (kinds.splice(at, 1), [id]);
      }),
    );
  }

  /** Somebody else has this screen: what was said to the last one, and what they had in mind, isn't theirs. */
  #forget(): void {
    this.#eyes = this.live.you;
    this.said = "";
    this.hinting = false;
    this.replay.close();
    this.sortedBy = null;
    this.drawn = NO_TILES;
    this.board.hand.clear();
    announcer.hush();
  }

  #tell(change: ChangeMessage): void {
    const news = newsOf(this.live, change);
    this.said = this.#opens(change) ? "" : (news?.short ?? this.said);
    if (news) announcer.say(news.spoken);
  }

  /** Whether somebody laid nothing before one's own turn to open in: what that needs counts more than such news. */
  #opens(change: ChangeMessage): boolean {
    const { live } = this;
    const events = gameEvents(change);
    const quiet = events.some(({ event }) => event === "drew" || event === "passed");
    return quiet && movedBy(change) !== live.you && live.myTurn && live.game?.opened[live.you ?? 0] === false;
  }
}

/** A live table as one that is moved on. What one does comes after whatever was heard. */
const inHand = (live: LiveTable, held: HeldMove): TableInHand => ({
  get draft() {
    return held.shown;
  },
  get plays() {
    return live.you !== null;
  },
  get mirror() {
    return live.mirror;
  },
  edit: (change) => {
    held.release();
    return live.edit(change);
  },
});
