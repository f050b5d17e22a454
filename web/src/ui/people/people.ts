/** Who is who at a table. */

import type { LiveTable } from "../../app/table.svelte";
import { levelName } from "../../app/words";
import type { EmoteName } from "../../net/protocol";
import type { SpokenWhy } from "../../net/seen";
import { m } from "../../paraglide/messages.js";

/** A table at which people sit, live or long over: which of its seats is one's own, and who is in each. */
export type SeatedTable = Pick<LiveTable, "you" | "seats">;

/** The name in a seat, a person's or a bot's, or that nobody sits there. */
export const seatName = (live: SeatedTable, seat: number): string => live.seats[seat]?.name || m.table_seat_open();

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

const WHY_WORDS: Readonly<Record<SpokenWhy, () => string>> = {
  nothing: m.why_nothing,
  draw: m.why_draw,
  opening: m.why_opening,
  all: m.why_all,
  lay: m.why_lay,
  out: m.why_out,
  wait: m.why_wait,
  hold: m.why_hold,
  hoard: m.why_hoard,
  spill: m.why_spill,
  alarm: m.why_alarm,
  "no-pool": m.why_no_pool,
  joker: m.why_joker,
  block: m.why_block,
  narrow: m.why_narrow,
  closed: m.why_closed,
};

/** What a bot says of its move; a newer server's reasons are passed over in a word. */
export const whyWords = (why: SpokenWhy): string => (WHY_WORDS[why] ?? m.why_lay)();

/** An emoji in words. */
export const emoteWords = (name: string): string =>
  (name in EMOTE_WORDS ? EMOTE_WORDS[name as EmoteName] : m.chat_emoji)();
