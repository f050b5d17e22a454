/** What is said of a game that is over: its headline, each turn, what could have been seen, and where it turned. */

import { sayDay, sayNumber } from "../../app/language";
import { levelName, rulesName } from "../../app/words";
import { bagOf, beyond } from "../../core/bag";
import { parseTiles } from "../../core/notation";
import type {
  AnalysisBot,
  Overlooked,
  OverlookedCode,
  TurnAnalysis,
  TurningPoint,
  TurnVerdict,
} from "../../net/routes";
import { tilesLaid, type RecordedTurn } from "../../net/turns";
import { m } from "../../paraglide/messages.js";
import { seatName, type SeatedTable } from "../people/people";
import { tileNames } from "../tiles/words";

/** A share as a percentage: 46%. */
export const sayPercent = (share: number): string => sayNumber(share, { style: "percent", maximumFractionDigits: 0 });

/** A change of a chance, with its sign: −18%. */
export const sayChange = (share: number): string =>
  sayNumber(share, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).replace("-", "−");

/** Luck in tiles, with its sign: +1.9. */
export const sayLuck = (tiles: number): string =>
  sayNumber(tiles, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** Who sits there: you, or a name. */
export const whoIs = (table: SeatedTable, seat: number): string =>
  seat === table.you ? m.end_you() : seatName(table, seat);

/** The game in one sentence; `slips` is how often one gave a chance away, null while nobody knows. */
export function headline(
  table: SeatedTable,
  result: { readonly winner: number; readonly scores: readonly number[] } | null,
  slips: number | null,
): string {
  if (result === null) return m.study_unfinished();
  const { winner } = result;
  const points = result.scores[winner] ?? 0;
  if (winner === table.you) {
    if (slips === null) return m.study_you_won({ points });
    return slips ? m.study_you_won_slips({ points, slips }) : m.study_you_won_clean({ points });
  }
  const name = seatName(table, winner);
  if (slips === null || table.you === null) return m.study_name_won({ name, points });
  return slips ? m.study_name_won_slips({ name, points, slips }) : m.study_name_won_clean({ name, points });
}

/** What kind of game it was: rules, players, turns, and the day where that is known. */
export function aboutGame(
  rules: Parameters<typeof rulesName>[0],
  seats: number,
  count: number,
  ended?: number,
): string {
  const given = {
    rules: rulesName(rules),
    players: m.study_players({ count: seats }),
    turns: m.study_turns({ count }),
  };
  return ended === undefined ? m.study_about_undated(given) : m.study_about({ ...given, day: sayDay(ended) });
}

/** What was done in a turn, in a word or two; tiles that were laid are to be seen beside it. */
export function didWords(turn: RecordedTurn): string {
  const count = parseTiles(tilesLaid(turn)).length;
  if (count) return m.study_did_played({ count });
  const drew = turn.events.find((event) => event.event === "drew");
  if (turn.timed_out && !drew) return m.study_did_late();
  if (drew) return m.study_did_drew({ count: drew.count });
  if (turn.events.some((event) => event.event === "kept")) return m.study_did_kept();
  return turn.events.some((event) => event.event === "resigned") ? m.study_did_resigned() : m.study_did_passed();
}

/** The verdict on a turn, as its tag says it; empty where there is none. */
export function verdictWords({ verdict, cost, taken }: TurnAnalysis): string {
  const words: Readonly<Record<TurnVerdict, () => string>> = {
    best: m.study_verdict_best,
    good: m.study_verdict_good,
    forced: m.study_verdict_forced,
    "held-back": m.study_verdict_held,
    opened: () => m.study_verdict_opened({ worth: taken.points }),
    out: m.study_verdict_out,
    cost: () => m.study_verdict_cost({ percent: sayPercent(cost ?? 0) }),
  };
  return verdict === null ? "" : words[verdict]();
}

/** How a tag looks: praise, blame, or neither. */
export const verdictTone = (verdict: TurnVerdict | null): "good" | "cost" | "plain" =>
  verdict === "cost" ? "cost" : verdict === "forced" || verdict === null ? "plain" : "good";

/** What there is to say of a turn, for its heading. */
export function whatWords(turn: RecordedTurn, analysis: TurnAnalysis | null): string {
  const { verdict = null, taken, best = null } = analysis ?? {};
  switch (verdict) {
    case "cost":
      if (best?.goes_out) return m.study_what_out_better();
      if (best?.waits) return m.study_what_waiting_better();
      return taken?.waits ? m.study_what_play_better({ count: best?.tiles ?? 0 }) : m.study_what_other_better();
    case "held-back":
      return m.study_what_held();
    case "opened":
      return m.study_what_opened({ points: taken?.points ?? 0 });
    case "out":
      return m.study_what_out();
    case "forced":
      return m.study_what_forced();
    case "best":
      return m.study_what_best();
    case "good":
      return m.study_what_good();
    default: {
      const words = didWords(turn);
      return words.charAt(0).toLocaleLowerCase() + words.slice(1);
    }
  }
}

/** The heading of a turn: "Turn 9: waiting was better"; whose it is where it is not one's own. */
export function turnHeading(table: SeatedTable, turn: RecordedTurn | null, analysis: TurnAnalysis | null): string {
  if (turn === null) return m.study_deal();
  const what = whatWords(turn, analysis);
  const given = { turn: turn.turn, what };
  return turn.seat === table.you
    ? m.study_turn_is(given)
    : m.study_turn_of({ ...given, name: seatName(table, turn.seat) });
}

const OVERLOOKED: Readonly<Record<Exclude<OverlookedCode, "rearrange">, () => string>> = {
  out: m.study_over_out,
  opening: m.study_over_opening,
  joker: m.study_over_joker,
  set: m.study_over_set,
  add: m.study_over_add,
};
/** From here on the sets to rearrange are not counted any more. */
const MANY = 4;

const overlookedWords = ({ code, sets }: Overlooked): string => {
  if (code !== "rearrange") return OVERLOOKED[code]();
  return sets >= MANY ? m.study_over_many() : m.study_over_rearrange({ sets });
};

/** What was overlooked in a turn and what more would have fitted: sentences, none where nothing was given away. */
export function missedWords({
  verdict,
  taken,
  best,
  possible,
  missed_tiles: count,
  missed_points: points,
  overlooked,
}: TurnAnalysis): string[] {
  if (verdict !== "cost") return [];
  // Only where the chance fell as well do tiles that would have fitted count against anybody.
  if (best?.waits) return taken.tiles > 0 && taken.tiles >= possible ? [m.study_longest()] : [];
  const found = overlooked.map(overlookedWords);
  return count > 0 ? [m.study_missed({ count, points }), ...found] : found;
}

/** Whether the strongest bot would have laid the very same tiles. */
const isSame = (one: string, other: string): boolean =>
  beyond(bagOf(parseTiles(one)), bagOf(parseTiles(other))).length === 0 &&
  parseTiles(one).length === parseTiles(other).length;

/** What the strongest bot would have done instead, and why; empty where it would have done the same. */
export function botWords({ verdict, taken, bot }: TurnAnalysis): string {
  if (!bot || verdict === "forced" || isSame(bot.played, taken.played)) return "";
  return reasonWords(bot);
}

function reasonWords({ why, played, held }: AnalysisBot): string {
  const count = parseTiles(played).length;
  const tiles = tileNames(parseTiles(held), "object");
  switch (why) {
    case "nothing":
      return m.study_bot_nothing();
    case "out":
      return m.study_bot_out();
    case "wait":
      return m.study_bot_wait();
    case "hold":
      return count ? m.study_bot_hold({ count, tiles }) : m.study_bot_keep({ tiles });
    case "play":
      return m.study_bot_play({ count });
  }
}

/** A turning point: whose it is, what happened, and what it was worth. */
export interface TurningWords {
  readonly title: string;
  readonly text: string;
  readonly change: string;
}

export function pointWords(
  table: SeatedTable,
  point: TurningPoint,
  turn: RecordedTurn | null,
  analysis: TurnAnalysis | null,
): TurningWords {
  const number = turn?.turn ?? 0;
  const name = seatName(table, point.by);
  const title =
    point.cause === "luck"
      ? m.study_point_luck({ turn: number })
      : point.by === table.you
        ? m.study_point_yours({ turn: number })
        : m.study_point_theirs({ turn: number, name });
  return { title, text: pointText(table, point, analysis), change: sayChange(point.after - point.before) };
}

function pointText(
  table: SeatedTable,
  { seat, by, cause, tiles: drawn, before, after }: TurningPoint,
  analysis: TurnAnalysis | null,
): string {
  const own = by === table.you;
  const name = seatName(table, by);
  const kinds = parseTiles(drawn);
  const tiles = tileNames(kinds, "object");
  if (cause === "luck") return own ? m.study_told_drew_you({ tiles }) : m.study_told_drew({ name, tiles });
  // A slip is one for who made it; for the others it is a gain.
  const slipped = analysis?.verdict === "cost" && (by === seat) === after < before;
  const better = slipped ? analysis.best : null;
  if (better) {
    if (better.goes_out) return m.study_over_out();
    if (better.waits) return m.study_told_waiting();
    return analysis?.taken.waits ? m.study_told_playing() : m.study_told_other();
  }
  if (!kinds.length) return m.study_told_quiet();
  return own ? m.study_told_played_you({ tiles }) : m.study_told_played({ name, tiles });
}

/** Which level of the bots somebody played like; empty where nobody can say. */
export const likeWords = (level: string | null | undefined): string =>
  level ? m.study_like({ level: levelName(level) }) : "";
