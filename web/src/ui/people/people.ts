/** Who is who at a table. */

import type { LiveTable } from "../../app/table.svelte";
import { levelName } from "../../app/words";
import type { EmoteName } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";

/** The name in a seat: a person's own, a bot's level (numbered where there are several), or that nobody sits there. */
export function seatName(live: LiveTable, seat: number): string {
  const who = live.seats[seat];
  if (who?.kind !== "bot") return who?.name || m.table_seat_open();
  const alike = live.seats.flatMap((each, at) => (each.kind === "bot" && each.level === who.level ? [at] : []));
  const name = levelName(who.level ?? "");
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
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
export const emoteWords = (name: string): string => EMOTE_WORDS[name as EmoteName]?.() ?? name;
