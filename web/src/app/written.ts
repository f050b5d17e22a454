/** A table as it is written: the board knows tiles, the server text. */

import { kindsOn, restore } from "../board/state";
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
