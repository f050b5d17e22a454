/** The score sheet of a match as a file for a spreadsheet, in the reader's language. */

import { api } from "../net/api";
import type { MatchResult } from "../net/routes";
import type { Entry } from "../net/seen";
import { m } from "../paraglide/messages.js";
import { sayList, writesCommas } from "./language";
import { seatName } from "./words";

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Who plays, what each game scored and who won it, and who is ahead. */
export interface SavedSheet {
  readonly names: readonly string[];
  readonly games: readonly Entry[];
  readonly ahead: readonly number[];
}

/** A sheet's lines: every game, the totals, the games won. */
export function sheetText({ names, games, ahead }: SavedSheet): string {
  const sums = (worth: (game: Entry, seat: number) => number): number[] =>
    names.map((_, seat) => games.reduce((sum, game) => sum + worth(game, seat), 0));
  const lines = [
    [m.sheet_game(), ...names, m.sheet_winner()],
    ...games.map((game, at) => [at + 1, ...game.scores, names[game.winner] ?? ""]),
    [m.end_total(), ...sums((game, seat) => game.scores[seat] ?? 0), sayList(ahead.map((seat) => names[seat] ?? ""))],
    [m.sheet_wins(), ...sums((game, seat) => Number(game.winner === seat)), ""],
  ];
  return csvText(lines);
}

/** Lines of cells as a spreadsheet of the reader's country reads them. */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  const between = writesCommas() ? ";" : ",";
  return lines.map((line) => `${line.map((one) => cell(one, between)).join(between)}\r\n`).join("");
}

/** The sheet of a match that the server has. */
export function playedSheet({ games, winners }: MatchResult): SavedSheet {
  const results = games.map((game) => game.results);
  return {
    names: (results.at(-1) ?? []).map((one) => seatName(one.name, one.bot) || m.history_deleted()),
    games: results.map((game) => ({
      scores: game.map((one) => one.score),
      winner: game.findIndex((one) => one.won),
    })),
    ahead: winners,
  };
}

/** A cell: numbers as they are, and no name is a formula or ends the cell. */
function cell(value: string | number, between: string): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return text.includes(between) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Have the browser save the sheet of a match that the server has. */
export async function saveSheet(table: string, match: number): Promise<void> {
  const result = await api.match(table, match);
  download(playedSheet(result), result.games.at(-1)?.ended ?? 0);
}

/** Have the browser save a sheet, named after the day, in seconds since 1970. */
export const download = (sheet: SavedSheet, at: number): void => saveText(sheetText(sheet), at, m.sheet_file());

/** Have the browser save a text for a spreadsheet, named after a day, in seconds since 1970. */
export function saveText(text: string, at: number, name: string): void {
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  // With this mark spreadsheets know that it is Unicode.
  const file = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `tilery-${day}-${name}.csv`;
  link.click();
  URL.revokeObjectURL(file);
}
