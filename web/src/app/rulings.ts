/** Which rule stops a move, what it is called, and which booklet or table it is from. */

import { BOOKLETS, type EditionName, type RowName, type Rules } from "../core/rules";
import { m } from "../paraglide/messages.js";
import { ROWS, rowTitle } from "./rows";
import { editionName } from "./words";

/** What no edition differs in, and is no row. */
export const SHARED = ["sets", "turn"] as const;
/** A rule one can read about: its place on the rules page has this name. */
export type RuleName = RowName | (typeof SHARED)[number];

const SHARED_WORDS: Readonly<Record<(typeof SHARED)[number], readonly [title: () => string, note: () => string]>> = {
  sets: [m.rules_row_sets, m.rules_note_sets],
  turn: [m.rules_row_turn, m.rules_note_turn],
};

/** Whether it's a rule that no edition differs in. */
export const isShared = (rule: RuleName): rule is (typeof SHARED)[number] => rule in SHARED_WORDS;

/** What a rule is about. */
export const ruleTitle = (rule: RuleName): string => (isShared(rule) ? SHARED_WORDS[rule][0]() : rowTitle(rule));

/** What a rule says that no edition differs in. */
export const sharedNote = (rule: (typeof SHARED)[number]): string => SHARED_WORDS[rule][1]();

/** The rule that the server names; null where there is nothing to read about it. */
export const ruleOf = (name: string | undefined): RuleName | null =>
  [...SHARED, ...ROWS].find((rule) => rule === name) ?? null;

/** The edition whose booklet a table's rules are from; null for one that this app doesn't know. */
export const bookletEdition = ({ booklet }: Rules): EditionName | null => BOOKLETS[booklet] ?? null;

/** A rule with where it is from: "Opening · Classic 2015 booklet", or that it is the table's own. */
export function rulingWords(rules: Rules, rule: RuleName): string {
  const edition = bookletEdition(rules);
  if (edition === null || rules.house?.includes(rule)) return m.table_rule_house({ rule: ruleTitle(rule) });
  return m.table_rule({ rule: ruleTitle(rule), edition: editionName(edition) });
}
