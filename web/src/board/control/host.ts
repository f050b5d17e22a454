/** What a board asks of the page it is part of, and what it tells it. */

import type { BoardIntent, BoardTile, SetId, Spot, TableDraft, ScreenForm, TableSet, TileId } from "../state";

/**
 * Whoever uses a board: a game, a lesson, a puzzle. It keeps the draft, knows the rules and speaks the language.
 *
 * What is read from it is followed where it is Svelte's state.
 */
export interface BoardHost {
  /** What lies on the table and on the rack. */
  readonly draft: TableDraft;
  /** Whether tiles can be moved; whoever only looks on can still ask about sets. */
  readonly plays: boolean;
  /** Whether tiles are to be where they lie at once, without flying there. */
  readonly still: boolean;
  /** The form of a window of this size, which says how large tiles are. */
  formOf(width: number, height: number): ScreenForm;
  /** Says of any place whether these tiles would make legal sets there. */
  legal(tiles: readonly TileId[]): (spot: Spot) => boolean;
  /** Whether the order of a set's tiles means nothing, so that one place beside it is enough to show. */
  unordered(set: TableSet): boolean;
  /** The tiles of a rack in order that begin another part of it, a colour or a number. */
  parts(tiles: readonly BoardTile[]): ReadonlySet<BoardTile>;
  /** Do what the player means with the draft; says whether anything changed. */
  carryOut(intent: BoardIntent): boolean;
  /** Hear what the hand does, for sounds and for whoever does not see it. */
  hear(deed: HandDeed): void;
}

/** What the hand did. */
export type HandDeed =
  /** More tiles were selected, or tiles were lifted by a pointer. */
  | { readonly did: "pick" }
  /** Tiles were lifted by the keyboard. */
  | { readonly did: "lift"; readonly tiles: readonly TileId[] }
  /** Tiles that were lifted so have come to a place. */
  | { readonly did: "reach"; readonly spot: Spot; readonly legal: boolean }
  | { readonly did: "place"; readonly tiles: readonly TileId[] }
  | { readonly did: "split" }
  /** A set was asked about; null when it is not any more. */
  | { readonly did: "ask"; readonly set: SetId | null };
