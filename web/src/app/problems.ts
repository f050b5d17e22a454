/** What did not work, in the player's language: the server's codes are for programs. */

import { ApiError } from "../net/api";
import { RefusedError, type ConnectionEnd } from "../net/connection";
import type { ProblemCode } from "../net/routes";
import { m } from "../paraglide/messages.js";
import { sayTime } from "./language";
import { REFUSALS, refusalWords } from "./refusals";

export const PROBLEMS: Readonly<Record<ProblemCode | "offline", () => string>> = {
  offline: m.error_offline,
  malformed: m.error_malformed,
  invalid: m.error_invalid,
  refused: m.error_refused,
  "no-key": m.error_no_key,
  "unknown-key": m.error_nobody,
  "needs-key": m.error_needs_key,
  forbidden: m.error_forbidden,
  banned: m.error_banned,
  "cross-origin": m.error_cross_origin,
  "wrong-host": m.error_wrong_host,
  "not-found": m.error_not_found,
  "no-table": m.error_no_table,
  "no-game": m.error_no_game,
  "no-match": m.error_no_match,
  "no-analysis": m.error_no_analysis,
  "no-puzzle": m.puzzle_gone,
  day: m.puzzle_day_over,
  "unknown-code": m.error_unknown_code,
  "method-not-allowed": m.error_method,
  "media-type": m.error_media_type,
  "too-large": m.error_too_large,
  "too-often": m.error_too_often,
  "already-a-guest": m.error_already_a_guest,
  "too-many-tables": m.error_too_many_tables,
  "idempotency-key": m.error_idempotency,
  "too-many-tokens": m.error_too_many_tokens,
  "no-passkeys": m.error_no_passkeys,
  passkey: m.error_passkey,
  "passkey-known": m.error_passkey_known,
  "unknown-passkey": m.error_unknown_passkey,
  "too-many-passkeys": m.error_too_many_passkeys,
  "unknown-words": m.error_unknown_words,
  "too-late": m.error_too_late,
  conflict: m.error_conflict,
  name: m.error_name,
  unwelcome: m.error_unwelcome,
  edition: m.error_edition,
  "tile-set": m.error_tile_set,
  rules: m.error_rules,
  position: m.error_position,
  record: m.error_record,
  players: m.error_players,
  seats: m.error_seats,
  bot: m.reason_bot,
  clock: m.error_clock,
  spectators: m.error_spectators,
  push: m.error_push,
  "no-push": m.error_no_push,
  draining: m.error_draining,
  unavailable: m.error_unavailable,
  "cannot-save": m.error_cannot_save,
  internal: m.error_internal,
};

export const CLOSINGS: Readonly<Record<ConnectionEnd["code"] | "lost", () => string>> = {
  lost: m.error_lost,
  "no-key": m.error_no_key,
  "unknown-key": m.error_nobody,
  "no-table": m.error_no_table,
  "no-spectators": m.error_no_spectators,
  crowded: m.error_crowded,
  restarting: m.error_restarting,
  elsewhere: m.error_elsewhere,
  gone: m.error_gone,
  "too-many": m.error_too_many,
  "too-slow": m.error_too_slow,
  banned: m.error_banned,
  outdated: m.error_outdated,
};

/** Why there is no connection to a table any more. */
export const closingWords = (code: string): string =>
  (code in CLOSINGS ? CLOSINGS[code as keyof typeof CLOSINGS] : m.error_lost)();

/** The sentence for something that did not work; a code of a newer server is only that it didn't. */
export function told(error: unknown): string {
  if (error instanceof RefusedError) return error.code in REFUSALS ? refusalWords(error) : closingWords(error.code);
  if (!(error instanceof ApiError)) return m.error_other();
  if (error.code === "too-often" && error.wait !== null)
    return m.error_too_often_wait({ time: sayTime(Math.max(1, Math.ceil(error.wait))) });
  return (error.code in PROBLEMS ? PROBLEMS[error.code] : m.error_other)();
}
