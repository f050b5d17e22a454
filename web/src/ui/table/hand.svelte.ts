/** The player's hand: pointer and keyboard events become steps of the draft. What is shown of it is followed. */

import { tick } from "svelte";
import { sounds } from "../../app/sounds";
import type { LiveTable } from "../../app/table.svelte";
import type { Mirror } from "../../core/rules";
import {
  drag,
  IDLE,
  inOrder,
  isHolding,
  lasso,
  NO_KEYS,
  NOTHING,
  press,
  setWith,
  split,
  still,
  tilesById,
  undo,
  undoAll,
  redo,
  wakeAt,
  wholeSet,
} from "../../board/state";
import type {
  HandEvent,
  DragState,
  TableDraft,
  Gesture,
  KeyState,
  On,
  Point,
  Rect,
  TileSelection,
  SetId,
  Spot,
  Stop,
  BoardTile,
  TileId,
} from "../../board/state";
import { Aim } from "./aim.svelte";
import type { Board } from "./board.svelte";
import { put } from "./fitting";
import { keyOf } from "./keys";
import type { Motion } from "./motion";
import { explainedWords, liftedWords, placedWords, spotWords } from "./sayings";

/** Tiles in the air: `grip` is the one that was taken hold of, `finger` says that they float above it. */
export interface Lifted {
  readonly tiles: readonly BoardTile[];
  readonly grip: number;
  readonly finger: boolean;
  readonly size: number;
}

/** With a finger tiles float this far above it. */
const FLOAT = 60;
/** Near the edge of a cloth that scrolls a drag scrolls it. */
const EDGE = 28;

export class Hand {
  selection = $state.raw<TileSelection>(NOTHING);
  lifted = $state.raw<Lifted | null>(null);
  area = $state.raw<Rect | null>(null);
  explained = $state.raw<SetId | null>(null);
  at = $state.raw<Stop | null>(null);
  /** The tiles in the air. */
  readonly held: TileSelection = $derived(this.lifted ? new Set(this.lifted.tiles.map((tile) => tile.id)) : NOTHING);
  /** Where the hand holds its tiles; the layer that shows them follows it frame by frame. */
  readonly point: { x: number; y: number } = { x: 0, y: 0 };
  onMove = (): void => {};

  readonly aim: Aim;

  readonly #live: LiveTable;
  readonly #board: Board;
  readonly #motion: Motion;
  readonly #say: (text: string) => void;
  #state: DragState = IDLE;
  #keys: KeyState = NO_KEYS;
  #seam: On | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTap = { tile: -1, t: 0 };

  constructor(live: LiveTable, board: Board, motion: Motion, say: (text: string) => void) {
    this.#live = live;
    this.#board = board;
    this.aim = new Aim(board);
    this.#motion = motion;
    this.#say = say;
  }

  get mirror(): Mirror | null {
    return this.#live.known?.terms.rules.mirror ?? null;
  }

  /** Whether something is being dragged or drawn. */
  get busy(): boolean {
    return this.lifted !== null;
  }

  // Pointers

