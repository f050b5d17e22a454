/** How tiles and sets are shown and called: told by whoever uses the board. */

import type { TableSet, TileKind } from "../state";

/** Black, red, blue, yellow, and a joker's own. */
export type FaceColour = "k" | "r" | "b" | "y" | "j";

/** What is seen on a tile. */
export interface Face {
  readonly colour: FaceColour;
  readonly number?: number;
  /** What is drawn instead of a number. */
  readonly emblem?: "joker" | "double" | "change" | "mirror" | undefined;
  /** What a joker stands for: words on its dip, which has one colour or two. */
  readonly stands?: string;
  readonly dip?: readonly FaceColour[];
}

/** A set as it is shown. */
export interface SetLook {
  /** All of it in words. */
  readonly label: string;
  /** What it is, in a few words; an empty text where it is nothing yet. */
  readonly reads: string;
  readonly faces: readonly Face[];
  readonly names: readonly string[];
  /** The place of the tile both sides of it mirror; -1 where there is none. */
  readonly axis: number;
}

/** How everything is shown. */
export interface BoardLook {
  face(kind: TileKind): Face;
  name(kind: TileKind): string;
  /** What there is to know about a tile that is pointed at; empty where it speaks for itself. */
  about?(kind: TileKind): string;
  set(set: TableSet): SetLook;
}

/** A look in which a tile is the same wherever it lies, and a set is called by its tiles. */
export function plainLook(face: BoardLook["face"], name: BoardLook["name"]): BoardLook {
  return {
    face,
    name,
    set: ({ tiles }) => {
      const names = tiles.map((tile) => name(tile.kind));
      return { label: names.join(", "), reads: "", faces: tiles.map((tile) => face(tile.kind)), names, axis: -1 };
    },
  };
}

/** The words on a cloth. */
export interface ClothWords {
  /** What it is. */
  readonly cloth: string;
  /** On the strip where a new set is laid. */
  readonly strip: string;
  /** Of a set that is marked. */
  readonly marked: string;
  /** That there are so many more sets than are seen. */
  readonly hidden: (count: number) => string;
}
