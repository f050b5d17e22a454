/** What the hand aims at: the places open for its tiles, the one that is meant, and the room the others make there. */

import { nearest, shifted, targets } from "../../board/state";
import type { Point, Rect, Scene, Spot, Target, TileId } from "../../board/state";
import type { Mirror } from "../../core/rules";
import type { Board } from "./board.svelte";
import { fitting } from "./fitting";
import { asideBy, roomFor } from "./room";
import type { Room } from "./room";

/** The others make room where a drag rests for so long, in milliseconds: it passes over the rest without a stir. */
const REST = 120;
const NONE: readonly Target[] = [];

const isSame = (one: Spot, other: Spot): boolean =>
  one === other || (one.to === other.to && JSON.stringify(one) === JSON.stringify(other));

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
  #opened: { readonly scene: Scene; readonly ids: string } | null = null;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Open the places two frames later, so that a tile is seen to be lifted first; or when one of them is asked for. */
  openSoon(ids: readonly TileId[], mirror: Mirror | null): void {
    this.#soon = () => this.openFor(ids, mirror);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => this.#soon?.())));
  }

  /** Open the places for these tiles. */
  openFor(ids: readonly TileId[], mirror: Mirror | null): void {
    this.#soon = null;
    const { scene } = this.#board;
    this.open = ids.length
      ? (this.#scrolled(scene, ids) ?? targets(scene, ids, fitting(scene.draft, ids, mirror)))
      : NONE;
    this.#opened = { scene, ids: ids.join() };
    // These are new targets: what was aimed at is the one for the same spot, if there still is one.
    const { hot } = this;
    const rests = hot !== null && hot === this.#rested;
    if (hot) this.at(this.open.find(({ spot }) => isSame(spot, hot.spot)) ?? null, rests);
  }

  /** The places open already for these tiles, when nothing but the cloth has moved. */
  #scrolled({ draft, layout, rack, table }: Scene, ids: readonly TileId[]): readonly Target[] | null {
    const old = this.open.length ? this.#opened : null;
    if (old?.ids !== ids.join() || old.scene.draft !== draft || old.scene.layout !== layout || old.scene.rack !== rack)
      return null;
    const by = { x: table.x - old.scene.table.x, y: table.y - old.scene.table.y };
    if (!by.x && !by.y) return this.open;
    return this.open.map((target) =>
      target.spot.to === "rack" ? target : { ...target, hit: shifted(target.hit, by), slot: shifted(target.slot, by) },
    );
  }

  /** The place a point means for so many tiles. */
  under(point: Point, tiles: number): Target | null {
    this.#soon?.();
    return nearest(this.#board.scene, this.open, point, tiles);
  }

  /** A drag is over a point now. Wherever on the bare cloth a new set begins, nothing changes to look at. */
  follow(point: Point, tiles: number): void {
    if (this.#soon) return;
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
