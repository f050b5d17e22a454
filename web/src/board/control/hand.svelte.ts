/** The player's hand: pointers and keys become gestures for the host. What is shown of it is followed. */

import {
  drag,
  IDLE,
  inOrder,
  isHolding,
  lasso,
  NO_KEYS,
  NOTHING,
  press,
  setOf,
  setWith,
  still,
  tilesById,
  wakeAt,
  wholeSet,
} from "../state";
import type {
  Arrangement,
  BoardKey,
  BoardTile,
  DragState,
  Gesture,
  HandEvent,
  KeyState,
  On,
  Point,
  Rect,
  SetId,
  Spot,
  Stop,
  TileId,
  TileSelection,
} from "../state";
import { TILE_RATIO } from "../state";
import { Aim } from "./aim.svelte";
import type { BoardHost, HandDeed } from "./host";
import type { TileMotion } from "./motion";
import type { Surface } from "./surface.svelte";

/** Tiles in the air: `grip` is the one that was taken hold of, `finger` says that they float above it. */
export interface Lifted {
  readonly tiles: readonly BoardTile[];
  readonly grip: number;
  readonly finger: boolean;
  readonly size: number;
}

/** A pointer, as far as a hand must know; `shift` adds to the selection, `second` is a finger beside another. */
export interface Pointing extends Point {
  readonly pointer: number;
  readonly second: boolean;
  readonly device: "mouse" | "touch" | "pen";
  readonly shift: boolean;
}

/** With a finger tiles float this far above it. */
const FLOAT = 60;
/** Tiles in the air are this much larger than the largest that lie, and under a finger than those of the rack. */
const GROWN = 1.1;
const GROWN_FOR_FINGER = 1.3;
/** They are this far apart. */
const APART = 2;
/** Near the edge of a cloth that scrolls a drag scrolls it, by so much at a time. */
const EDGE = 28;
const SCROLL = 8;
/** A second tap comes within this time, in milliseconds. */
const TWICE = 350;
const NOTHING_THERE: On = { on: "nothing" };

export class Hand {
  selection = $state.raw<TileSelection>(NOTHING);
  lifted = $state.raw<Lifted | null>(null);
  /** The lasso that is being drawn. */
  area = $state.raw<Rect | null>(null);
  /** The set that was asked about. */
  explained = $state.raw<SetId | null>(null);
  /** Where the keyboard stands. */
  at = $state.raw<Stop | null>(null);
  /** The tiles in the air. */
  readonly held: TileSelection = $derived(this.lifted ? new Set(this.lifted.tiles.map((tile) => tile.id)) : NOTHING);
  /** Where the hand holds its tiles; the layer that shows them follows it frame by frame. */
  readonly point: { x: number; y: number } = { x: 0, y: 0 };
  onMove = (): void => {};

  readonly aim: Aim;

  readonly #host: BoardHost;
  readonly #surface: Surface;
  readonly #motion: Pick<TileMotion, "expect" | "run">;
  readonly #focus: (tile: TileId) => void;
  #state: DragState = IDLE;
  #keys: KeyState = NO_KEYS;
  #seam: On | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTap = { tile: -1, t: -Infinity };

  constructor(
    host: BoardHost,
    surface: Surface,
    motion: Pick<TileMotion, "expect" | "run">,
    focus: (tile: TileId) => void,
  ) {
    this.#host = host;
    this.#surface = surface;
    this.aim = new Aim(host, surface);
    this.#motion = motion;
    this.#focus = focus;
  }

