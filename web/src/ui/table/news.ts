/** What happened at the table, in words: for the line about the turn and for a screen reader. */

import { parseTiles } from "../../core/notation";
import type { ChangeMessage } from "../../net/protocol";
import type { GameEvent, MovedSeen, SeenEvent } from "../../net/seen";
import { m } from "../../paraglide/messages.js";
import { seatName, type SeatedTable } from "../people/people";
import { tileNames } from "../tiles/words";

/** A sentence to read, and a longer one to hear. */
export interface NewsLine {
  readonly short: string;
  readonly spoken: string;
}

/** What a change says; null where there is nothing to say. */
export function newsOf(live: SeatedTable, change: ChangeMessage): NewsLine | null {
  const moved = change.events.find((event) => event.event === "moved");
  if (moved) return moveNews(live, moved);
  if (change.events.some((event) => event.event === "began")) return null;
  return change.events.flatMap((event) => tableNews(live, event) ?? [])[0] ?? null;
}

/** What a move says. */
export const moveNews = (live: SeatedTable, move: MovedSeen): NewsLine | null =>
  move.timed_out ? lateNews(live, move) : (move.events.flatMap((event) => gameNews(live, event))[0] ?? null);

/** What became of a turn whose time was up: what stays, what went back, what was drawn. */
function lateNews(live: SeatedTable, { seat, events }: MovedSeen): NewsLine {
  const you = seat === live.you;
  const name = seatName(live, seat);
  const drew = events.find((event) => event.event === "drew");
  const settled = events.find((event) => event.event === "settled");
  const stands = events.some((event) => event.event === "played");
  const count = drew?.count ?? 0;
  const became = stands ? "stands" : settled?.verdict === "kept" ? "kept" : settled ? "back" : "idle";
  const [mine, theirs] = LATE[became];
  const first = you ? mine() : theirs({ name });
  const theirDraw = (): string =>
    became === "idle" ? m.late_drew({ name, count }) : m.late_and({ first, then: m.table_news_drew({ name, count }) });
  const short = !count ? first : you ? m.late_and({ first, then: m.late_you_drew({ count }) }) : theirDraw();
  const tiles = drew?.tiles ? parseTiles(drew.tiles) : [];
  return { short, spoken: tiles.length ? m.table_news_tiles({ news: short, tiles: tileNames(tiles) }) : short };
}

const LATE = {
  stands: [m.late_you_stands, m.late_stands],
  kept: [m.late_you_kept, m.late_kept],
  back: [m.late_you_back, m.late_back],
  idle: [m.late_you_idle, m.late_idle],
} as const;

function tableNews(live: SeatedTable, event: SeenEvent): NewsLine | null {
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

function gameNews(live: SeatedTable, event: GameEvent): NewsLine[] {
  if (!("seat" in event)) return [];
  const you = event.seat === live.you;
  const name = seatName(live, event.seat);
  switch (event.event) {
    case "played": {
      const kinds = parseTiles(event.tiles);
      const count = kinds.length;
      const short = you ? m.table_news_you_laid({ count }) : m.table_news_laid({ name, count });
      return [{ short, spoken: m.table_news_tiles({ news: short, tiles: tileNames(kinds) }) }];
    }
    case "drew": {
      if (!you) return [same(m.table_news_drew({ name, count: event.count }))];
      const kinds = event.tiles ? parseTiles(event.tiles) : [];
      return [
        same(
          kinds.length
            ? m.table_news_you_drew({ tiles: tileNames(kinds, "object") })
            : m.table_news_you_drew_some({ count: event.count }),
        ),
      ];
    }
    case "kept":
      return [same(you ? m.table_news_you_kept() : m.table_news_kept({ name }))];
    case "passed":
      return [same(you ? m.table_news_you_passed() : m.table_news_passed({ name }))];
    case "resigned":
      return [same(you ? m.table_news_you_resigned() : m.table_news_resigned({ name }))];
    default:
      return [];
  }
}
