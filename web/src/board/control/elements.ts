/** The elements of the tiles on the page. */

import type { TileId } from "../state";

export class TileElements {
  readonly #found = new Map<TileId, HTMLElement>();

  /** Attach to the element of a tile; one that is drawn elsewhere has a new one before the old one goes. */
  readonly follow =
    (id: TileId) =>
    (element: HTMLElement): (() => void) => {
      this.#found.set(id, element);
      return () => {
        if (this.#found.get(id) === element) this.#found.delete(id);
      };
    };

  readonly of = (id: TileId): HTMLElement | undefined => this.#found.get(id);
}
