/** A table on a page: where things lie, the hand that moves them, and what flies. */

import { tick, untrack } from "svelte";
import { tilesLeft, tilesOn } from "../state";
import type { Movement, Rect, SetId, TileId } from "../state";
import { TileElements } from "./elements";
import { Hand } from "./hand.svelte";
import type { Pointing } from "./hand.svelte";
import type { BoardHost } from "./host";
import { keyOf } from "./keys";
import { TileMotion } from "./motion";
import type { BoardPage } from "./page";
import { Surface } from "./surface.svelte";

const ZOOMS: Readonly<Record<string, 1 | -1 | 0>> = { "+": 1, "=": 1, "-": -1, "0": 0 };

/**
 * Somebody's move: what moved, where tiles that were not seen before come from, and what is brought into sight, a set
 * and a tile of the rack.
 */
export interface HeardMove {
  readonly movements: readonly Movement[];
  readonly origin: (from: Movement["from"]) => Rect | null;
  readonly dealt: boolean;
  readonly show: SetId | null;
  readonly reveal?: TileId | null;
}

/** To be made while a component is being made, which it lives and ends with. */
export class Board {
  readonly host: BoardHost;
  readonly surface: Surface;
  readonly tiles = new TileElements();
  readonly motion: TileMotion;
  readonly hand: Hand;
  #show: SetId | null = null;
  #reveal: TileId | null = null;

  /** The one tile that the Tab key leads to. */
  readonly roving: TileId | null = $derived.by(() => {
    const { now } = this.host.draft;
    if (this.hand.at?.on === "tile") return this.hand.at.tile;
    const [selected] = this.hand.selection;
    return selected ?? (tilesLeft(now)[0] ?? tilesOn(now.sets)[0])?.id ?? null;
  });

  constructor(host: BoardHost, page?: BoardPage) {
    this.host = host;
    this.surface = new Surface(host, page);
    this.motion = new TileMotion(this.surface, this.tiles.of, () => host.still);
    this.hand = new Hand(host, this.surface, this.motion, (tile) => this.#focus(tile));
    $effect(() => {
      const measure = (): void => this.surface.measure();
      addEventListener("resize", measure);
      return () => removeEventListener("resize", measure);
    });
    $effect(() => this.#move());
    $effect(() => this.#refresh());
  }

  /** Somebody else moved: it is shown as soon as the draft is the new one. */
  hear({ movements, origin, dealt, show, reveal = null }: HeardMove): void {
    this.motion.hear(movements, origin, dealt);
    if (show !== null) this.#show = show;
    if (reveal !== null) this.#reveal = reveal;
  }

  /** Attach to whatever tiles lie on: pointers there are the hand's. */
  readonly listen = (element: HTMLElement): (() => void) => {
    const { hand } = this;
    const ends = new AbortController();
    const options = { signal: ends.signal };
    const down = (event: PointerEvent): void => {
      if (event.button === 0 && hand.down(pointing(event))) element.setPointerCapture(event.pointerId);
    };
    element.addEventListener("pointerdown", down, options);
    element.addEventListener("pointermove", (event) => hand.move(pointing(event)), options);
    element.addEventListener("pointerup", (event) => hand.up(pointing(event)), options);
    element.addEventListener("pointercancel", (event) => hand.cancel(event.pointerId), options);
    element.addEventListener("touchmove", (event) => hand.holds && event.cancelable && event.preventDefault(), {
      ...options,
      passive: false,
    });
    // A long press selects; it is not for the browser's own menu.
    element.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    return () => ends.abort();
  };

  /** A key that is nobody else's: + and - change the size of the tiles, the rest is the hand's. Says whether it meant something. */
  key(event: KeyboardEvent): boolean {
    const zoom = event.ctrlKey || event.metaKey ? undefined : ZOOMS[event.key];
    if (zoom !== undefined) {
      this.surface.zoom(zoom);
      return false;
    }
    const pressed = keyOf(event);
    if (pressed === "undo" || pressed === "redo") {
      this.hand.undo(pressed === "redo");
      return true;
    }
    return pressed !== null && this.hand.key(pressed);
  }

  /** A tile that was put elsewhere is drawn anew, and the focus stays with it. */
  #focus(tile: TileId): void {
    this.surface.reveal(tile);
    const focus = (): void => this.tiles.of(tile)?.focus({ preventScroll: true });
    focus();
    void tick().then(focus);
  }

  #move(): void {
    void this.host.draft;
    void this.surface.layout;
    void this.surface.rackBox;
    untrack(() => {
      // What changed is brought into sight first, for tiles fly to where they are seen.
      if (this.#show !== null) this.surface.show(this.#show);
      this.#show = null;
      if (this.#reveal !== null) this.surface.reveal(this.#reveal);
      this.#reveal = null;
      this.motion.run();
    });
  }

  #refresh(): void {
    void this.host.draft;
    void this.surface.scene;
    untrack(() => this.hand.refresh());
  }
}

function pointing(event: PointerEvent): Pointing {
  const { clientX: x, clientY: y, pointerId: pointer, pointerType, shiftKey, ctrlKey, metaKey, isPrimary } = event;
  const device = pointerType === "touch" || pointerType === "pen" ? pointerType : "mouse";
  return { x, y, pointer, device, shift: shiftKey || ctrlKey || metaKey, second: device === "touch" && !isPrimary };
}