  down(event: PointerEvent): void {
    if (event.button !== 0 || this.#state.is !== "idle") return;
    this.#board.measure();
    const finger = event.pointerType === "touch";
    const { on, seam } = this.#board.onAt(
      { x: event.clientX, y: event.clientY },
      finger,
      this.aim.open,
      this.selection.size > 0,
    );
    this.#seam = seam;
    const own = this.#live.you === null && on.on === "tile" ? this.#setOn(on.tile) : on;
    if (own.on === "nothing" && !this.selection.size) return;
    const captured = own.on !== "table" || !finger;
    if (captured && event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    this.#feed(this.#event("down", event, own));
  }

  move(event: PointerEvent): void {
    if (this.#state.is === "idle") return;
    const { is } = this.#state;
    const on: On =
      is === "stretching"
        ? this.#board.onAt({ x: event.clientX, y: event.clientY }, false, [], false).on
        : { on: "nothing" };
    this.#feed(this.#event("move", event, on));
  }

  up(event: PointerEvent): void {
    if (this.#state.is === "idle") return;
    // A tap near the seam of two tiles means the seam, a drag from there the tile.
    if (this.#state.is === "pressed" && this.#seam && this.#live.you !== null) {
      this.#state = { ...this.#state, by: { ...this.#state.by, on: this.#tapOn(this.#seam) } };
    } else if (this.#state.is === "pressed") {
      this.#state = { ...this.#state, by: { ...this.#state.by, on: this.#tapOn(this.#state.by.on) } };
    }
    this.#feed(this.#event("up", event, { on: "nothing" }));
  }

  cancel(event: PointerEvent): void {
    this.#feed({ kind: "cancel", pointer: event.pointerId });
  }

  /** Rack tiles in the hand and a set tapped where they fit: that is where they go. A second tap takes the whole set. */
  #tapOn(on: On): On {
    if (on.on !== "tile") return on;
    const set = setWith(this.#draft.now, on.tile);
    const now = performance.now();
    const twice = this.#lastTap.tile === on.tile && now - this.#lastTap.t < 350;
    this.#lastTap = { tile: on.tile, t: now };
    if (twice && set) {
      this.selection = new Set([...wholeSet(this.#draft.now, on.tile)].filter((id) => id !== on.tile));
      return on;
    }
    if (!set || !this.selection.size || this.selection.has(on.tile)) return on;
    if ([...this.selection].some((id) => setWith(this.#draft.now, id))) return on;
    const fitting = this.aim.open.find(({ spot, legal }) => legal && "set" in spot && spot.set === set.id);
    return fitting ? { on: "spot", spot: fitting.spot } : on;
  }

  #event(kind: "down" | "move" | "up", event: PointerEvent, on: On): HandEvent {
    const device = event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
    return {
      kind,
      x: event.clientX,
      y: event.clientY,
      t: performance.now(),
      pointer: event.pointerId,
      device,
      on,
      shift: event.shiftKey || event.ctrlKey || event.metaKey,
    };
  }

  #feed(event: HandEvent): void {
    const { state, intents } = drag(this.#state, event, this.#draft.now, this.selection);
    this.#state = state;
    clearTimeout(this.#timer);
    const wake = wakeAt(state);
    if (wake !== null)
      this.#timer = setTimeout(
        () => this.#feed({ kind: "time", t: performance.now() + 1 }),
        wake - performance.now() + 1,
      );
    for (const intent of intents) this.#do(intent, "device" in event && event.device === "touch");
  }

  #setOn(tile: TileId): On {
    const set = setWith(this.#draft.now, tile);
    return set ? { on: "set", set: set.id } : { on: "nothing" };
  }

  // Intents

  get #draft(): TableDraft {
    return this.#live.draft;
  }

  #do(intent: Gesture, finger: boolean): void {
    switch (intent.do) {
      case "select":
        return this.select(intent.tiles);
      case "lift":
        return this.#lift(intent.tiles, intent, finger);
      case "drag":
        return this.#drag(intent);
      case "drop":
        return this.#drop(intent.tiles);
      case "return":
        return this.#return();
      case "place":
        return this.#place(intent.tiles, intent.spot);
      case "split":
        this.#motion.expect("snap");
        if (this.#live.edit((draft) => split(draft, intent.set, intent.place))) sounds.play("place");
        return;
      case "explain":
        this.explained = this.explained === intent.set ? null : intent.set;
        this.#tell(explainedWords(this.#draft.now, this.explained, this.mirror));
        return;
      case "lasso":
        this.area = intent.done ? null : intent.area;
        if (this.#live.you !== null) this.select(lasso(this.#board.rects(), intent.area));
        return;
    }
  }

  /** Have these tiles in mind; the places where they fit open. */
  select(tiles: TileSelection): void {
    if (this.#live.you === null) return;
    if (tiles.size > this.selection.size) sounds.play("pick");
    this.selection = tiles;
    this.explained = null;
    this.#openFor(inOrder(tiles, this.#draft.now));
  }

  /** Forget the selection, or what is not there any more. */
  refresh(): void {
    this.selection = still(this.selection, this.#draft.now);
    if (this.explained !== null && !this.#draft.now.sets.some((set) => set.id === this.explained))
      this.explained = null;
    const held = this.lifted?.tiles.map((tile) => tile.id) ?? this.#keys.held;
    this.#openFor(held.length ? held : inOrder(this.selection, this.#draft.now));
    if (this.lifted) this.aim.follow(this.point, this.lifted.tiles.length);
  }

  clear(): void {
    this.selection = NOTHING;
    this.aim.clear();
  }

  #openFor(ids: readonly TileId[]): void {
    this.aim.openFor(ids, this.mirror);
  }

  #lift(ids: readonly TileId[], at: Point, finger: boolean): void {
    if (this.#live.you === null) return;
    const known = tilesById(this.#draft.now);
    const tiles = ids.flatMap((id) => known.get(id) ?? []);
    const by = this.#state.is === "dragging" ? this.#state.by.on : null;
    const grip = by?.on === "tile" ? Math.max(0, ids.indexOf(by.tile)) : Math.floor((ids.length - 1) / 2);
    const { rackBox, layout } = this.#board;
    this.lifted = {
      tiles,
      grip,
      finger,
      size: finger ? rackBox.tile * 1.3 : Math.max(rackBox.tile, layout.tile) * 1.1,
    };
    this.explained = null;
    this.#hold(at);
    this.aim.openSoon(ids, this.mirror);
    sounds.play("pick");
  }

  #drag(at: Point): void {
    this.#hold(at);
    this.aim.follow(this.point, this.lifted?.tiles.length ?? 1);
    if (!this.#board.scrolls) return;
    const { cloth } = this.#board;
    if (this.point.y < cloth.y + EDGE && this.point.y > cloth.y - EDGE) this.#board.nudge(-8);
    if (this.point.y > cloth.y + cloth.height - EDGE && this.point.y < cloth.y + cloth.height) this.#board.nudge(8);
  }

  #hold({ x, y }: Point): void {
    this.point.x = x;
    this.point.y = y - (this.lifted?.finger ? FLOAT : 0);
    this.onMove();
  }

  #drop(ids: readonly TileId[]): void {
    const target = this.aim.under(this.point, ids.length);
    const from = this.#heldRects();
    this.lifted = null;
    this.clear();
    this.#motion.expect(target ? "snap" : "home", from);
    if (!target || !this.#live.edit((draft) => put(draft, ids, target.spot, this.mirror))) {
      this.#motion.expect("home");
      this.#motion.run();
      return;
    }
    sounds.play("place");
    this.#tell(placedWords(this.#draft.now, ids, this.mirror));
  }

  #return(): void {
    const from = this.#heldRects();
    this.lifted = null;
    this.clear();
    this.#motion.expect("home", from);
    this.#motion.run();
  }

  #place(ids: readonly TileId[], spot: Spot): void {
    this.clear();
    this.#motion.expect("snap");
    if (this.#live.edit((draft) => put(draft, ids, spot, this.mirror))) {
      sounds.play("place");
      this.#tell(placedWords(this.#draft.now, ids, this.mirror));
    }
  }

  #heldRects(): Map<TileId, Rect> {
    const { lifted, point } = this;
    const rects = this.aim.moved();
    lifted?.tiles.forEach((tile, index) => {
      const { size } = lifted;
      const x = point.x - size / 2 + (index - lifted.grip) * (size + 2);
      rects.set(tile.id, { x, y: point.y - size * 0.66, width: size, height: size * 1.32 });
    });
    return rects;
  }

  // Keyboard

  /** A key on the table or the rack; says whether it meant something. */
  key(event: KeyboardEvent): boolean {
    const pressed = keyOf(event);
    if (pressed === "undo" || pressed === "redo") {
      this.undo(pressed === "redo");
      return true;
    }
    if (pressed === null || this.#live.you === null) return false;
    const holding = isHolding(this.#keys);
    const stops = holding ? this.#spots() : this.#tiles();
    const { state, intents } = press(this.#keys, pressed, stops, this.#draft.now, this.selection);
    const meant = state !== this.#keys || intents.length > 0;
    this.#keys = state;
    this.at = state.at;
    for (const intent of intents) this.#doKey(intent);
    if (state.at?.on === "tile") this.#focus(state.at.tile);
    if (isHolding(state) && state.at?.on === "spot") this.#saySpot(state.at.spot);
    return meant;
  }

  /** A tile that was put elsewhere is drawn anew, and the focus stays with it. */
  #focus(tile: TileId): void {
    this.#motion.element(tile)?.focus({ preventScroll: true });
    void tick().then(() => this.#motion.element(tile)?.focus({ preventScroll: true }));
  }

  /** The focus came to a tile by other ways. */
  focused(tile: TileId): void {
    if (isHolding(this.#keys)) return;
    const rect = this.#board.rects().get(tile);
    if (rect) this.#keys = { ...this.#keys, at: { on: "tile", tile, rect } };
    this.at = this.#keys.at;
  }

  #doKey(intent: Gesture): void {
    if (intent.do === "lift") {
      this.selection = new Set(intent.tiles);
      this.#openFor(intent.tiles);
      sounds.play("pick");
      const spots = this.#spots();
      const legal = this.aim.open.find((target) => target.legal && target.spot.to !== "rack");
      const first = spots.find((stop) => stop.on === "spot" && stop.spot === legal?.spot) ?? spots[0];
      if (first) this.#keys = { ...this.#keys, at: first };
      this.aim.at(legal ?? null);
      this.at = this.#keys.at;
      this.#tell(liftedWords(this.#draft.now, intent.tiles));
      if (first?.on === "spot") this.#saySpot(first.spot);
    } else if (intent.do === "drag") {
      const { at } = this.#keys;
      this.aim.at(this.aim.open.find((target) => at?.on === "spot" && target.spot === at.spot) ?? null);
    } else if (intent.do === "return") this.clear();
    else this.#do(intent, false);
  }

  #tiles(): Stop[] {
    return [...this.#board.rects()].map(([tile, rect]) => ({ on: "tile", tile, rect }));
  }

  #spots(): Stop[] {
    return this.aim.open
      .filter(({ spot, legal }) => legal || spot.to === "new" || this.#isEnd(spot))
      .map(({ spot, slot }) => ({ on: "spot", spot, rect: slot }));
  }

  #isEnd(spot: Spot): boolean {
    if (spot.to !== "set") return false;
    const set = this.#draft.now.sets.find((each) => each.id === spot.set);
    return spot.place === set?.tiles.length;
  }

  // The steps

  undo(again = false): void {
    this.clear();
    this.#motion.expect("snap");
    this.#live.edit(again ? redo : undo);
  }

  undoAll(): void {
    this.clear();
    this.#motion.expect("home");
    this.#live.edit(undoAll);
  }

  #tell(words: string): void {
    if (words) this.#say(words);
  }

  #saySpot(spot: Spot): void {
    const legal = this.aim.open.some((target) => target.spot === spot && target.legal);
    this.#tell(spotWords(this.#draft.now, spot, legal));
  }
}
