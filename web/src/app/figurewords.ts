/** What is said about my games, and my games as a file for a spreadsheet, in the reader's language. */

import type { PlayedFigures } from "../net/routes";
import { m } from "../paraglide/messages.js";
import { missedEach, runningTotal, type FiguresNews } from "./figures";
import { sayMonth, sayNumber } from "./language";
import { csvText, saveText } from "./sheet";
import { editionName } from "./words";

/** The sentence above the plots. */
export function newsWords(news: FiguresNews): string {
  switch (news.code) {
    case "none":
      return m.stats_empty();
    case "first":
      return news.won ? m.stats_news_first_won() : m.stats_news_first();
    case "opens":
      return m.stats_news_opens({ turn: sayNumber(news.turn) });
    case "won":
      return m.stats_news_won({ won: sayNumber(news.won), games: sayNumber(news.games) });
    default: {
      const [named, first] = CHANGED[news.code];
      return news.month === null ? first() : named({ month: sayMonth(news.month, true) });
    }
  }
}

type MonthSentence = (words: { month: string }) => string;

const CHANGED: Readonly<
  Record<
    "missed-half" | "missed-less" | "missed-more" | "wins-more" | "wins-less",
    readonly [MonthSentence, () => string]
  >
> = {
  "missed-half": [m.stats_news_missed_half, m.stats_news_missed_half_first],
  "missed-less": [m.stats_news_missed_less, m.stats_news_missed_less_first],
  "missed-more": [m.stats_news_missed_more, m.stats_news_missed_more_first],
  "wins-more": [m.stats_news_wins_more, m.stats_news_wins_more_first],
  "wins-less": [m.stats_news_wins_less, m.stats_news_wins_less_first],
};

const OVERLOOKED: Readonly<Record<string, () => string>> = {
  out: m.stats_overlooked_out,
  opening: m.stats_overlooked_opening,
  joker: m.stats_overlooked_joker,
  set: m.stats_overlooked_set,
  add: m.stats_overlooked_add,
  rearrange: m.stats_overlooked_rearrange,
};

/** What was there to be seen; what this app doesn't know yet is left out. */
export const overlookedWords = (code: string): string | null => OVERLOOKED[code]?.() ?? null;

/** Won or lost. */
export const resultWords = (game: PlayedFigures): string => (game.won ? m.history_won() : m.history_lost());

/** My games, one a line, as a spreadsheet reads them. */
export function gamesText(games: readonly PlayedFigures[]): string {
  const totals = runningTotal(games);
  const number = (value: number | null, digits: number): string =>
    value === null ? "" : sayNumber(value, { maximumFractionDigits: digits, useGrouping: false });
  return csvText([
    [
      m.stats_day(),
      m.new_edition(),
      m.stats_result(),
      m.stats_place(),
      m.history_score(),
      m.stats_total(),
      m.stats_opened_on(),
      m.history_turns_made(),
      m.stats_seconds(),
      m.stats_missed(),
    ],
    ...games.map((game, at) => [
      new Date(game.ended * 1000).toISOString().slice(0, 10),
      editionName(game.edition),
      resultWords(game),
      game.place,
      game.score,
      totals[at] ?? 0,
      game.opened ?? "",
      game.turns,
      number(game.timed ? game.seconds / game.timed : null, 1),
      number(missedEach(game), 2),
    ]),
  ]);
}

/** Have the browser save my games, named after the day of the last one. */
export const saveGames = (games: readonly PlayedFigures[]): void =>
  saveText(gamesText(games), games.at(-1)?.ended ?? 0, m.stats_csv_file());
