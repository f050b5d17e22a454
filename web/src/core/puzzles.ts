/**
 * A puzzle; docs/puzzles.md says what is proven about it.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

/**
 * A puzzle. Tables and racks are in notation.
 *
 * `solutions` are arrangements of the table that reach the goal: which tiles lie together. With `more` there are
 * more than that. `answers` are one or two of them, the first with as little changed as can be.
 */
export interface Puzzle {
  readonly id: string;
  readonly theme: PuzzleTheme;
  readonly edition: string;
  readonly tile_set: string;
  readonly table: string;
  readonly rack: string;
  readonly opened: boolean;
  readonly goal: PuzzleGoal;
  readonly rating: number;
  readonly solutions: number;
  readonly more: boolean;
  readonly proof: PuzzleProof;
  readonly answers: readonly string[];
}

export type PuzzleTheme = "everything" | "free-joker" | "only-play" | "open" | "fewest" | "special";

/**
 * What a turn has to do, as in an exercise of a lesson: `lay` these tiles at least, `all` for the whole rack,
 * or so many at `least`. With `moved` no more tiles of the table may lie elsewhere than that.
 */
export interface PuzzleGoal {
  readonly lay?: string;
  readonly least?: number;
  readonly moved?: number;
}

/**
 * What is proven: the fewest sets of the table that are `touched` and tiles that are `moved` by any solution,
 * how many levels of the ladder, counted from below, `overlooked` it, and how many different sets could be made of
 * the tiles (`choices`).
 */
export interface PuzzleProof {
  readonly touched: number;
  readonly moved: number;
  readonly overlooked: number;
  readonly choices: number;
}
