/** The sets as homes of their tiles: how each is shown, and the element around it. */

import type { SetId } from "../state";

export class TileHomes<Look> {
  readonly #looks = new Map<SetId, () => Look>();
  readonly #frames = new Map<SetId, HTMLElement>();

  /** A set is there, and this is how it is shown; what is given back is to be attached to its element. */
  open(id: SetId, look: () => Look): (frame: HTMLElement) => () => void {
    this.#looks.set(id, look);
    return (frame) => {
      this.#frames.set(id, frame);
      return () => {
        if (this.#frames.get(id) !== frame) return;
        this.#frames.delete(id);
        this.#looks.delete(id);
      };
    };
  }

  look(id: SetId): Look | undefined {
    return this.#looks.get(id)?.();
  }

  /** The element around a set's tiles. */
  readonly frame = (id: SetId): HTMLElement | undefined => this.#frames.get(id);
}
