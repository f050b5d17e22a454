/** The sets as homes of their tiles. A tile that goes to another set keeps its element, which moves there. */

import type { BoardTile, SetId, TableSet, TileId } from "../state";

/** A tile on the cloth, in which set and at which place of it, and how it is marked: what it is, and in which colour. */
export interface LyingTile {
  readonly tile: BoardTile;
  readonly set: SetId;
  readonly place: number;
  readonly state: string;
  readonly mark: string;
}

/** How a tile is marked. */
export type TileMarks = (tile: TileId) => Pick<LyingTile, "state" | "mark">;

/** What a tile must know of the set it lies in is the view's. */
export class TileHomes<Home> {
  readonly #open = new Map<SetId, Home>();
  readonly #built = new Map<SetId, Element>();
  #lying = new Map<TileId, LyingTile>();

  /** A set is there, with what its tiles must know of it; what is given back is to be attached to its element. */
  open(id: SetId, home: Home): (element: Element) => () => void {
    this.#open.set(id, home);
    return (element) => {
      this.#built.set(id, element);
      return () => {
        if (this.#built.get(id) !== element) return;
        this.#built.delete(id);
        this.#open.delete(id);
      };
    };
  }

  of(id: SetId): Home {
    return this.#open.get(id)!;
  }

  /**
   * The tiles of these sets, always in the order of their ids: a list that never changes its order moves no element by
   * itself. One that lies where it did, marked as it was, is the same value, and nothing of it is looked at again.
   */
  lying(sets: readonly TableSet[], marks: TileMarks): LyingTile[] {
    const found = sets.flatMap(({ id: set, tiles }) =>
      tiles.map((tile, place): LyingTile => {
        const old = this.#lying.get(tile.id);
        const { state, mark } = marks(tile.id);
        const same = old?.tile === tile && old.set === set && old.place === place;
        return same && old.state === state && old.mark === mark ? old : { tile, set, place, state, mark };
      }),
    );
    this.#lying = new Map(found.map((each) => [each.tile.id, each]));
    return found.sort((one, two) => one.tile.id - two.tile.id);
  }

  /** Put the elements of tiles into their sets, each in its place; what lies there already stays. */
  bring(sets: readonly TableSet[], element: (id: TileId) => Element | undefined): void {
    for (const { id, tiles } of sets) {
      const home = this.#built.get(id);
      let next = home?.firstElementChild ?? null;
      for (const tile of tiles) {
        const one = element(tile.id);
        if (one && one === next) next = next.nextElementSibling;
        else if (one) home?.insertBefore(one, next);
      }
    }
  }
}
