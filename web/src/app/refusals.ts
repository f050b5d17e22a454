/** Why the server did not carry out a command, in the player's language: every reason it can have. */

import type { DefectCode } from "../core/rules";
import type { RefusedError } from "../net/connection";
import type { RefusalCode } from "../net/protocol";
import { m } from "../paraglide/messages.js";

export const REFUSALS: Readonly<Record<RefusalCode | "lost", () => string>> = {
  lost: m.reason_lost,
  "not-json": m.reason_not_json,
  shape: m.reason_shape,
  unavailable: m.reason_unavailable,
  "cannot-save": m.error_cannot_save,
  "no-seat": m.reason_no_seat,
  covered: m.reason_covered,
  "not-host": m.reason_not_host,
  seat: m.reason_seat,
  started: m.reason_started,
  kicked: m.reason_kicked,
  seated: m.reason_seated,
  full: m.reason_full,
  taken: m.reason_taken,
  empty: m.reason_empty,
  yourself: m.reason_yourself,
  bot: m.reason_bot,
  "not-now": m.reason_not_now,
  contribution: m.reason_contribution,
  "too-few": m.reason_too_few_players,
  "not-ready": m.reason_not_ready,
  "not-playing": m.reason_not_playing,
  "nothing-said": m.reason_nothing_said,
  paused: m.reason_paused,
  "not-paused": m.reason_not_paused,
  ahead: m.reason_ahead,
  stale: m.reason_stale,
  away: m.reason_away,
  notation: m.reason_notation,
  illegal: m.reason_illegal,
  "no-need": m.reason_no_need,
  connected: m.reason_connected,
  "no-hints": m.reason_no_hints,
  "no-racks": m.reason_no_racks,
  busy: m.reason_busy,
  silenced: m.error_silenced,
  "too-often": m.error_too_often,
  unwelcome: m.error_unwelcome,
};

/** What is wrong with a move, where no number goes into it; a joker and an opening are told with theirs. */
export const DEFECTS: Readonly<Record<Exclude<DefectCode, "illegal-set" | "opening-too-low">, () => string>> = {
  "table-tile-missing": m.reason_tile_missing,
  "not-on-rack": m.reason_not_on_rack,
  "nothing-played": m.reason_nothing_played,
  "too-many-tiles": m.reason_too_many_tiles,
  "opening-touches-table": m.reason_opening_table,
  "joker-not-freed": m.reason_joker_not_freed,
  "joker-not-in-new-set": m.reason_joker_not_in_new_set,
  "drawn-tile-frees-nothing": m.reason_drawn_frees_nothing,
  "not-your-turn": m.table_not_your_turn,
  "pool-empty": m.reason_pool_empty,
  "pool-not-empty": m.reason_pool_not_empty,
  "drawn-already": m.reason_drawn_already,
  "nothing-drawn": m.reason_nothing_drawn,
  "can-play": m.reason_can_play,
  "who-can-play": m.reason_who_can_play,
  resigned: m.reason_resigned,
  "game-over": m.reason_game_over,
  "not-started": m.reason_not_started,
  seat: m.reason_seat,
  contribution: m.reason_contribution,
  "already-mixed": m.reason_already_mixed,
  "already-started": m.reason_started,
  "no-secret": m.reason_no_secret,
};

/** What is wrong with a move by its code; of one from a newer server it is only said that it isn't legal. */
export const defectWords = (code: string): string =>
  (code in DEFECTS ? DEFECTS[code as keyof typeof DEFECTS] : m.reason_other)();

/** A refusal in a sentence: for a move, what is wrong with it; one from a newer server is that it isn't possible. */
export function refusalWords({ code, defects }: RefusedError): string {
  const told = defects.find((defect) => defect.code in DEFECTS);
  if (told) return defectWords(told.code);
  return (code in REFUSALS ? REFUSALS[code as keyof typeof REFUSALS] : m.reason_refused)();
}
