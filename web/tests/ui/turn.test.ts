import { expect, test } from "vitest";
import type { LiveTable } from "../../src/app/table.svelte";
import type { VerdictMessage } from "../../src/net/protocol";
import { m } from "../../src/paraglide/messages.js";
import { spokenTurn, turnRule, turnWords, whyNot } from "../../src/ui/table/turn";

/** A table at one's own turn, with tiles laid that the referee has looked at; `but` is what is otherwise. */
const live = (but: Partial<Record<keyof LiveTable, unknown>> = {}): LiveTable =>
  ({ myTurn: true, paused: false, status: "open", drafting: true, verdict: null, known: null, ...but }) as LiveTable;

const judged = (...codes: string[]): Partial<VerdictMessage> => ({
  legal: !codes.length,
  opening_value: 12,
  defects: codes.map((code) => ({ code }) as VerdictMessage["defects"][number]),
  more: 0,
});

test("Done says why it is off, what matters most first", () => {
  expect(whyNot(live({ myTurn: false, paused: true }))).toBe("Not your turn yet");
  expect(whyNot(live({ paused: true, status: "connecting" }))).toBe("Paused");
  expect(whyNot(live({ status: "connecting", drafting: false }))).toBe("Connecting…");
  expect(whyNot(live({ drafting: false }))).toBe(m.table_lay_or_draw());
  expect(whyNot(live({ drafting: false, canPass: true }))).toBe(m.table_lay_or_pass());
  expect(whyNot(live())).toBe("Checking…");
  expect(whyNot(live({ verdict: judged() }))).toBe("");
});

test.each([
  [["illegal-set", "opening-too-low"], "1 set to fix first"],
  [["illegal-set", "illegal-set"], "2 sets to fix first"],
  [["opening-too-low", "opening-touches-table"], m.reason_opening_table()],
  [["opening-too-low"], "12 of 30 points"],
  [["nothing-played"], m.reason_nothing_played()],
  [["joker-not-freed"], m.reason_joker_not_freed()],
  [["table-tile-missing"], m.reason_tile_missing()],
  [["not-on-rack"], m.reason_not_on_rack()],
  [["something-new"], m.reason_other()],
])("a turn with the defects %j: %s", (codes, words) => {
  expect(whyNot(live({ verdict: judged(...codes) }))).toBe(words);
});

test("illegal sets that the referee only counted are counted too", () => {
  expect(whyNot(live({ verdict: { ...judged("illegal-set"), more: 40 } }))).toBe("41 sets to fix first");
});

test("of the line about the turn only that is spoken which was not heard already", () => {
  const line = { title: "Your turn", text: "Bo drew a tile", rule: null, warns: false };
  expect(spokenTurn(line, [])).toBe("Your turn. Bo drew a tile");
  expect(spokenTurn(line, ["Your turn"])).toBe("Bo drew a tile");
  expect(spokenTurn(line, ["Bo drew a tile", "Your turn"])).toBe("");
  expect(spokenTurn({ ...line, text: "" }, [])).toBe("Your turn");
});

const RULES = { name: "classic-2015", booklet: "classic-2015-en", house: [] as string[], opening: 30 };

/** What is said of a turn with these defects, by these rules. */
const said = (defects: readonly { code: string; rule: string }[], rules: object = RULES): [string, string] => {
  const verdict = { ...judged(), legal: false, defects };
  const at = live({
    verdict,
    known: { terms: { rules }, table: {} },
    conflicts: [],
    watchers: [],
    laid: [],
    turn: 0,
    refusal: null,
  });
  const words = turnWords(at, new Map(), "", "");
  return [words.text, turnRule(at, words)];
};

test("a turn that isn't legal names the rule and the booklet it is from", () => {
  const low = { code: "opening-too-low", rule: "opening" };
  expect(said([low])).toEqual(["12 of 30 points", "Opening · Classic 2015 booklet"]);
  expect(said([low, { code: "illegal-set", rule: "sets" }])[1]).toBe("Sets · Classic 2015 booklet");
  expect(said([{ code: "table-tile-missing", rule: "turn" }])[1]).toBe("Your turn · Classic 2015 booklet");
});

test("a rule of the house is the table's, the others are the booklet's still", () => {
  const house = { ...RULES, name: "house", house: ["opening"] };
  expect(said([{ code: "opening-too-low", rule: "opening" }], house)[1]).toBe("Opening · your table’s rule");
  expect(said([{ code: "joker-not-freed", rule: "freeing" }], house)[1]).toMatch(/ · Classic 2015 booklet$/);
});

test("a rule that there is nothing to read about isn't named", () => {
  expect(said([{ code: "game-over", rule: "end" }])[1]).toBe("");
});

test("who hears why a turn isn't legal hears the rule too, but not the rule alone", () => {
  const line = { title: "Your turn", text: "12 of 30 points", rule: "opening" as const, warns: false };
  expect(spokenTurn(line, ["Your turn"], "Opening")).toBe("12 of 30 points. Opening");
  expect(spokenTurn(line, ["Your turn", "12 of 30 points"], "Opening")).toBe("");
});
