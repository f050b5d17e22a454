/** The rows of an edition in words: what each is about, what its value is, and what that means at the table. */

import type { RowName } from "../core/rules";
import { m } from "../paraglide/messages.js";
import { sayList, sayNumber, sayTime } from "./language";
import { tileSetName } from "./words";

/** The rows as they are shown, in the order a game is played. */
export const ROWS = [
  "tile_sets",
  "players",
  "rack_size",
  "opening",
  "opening_sets",
  "table_in_opening",
  "freeing",
  "freed_joker",
  "drawn",
  "mirror",
  "time_limit",
  "overtime",
  "overtime_draw",
  "idle_draw",
  "pool_empty",
  "ending",
  "pool_scores",
  "joker_penalty",
  "match",
] as const satisfies readonly RowName[];

const TITLES: Readonly<Record<RowName, () => string>> = {
  tile_sets: m.rules_row_tile_sets,
  players: m.rules_row_players,
  rack_size: m.rules_row_rack_size,
  opening: m.rules_row_opening,
  opening_sets: m.rules_row_opening_sets,
  table_in_opening: m.rules_row_table_in_opening,
  freeing: m.rules_row_freeing,
  freed_joker: m.rules_row_freed_joker,
  drawn: m.rules_row_drawn,
  mirror: m.rules_row_mirror,
  time_limit: m.rules_row_time_limit,
  overtime: m.rules_row_overtime,
  overtime_draw: m.rules_row_overtime_draw,
  idle_draw: m.rules_row_idle_draw,
  pool_empty: m.rules_row_pool_empty,
  ending: m.rules_row_ending,
  pool_scores: m.rules_row_pool_scores,
  joker_penalty: m.rules_row_joker_penalty,
  match: m.rules_row_match,
};

/** What rows with a few named values say: the value in a word or two, and what it means. */
const NAMED: Readonly<Record<string, readonly [value: () => string, note: () => string]>> = {
  "table_in_opening true": [m.rules_yes, m.rules_note_table_in_opening_true],
  "table_in_opening false": [m.rules_no, m.rules_note_table_in_opening_false],
  "freeing free": [m.rules_freeing_free, m.rules_note_freeing_free],
  "freeing replace": [m.rules_freeing_replace, m.rules_note_freeing_replace],
  "opening_sets several": [m.rules_opening_sets_several, m.rules_note_opening_sets_several],
  "opening_sets one": [m.rules_opening_sets_one, m.rules_note_opening_sets_one],
  "freed_joker anywhere": [m.rules_freed_joker_anywhere, m.rules_note_freed_joker_anywhere],
  "freed_joker new-set": [m.rules_freed_joker_new_set, m.rules_note_freed_joker_new_set],
  "drawn waits": [m.rules_drawn_waits, m.rules_note_drawn_waits],
  "drawn frees": [m.rules_drawn_frees, m.rules_note_drawn_frees],
  "ending all-pass": [m.rules_ending_all_pass, m.rules_note_ending_all_pass],
  "ending nobody-can-play": [m.rules_ending_nobody_can_play, m.rules_note_ending_nobody_can_play],
  "mirror none": [m.rules_mirror_none, m.rules_note_mirror_none],
  "mirror middle": [m.rules_mirror_middle, m.rules_note_mirror_middle],
  "overtime restore": [m.rules_overtime_restore, m.rules_note_overtime_restore],
  "overtime keep": [m.rules_overtime_keep, m.rules_note_overtime_keep],
  "pool_empty play-on": [m.rules_pool_empty_play_on, m.rules_note_pool_empty_play_on],
  "pool_empty stop": [m.rules_pool_empty_stop, m.rules_note_pool_empty_stop],
  "pool_scores difference": [m.rules_pool_scores_difference, m.rules_note_pool_scores_difference],
  "pool_scores full": [m.rules_pool_scores_full, m.rules_note_pool_scores_full],
  "match games-won": [m.rules_match_games_won, m.rules_note_match_games_won],
  "match total": [m.rules_match_total, m.rules_note_match_total],
};

/** Values one can choose from, of the rows that have such. */
export const VALUES: Readonly<Partial<Record<RowName, readonly string[]>>> = {
  opening_sets: ["several", "one"],
  freeing: ["free", "replace"],
  freed_joker: ["anywhere", "new-set"],
  drawn: ["waits", "frees"],
  ending: ["all-pass", "nobody-can-play"],
  mirror: ["middle", "none"],
  overtime: ["restore", "keep"],
  pool_empty: ["play-on", "stop"],
  pool_scores: ["difference", "full"],
  match: ["games-won", "total"],
};

/** What a row is about. */
export const rowTitle = (row: RowName): string => TITLES[row]();

/** A row's value in a word or two. */
export function rowValue(row: RowName, value: unknown): string {
  const named = NAMED[`${row} ${String(value)}`];
  if (named) return named[0]();
  switch (row) {
    case "tile_sets":
      return sayList(Array.isArray(value) ? value.map((name) => tileSetName(String(name))) : [], "disjunction");
    case "players":
      return playersValue(value);
    case "rack_size":
    case "overtime_draw":
    case "idle_draw":
      return m.common_tiles({ count: Number(value) });
    case "opening":
    case "joker_penalty":
      return m.common_points({ count: Number(value) });
    case "time_limit":
      return value === null ? m.common_no_clock() : sayTime(Number(value));
    default:
      return m.rules_value_other();
  }
}

/** What a row means at the table. */
export function rowNote(row: RowName, value: unknown): string {
  const named = NAMED[`${row} ${String(value)}`];
  if (named) return named[1]();
  switch (row) {
    case "opening":
      return m.rules_note_opening({ value: sayNumber(Number(value)) });
    case "joker_penalty":
      return m.rules_note_joker_penalty();
    case "time_limit":
      return m.rules_note_time_limit();
    case "overtime_draw":
      return m.rules_note_overtime_draw();
    case "idle_draw":
      return m.rules_note_idle_draw();
    default:
      return "";
  }
}

/** How many may play: by tile set where that differs. */
function playersValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const pairs = Object.entries(value as Record<string, readonly [number, number]>);
  const said = ([least, most]: readonly [number, number]): string => m.rules_players({ least, most });
  const [first] = pairs;
  if (first === undefined) return "";
  if (pairs.every(([, pair]) => String(pair) === String(first[1]))) return said(first[1]);
  return sayList(pairs.map(([name, pair]) => m.rules_players_with({ players: said(pair), tiles: tileSetName(name) })));
}

/** The rows in which editions differ, most telling first. */
export const TELLING: readonly RowName[] = [
  "freeing",
  "drawn",
  "table_in_opening",
  "mirror",
  "time_limit",
  "overtime",
  "pool_empty",
  "joker_penalty",
  "match",
];
