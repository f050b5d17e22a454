/** Why the server did not carry out a command, in the player's language: every reason it can have. */

import type { RefusedError } from "../net/connection";
import type { RefusalCode } from "../net/protocol";
import { m } from "../paraglide/messages.js";

const TOLD: Readonly<Record<RefusalCode, () => string>> = {
  "not-json": m.reason_not_understood,
  shape: m.reason_not_understood,
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
  paused: m.table_paused,
  "not-paused": m.reason_not_paused,
  ahead: m.reason_stale,
  stale: m.reason_stale,
  away: m.reason_away,
  notation: m.reason_not_understood,
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

/** A refusal in a sentence; one that is not the server's, as without a connection, is that it could not be done. */
export function refusalWords({ code, defects }: RefusedError): string {
  if (defects.some((defect) => defect.code === "can-play")) return m.reason_can_play();
  return (TOLD[code as RefusalCode] ?? m.reason_refused)();
}
