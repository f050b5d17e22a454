/** Tiles, and what is around their sets, make room for what is held: shown aside by nothing but a transform. */

import type { ClothLayout, SetId, TileId } from "../state";
import { asideBy } from "./clearance";
import type { Clearance } from "./clearance";

const GENTLY = "transform 140ms ease-out";

export class Yielding {
  readonly #tile: (id: TileId) => HTMLElement | undefined;
  readonly #frame: (id: SetId) => HTMLElement | undefined;
  /** Whatever was moved while something is held: it stays a surface of its own until the hand is empty. */
  readonly #moved = new Map<HTMLElement, number>();

  constructor(tile: (id: TileId) => HTMLElement | undefined, frame: (id: SetId) => HTMLElement | undefined) {
    this.#tile = tile;
    this.#frame = frame;
  }

  /** Show this room; all is back at once when nothing is held any more. */
  show(clearance: Clearance | null, layout: ClothLayout, holds: boolean): void {
    const wanted = clearance ? this.#asides(clearance, layout) : new Map<HTMLElement, number>();
    for (const element of this.#moved.keys()) if (!wanted.has(element)) wanted.set(element, 0);
    for (const [element, by] of wanted) {
      if ((this.#moved.get(element) ?? 0) !== by || !holds) move(element, by, holds);
      this.#moved.set(element, by);
    }
    if (!holds) this.#moved.clear();
  }

  #asides(clearance: Clearance, layout: ClothLayout): Map<HTMLElement, number> {
    const found = new Map<HTMLElement, number>();
    for (const { id, tiles } of layout.sets.values()) {
      tiles.forEach((tile, place) => {
        const [element, by] = [this.#tile(tile.id), asideBy(clearance, id, place)];
        if (element && by) found.set(element, by);
      });
      const [frame, by] = [this.#frame(id), clearance.sets.get(id)];
      if (frame && by) found.set(frame, by);
    }
    return found;
  }
}

/** Above its neighbours, which then are drawn together as before. */
function move({ style }: HTMLElement, by: number, gently: boolean): void {
  style.zIndex = gently ? "1" : "";
  style.willChange = gently ? "transform" : "";
  style.transition = gently ? GENTLY : "";
  style.transform = by ? `translateX(${by}px)` : "";
}
