import { expect, test } from "vitest";
import type { LiveTable } from "../../src/app/table.svelte";
import type { Verdict } from "../../src/core/rules";
import type { GameEvent, MovedSeen } from "../../src/net/seen";
import { moveNews } from "../../src/ui/table/news";

const live = { you: 0, seats: [{ kind: "person" }, { kind: "person", name: "Bo" }] } as unknown as LiveTable;
const drew = (seat: number, count: number): GameEvent => ({
  event: "drew",
  seat,
  count,
  tiles: seat ? null : "b3 k4 j",
});
const settled = (seat: number, verdict: Verdict): GameEvent => ({ event: "settled", seat, verdict, table: "" });
const late = (seat: number, ...events: GameEvent[]): MovedSeen => ({ event: "moved", seat, events, timed_out: true });

test.each([
  [late(0, settled(0, "restored"), drew(0, 3)), "Time’s up: your tiles went back, and you drew 3 tiles"],
  [
    late(0, settled(0, "kept"), drew(0, 3)),
    "Time’s up: complete sets stay, the rest is on your rack, and you drew 3 tiles",
  ],
  [late(0, drew(0, 3)), "Time’s up, and you drew 3 tiles"],
  [late(0, { event: "passed", seat: 0 }), "Time’s up"],
  [late(0, { event: "played", seat: 0, tiles: "b3", table: "b3" }), "Time’s up: your move counts"],
  [late(1, settled(1, "restored"), drew(1, 3)), "Bo ran out of time: the tiles went back, and Bo drew 3 tiles"],
  [late(1, drew(1, 1)), "Bo ran out of time and drew a tile"],
])("a turn whose time was up says what became of it", (move, words) => {
  expect(moveNews(live, move)?.short).toBe(words);
});

test("the tiles one drew are named to whoever listens", () => {
  expect(moveNews(live, late(0, drew(0, 3)))?.spoken).toBe(
    "Time’s up, and you drew 3 tiles: blue 3, black 4, and joker",
  );
});
