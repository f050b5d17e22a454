/** What the hand aims at: the places open for its tiles, the one that is meant, and the room the others make there. */

import { nearest, targets } from "../table";
import type { Draft, Point, Rect, Spot, Target, TileId } from "../table";
import type { Mirror } from "../core/rules";
import type { Board } from "./board.svelte";
import { fitting } from "./fitting";
import { asideBy, roomFor } from "./room";
import type { Room } from "./room";

/** The others make room where a drag rests for so long, in milliseconds: it passes over the rest without a stir. */
const REST = 70;
const NONE: readonly Target[] = [];

export class Aim {
  open = $state.raw(NONE);
  hot = $state.raw<Target | null>(null);
  #rested = $state.raw<Target | null>(null);
  /** How the others make room for what is held. */
  readonly room: Room | null = $derived.by(() => {
    const { hot } = this;
    return hot && hot === this.#rested ? roomFor(this.#board.layout, hot.spot) : null;
  });

  readonly #board: Board;
  #soon: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: { readonly now: Draft["now"]; readonly name: string; readonly fits: (spot: Spot) => boolean } | null = null;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Open the places in the next frame, so that a tile is seen to be lifted first; or when one of them is asked for. */
  openSoon(ids: readonly TileId[], mirror: Mirror | null): void {
    this.#soon = () => this.openFor(ids, mirror);
    requestAnimationFrame(() => setTimeout(() => this.#soon?.()));
  }

  /** Open the places for these tiles. */
  openFor(ids: readonly TileId[], mirror: Mirror | null): void {
    this.#soon = null;
    this.open = ids.length ? targets(this.#board.scene, ids, this.#fitting(ids, mirror)) : NONE;
    // These are new targets: what was aimed at is the one for the same spot, if there still is one.
    const { hot } = this;
    const rests = hot !== null && hot === this.#rested;
    if (hot) this.at(this.open.find(({ spot }) => JSON.stringify(spot) === JSON.stringify(hot.spot)) ?? null, rests);
  }

  /** Asked anew while the cloth scrolls under a drag, so what was found out is kept. */
  #fitting(ids: readonly TileId[], mirror: Mirror | null): (spot: Spot) => boolean {
    const { now } = this.#board.draft;
    const name = ids.join();
    if (this.#asked?.now !== now || this.#asked.name !== name) {
      this.#asked = { now, name, fits: fitting(this.#board.draft, ids, mirror) };
    }
    return this.#asked.fits;
  }

  /** The place a point means for so many tiles. */
  under(point: Point, tiles: number): Target | null {
    this.#soon?.();
    return nearest(this.#board.scene, this.open, point, tiles);
  }

  /** A drag is over a point now. Wherever on the bare cloth a new set begins, nothing changes to look at. */
  follow(point: Point, tiles: number): void {
    const found = this.under(point, tiles);
    const { hot } = this;
    if (found?.spot === hot?.spot || (found?.spot.to === "new" && hot?.spot.to === "new")) return;
    this.at(found, false);
  }

  /** Mean this place; the others make room at once or when it is meant for a while. */
  at(target: Target | null, rests = true): void {
    clearTimeout(this.#timer);
    this.hot = target;
    if (rests) this.#rested = target;
    else if (target && "set" in target.spot) this.#timer = setTimeout(() => (this.#rested = target), REST);
  }

  clear(): void {
    this.#soon = null;
    this.open = NONE;
    this.at(null);
  }

  /** Where tiles are shown that made room, so that they go on from there. */
  moved(): Map<TileId, Rect> {
    const { room } = this;
    const shown = new Map<TileId, Rect>();
    if (!room) return shown;
    const rects = this.#board.rects();
    for (const set of this.#board.layout.sets.values()) {
      set.tiles.forEach(({ id }, place) => {
        const [rect, by] = [rects.get(id), asideBy(room, set.id, place)];
        if (rect && by) shown.set(id, { ...rect, x: rect.x + by });
      });
    }
    return shown;
  }
}
