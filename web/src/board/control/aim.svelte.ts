/** What the hand aims at: the places open for its tiles, the one that is meant, and the room the others make there. */

import { nearest, shifted, targets } from "../state";
import type { Point, Rect, Scene, Spot, Target, TileId } from "../state";
import { asideBy, clearanceFor } from "./clearance";
import type { Clearance } from "./clearance";
import type { BoardHost } from "./host";
import type { Surface } from "./surface.svelte";

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
  readonly clearance: Clearance | null = $derived.by(() => {
    const { hot } = this;
    return hot && hot === this.#rested ? clearanceFor(this.#surface.layout, hot.spot) : null;
  });

  readonly #host: Pick<BoardHost, "legal">;
  readonly #surface: Pick<Surface, "scene" | "layout" | "rects">;
  #soon: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #opened: { readonly scene: Scene; readonly ids: string } | null = null;

  constructor(host: Pick<BoardHost, "legal">, surface: Pick<Surface, "scene" | "layout" | "rects">) {
    this.#host = host;
    this.#surface = surface;
  }

  /** Open the places two frames later, so that a tile is seen to be lifted first; or when one of them is asked for. */
  openSoon(ids: readonly TileId[]): void {
    this.#soon = () => this.openFor(ids);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => this.#soon?.())));
  }

  /** Open the places for these tiles. */
  openFor(ids: readonly TileId[]): void {
    this.#soon = null;
    const { scene } = this.#surface;
    this.open = ids.length ? (this.#scrolled(scene, ids) ?? targets(scene, ids, this.#host.legal(ids))) : NONE;
    this.#opened = { scene, ids: ids.join() };
    // These are new targets: what was aimed at is the one for the same spot, if there still is one.
    const { hot } = this;
    if (hot) this.at(this.open.find(({ spot }) => isSame(spot, hot.spot)) ?? null, hot === this.#rested);
  }

  /** The places open already for these tiles, when nothing but the cloth has moved. */
  #scrolled({ draft, layout, rack, table }: Scene, ids: readonly TileId[]): readonly Target[] | null {
    const old = this.open.length ? this.#opened : null;
    const same = old?.scene.draft === draft && old.scene.layout === layout && old.scene.rack === rack;
    if (!same || old.ids !== ids.join()) return null;
    const by = { x: table.x - old.scene.table.x, y: table.y - old.scene.table.y };
    if (!by.x && !by.y) return this.open;
    return this.open.map((target) =>
      target.spot.to === "rack" ? target : { ...target, hit: shifted(target.hit, by), slot: shifted(target.slot, by) },
    );
  }

  /** The place a point means for so many tiles. */
  under(point: Point, tiles: number): Target | null {
    this.#soon?.();
    return nearest(this.#surface.scene, this.open, point, tiles);
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
    const { clearance } = this;
    const shown = new Map<TileId, Rect>();
    if (!clearance) return shown;
    const rects = this.#surface.rects();
    for (const set of this.#surface.layout.sets.values()) {
      set.tiles.forEach(({ id }, place) => {
        const [rect, by] = [rects.get(id), asideBy(clearance, set.id, place)];
        if (rect && by) shown.set(id, { ...rect, x: rect.x + by });
      });
    }
    return shown;
  }
}
