import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { follow, knownFrom, type KnownTable } from "../../src/net/known";
import type { Message } from "../../src/net/protocol";
import type { GameEvent, SeenEvent } from "../../src/net/seen";
import { state, TERMS } from "./kit";

const MANUAL = readFileSync(resolve(import.meta.dirname, "../../../docs/protocol.md"), "utf8");

/** What happens next at the table, with the position that the server says. */
const happens = (known: KnownTable, events: readonly SeenEvent[], position: string): KnownTable | undefined =>
  follow(known, { tell: "change", revision: known.revision + 1, now: 0, events, position });

/** What happens next in the game. */
const next = (known: KnownTable, events: readonly GameEvent[], position: string): KnownTable | undefined =>
  happens(known, [{ event: "moved", seat: 0, events }], position);

const begins = (known: KnownTable, events: readonly GameEvent[], position: string): KnownTable | undefined =>
  happens(known, [{ event: "began", game: "g1", match: 1, number: 1, events }], position);

const dealt = (racks: readonly (string | null)[], starter = 1): GameEvent[] => [
  { event: "contributed", seat: 1, words: "dice" },
  { event: "started", draws: [["b4", "j"]], starter, racks, pool: null },
];

const RACK = "k11 r5 r10 y10 k2 b7 r4 b11 b7 y7 k3 r6 k6 r7";

test("the manual's session is followed to its end", () => {
  const told = [...MANUAL.matchAll(/^ann < (\{.*\})$/gm)].map((found) => JSON.parse(found[1]!) as Message);
  let known: KnownTable | undefined;
  for (const each of told) {
    if (each.tell === "state") known = knownFrom(each);
    if (each.tell === "change") known = follow(known!, each);
  }
  expect(known?.revision).toBe(7);
  expect(known?.game).toMatchObject({
    phase: "over",
    table: "r4 r5 r6 | r7 b7 y7",
    rack: "k11 r10 y10 k2 b11 b7 k3 k6 y5",
    counts: [9, 15],
    pool: 76,
    opened: [true, false],
    resigned: [1],
    last: 0,
    contributions: ["dice 3 5", ""],
  });
  expect(known?.game?.result?.scores).toEqual([162, -162]);
});

test("a game begins with what its seat may see", () => {
  const known = begins(knownFrom(state(0)), dealt([RACK, null]), " / 14 14 / 78 / 1");
  expect(known?.game).toMatchObject({ phase: "playing", rack: RACK, starter: 1, turn: 1, contributions: ["", "dice"] });
  expect(known?.game?.racks).toBeUndefined();
});

test("a turn settled by the clock gives and takes tiles", () => {
  const begun = begins(knownFrom(state(0)), dealt([RACK, null], 0), " / 14 14 / 78 / 0")!;
  const table = "r4 r5 r6";
  const settled = { event: "settled", seat: 0, verdict: "kept", table, laid: "r4 r5 r6", taken: "k1", opening: true };
  const events = [settled, { event: "drew", seat: 0, count: 2, tiles: "y1 y2" }] as GameEvent[];
  const after = next(begun, events, "r4 r5 r6 / 14 14 / 76 / 1")!;
  expect(after.game?.rack).toBe("k11 r10 y10 k2 b7 b11 b7 y7 k3 k6 r7 k1 y1 y2");
  expect([after.game?.opened, after.game?.last]).toEqual([[true, false], 0]);
});

test("a spectator who sees racks sees them change", () => {
  const watching = knownFrom(state(0, { you: null, behind: 120, terms: { ...TERMS, spectators: "racks" } }));
  const begun = begins(watching, dealt([RACK, RACK]), " / 14 14 / 78 / 1")!;
  const after = next(begun, [{ event: "drew", seat: 1, count: 1, tiles: "j" }], " / 14 15 / 77 / 0")!;
  expect(after.game?.racks).toEqual([RACK, `${RACK} j`]);
  expect(after.game?.rack).toBeNull();
});

test("a position that does not come out is said", () => {
  const begun = begins(knownFrom(state(0)), dealt([RACK, null]), " / 14 14 / 78 / 1")!;
  expect(next(begun, [{ event: "passed", seat: 1 }], " / 14 14 / 78 / 0")?.game?.turn).toBe(0);
  expect(next(begun, [{ event: "passed", seat: 1 }], " / 14 14 / 77 / 0")).toBeUndefined();
  expect(next(knownFrom(state(0)), [{ event: "passed", seat: 1 }], "")).toBeUndefined();
});

test("an event of a newer server in a game does no harm, and one at the table asks for the whole state", () => {
  const begun = begins(knownFrom(state(0)), dealt([RACK, null]), " / 14 14 / 78 / 1")!;
  const applause = { event: "applauded", seat: 1 };
  expect(next(begun, [applause] as unknown as GameEvent[], " / 14 14 / 78 / 1")?.game).toEqual(begun.game);
  expect(happens(begun, [applause] as unknown as SeenEvent[], " / 14 14 / 78 / 1")).toBeUndefined();
});
