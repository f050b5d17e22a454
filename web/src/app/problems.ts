/** What did not work, in the player's language: the server's codes are for programs. */

import { ApiError } from "../net/api";
import { RefusedError } from "../net/connection";
import { m } from "../paraglide/messages.js";
import { sayTime } from "./language";

const TOLD: Readonly<Partial<Record<ApiError["code"] | RefusedError["code"], () => string>>> = {
  offline: m.error_offline,
  unavailable: m.error_unavailable,
  draining: m.error_unavailable,
  "cannot-save": m.error_cannot_save,
  internal: m.error_internal,
  "unknown-code": m.error_unknown_code,
  "no-table": m.error_no_table,
  "no-game": m.error_no_game,
  "no-match": m.error_no_game,
  "no-key": m.error_nobody,
  "unknown-key": m.error_nobody,
  "too-many-tables": m.error_too_many_tables,
  "too-many-tokens": m.error_too_many_tokens,
  "too-many-passkeys": m.error_too_many_passkeys,
  "no-passkeys": m.error_no_passkeys,
  "passkey-known": m.error_passkey_known,
  "unknown-passkey": m.error_unknown_passkey,
  "unknown-words": m.error_unknown_words,
  "too-late": m.error_too_late,
  banned: m.error_banned,
  silenced: m.error_silenced,
  passkey: m.error_passkey,
  push: m.error_push,
  "no-push": m.error_push,
  "too-large": m.error_too_large,
  name: m.error_name,
  unwelcome: m.error_unwelcome,
  rules: m.error_rules,
  players: m.error_players,
  seats: m.error_seats,
  clock: m.error_clock,
  "tile-set": m.error_tile_set,
};

/** The sentence for something that did not work. */
export function told(error: unknown): string {
  if (!(error instanceof ApiError || error instanceof RefusedError)) return m.error_other();
  if (error.code === "too-often") {
    const wait = error instanceof ApiError ? error.wait : null;
    return wait === null
      ? m.error_too_often()
      : m.error_too_often_wait({ time: sayTime(Math.max(1, Math.ceil(wait))) });
  }
  return (TOLD[error.code] ?? m.error_other)();
}

/** What the server has to say beyond the sentence, in English: for the curious, behind a fold. */
export function detail(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.misfits.length ? error.misfits.map((one) => `${one.where}: ${one.text}`).join("; ") : error.message;
}
