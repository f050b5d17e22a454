/** What happened at the table, in words: for the line about the turn and for a screen reader. */

import type { LiveTable } from "../../app/table.svelte";
import { parseTiles } from "../../core/notation";
import { gameEvents } from "../../net/known";
import type { ChangeMessage } from "../../net/protocol";
import type { GameEvent, SeenEvent } from "../../net/seen";
import { m } from "../../paraglide/messages.js";
import { seatName } from "../people/people";
import { tileNames } from "../tiles/words";

/** A sentence to read, and a longer one to hear. */
export interface NewsLine {
  readonly short: string;
  readonly spoken: string;
}

/** What a change says; null where there is nothing to say. */
export function newsOf(live: LiveTable, change: ChangeMessage): NewsLine | null {
  const told = gameEvents(change).flatMap((event) => gameNews(live, event));
  if (told.length || change.events.some((event) => event.event === "began")) return told[0] ?? null;
  return change.events.flatMap((event) => tableNews(live, event) ?? [])[0] ?? null;
}

function tableNews(live: LiveTable, event: SeenEvent): NewsLine | null {
  const name = "seat" in event && event.seat !== null ? seatName(live, event.seat) : "";
  switch (event.event) {
    case "left":
      // Before the game a seat that is left is open again, and no bot plays on.
      return event.stand_in === undefined ? null : same(m.table_news_left({ name }));
    case "stood-in":
      return same(m.table_news_stood_in({ name }));
    case "came-back":
      return same(m.table_news_back({ name }));
    case "pause-asked":
      return same(m.table_news_pause_asked({ name }));
    case "pause-declined":
      return event.seat === undefined ? null : same(m.table_news_pause_declined({ name }));
    case "paused":
      return same(m.table_paused());
    case "resumed":
      return same(m.table_resumed());
    case "watch-asked":
      return same(m.table_watch_asked({ name: event.name }));
    case "rematch-wanted":
      return same(m.table_news_rematch({ name }));
    case "sat":
      return same(m.table_news_sat({ name }));
    default:
      return null;
  }
}

const same = (text: string): NewsLine => ({ short: text, spoken: text });

function gameNews(live: LiveTable, event: GameEvent): NewsLine[] {
  if (!("seat" in event)) return [];
  const you = event.seat === live.you;
  const name = seatName(live, event.seat);
  switch (event.event) {
    case "played": {
      const kinds = parseTiles(event.tiles);
      const count = kinds.length;
      const short = you ? m.table_news_you_laid({ count }) : m.table_news_laid({ name, count });
      return [{ short, spoken: `${short}: ${tileNames(kinds)}` }];
    }
    case "drew": {
      if (!you) return [same(m.table_news_drew({ name, count: event.count }))];
      const kinds = event.tiles ? parseTiles(event.tiles) : [];
      return [
        same(
          kinds.length
            ? m.table_news_you_drew({ tiles: tileNames(kinds) })
            : m.table_news_you_drew_some({ count: event.count }),
        ),
      ];
    }
    case "passed":
      return [same(you ? m.table_news_you_passed() : m.table_news_passed({ name }))];
    case "settled":
      return [same(you ? m.table_news_you_late() : m.table_news_late({ name }))];
    case "resigned":
      return [same(you ? m.table_news_you_resigned() : m.table_news_resigned({ name }))];
    default:
      return [];
  }
}
