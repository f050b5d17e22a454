/** What is said about a turn: beside the rack, on Done, and when it cannot be done. */

import { defectWords, refusalWords } from "../../app/refusals";
import { isLate } from "../../app/clock";
import { sayAll } from "../../app/language";
import { ruleOf, rulingWords, type RuleName } from "../../app/rulings";
import type { LiveTable } from "../../app/table.svelte";
import type { Defect, DefectCode } from "../../core/rules";
import type { VerdictMessage } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";
import { tilesLeft } from "../../board/state";
import type { SetId } from "../../board/state";
import { stoodFor } from "./freeing";
import { seatName } from "../people/people";
import { tileNames } from "../tiles/words";
import type { Trouble } from "../tiles/words";

/** The line about the turn: a title, what can be done, the rule that stops it, and whether it is urgent. */
export interface TurnWords {
  readonly title: string;
  readonly text: string;
  readonly rule: RuleName | null;
  readonly warns: boolean;
}

const calm = (title: string, text: string, rule: RuleName | null = null): TurnWords => ({
  title,
  text,
  rule,
  warns: false,
});

/** What is told first of all that is wrong with a turn; any other defect comes as the server lists it. */
const FIRST: readonly DefectCode[] = [
  "illegal-set",
  "opening-touches-table",
  "opening-too-low",
  "nothing-played",
  "joker-not-freed",
  "joker-not-in-new-set",
  "drawn-tile-frees-nothing",
  "table-tile-missing",
];

/** Why a turn cannot end as it lies, in a few words; an empty text when it can. */
export function whyNot(live: LiveTable): string {
  if (!live.myTurn) return m.table_not_your_turn();
  if (live.paused) return m.table_paused();
  if (live.status !== "open") return m.table_connecting();
  if (!live.drafting) return live.canKeep ? m.table_free_or_keep() : layOr(live);
  const { verdict } = live;
  if (verdict === null) return m.table_checking();
  return verdict.legal ? "" : verdictWords(verdict, live);
}

/** With the pool empty there is nothing to draw. */
const layOr = (live: LiveTable): string => (live.canPass ? m.table_lay_or_pass() : m.table_lay_or_draw());

/** The defect that a turn's words are about. */
const worst = ({ defects }: VerdictMessage): Defect | undefined =>
  FIRST.flatMap((code) => defects.find((defect) => defect.code === code) ?? [])[0] ?? defects[0];

function verdictWords(verdict: VerdictMessage, live: LiveTable): string {
  const defect = worst(verdict);
  switch (defect?.code) {
    case "illegal-set": {
      const broken = verdict.defects.filter((each) => each.code === "illegal-set").length;
      return m.table_sets_to_fix({ count: broken + verdict.more });
    }
    case "opening-too-low":
      return m.table_points_of({ points: verdict.opening_value ?? 0, needed: live.known?.terms.rules.opening ?? 30 });
    case "joker-not-freed":
      return freeingWords(verdict);
    default:
      return defectWords(defect?.code ?? "");
  }
}

/** What a joker stood for that was not freed, as far as the server says it. */
export function freeingWords(verdict: VerdictMessage): string {
  const stood = stoodFor(verdict);
  return stood.length ? m.reason_joker_stood({ tile: tileNames(stood, "for") }) : m.reason_joker_not_freed();
}

/** The line about the turn. `said` is what happened last; `about` explains a set. */
export function turnWords(
  live: LiveTable,
  troubles: ReadonlyMap<SetId, Trouble>,
  said: string,
  about: string,
): TurnWords {
  const { turn, clock } = live;
  if (live.refusal) {
    return calm(m.table_not_done(), refusalWords(live.refusal), ruleOf(live.refusal.defects[0]?.rule));
  }
  if (live.conflicts.length) {
    const tiles = live.conflicts.flatMap((conflict) => conflict.tiles.map((tile) => tile.kind));
    return calm(
      m.table_plan_broken(),
      tiles.length ? m.table_plan_back({ tiles: tileNames(tiles) }) : m.table_plan_moved(),
    );
  }
  if (live.paused) return calm(m.table_paused(), m.table_paused_text());
  if (turn === null) return calm(said || m.table_over(), "");
  if (live.standsIn) return calm(m.table_standing_in(), said);
  const asking = askedForPause(live);
  if (asking !== null) return calm(m.table_news_pause_asked({ name: seatName(live, asking) }), m.table_pause_answer());
  const watcher = live.watchers.find((each) => live.you !== null && each.waits);
  if (watcher) return calm(m.table_watch_asked({ name: watcher.name }), m.table_pause_answer());
  if (!live.myTurn) {
    const playing = m.table_is_playing({ name: seatName(live, turn) });
    if (live.handsTo !== null && said) return calm(said, playing);
    if (about) return calm(playing, about);
    if (live.you === null) return calm(playing, said || m.table_looking_on());
    if (live.drafting) return calm(playing, live.verdict?.legal ? m.table_plan_fits() : m.table_planning());
    return calm(playing, said || m.table_plan_ahead());
  }
  const [trouble] = troubles.values();
  if (clock && isLate(clock) && !live.paused) {
    return { title: m.table_hurry(), text: overtimeWords(live), rule: null, warns: true };
  }
  if (about) return calm(m.table_your_turn(), about);
  if (trouble) return calm(m.table_your_turn(), trouble.short, "sets");
  if (!live.drafting) return calm(m.table_your_turn(), said || startWords(live));
  const rule = live.verdict?.legal === false ? ruleOf(worst(live.verdict)?.rule) : null;
  return calm(m.table_your_turn(), draftWords(live), rule);
}

/** The rule that stops a turn and whose it is, in a few words; an empty text where there is none. */
export function turnRule(live: LiveTable, { rule }: TurnWords): string {
  const rules = live.known?.terms.rules;
  return rules && rule ? rulingWords(rules, rule) : "";
}

/** What a screen reader is told of the line about the turn: all but what it has heard already, and its rule. */
export function spokenTurn({ title, text }: TurnWords, heard: readonly string[], rule = ""): string {
  const news = [title, text].filter((each) => each && !heard.includes(each));
  return sayAll(news.includes(text) ? [...news, rule] : news);
}

/** Who waits for this player's word about a pause. */
function askedForPause(live: LiveTable): number | null {
  const agreed = live.known?.table.pause?.agreed ?? [];
  return live.you === null || agreed.includes(live.you) ? null : (agreed[0] ?? null);
}

function startWords(live: LiveTable): string {
  const opened = live.you !== null && live.game?.opened[live.you];
  if (live.canKeep) return m.table_free_or_keep();
  if (opened) return layOr(live);
  return m.table_opening_needs({ points: live.known?.terms.rules.opening ?? 30 });
}

function draftWords(live: LiveTable): string {
  const { verdict } = live;
  const laid = live.laid.length;
  if (verdict !== null && !verdict.legal) {
    return verdictWords(verdict, live);
  }
  if (verdict?.legal) return m.table_down_fits({ count: laid });
  return m.table_down_left({ count: laid, left: tilesLeft(live.draft.now).length });
}

/** What becomes of the table as it lies when time is up, as the edition has it. */
function overtimeWords(live: LiveTable): string {
  const rules = live.known?.terms.rules;
  if (!live.drafting) return m.table_overtime_idle({ count: rules?.idle_draw ?? 1 });
  if (live.verdict?.legal) return m.table_overtime_stands();
  const count = rules?.overtime_draw ?? 3;
  return rules?.overtime === "keep" ? m.table_overtime_keep({ count }) : m.table_overtime_restore({ count });
}