  get #now(): Arrangement {
    return this.#host.draft.now;
  }

  #tell(deed: HandDeed): void {
    this.#host.hear(deed);
  }

  // Pointers

  /** A pointer comes down; says whether it is to be followed wherever it goes. */
  down(event: Pointing): boolean {
    if (this.#state.is !== "idle") {
      if (event.second) this.#feed(this.#event("down", event, NOTHING_THERE));
      return false;
    }
    if (event.second) return false;
    this.#surface.measure();
    const finger = event.device === "touch";
    const touch = { finger, open: this.aim.open, selected: this.selection.size > 0 };
    const { on, seam } = this.#surface.under(event, touch);
    this.#seam = seam;
    const own = !this.#host.plays && on.on === "tile" ? this.#setOn(on.tile) : on;
    if (own.on === "nothing" && !this.selection.size) return false;
    this.#feed(this.#event("down", event, own, this.#pans(own)));
    // A finger on the bare cloth scrolls it.
    return own.on !== "table" || !finger;
  }

  move(event: Pointing): void {
    const stretches = this.#state.is === "stretching";
    const on = stretches ? this.#surface.under(event, { finger: false, open: [], selected: false }).on : NOTHING_THERE;
    this.#feed(this.#event("move", event, on));
  }

  up(event: Pointing): void {
    if (this.#state.is === "pressed") {
      const { by } = this.#state;
      // A tap near the seam of two tiles means the seam, a drag from there the tile.
      const on = this.#tapOn(this.#seam && this.#host.plays ? this.#seam : by.on);
      this.#state = { ...this.#state, by: { ...by, on } };
    }
    this.#feed(this.#event("up", event, NOTHING_THERE));
  }

  cancel(pointer: number): void {
    this.#feed({ kind: "cancel", pointer });
  }

  /** Rack tiles in the hand and a set tapped where they fit: that is where they go. A second tap takes the whole set. */
  #tapOn(on: On): On {
    if (on.on !== "tile") return on;
    const set = setWith(this.#now, on.tile);
    const now = performance.now();
    const twice = this.#lastTap.tile === on.tile && now - this.#lastTap.t < TWICE;
    this.#lastTap = { tile: on.tile, t: now };
    if (twice && set) {
      this.selection = new Set([...wholeSet(this.#now, on.tile)].filter((id) => id !== on.tile));
      return on;
    }
    if (!set || !this.selection.size || this.selection.has(on.tile)) return on;
    if ([...this.selection].some((id) => setWith(this.#now, id))) return on;
    const fitting = this.aim.open.find(({ spot, legal }) => legal && "set" in spot && spot.set === set.id);
    return fitting ? { on: "spot", spot: fitting.spot } : on;
  }

  /** Which way a finger on this scrolls what it lies on. */
  #pans(on: On): "sideways" | "upright" | null {
    const racked = on.on === "tile" && !setWith(this.#now, on.tile);
    if (racked) return this.#surface.rackScrolls ? "sideways" : null;
    return this.#surface.scrolls ? "upright" : null;
  }

  /** Whether a finger does something here that the browser must not take for scrolling. */
  get holds(): boolean {
    return this.#state.is === "dragging" || this.#state.is === "stretching" || this.#state.is === "lassoing";
  }

  #event(
    kind: "down" | "move" | "up",
    { x, y, pointer, device, shift }: Pointing,
    on: On,
    pans: "sideways" | "upright" | null = null,
  ): HandEvent {
    return { kind, x, y, t: performance.now(), pointer, device, on, shift, pans };
  }

  #feed(event: HandEvent): void {
    const { state, gestures } = drag(this.#state, event, this.#now, this.selection);
    this.#state = state;
    clearTimeout(this.#timer);
    const wake = wakeAt(state);
    if (wake !== null) {
      const wait = wake - performance.now() + 1;
      this.#timer = setTimeout(() => this.#feed({ kind: "time", t: performance.now() + 1 }), wait);
    }
    for (const gesture of gestures) this.#do(gesture, "device" in event && event.device === "touch");
  }

  #setOn(tile: TileId): On {
    const set = setWith(this.#now, tile);
    return set ? { on: "set", set: set.id } : NOTHING_THERE;
  }

  // Gestures

  #do(gesture: Gesture, finger: boolean): void {
    switch (gesture.do) {
      case "select":
        return this.select(gesture.tiles);
      case "lift":
        return this.#lift(gesture.tiles, gesture, finger);
      case "drag":
        return this.#drag(gesture);
      case "drop":
        return this.#drop(gesture.tiles);
      case "return":
        return this.#return();
      case "place":
        return this.#place(gesture.tiles, gesture.spot);
      case "split":
        this.#motion.expect("snap");
        if (this.#host.carryOut(gesture)) this.#tell({ did: "split" });
        return;
      case "explain":
        this.explained = this.explained === gesture.set ? null : gesture.set;
        return this.#tell({ did: "ask", set: this.explained });
      case "lasso":
        this.area = gesture.done ? null : gesture.area;
        return this.select(lasso(this.#surface.rects(), gesture.area));
    }
  }

  /** Have these tiles in mind; the places where they fit open. */
  select(tiles: TileSelection): void {
    if (!this.#host.plays) return;
    if (tiles.size > this.selection.size) this.#tell({ did: "pick" });
    this.selection = tiles;
    this.explained = null;
    this.aim.openFor(inOrder(tiles, this.#now));
  }

  /** Forget the selection, or what is not there any more. */
  refresh(): void {
    this.selection = still(this.selection, this.#now);
    if (this.explained !== null && !setOf(this.#now, this.explained)) this.explained = null;
    const held = this.lifted?.tiles.map((tile) => tile.id) ?? this.#keys.held;
    this.aim.openFor(held.length ? held : inOrder(this.selection, this.#now));
    if (!this.lifted) return;
    const size = this.#sizeFor(this.lifted.finger);
    if (size !== this.lifted.size) this.lifted = { ...this.lifted, size };
    this.aim.follow(this.point, this.lifted.tiles.length);
  }

  clear(): void {
    this.selection = NOTHING;
    this.aim.clear();
  }

  #lift(ids: readonly TileId[], at: Point, finger: boolean): void {
    if (!this.#host.plays) return;
    const known = tilesById(this.#now);
    const tiles = ids.flatMap((id) => known.get(id) ?? []);
    const by = this.#state.is === "dragging" ? this.#state.by.on : null;
    const grip = by?.on === "tile" ? Math.max(0, ids.indexOf(by.tile)) : Math.floor((ids.length - 1) / 2);
    this.lifted = { tiles, grip, finger, size: this.#sizeFor(finger) };
    this.explained = null;
    this.#hold(at);
    this.aim.openSoon(ids);
    this.#tell({ did: "pick" });
  }

  #sizeFor(finger: boolean): number {
    const { rackBox, layout } = this.#surface;
    return finger ? rackBox.tile * GROWN_FOR_FINGER : Math.max(rackBox.tile, layout.tile) * GROWN;
  }

  #drag(at: Point): void {
    this.#hold(at);
    this.aim.follow(this.point, this.lifted?.tiles.length ?? 1);
    const { cloth, scrolls } = this.#surface;
    if (!scrolls) return;
    const { y } = this.point;
    const end = cloth.y + cloth.height;
    if (y < cloth.y + EDGE && y > cloth.y - EDGE) this.#surface.nudge(-SCROLL);
    if (y > end - EDGE && y < end) this.#surface.nudge(SCROLL);
  }

  #hold({ x, y }: Point): void {
    this.point.x = x;
    this.point.y = y - (this.lifted?.finger ? FLOAT : 0);
    this.onMove();
  }

  #drop(ids: readonly TileId[]): void {
    const target = this.aim.under(this.point, ids.length);
    this.#let(target ? "snap" : "home");
    if (target && this.#host.carryOut({ do: "place", tiles: ids, spot: target.spot })) {
      return this.#tell({ did: "place", tiles: ids });
    }
    this.#motion.expect("home");
    this.#motion.run();
  }

  #return(): void {
    this.#let("home");
    this.#motion.run();
  }

  /** Let go of what is held; it flies on from where it is seen. */
  #let(travel: "snap" | "home"): void {
    const from = this.#heldRects();
    this.lifted = null;
    this.clear();
    this.#motion.expect(travel, from);
  }

  #place(tiles: readonly TileId[], spot: Spot): void {
    this.clear();
    this.#motion.expect("snap");
    if (this.#host.carryOut({ do: "place", tiles, spot })) this.#tell({ did: "place", tiles });
  }

  #heldRects(): Map<TileId, Rect> {
    const { lifted, point } = this;
    const rects = this.aim.moved();
    lifted?.tiles.forEach(({ id }, index) => {
      const { size: width } = lifted;
      const height = width * TILE_RATIO;
      const x = point.x - width / 2 + (index - lifted.grip) * (width + APART);
      rects.set(id, { x, y: point.y - height / 2, width, height });
    });
    return rects;
  }

  // Keyboard

  /** A key on the table or the rack; says whether it meant something. */
  key(pressed: BoardKey): boolean {
    if (!this.#host.plays) return false;
    if (pressed.key === "cancel" && this.#state.is === "dragging") {
      this.#feed({ kind: "cancel" });
      return true;
    }
    const stops = isHolding(this.#keys) ? this.#spots() : this.#tiles();
    const { state, gestures } = press(this.#keys, pressed, stops, this.#now, this.selection);
    const meant = state !== this.#keys || gestures.length > 0;
    this.#keys = state;
    this.at = state.at;
    for (const gesture of gestures) this.#doKey(gesture);
    if (state.at?.on === "tile") this.#focus(state.at.tile);
    if (isHolding(state) && state.at?.on === "spot") this.#reach(state.at.spot);
    return meant;
  }

  /** The focus came to a tile by other ways. */
  focused(tile: TileId): void {
    if (isHolding(this.#keys)) return;
    const rect = this.#surface.rects().get(tile);
    if (rect) this.#keys = { ...this.#keys, at: { on: "tile", tile, rect } };
    this.at = this.#keys.at;
  }

  #doKey(gesture: Gesture): void {
    if (gesture.do === "lift") this.#liftByKey(gesture.tiles);
    else if (gesture.do === "drag") {
      const { at } = this.#keys;
      this.aim.at(this.aim.open.find((target) => at?.on === "spot" && target.spot === at.spot) ?? null);
    } else if (gesture.do === "return") this.clear();
    else this.#do(gesture, false);
  }

  #liftByKey(tiles: readonly TileId[]): void {
    this.selection = new Set(tiles);
    this.aim.openFor(tiles);
    this.#tell({ did: "lift", tiles });
    const spots = this.#spots();
    const legal = this.aim.open.find((target) => target.legal && target.spot.to !== "rack");
    const first = spots.find((stop) => stop.on === "spot" && stop.spot === legal?.spot) ?? spots[0];
    if (first) this.#keys = { ...this.#keys, at: first };
    this.aim.at(legal ?? null);
    this.at = this.#keys.at;
    if (first?.on === "spot") this.#reach(first.spot);
  }

  #tiles(): Stop[] {
    return [...this.#surface.rects()].map(([tile, rect]) => ({ on: "tile", tile, rect }));
  }

  #spots(): Stop[] {
    return this.aim.open
      .filter(({ spot, legal }) => legal || spot.to === "new" || this.#isEnd(spot))
      .map(({ spot, slot }) => ({ on: "spot", spot, rect: slot }));
  }

  #isEnd(spot: Spot): boolean {
    return spot.to === "set" && spot.place === setOf(this.#now, spot.set)?.tiles.length;
  }

  #reach(spot: Spot): void {
    const legal = this.aim.open.some((target) => target.spot === spot && target.legal);
    this.#tell({ did: "reach", spot, legal });
  }

  // The steps

  undo(again = false): void {
    this.clear();
    this.#motion.expect("snap");
    this.#host.carryOut({ do: again ? "redo" : "undo" });
  }

  undoAll(): void {
    this.clear();
    this.#motion.expect("home");
    this.#host.carryOut({ do: "undo-all" });
  }
}
