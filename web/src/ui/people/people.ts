/** Who is who at a table. */

import type { LiveTable } from "../../app/table.svelte";
import { levelName } from "../../app/words";
import type { EmoteName } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";

/** The name in a seat, a person's or a bot's, or that nobody sits there. */
export const seatName = (live: LiveTable, seat: number): string => live.seats[seat]?.name || m.table_seat_open();

/** The level beside a bot's name; an empty text for people. */
export function seatLevel(live: LiveTable, seat: number): string {
  const who = live.seats[seat];
  return who?.kind === "bot" ? levelName(who.level ?? "") : "";
}

const EMOTE_WORDS: Readonly<Record<EmoteName, () => string>> = {
  wave: m.chat_wave,
  "well-played": m.chat_well_played,
  thanks: m.chat_thanks,
  wow: m.chat_wow,
  thinking: m.chat_thinking,
  oops: m.chat_oops,
  laugh: m.chat_laugh,
  party: m.chat_party,
};

/** An emoji in words. */
export const emoteWords = (name: string): string =>
  (name in EMOTE_WORDS ? EMOTE_WORDS[name as EmoteName] : m.chat_emoji)();
