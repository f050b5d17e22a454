import { expect, test } from "vitest";
import "../kit/english";
import type { LiveTable } from "../../src/app/table.svelte";
import type { VerdictMessage } from "../../src/net/protocol";
import { spokenTurn, whyNot } from "../../src/ui/table/turn";

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
  expect(whyNot(live({ drafting: false }))).toBe("Play tiles, or draw one");
  expect(whyNot(live())).toBe("Checking…");
  expect(whyNot(live({ verdict: judged() }))).toBe("");
});

test.each([
  [["illegal-set", "opening-too-low"], "1 set to fix first"],
  [["illegal-set", "illegal-set"], "2 sets to fix first"],
  [["opening-too-low", "opening-touches-table"], "Open from your own rack first"],
  [["opening-too-low"], "12 of 30 points"],
  [["nothing-played"], "Play at least one of your tiles"],
  [["joker-not-freed"], "A joker is only freed by the tile it stands for"],
  [["table-tile-missing"], "A tile from the table is missing"],
  [["something-new"], "This turn isn’t legal yet"],
])("a turn with the defects %j: %s", (codes, words) => {
  expect(whyNot(live({ verdict: judged(...codes) }))).toBe(words);
});

test("illegal sets that the referee only counted are counted too", () => {
  expect(whyNot(live({ verdict: { ...judged("illegal-set"), more: 40 } }))).toBe("41 sets to fix first");
});

test("of the line about the turn only that is spoken which was not heard already", () => {
  const line = { title: "Your turn", text: "Bo drew a tile", warns: false };
  expect(spokenTurn(line, [])).toBe("Your turn. Bo drew a tile");
  expect(spokenTurn(line, ["Your turn"])).toBe("Bo drew a tile");
  expect(spokenTurn(line, ["Bo drew a tile", "Your turn"])).toBe("");
  expect(spokenTurn({ ...line, text: "" }, [])).toBe("Your turn");
});
