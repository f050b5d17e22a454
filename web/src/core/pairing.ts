/** Which set continues which, and so how many sets a turn breaks and how many tiles of the table it moves. */

import { bagOf } from "./bag";
import type { Sets } from "./matching";

/** One set left whole outweighs all tiles left where they were. */
const WHOLE = 1 << 10;

/** What a turn changes on the table. */
export interface ChangeCount {
  readonly broken: number;
  readonly moved: number;
}

/** The sets broken and the tiles moved from one table to another; docs/changes.md says what that means. */
export function countChanges(before: Sets, after: Sets): ChangeCount {
  const bags = after.map(bagOf);
  const shared = before.map((tiles) => {
    const own = bagOf(tiles);
    return bags.map((bag) => own.reduce((sum, count, kind) => sum + Math.min(count, bag[kind]!), 0));
  });
  const worth = shared.map((row, place) => row.map((count) => count + (count === before[place]!.length ? WHOLE : 0)));
  let [broken, moved] = [0, 0];
  for (const [row, column] of assign(worth).entries()) {
    const stayed = column === null ? 0 : shared[row]![column]!;
    const size = before[row]!.length;
    broken += Number(stayed < size);
    moved += size - stayed;
  }
  return { broken, moved };
}

/** The pairing of rows and columns with the greatest total (the Hungarian method, row by row). */
function assign(worth: readonly (readonly number[])[]): (number | null)[] {
  const rows = worth.length;
  const columns = Math.max(rows, worth[0]?.length ?? 0);
  const rowPrice = Array<number>(rows + 1).fill(0);
  const columnPrice = Array<number>(columns + 1).fill(0);
  // The row that has each column, from 1; column 0 is where a search starts.
  const owner = Array<number>(columns + 1).fill(0);
  for (let row = 1; row <= rows; row++) {
    owner[0] = row;
    const slack = Array<number>(columns + 1).fill(Infinity);
    const came = Array<number>(columns + 1).fill(0);
    const used = Array<boolean>(columns + 1).fill(false);
    let at = 0;
    while (owner[at]) {
      used[at] = true;
      const atRow = owner[at]!;
      let [nearest, following] = [Infinity, 0];
      for (let column = 1; column <= columns; column++) {
        if (used[column]) continue;
        const reduced = -(worth[atRow - 1]![column - 1] ?? 0) - rowPrice[atRow]! - columnPrice[column]!;
        if (reduced < slack[column]!) [slack[column], came[column]] = [reduced, at];
        if (slack[column]! < nearest) [nearest, following] = [slack[column]!, column];
      }
      for (let column = 0; column <= columns; column++) {
        if (used[column]) {
          rowPrice[owner[column]!]! += nearest;
          columnPrice[column]! -= nearest;
        } else slack[column]! -= nearest;
      }
      at = following;
    }
    while (at) {
      owner[at] = owner[came[at]!]!;
      at = came[at]!;
    }
  }
  const found = Array<number | null>(rows).fill(null);
  for (let column = 1; column <= columns; column++) {
    if (owner[column] && column <= worth[0]!.length) found[owner[column]! - 1] = column - 1;
  }
  return found;
}
