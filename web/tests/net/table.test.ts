import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tableText } from "../../src/app/written";
import { LiveTable } from "../../src/app/table.svelte";
import type { ChangeMessage, StateMessage, VerdictMessage } from "../../src/net/protocol";
import type { GameEvent, View } from "../../src/net/seen";
import { laid, move, shownRack, sortRack, tilesLeft, type TableDraft } from "../../src/board/state";
import { kindText } from "../../src/core/tiles";
import { timesLookedAt } from "../kit/times.svelte";
import { FakeWorld, state, TABLE } from "./kit";

const RACK = "r4 r5 r6 r7 k1 k2";
const PLAYING = { ...TABLE, phase: "playing", game: "g1", number: 1, turn_at: 4980, due: 5100 } as const;

const view = (more: Partial<View> = {}): View => ({
  seat: 0,
  revision: 2,
  phase: "playing",
  commitment: "",
  contributions: ["", ""],
  draws: [],
  starter: 0,
  turn: 0,
  table: "b1 b2 b3",
  rack: RACK,
  counts: [6, 6],
  pool: 70,
  opened: [true, true],
  resigned: [],
  passes: 0,
  last: null,
  result: null,
  ...more,
});

const told = (revision: number, more: Partial<StateMessage> = {}, game: Partial<View> = {}): StateMessage =>
  state(revision, { table: PLAYING, game: view(game), ...more });

const moved = (revision: number, events: readonly GameEvent[], position: string): ChangeMessage => {
  const [first] = events;
  const seat = first && "seat" in first ? first.seat : 0;
  return { tell: "change", revision, now: 5000, events: [{ event: "moved", seat, events }], position };
};

/** Put tiles, as they are written, on the table as a new set. */
const lay =
  (text: string) =>
  (draft: TableDraft): TableDraft => {
    const left = tilesLeft(draft.now);
    const ids = text.split(" ").map((word) => {
      const at = left.findIndex((tile) => kindText(tile.kind) === word);
      return left.splice(at, 1)[0]!.id;
    });
    return move(draft, ids, { to: "new", place: null });
  };

const rackOf = (table: LiveTable): string[] =>
  shownRack(table.draft.now).map((row) => row.map((slot) => (slot ? kindText(slot.kind) : "-")).join(" "));

const shown = (table: LiveTable): string => tableText(table.draft.now.sets);

function sitting(first: StateMessage = told(3)): { world: FakeWorld; table: LiveTable } {
  const world = new FakeWorld();
  const table = new LiveTable("T1", world);
  world.socket.tell(first);
  world.socket.pong(5000, first.revision);
  return { world, table };
}

function judge(world: FakeWorld, legal: boolean): void {
  const id = world.socket.all("draft").at(-1)!.id;
  const verdict: VerdictMessage = {
    tell: "verdict",
    id,
    revision: 3,
    legal,
    played: "",
    value: 0,
    opening_value: null,
    defects: [],
    more: 0,
    number: 1,
    table: null,
  };
  world.socket.tell(verdict);
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a turn: drafted, judged, played, and the table follows", async () => {
  const { world, table } = sitting();
  expect([table.myTurn, table.canPlay, table.canDraw, table.drafting]).toEqual([true, false, true, false]);
  expect(world.socket.all("draft")).toEqual([]);
  expect(table.edit(lay("r4 r5 r6"))).toBe(true);
  expect(world.socket.all("draft").map((each) => each.table)).toEqual(["b1 b2 b3 | r4 r5 r6"]);
  judge(world, true);
  expect(table.canPlay).toBe(true);
  const ids = table.laid.map((tile) => tile.id);
  const playing = table.play();
  expect([table.busy, table.canPlay, table.edit(lay("r7"))]).toEqual(["play", false, false]);
  const heard = vi.fn();
  table.watch(heard);
  const played = { event: "played", seat: 0, tiles: "r4 r5 r6", table: "b1 b2 b3 | r4 r5 r6" } as const;
  world.socket.tell(moved(4, [played], "b1 b2 b3 | r4 r5 r6 / 3 6 / 70 / 1"));
  world.socket.tell({ tell: "done", id: world.socket.all("play")[0]!.id, revision: 4 });
  expect(await playing).toBe(true);
  expect([table.busy, table.myTurn, table.drafting, laid(table.draft)]).toEqual([null, false, false, []]);
  expect(table.draft.now.sets[1]?.tiles.map((tile) => tile.id)).toEqual(ids);
  expect(heard).toHaveBeenCalledOnce();
});

test("a verdict holds for the table as it lies and for nothing else", () => {
  const { world, table } = sitting();
  table.edit(lay("r4 r5 r6"));
  table.edit(lay("k1"));
  judge(world, true);
  expect(table.verdict).toBeNull();
  world.pass(1);
  judge(world, false);
  expect(table.verdict?.legal).toBe(false);
});

