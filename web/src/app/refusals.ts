/** Why the server did not carry out a command, in the player's language. */

import type { RefusedError } from "../net/connection";
import { m } from "../paraglide/messages.js";

const TOLD: Readonly<Partial<Record<RefusedError["code"], () => string>>> = {
  stale: m.reason_stale,
  paused: m.table_paused,
  away: m.reason_away,
  busy: m.reason_busy,
  "no-hints": m.reason_no_hints,
  taken: m.reason_taken,
  full: m.reason_full,
  kicked: m.reason_kicked,
  started: m.reason_started,
  "not-ready": m.reason_not_ready,
  "too-few": m.reason_too_few_players,
  "not-host": m.reason_not_host,
  connected: m.reason_connected,
  unavailable: m.reason_unavailable,
  "cannot-save": m.error_cannot_save,
  unwelcome: m.error_unwelcome,
};

/** A refusal in a sentence; of a code that needs none of its own, that it could not be done. */
export function refusalWords({ code, defects }: RefusedError): string {
  if (defects.some((defect) => defect.code === "can-play")) return m.reason_can_play();
  return (TOLD[code] ?? m.reason_refused)();
}
