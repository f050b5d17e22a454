/** What is said about a turn: beside the rack, on Done, and when it cannot be done. */

import { refusalWords } from "../../app/refusals";
import { isLate } from "../../app/clock";
import type { LiveTable } from "../../app/table.svelte";
import type { VerdictMessage } from "../../net/protocol";
import { m } from "../../paraglide/messages.js";
import { tilesLeft } from "../../board/state";
import type { SetId } from "../../board/state";
import { stoodFor } from "./freeing";
import { seatName } from "../people/people";
import { tileNames } from "../tiles/words";
import type { Trouble } from "../tiles/words";

/** The line about the turn: a title, what can be done, and whether it is urgent. */
export interface TurnWords {
  readonly title: string;
  readonly text: string;
  readonly warns: boolean;
}

const calm = (title: string, text: string): TurnWords => ({ title, text, warns: false });

/** Why a turn cannot end as it lies, in a few words; an empty text when it can. */
export function whyNot(live: LiveTable): string {
  if (!live.myTurn) return m.table_not_your_turn();
  if (live.paused) return m.table_paused();
  if (live.status !== "open") return m.table_connecting();
  if (!live.drafting) return live.canKeep ? m.table_free_or_keep() : m.table_lay_or_draw();
  const { verdict } = live;
  if (verdict === null) return m.table_checking();
  return verdict.legal ? "" : defectWords(verdict, live);
}

function defectWords(verdict: VerdictMessage, live: LiveTable): string {
  const codes = verdict.defects.map((defect) => defect.code);
  const broken = codes.filter((code) => code === "illegal-set").length;
  if (broken) return m.table_sets_to_fix({ count: broken + verdict.more });
  if (codes.includes("opening-touches-table")) return m.reason_opening_table();
  if (codes.includes("opening-too-low")) {
    return m.table_points_of({ points: verdict.opening_value ?? 0, needed: live.known?.terms.rules.opening ?? 30 });
  }
  if (codes.includes("nothing-played")) return m.reason_nothing_played();
  if (codes.includes("joker-not-freed")) return freeingWords(verdict);
  if (codes.includes("joker-not-in-new-set")) return m.reason_joker_not_in_new_set();
  if (codes.includes("drawn-tile-frees-nothing")) return m.reason_drawn_frees_nothing();
  if (codes.includes("table-tile-missing")) return m.reason_tile_missing();
  return m.reason_other();
}

/** What a joker stood for that was not freed, as far as the server says it. */
export function freeingWords(verdict: VerdictMessage): string {
  const stood = stoodFor(verdict);
  return stood.length ? m.reason_joker_stood({ tile: tileNames(stood) }) : m.reason_joker_not_freed();
}

/** The line about the turn. `said` is what happened last; `about` explains a set. */
export function turnWords(
  live: LiveTable,
  troubles: ReadonlyMap<SetId, Trouble>,
  said: string,
  about: string,
): TurnWords {
  const { turn, clock } = live;
  if (live.refusal) return calm(m.table_not_done(), refusalWords(live.refusal));
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
    return { title: m.table_hurry(), text: overtimeWords(live), warns: true };
  }
  if (about) return calm(m.table_your_turn(), about);
  if (trouble) return { title: m.table_your_turn(), text: trouble.short, warns: false };
  if (!live.drafting) return calm(m.table_your_turn(), said || startWords(live));
  return calm(m.table_your_turn(), draftWords(live));
}

/** What a screen reader is told of the line about the turn: all but what it has heard already. */
export const spokenTurn = ({ title, text }: TurnWords, heard: readonly string[]): string =>
  [title, text].filter((each) => each && !heard.includes(each)).join(". ");

/** Who waits for this player's word about a pause. */
function askedForPause(live: LiveTable): number | null {
  const agreed = live.known?.table.pause?.agreed ?? [];
  return live.you === null || agreed.includes(live.you) ? null : (agreed[0] ?? null);
}

function startWords(live: LiveTable): string {
  const opened = live.you !== null && live.game?.opened[live.you];
  if (live.canKeep) return m.table_free_or_keep();
  if (opened) return live.canPass ? m.table_lay_or_pass() : m.table_lay_or_draw();
  return m.table_opening_needs({ points: live.known?.terms.rules.opening ?? 30 });
}

function draftWords(live: LiveTable): string {
  const { verdict } = live;
  const laid = live.laid.length;
  const needed = live.known?.terms.rules.opening ?? 30;
  if (verdict !== null && !verdict.legal) {
    const opening = verdict.defects.some((defect) => defect.code === "opening-too-low");
    if (opening && verdict.opening_value !== null) return m.table_points_of({ points: verdict.opening_value, needed });
    return defectWords(verdict, live);
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