test("a refusal is kept for the player to read until the hand moves again", async () => {
  const { world, table } = sitting();
  table.edit(lay("r4"));
  const playing = table.play();
  const id = world.socket.all("play")[0]!.id;
  world.socket.tell({ tell: "refused", id, revision: 3, code: "illegal", text: "no", defects: [], more: 0 });
  expect([await playing, table.refusal?.code, table.busy]).toEqual([false, "illegal", null]);
  table.edit(lay("r5"));
  expect(table.refusal).toBeNull();
});

test("a plan stays when others play elsewhere, and is judged anew when the turn comes", () => {
  const { world, table } = sitting(told(3, {}, { turn: 1 }));
  table.edit(lay("r4 r5 r6"));
  judge(world, false);
  world.pass(1);
  const laid: number[] = [];
  table.watch(({ changed }) => laid.push(changed.tiles.length));
  const played = { event: "played", seat: 1, tiles: "b4", table: "b1 b2 b3 b4" } as const;
  world.socket.tell(moved(4, [played], "b1 b2 b3 b4 / 6 5 / 70 / 0"));
  expect([shown(table), table.conflicts, table.verdict]).toEqual(["r4 r5 r6 | b1 b2 b3 b4", [], null]);
  expect(world.socket.all("draft").at(-1)).toMatchObject({ table: "r4 r5 r6 | b1 b2 b3 b4", revision: 4 });
  expect(laid).toEqual([1]);
});

test("a lost connection loses neither the draft nor the order of the rack", () => {
  const { world, table } = sitting();
  table.edit((draft) => sortRack(draft, (tiles) => [...tiles].reverse()));
  table.edit(lay("r4 r5 r6"));
  world.socket.cut();
  expect(table.status).toBe("waiting");
  table.edit(lay("k1"));
  world.pass(1);
  world.socket.tell(told(3));
  expect(shown(table)).toBe("b1 b2 b3 | r4 r5 r6 | k1");
  world.pass(3);
  expect(world.socket.all("draft").map((each) => each.table)).toEqual(["b1 b2 b3 | r4 r5 r6 | k1"]);
});

test("a turn that ended while one was away ends the draft", () => {
  const { world, table } = sitting();
  table.edit(lay("r4 r5 r6"));
  world.socket.cut();
  world.pass(1);
  world.socket.tell(told(6, {}, { turn: 1, counts: [7, 6], rack: `${RACK} y9`, pool: 69 }));
  expect([shown(table), table.drafting, tilesLeft(table.draft.now).length]).toEqual(["b1 b2 b3", false, 7]);
});

test("after a reload the table is as it was: order, gaps, draft", () => {
  const before = sitting();
  before.table.edit((draft) => sortRack(draft, (tiles) => [...tiles].reverse()));
  before.table.edit(lay("r4 r5 r6"));
  const after = sitting();
  expect(shown(after.table)).toBe("b1 b2 b3 | r4 r5 r6");
  expect(rackOf(after.table)).toEqual(rackOf(before.table));
  expect(rackOf(after.table)).not.toEqual(["r7 k1", "k2"]);
});

test("the draft of another device is taken up, but not over one that never got away", () => {
  const first = sitting();
  first.table.edit(lay("r4"));
  judge(first.world, false);
  expect(shown(sitting(told(3, { draft: "b1 b2 b3 | r5" })).table)).toBe("b1 b2 b3 | r5");
  const third = sitting(told(3, { draft: "b1 b2 b3 | r5" }));
  third.table.edit(lay("r6"));
  expect(shown(sitting(told(3, { draft: "b1 b2 b3 | r5" })).table)).toBe("b1 b2 b3 | r5 | r6");
});

const COVERED = { you: null, covered: true } as const;
const BO = { seat: 1, rack: "y1 y2 y3 y4 y5 y6", turn: 1 } as const;

/** Somebody says that they have the screen, and the server shows them their rack. */
async function takes(world: FakeWorld, table: LiveTable, seat: number, shows: StateMessage): Promise<void> {
  const taken = table.take(seat);
  expect(world.socket.all("i-am").at(-1)?.seat).toBe(seat);
  world.socket.tell(shows);
  world.socket.tell({ tell: "done", id: world.socket.all("i-am").at(-1)!.id, revision: 3 });
  await taken;
}

test("around one screen the next player finds the same sets and an own rack in its own order", async () => {
  const { world, table } = sitting();
  const [set] = table.draft.now.sets;
  table.edit((draft) => sortRack(draft, (tiles) => [...tiles].reverse()));
  const own = rackOf(table);
  void table.handOver();
  expect(table.covered).toBe(true);
  world.socket.tell(told(3, COVERED, { rack: null, turn: 1 }));
  expect(rackOf(table).join("")).toBe("");
  await takes(world, table, 1, told(3, { you: 1 }, BO));
  expect(table.covered).toBe(false);
  expect(table.draft.now.sets[0]).toEqual(set);
  expect(tilesLeft(table.draft.now).length).toBe(6);
  world.socket.tell(told(3, COVERED, { rack: null }));
  await takes(world, table, 0, told(3));
  expect(rackOf(table)).toEqual(own);
});

