/** Tiles and sets as they are drawn: all that is seen of one is one value, which stays the same as long as that does. */

import type { Board } from "../control/board.svelte";
import type { BoardTile, Placed, TableSet, TileId } from "../state";
import type { BoardLook, Face } from "./look";

/** A tile where it lies. */
export interface TileDrawn {
  readonly id: TileId;
  /** What its element is called, for what it belongs to. */
  readonly name?: string;
  readonly x: number;
  readonly y: number;
  readonly face: Face;
  readonly label: string;
  /** What is said of it where one points at it. */
  readonly about: string;
  /** Whether it can be movable, is selected, is in the hand, and whether the Tab key leads to it. */
  readonly movable: boolean;
  readonly selected: boolean;
  readonly lifted: boolean;
  readonly roving: boolean;
  /** Whether both sides of its set mirror each other in it. */
  readonly axis?: boolean;
  readonly state: string;
  /** The colour of a mark that is not the usual one. */
  readonly mark?: string;
}

/** What is around a set: where it lies, whether something is wrong with it, and whether it is to be looked at. */
export interface SetDrawn {
  readonly set: TableSet;
  readonly placed: Placed;
  readonly bad: boolean;
  readonly touched: boolean;
}

/** What is drawn of a tile wherever it lies. */
export const tileDrawn = (
  { host, hand, roving }: Board,
  look: BoardLook,
  { id, kind }: BoardTile,
): Pick<TileDrawn, "id" | "about" | "movable" | "selected" | "lifted" | "roving"> => ({
  id,
  about: look.about?.(kind) ?? "",
  movable: host.plays,
  selected: hand.selection.has(id),
  lifted: hand.held.has(id),
  roving: roving === id,
});
