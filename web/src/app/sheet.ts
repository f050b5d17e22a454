/** The score sheet of a match as a file for a spreadsheet, in the reader's language. */

import { api } from "../net/api";
import type { MatchResult, SeatResult } from "../net/routes";
import { m } from "../paraglide/messages.js";
import { sayList, writesCommas } from "./language";
import { seatName } from "./words";

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A sheet's lines: every game, the totals, the games won. */
export function sheetText({ games, winners }: MatchResult): string {
  const results = games.map((game) => game.results);
  const names = (results.at(-1) ?? []).map((one) => seatName(one.name, one.bot) || m.history_deleted());
  const sums = (worth: (one: SeatResult) => number): number[] =>
    names.map((_, seat) => results.reduce((sum, game) => sum + (game[seat] ? worth(game[seat]) : 0), 0));
  const wonBy = (game: readonly SeatResult[]): string => names[game.findIndex((one) => one.won)] ?? "";
  const ahead = sayList(winners.map((seat) => names[seat] ?? ""));
  const lines = [
    [m.sheet_game(), ...names, m.sheet_winner()],
    ...results.map((game, at) => [at + 1, ...game.map((one) => one.score), wonBy(game)]),
    [m.end_total(), ...sums((one) => one.score), ahead],
    [m.sheet_wins(), ...sums((one) => Number(one.won)), ""],
  ];
  const between = writesCommas() ? ";" : ",";
  return lines.map((line) => `${line.map((one) => cell(one, between)).join(between)}\r\n`).join("");
}

/** A cell: numbers as they are, and no name is a formula or ends the cell. */
function cell(value: string | number, between: string): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return text.includes(between) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Have the browser save the sheet of a match. */
export async function saveSheet(table: string, match: number): Promise<void> {
  const result = await api.match(table, match);
  const day = new Date((result.games.at(-1)?.ended ?? 0) * 1000).toISOString().slice(0, 10);
  // With this mark spreadsheets know that it is Unicode.
  const file = URL.createObjectURL(new Blob(["\uFEFF", sheetText(result)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `tilery-${day}-${m.sheet_file()}.csv`;
  link.click();
  URL.revokeObjectURL(file);
}