test("around one screen a plan of every seat is found again, also after a reload", async () => {
  const { world, table } = sitting();
  table.edit(lay("r4"));
  world.socket.tell(told(3, COVERED, { rack: null, turn: 1 }));
  expect(shown(table)).toBe("b1 b2 b3");
  await takes(world, table, 1, told(3, { you: 1 }, BO));
  expect(shown(table)).toBe("b1 b2 b3");
  table.edit(lay("y1"));
  table.close();
  const again = sitting(told(3, COVERED, { rack: null, turn: 1 }));
  await takes(again.world, again.table, 1, told(3, { you: 1 }, BO));
  expect(shown(again.table)).toBe("b1 b2 b3 | y1");
  again.world.socket.tell(told(3, COVERED, { rack: null }));
  await takes(again.world, again.table, 0, told(3));
  expect(shown(again.table)).toBe("b1 b2 b3 | r4");
});

test("the clock shows the turn, then the bank, and stands still in a pause", () => {
  const seats = [{ kind: "person", name: "Ann", bank: 60 }, TABLE.seats[1]!] as const;
  const clocked = { ...PLAYING, seats, turn_at: 4990, due: 5170 };
  const { world, table } = sitting(told(3, { table: clocked }));
  expect(table.clock?.left).toBeCloseTo(110, 0);
  for (let at = 5; at <= 115; at += 5) {
    world.pass(5);
    world.socket.pong(5000 + at, 3);
  }
  expect(table.clock?.left).toBe(0);
  expect(table.clock?.bank).toBeCloseTo(55, 0);
  const pause = { agreed: [0, 1], since: 5100, used: 30 };
  const { due: _due, ...stopped } = clocked;
  world.socket.tell(told(9, { table: { ...stopped, pause } }));
  expect(table.clock).toMatchObject({ left: 90, bank: 60, paused: true });
  expect(table.canDraw).toBe(false);
});

test("a hint is gone when the game has moved on", async () => {
  const { world, table } = sitting();
  const asking = table.askHint(1);
  const nothing = { goes_out: false, played: null, table: null, moves: null } as const;
  const hint = { tell: "hint", revision: 3, step: 1, tiles: 3, ...nothing } as const;
  world.socket.tell({ ...hint, id: world.socket.all("hint")[0]!.id });
  await asking;
  expect(table.hint?.tiles).toBe(3);
  world.socket.tell(moved(4, [{ event: "drew", seat: 0, count: 1, tiles: "y9" }], "b1 b2 b3 / 7 6 / 69 / 1"));
  expect(table.hint).toBeNull();
});

test("a spectator moves nothing", () => {
  const { world, table } = sitting(told(3, { you: null }, { seat: null, rack: null }));
  expect(table.edit((draft) => move(draft, [draft.now.sets[0]!.tiles[0]!.id], { to: "new", place: null }))).toBe(false);
  expect(world.socket.all("draft")).toEqual([]);
});

test("a turn ends neither without a connection, nor while a bot stands in, nor by what a hint only shows on its way", () => {
  const { world, table } = sitting();
  table.edit(lay("r4 r5 r6"), true);
  judge(world, true);
  expect([table.canPlay, table.edit((draft) => draft), table.canPlay]).toEqual([false, false, true]);
  world.socket.cut();
  expect([table.canPlay, table.canDraw, table.drafting]).toEqual([false, false, true]);
  world.pass(1);
  const [mine, ...others] = PLAYING.seats;
  world.socket.tell(told(3, { table: { ...PLAYING, seats: [{ ...mine!, stand_in: "casual" }, ...others] } }));
  expect([table.standsIn, table.canPlay, table.canDraw, table.edit(lay("k1"))]).toEqual([true, false, false, false]);
});

test("a move has nobody look again at who one is and how mirror jokers are read, and tells how the table lay", () => {
  const { world, table } = sitting(told(3, {}, { turn: 1 }));
  const looked = timesLookedAt(() => [table.you, table.mirror]);
  expect(looked()).toBe(1);
  const before = table.draft;
  const heard = vi.fn();
  table.watch(heard);
  const played = { event: "played", seat: 1, tiles: "b4", table: "b1 b2 b3 b4" } as const;
  world.socket.tell(moved(4, [played], "b1 b2 b3 b4 / 6 5 / 70 / 0"));
  expect([shown(table), looked()]).toEqual(["b1 b2 b3 b4", 1]);
  expect(heard.mock.lastCall?.[2]).toBe(before);
});
