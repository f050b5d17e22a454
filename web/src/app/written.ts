/** A table as it is written: the board knows tiles, the server text. */

import { kindsOf, kindsOn, restore } from "../board/state";
import type { BoardTile, TableDraft, TableReport, TableSet } from "../board/state";
import { formatTable, parseTable, parseTiles } from "../core/notation";

/** The sets on a table as the server reads them. */
export const tableText = (sets: readonly TableSet[]): string => formatTable(kindsOn(sets));

/** How things lie by the server's word; throws NotationError on text that is none. */
export const reportOf = (table: string, rack: string | null, seat: number | null): TableReport => ({
  table: parseTable(table),
  rack: rack === null ? null : parseTiles(rack),
  seat,
});

/** The draft with its table as it is written here; null when it cannot lie so. */
export function restored(draft: TableDraft, table: string, first: readonly BoardTile[] = []): TableDraft | null {
  try {
    return restore(draft, parseTable(table), first);
  } catch {
    return null;
  }
}

/**
 * The draft with its sets in the orders they will lie in when the turn is done, as the server says. It is no step of
 * its own: what is taken back takes this along.
 */
export function settled(draft: TableDraft, table: string): TableDraft {
  const orders = parseTable(table);
  const sets = draft.now.sets.map((set) => {
    const at = orders.findIndex((order) => sorted(order) === sorted(kindsOf(set.tiles)));
    const [order = []] = at < 0 ? [] : orders.splice(at, 1);
    const left = [...set.tiles];
    const tiles = order.flatMap((kind) =>
      left.splice(
        left.findIndex((tile) => tile.kind === kind),
        1,
      ),
    );
    return at < 0 || tiles.every((tile, place) => tile === set.tiles[place]) ? set : { ...set, tiles };
  });
  return sets.every((set, at) => set === draft.now.sets[at]) ? draft : { ...draft, now: { ...draft.now, sets } };
}

const sorted = (kinds: readonly number[]): string => [...kinds].sort((one, two) => one - two).join();
