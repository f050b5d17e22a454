/** A table in play on this screen: the board, the hand, what moves, what was heard, and what the buttons do. */

import { untrack } from "svelte";
import { announcer } from "../../app/announce";
import { settings } from "../../app/settings.svelte";
import { sounds } from "../../app/sounds";
import type { LiveTable } from "../../app/table.svelte";
import { parseTiles } from "../../core/notation";
import { byColour, byNumber, findSets } from "../../core/sort";
import type { ChangeMessage, StateMessage } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";
import { NO_GAPS, putBack, setWith, sortRack, tilesLeft, tilesOf } from "../../board/state";
import type { Gaps, Heard, Rect, SetId, TileId, Where } from "../../board/state";
import { Board } from "./board.svelte";
import { readSet } from "./fitting";
import { Hand } from "./hand.svelte";
import { showHint } from "./hinted";
import { isStill } from "../../app/looks";
import { Motion, rectOf } from "./motion";
import { newsOf } from "./news";
import { gapAt, readingWords, troubleOf, type Trouble } from "../tiles/words";

/** Illegal sets are pointed out when the hands have rested for so long, in milliseconds. */
const REST = 500;
const ZOOMS: Readonly<Record<string, 1 | -1 | 0>> = { "+": 1, "=": 1, "-": -1, "0": 0 };
const NO_TROUBLE: ReadonlyMap<SetId, Trouble> = new Map();

export type SortOrder = "colour" | "number";

/** To be made while a component is being made, which it lives and ends with. */
export class Play {
  readonly live: LiveTable;
  readonly board: Board;
  readonly motion: Motion;
  readonly hand: Hand;

  /** What happened last, in a sentence. */
  said = $state("");
  hinting = $state(false);
  sortedBy = $state<SortOrder | null>(null);
  /** Whether a game began or went on while one was looking, so that its end is news. */
  followed = $state(false);
  canShowAgain = $state(false);
  troubles = $state.raw(NO_TROUBLE);
  #theirs = $state.raw<ReadonlySet<TileId>>(new Set());
  #found = 0;
  /** The set somebody else changed just now. */
  #changed: SetId | null = null;
  readonly #seats = new Map<number, HTMLElement>();
  #pool: HTMLElement | null = null;

  /** The tiles laid last: one's own of this turn, else those of the others since one's last turn. */
  readonly fresh: ReadonlySet<TileId> = $derived.by(() => {
    const own = this.live.laid.map((tile) => tile.id);
    return own.length ? new Set(own) : this.#theirs;
  });

