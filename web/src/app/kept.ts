/** A draft and the order of a rack, kept in this browser so that a reload loses nothing. */

import { kindText } from "../core/tiles";
import { EMPTY_DRAFT, hear, idsOf, tilesOf, tilesOn, trimmed } from "../board/state";
import type { BoardTile, Heard, ClothPlace, RackRows, Slot, TableDraft, TableReport } from "../board/state";
import { readLocal, writeLocal } from "./local";
import { reportOf, restored, tableText } from "./written";

/** `base` is the table as the server had it; in `rows` a gap is a dash and a tile that was laid has a plus; `sent` says that the server has the draft. */
export interface Kept {
  readonly at: number;
  readonly game: string;
  readonly base: string;
  readonly rows: readonly string[];
  readonly table: string;
  readonly places: readonly (ClothPlace | null)[];
  readonly sent: boolean;
}

/** More tables than this are not remembered. */
const MOST = 20;
const GAP = "-";
const LAID = "+";

/** A draft as it is kept. */
export function toKept(draft: TableDraft, game: string, sent: boolean, at: number): Kept {
  const { sets, rack } = draft.now;
  const away = idsOf(tilesOn(sets));
  const word = (slot: Slot): string => (slot ? kindText(slot.kind) + (away.has(slot.id) ? LAID : "") : GAP);
  const row = (slots: RackRows[number]): string => slots.map(word).join(" ");
  const places = sets.map((set) => set.place);
  return { at, game, base: tableText(draft.base), rows: rack.map(row), table: tableText(sets), places, sent };
}

/** Whether more was kept than the order of a rack. */
export const isPlan = ({ table, base }: Kept): boolean => table !== base;

/** Take up what was kept, on the table as it is by now; null when it cannot be read. */
export function takeUp(kept: Kept, report: TableReport): Heard | null {
  try {
    const own = kept.rows
      .flatMap(wordsOf)
      .filter((word) => word !== GAP)
      .map(plain);
    const begun = hear(EMPTY_DRAFT, reportOf(kept.base, own.join(" "), null), true).draft;
    const ordered = arranged(begun, kept);
    const laid = kept.rows.flatMap((row, at) =>
      wordsOf(row).flatMap((word, slot) => (word.endsWith(LAID) ? (ordered.now.rack[at]?.[slot] ?? []) : [])),
    );
    const planned = restored(ordered, kept.table, laid) ?? ordered;
    const sets = planned.now.sets.map((set, index) => ({ ...set, place: kept.places[index] ?? set.place }));
    return hear({ ...planned, now: { ...planned.now, sets } }, report, false);
  } catch {
    return null;
  }
}

/** The draft with its rack in the order that was kept; tiles that came since are at the end. */
export function arranged(draft: TableDraft, kept: Kept): TableDraft {
  const free = tilesOf(draft.now.rack);
  const rows = kept.rows.map((row) => wordsOf(row).map((word) => take(free, word)));
  rows.at(-1)?.push(...free);
  return rows.length ? { ...draft, now: { ...draft.now, rack: rows.map(trimmed) } } : draft;
}

const plain = (word: string): string => word.replace(LAID, "");

const wordsOf = (row: string): string[] => row.split(" ").filter(Boolean);

/** Take the tile written so; a gap, or a tile that is not there any more, is a gap. */
function take(free: BoardTile[], word: string): BoardTile | null {
  const at = free.findIndex((tile) => kindText(tile.kind) === plain(word));
  return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
}

/** What was kept of a seat at a table. */
export const readKept = (table: string, seat: number): Kept | null => all()[`${table} ${seat}`] ?? null;

/** Keep a seat's draft, and forget the oldest of many. */
export function writeKept(table: string, seat: number, kept: Kept): void {
  const latest = Object.entries({ ...all(), [`${table} ${seat}`]: kept }).sort(([, one], [, two]) => two.at - one.at);
  writeLocal("drafts", Object.fromEntries(latest.slice(0, MOST)));
}

function all(): Record<string, Kept> {
  const found = readLocal("drafts");
  return typeof found === "object" && found !== null ? (found as Record<string, Kept>) : {};
}
