import { expect, test } from "vitest";
import { hear, EMPTY_DRAFT, kindsOn } from "../../src/board/state";
import { formatTable, formatTiles, parseTable } from "../../src/core/notation";
import type { MovedSeen } from "../../src/net/seen";
import { drawnLast, handWords, lastSet, shownMoves, sinceMine, type MoveShown } from "../../src/ui/table/moves";

const played = (seat: number, tiles: string, table: string): MovedSeen => ({
  event: "moved",
  seat,
  events: [{ event: "played", seat, tiles, table }],
});
const drew = (seat: number, tiles: string | null = null): MovedSeen => ({
  event: "moved",
  seat,
  events: [{ event: "drew", seat, count: 1, tiles }],
});

/** The moves as they are shown where the table has come to this. */
function shown(before: string, moves: readonly MovedSeen[], now: string, first = 0): MoveShown[] {
  const { draft } = hear(EMPTY_DRAFT, { table: parseTable(now), rack: null, seat: null }, true);
  return shownMoves(moves, first, before, draft.base, draft.next);
}

const one = (before: string, tiles: string, after: string): MoveShown =>
  shown(before, [played(1, tiles, after)], after)[0]!;

test.each([
  ["r4 b4 k4 y4", "b3 b5 b6", "b3 b4 b5 b6 | r4 k4 y4", "took blue 4 from the 4s, played blue 3–6"],
  ["b4 b5 b6 | r8 k8 y8", "b3 b8", "b3 b4 b5 b6 | r8 k8 y8 b8", "added blue 3 to blue 4–6, added blue 8 to the 8s"],
  ["", "r10 r11 r12", "r10 r11 r12", "played red 10–12"],
  ["", "r7 b7 y7", "r7 b7 y7", "played red 7, blue 7, and yellow 7"],
  ["r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8", "took red 7 and red 8 from red 4–8, played red 6–8"],
  ["b3 r3 j", "y3", "b3 r3 y3 j", "added yellow 3 to the 3s"],
  [
    "k8 j k10",
    "k9 r1 r2",
    "k8 k9 k10 | r1 r2 j",
    "added black 9 to black 8–10, took the joker from black 8–10, played red 1, red 2, and the joker",
  ],
])("what hands did from %j with %j: %j", (before, tiles, after, words) => {
  expect(handWords(one(before, tiles, after), null)).toBe(words);
});

test("a move laid the tiles that were not there before, and they keep their ids to the end", () => {
  const moves = [played(1, "r4 r5 r6", "r4 r5 r6"), drew(2), played(3, "r7", "r4 r5 r6 r7")];
  const [first, second, third] = shown("", moves, "r4 r5 r6 r7") as [MoveShown, MoveShown, MoveShown];
  expect(formatTable(kindsOn(first.after))).toBe("r4 r5 r6");
  expect(second.laid.size).toBe(0);
  expect([...third.laid]).toHaveLength(1);
  const last = new Map(third.after.flatMap((set) => set.tiles.map((tile) => [tile.id, tile.kind] as const)));
  expect(formatTiles([...first.laid].map((id) => last.get(id)!))).toBe("r4 r5 r6");
});

test("the moves since one's own last turn are those after it; a spectator sees a round", () => {
  const moves = [drew(0), drew(1), drew(2), drew(0), drew(1)];
  expect(sinceMine(moves, 0, 3)).toBe(4);
  expect(sinceMine(moves, 2, 3)).toBe(3);
  expect(sinceMine(moves, null, 3)).toBe(2);
  expect(sinceMine([drew(1)], 0, 3)).toBe(0);
});

test("a turn that ran out of time and went back has touched nothing", () => {
  const late: MovedSeen = {
    event: "moved",
    seat: 1,
    timed_out: true,
    events: [
      { event: "settled", seat: 1, verdict: "restored", table: "r4 r5 r6" },
      { event: "drew", seat: 1, count: 3, tiles: null },
    ],
  };
  const [move] = shown("r4 r5 r6", [late], "r4 r5 r6") as [MoveShown];
  expect(handWords(move, null)).toBe("");
});

test("the last set is the last one that the last move laid tiles in, all of it", () => {
  const last = (before: string, moves: readonly MovedSeen[], now: string): string => {
    const { draft } = hear(EMPTY_DRAFT, { table: parseTable(now), rack: null, seat: null }, true);
    return formatTiles(lastSet(moves, before, draft.base, draft.next).map(({ kind }) => kind));
  };
  const table = "b9 b10 b11 | r1 r2 r3 r4 | k1 k2 k3";
  expect(last("r1 r2 r3 | k1 k2 k3", [drew(1), played(0, "b9 b10 b11 r4", table)], table)).toBe("r1 r2 r3 r4");
  expect(last("r1 r2 r3", [played(0, "k1 k2 k3", "k1 k2 k3 | r1 r2 r3"), drew(1)], "k1 k2 k3 | r1 r2 r3")).toBe("");
  expect(last("r1 r2 r3", [], "r1 r2 r3")).toBe("");
});

test("what somebody drew in their last turn is known until the next one is over, kept or not", () => {
  const kept: MovedSeen = { event: "moved", seat: 0, events: [{ event: "kept", seat: 0 }] };
  const drawn = (...moves: readonly MovedSeen[]): string => formatTiles(drawnLast(moves, 0));
  expect(drawn(drew(0, "b8"), drew(1))).toBe("b8");
  expect(drawn(drew(0, "b8"), kept, drew(1))).toBe("b8");
  expect(drawn(drew(0, "b8"), drew(1), played(0, "b8", "b6 b7 b8"), drew(1))).toBe("");
  expect(drawn(drew(1), drew(1))).toBe("");
});