  /** A slot is left free where a run misses a tile. */
  readonly #gaps: Gaps = $derived.by(() => {
    const missing = this.live.draft.now.sets.flatMap((set) => {
      const gap = this.troubles.has(set.id)
        ? gapAt(
            set.tiles.map((tile) => tile.kind),
            this.hand.mirror,
          )
        : null;
      return gap === null ? [] : [[set, gap] as const];
    });
    return missing.length ? new Map(missing) : NO_GAPS;
  });

  /** How the set reads that was asked about. */
  readonly about: string = $derived.by(() => {
    const { draft } = this.live;
    const [one] = this.hand.selection;
    const chosen = this.hand.explained ?? (one === undefined ? undefined : setWith(draft.now, one)?.id);
    const set = draft.now.sets.find((each) => each.id === chosen);
    const reading = set && readSet(set, this.hand.mirror);
    return reading ? readingWords(reading) : "";
  });

  /** The one tile that the Tab key leads to. */
  readonly roving: TileId | null = $derived.by(() => {
    const { now } = this.live.draft;
    if (this.hand.at?.on === "tile") return this.hand.at.tile;
    const [selected] = this.hand.selection;
    return selected ?? tilesLeft(now)[0]?.id ?? now.sets[0]?.tiles[0]?.id ?? null;
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
    this.board = new Board(live);
    this.motion = new Motion(this.board, () => isStill(settings.now));
    this.hand = new Hand(live, this.board, this.motion, (text) => announcer.say(text));
    $effect(() => live.watch((heard, by) => this.#heard(heard, by)));
    $effect(() => {
      const measure = (): void => this.board.measure();
      addEventListener("resize", measure);
      return () => removeEventListener("resize", measure);
    });
    $effect(() => this.#move());
    $effect(() => this.#refresh());
    $effect(() => this.#judge());
    $effect(() => {
      this.board.gaps = this.#gaps;
    });
    $effect(() => {
      if (!live.myTurn) this.hinting = false;
    });
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
    return rectOf(from.at === "seat" ? this.#seats.get(from.seat) : this.#pool, this.board.layout.tile * 0.7);
  }

  /** Attach to whatever tiles lie on: pointers there are the hand's. */
  readonly listen = (element: HTMLElement): (() => void) => {
    const { hand } = this;
    const ends = new AbortController();
    const options = { signal: ends.signal };
    element.addEventListener("pointerdown", (event) => hand.down(event), options);
    element.addEventListener("pointermove", (event) => hand.move(event), options);
    element.addEventListener("pointerup", (event) => hand.up(event), options);
    element.addEventListener("pointercancel", (event) => hand.cancel(event), options);
    // A long press selects; it is not for the browser's own menu.
    element.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    return () => ends.abort();
  };

  /** A key that is nobody else's: Enter ends the turn, + and - change the size of the tiles, the rest is the hand's. */
  key(event: KeyboardEvent): void {
    if (event.key === "Enter" && this.live.canPlay) {
      event.preventDefault();
      void this.done();
    } else if (event.key in ZOOMS && !event.ctrlKey && !event.metaKey) this.board.zoom(ZOOMS[event.key] ?? 0);
    else if (this.hand.key(event)) event.preventDefault();
  }

  // What the buttons do

  async done(): Promise<void> {
    this.hand.clear();
    if (await this.live.play()) sounds.play("done");
  }

  sort(by: SortOrder = this.sortedBy === "colour" ? "number" : "colour"): void {
    this.sortedBy = by;
    this.hand.clear();
    this.motion.expect("sort");
    const order = by === "colour" ? byColour : byNumber;
    this.live.edit((draft) => sortRack(draft, (tiles) => order(tiles, (tile) => tile.kind)));
  }

  /** Show the groups and runs on the rack, one after the other. */
  find(): void {
    const found = findSets(tilesLeft(this.live.draft.now), (tile) => tile.kind);
    const one = found[this.#found++ % Math.max(1, found.length)];
    if (one) this.hand.select(new Set(one.tiles.map((tile) => tile.id)));
    const words = one?.kind === "run" ? m.table_found_run : m.table_found_group;
    this.said = one ? words({ value: one.value }) : m.table_found_none();
    announcer.say(this.said);
  }

  putBack(): void {
    this.hand.clear();
    this.motion.expect("home");
    this.live.edit(putBack);
  }

  toggleHint(): void {
    this.hinting = !this.hinting;
    if (!this.hinting) this.live.forgetHint();
  }

  showHint(): void {
    this.hinting = false;
    void showHint(this.live, this.motion);
  }

  // What is followed

  #heard(heard: Heard, by: ChangeMessage | StateMessage): void {
    const { live } = this;
    if (by.tell === "state") {
      this.#theirs = new Set();
      if (live.game?.phase === "playing") this.followed = true;
      return;
    }
    if (!by.events.length) return this.#tell(by);
    const began = by.events.some((event) => event.event === "started");
    this.motion.hear(heard.movements, (from) => this.#origin(from), began);
    if (began) {
      this.followed = true;
      this.said = "";
    }
    if (began || by.seat === live.you) this.#theirs = new Set();
    else this.#theirs = new Set([...this.#theirs, ...heard.changed.tiles]);
    if (heard.changed.tiles.length && by.seat !== live.you) {
      sounds.play("place");
      this.#changed = heard.changed.sets[0] ?? null;
    }
    this.#tell(by);
    if (by.events.some((event) => event.event === "ended")) sounds.play("win");
  }

  #tell(change: ChangeMessage): void {
    const news = newsOf(this.live, change);
    this.said = news?.short ?? this.said;
    if (news) announcer.say(news.spoken);
  }

  #move(): void {
    void this.live.draft;
    void this.board.layout;
    void this.board.rackBox;
    untrack(() => {
      // What changed is brought into sight first, for tiles fly to where they are seen.
      if (this.#changed !== null) this.board.show(this.#changed);
      this.#changed = null;
      this.motion.run();
      this.canShowAgain = this.motion.canShowAgain;
    });
  }

  #refresh(): void {
    void this.live.draft;
    void this.board.scene;
    untrack(() => this.hand.refresh());
  }

  /** What is mended is unmarked at once; what is broken is marked when the hands rest. */
  #judge(): (() => void) | undefined {
    const { sets } = this.live.draft.now;
    const resting = this.hand.lifted === null && this.live.you !== null;
    const { mirror } = this.hand;
    const look = (): Map<SetId, Trouble> =>
      new Map(
        sets.flatMap((set) => {
          const trouble = troubleOf(
            set.tiles.map((tile) => tile.kind),
            mirror,
          );
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
