import { expect, test } from "vitest";
import { restored, tableText } from "../../../src/app/written";
import { laid, move, placeSet, putBack, shownRack, undo, undoAll } from "../../../src/board/state";
import type { TableDraft, Movement } from "../../../src/board/state";
import { kindText } from "../../../src/core/tiles";
import { begun, faults, hear, rackText, setText, tile } from "./kit";

const told = (movements: readonly Movement[]): string[] =>
  movements.map(({ tile: each, from, to }) => `${kindText(each.kind)} ${from.at} ${to.at}`);
const ids = (draft: TableDraft): number[][] => draft.now.sets.map((set) => set.tiles.map((each) => each.id));

test("a table that is as it was keeps every id, whatever the order of its sets", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3 | r4 r5 r6", "r7 r7");
  const heard = hear(draft, { table: "r4 r5 r6 | r4 r5 r6 | b1 b2 b3", rack: "r7 r7", seat: 1 }, false);
  expect(heard.movements).toEqual([]);
  expect(heard.changed).toEqual({ sets: [], tiles: [] });
  expect(new Set(ids(heard.draft).flat())).toEqual(new Set(ids(draft).flat()));
});

test("a set of the same tiles in another order is the same set, whatever others share with it", () => {
  const draft = begun("k7 r7 b7 y7 | k7 r7 b7 | r7 r8 r9", "r1");
  const heard = hear(draft, { table: "b7 k7 r7 | y7 k7 r7 b7 | r9 r8 r7", rack: "r1", seat: 1 }, false);
  expect(heard.draft.now.sets.map((set) => set.id)).toEqual(draft.now.sets.map((set) => set.id));
  expect(heard.movements).toEqual([]);
});

test("another's tiles come from their seat, and rearranged ones keep their ids", () => {
  const draft = begun("k7 r7 b7 y7 | b8 b9 b10", "k1");
  const seven = tile(draft, "b7");
  const heard = hear(draft, { table: "k7 r7 y7 | b7 b8 b9 b10 b11 | y1 y2 y3", rack: "k1", seat: 2 }, false);
  expect(told(heard.movements).sort()).toEqual([
    "b11 seat set",
    "b7 set set",
    "y1 seat set",
    "y2 seat set",
    "y3 seat set",
  ]);
  expect(heard.draft.now.sets[1]?.tiles[0]?.id).toBe(seven);
  expect(heard.draft.now.sets.slice(0, 2).map((set) => set.id)).toEqual(draft.now.sets.map((set) => set.id));
  expect(heard.changed.sets.length).toBe(3);
  expect(heard.changed.tiles.length).toBe(4);
});

test("one's own move accepted moves nothing", () => {
  const draft = begun("r4 r5 r6", "r7 b1 r7 b2");
  const copy = tile(draft, "r7", 1);
  const down = move(draft, [copy], { to: "set", set: draft.now.sets[0]?.id ?? -1, place: 3 });
  const heard = hear(down, { table: "r4 r5 r6 r7", rack: "b1 b2 r7", seat: 0 }, true);
  expect(heard.movements).toEqual([]);
  expect(heard.changed.tiles).toEqual([copy]);
  expect(ids(heard.draft)).toEqual(ids(down));
  expect(rackText(heard.draft)).toBe("r7 b1 / b2");
  expect(laid(heard.draft)).toEqual([]);
});

test("a drawn tile comes from the pool to the end of the shortest row", () => {
  const draft = begun("", "r1 r2 r3");
  const heard = hear(draft, { table: "", rack: "r3 b9 r2 r1", seat: 0 }, true);
  expect(rackText(heard.draft)).toBe("r1 r2 / r3 b9");
  expect(told(heard.movements)).toEqual(["b9 pool rack"]);
});

test("a turn that ran out of time goes back, and the penalty comes from the pool", () => {
  const draft = begun("r4 r5 r6", "r7 b1");
  const down = move(draft, [tile(draft, "r7"), tile(draft, "r6")], { to: "new", place: null });
  const heard = hear(down, { table: "r4 r5 r6", rack: "r7 b1 k1 k2", seat: 0 }, true);
  expect(told(heard.movements).sort()).toEqual(["k1 pool rack", "k2 pool rack", "r6 set set", "r7 set rack"]);
  expect(faults(heard.draft)).toEqual([]);
});

test("a spectator has no rack", () => {
  const draft = begun("r4 r5 r6", null);
  expect(shownRack(draft.now).flat()).toEqual([]);
  expect(tableText(hear(draft, { table: "r4 r5 r6 r7", rack: null, seat: 3 }, false).draft.base)).toBe("r4 r5 r6 r7");
});

test("a plan stays when another's move does not touch it", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 k1");
  const plan = move(draft, [tile(draft, "r7")], { to: "set", set: draft.now.sets[0]?.id ?? -1, place: 3 });
  const heard = hear(plan, { table: "r4 r5 r6 | b1 b2 b3 b4", rack: "r7 k1", seat: 1 }, false);
  expect(heard.conflicts).toEqual([]);
  expect(tableText(heard.draft.now.sets)).toBe("r4 r5 r6 r7 | b1 b2 b3 b4");
  expect(told(heard.movements)).toEqual(["b4 seat set"]);
  expect(tableText(putBack(heard.draft).now.sets)).toBe("r4 r5 r6 | b1 b2 b3 b4");
  expect(tableText(heard.draft.past[0]?.sets ?? [])).toBe("r4 r5 r6 | b1 b2 b3 b4");
});

test("what another's move touches is told, and the rest of the plan stays", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 b4 k1 k2 k3");
  const [reds, blues] = draft.now.sets.map((set) => set.id);
  let plan = move(draft, [tile(draft, "r7")], { to: "set", set: reds ?? -1, place: 3 });
  plan = move(plan, [tile(draft, "b4")], { to: "set", set: blues ?? -1, place: 3 });
  plan = move(
    plan,
    ["k1", "k2", "k3"].map((text) => tile(draft, text)),
    { to: "new", place: null },
  );
  const heard = hear(plan, { table: "r4 r5 r6 r7 | b1 b2 b3", rack: "r7 b4 k1 k2 k3", seat: 1 }, false);
  expect(tableText(heard.draft.now.sets)).toBe("b1 b2 b3 b4 | k1 k2 k3 | r4 r5 r6 r7");
  expect(
    heard.conflicts.map(({ planned, tiles, base }) => [planned.map((set) => setText(set.tiles)), setText(tiles), base]),
  ).toEqual([[["r4 r5 r6 r7"], "r7", [reds]]]);
  expect(laid(heard.draft).map((each) => kindText(each.kind))).toEqual(["b4", "k1", "k2", "k3"]);
  expect(faults(heard.draft)).toEqual([]);
});

test("tiles gone from the rack take their part of the plan with them", () => {
  const draft = begun("", "k1 k2 k3 r1 r2 r3");
  let plan = move(
    draft,
    ["k1", "k2", "k3"].map((text) => tile(draft, text)),
    { to: "new", place: null },
  );
  plan = move(
    plan,
    ["r1", "r2", "r3"].map((text) => tile(draft, text)),
    { to: "new", place: null },
  );
  const heard = hear(plan, { table: "k1 k2 k3", rack: "r1 r2 r3", seat: 0 }, false);
  expect(tableText(heard.draft.now.sets)).toBe("r1 r2 r3 | k1 k2 k3");
  expect(heard.conflicts.length).toBe(1);
  expect(faults(heard.draft)).toEqual([]);
});

test("a stored draft is taken up again, and refused when its tiles are not there", () => {
  const draft = begun("r4 r5 r6 r7 | b1 b2 b3", "r7 r7 r8 k1");
  const taken = restored(draft, "r4 r5 r6 | b1 b2 b3 | r7 r7 r8");
  expect(tableText(taken?.now.sets ?? [])).toBe("r4 r5 r6 | b1 b2 b3 | r7 r7 r8");
  expect(taken && faults(taken)).toEqual([]);
  expect(taken && setText(laid(taken))).toBe("r7 r8");
  for (const text of ["r4 r5 r6 r7", "r4 r5 r6 r7 | b1 b2 b3 b4", "z9", "r4 | |"])
    expect(restored(draft, text)).toBeNull();
});

test("steps that only led to what is in conflict are gone, those taken back as well", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "r7 b4 k1");
  const [reds, blues] = draft.now.sets.map((set) => set.id);
  let plan = move(draft, [tile(draft, "r7")], { to: "set", set: reds ?? -1, place: 3 });
  plan = move(plan, [tile(draft, "b4")], { to: "set", set: blues ?? -1, place: 3 });
  plan = move(plan, [tile(draft, "k1")], { to: "new", place: null });
  const report = { table: "r4 r5 r6 r7 | b1 b2 b3", rack: "r7 b4 k1", seat: 1 };
  const steps = (now: TableDraft): string[][] =>
    [now.past, [now.now], now.future].map((each) => each.map(({ sets }) => tableText(sets)));
  const [first, second, third] = [
    "b1 b2 b3 | r4 r5 r6 r7",
    "b1 b2 b3 b4 | r4 r5 r6 r7",
    "b1 b2 b3 b4 | k1 | r4 r5 r6 r7",
  ];
  expect(steps(hear(plan, report, false).draft)).toEqual([[first, second], [third], []]);
  expect(steps(hear(undo(undo(plan)), report, false).draft)).toEqual([[], [first], [second, third]]);
  expect(steps(hear(undoAll(plan), report, false).draft)).toEqual([[], [first], [second, third]]);
  expect(steps(hear(undo(plan), report, false).draft)).toEqual([[first], [second], [third]]);
});

test("a part of a plan goes when a set it took apart is another, though it has as many tiles", () => {
  const draft = begun("r4 r5 r6 r7 | b1 b2 b3", "k1 k2");
  const plan = move(draft, [tile(draft, "r7")], { to: "new", place: null });
  const heard = hear(plan, { table: "r3 r4 r5 r6 | r7 b7 k7 | b1 b2 b3", rack: "k1 k2", seat: 1 }, false);
  expect(tableText(heard.draft.now.sets)).toBe("b1 b2 b3 | r3 r4 r5 r6 | r7 b7 k7");
  expect(heard.conflicts.map(({ base, tiles }) => [base, setText(tiles)])).toEqual([[[draft.now.sets[0]?.id], ""]]);
});

test("only one's own tiles still on the rack go back there from a plan in conflict", () => {
  const draft = begun("r4 r5 r6", "r7 r8 k1");
  const set = draft.now.sets[0]?.id ?? -1;
  const plan = move(draft, [tile(draft, "r7"), tile(draft, "r8")], { to: "set", set, place: 3 });
  const heard = hear(plan, { table: "r4 r5 r6 | k9 r9 b9", rack: "r8 k1", seat: 0 }, false);
  expect(heard.conflicts.map(({ tiles }) => setText(tiles))).toEqual(["r8"]);
  expect(rackText(heard.draft)).toBe(rackText(hear(draft, { table: "", rack: "r8 k1", seat: 0 }, true).draft));
});

test("the rack keeps the order of a plan as long as its tiles are the same", () => {
  const draft = begun("r4 r5 r6", "k1 k2 k3");
  const sorted = move(draft, [tile(draft, "k3")], { to: "rack", row: 0, slot: 0 });
  const table = "r4 r5 r6 r7";
  expect(rackText(hear(sorted, { table, rack: "k1 k2 k3", seat: 1 }, false).draft)).toBe(rackText(sorted));
  const other = hear(sorted, { table, rack: "k1 k2 b9", seat: 1 }, false).draft;
  expect(faults(other)).toEqual([]);
  expect(rackText(other)).toContain("b9");
});

test("where a set was put on the cloth it stays, also when another lays a tile to it", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "k1");
  const [reds] = draft.now.sets;
  const put = placeSet(draft, reds?.id ?? -1, { row: 2, x: 3 });
  const heard = hear(put, { table: "r4 r5 r6 r7 | b1 b2 b3", rack: "k1", seat: 1 }, false);
  expect(heard.conflicts).toEqual([]);
  expect(heard.draft.now.sets.find(({ id }) => id === reds?.id)?.place).toEqual({ row: 2, x: 3 });
});

test("tiles that are seen no more went to the seat that took them, or to the pool", () => {
  const draft = begun("r4 r5 r6", "k1");
  const gone = hear(draft, { table: "", rack: "", seat: 2 }, true);
  expect(gone.movements.map(({ tile: each, from, to }) => [kindText(each.kind), from.at, to])).toEqual(
    ["r4", "r5", "r6", "k1"].map((text) => [text, text === "k1" ? "rack" : "set", { at: "seat", seat: 2 }]),
  );
  expect(told(hear(draft, { table: "r4 r5 r6", rack: "", seat: null }, true).movements)).toEqual(["k1 rack pool"]);
});

test("a set is the old one with which it shares most tiles, and of two such the one it differs least from", () => {
  const draft = begun("r4 r5 r6 r7 r8 | r4 r5 r6", "");
  const [long, short] = draft.now.sets.map((set) => set.id);
  const heard = hear(draft, { table: "r4 r5 r6 k1 | r4 r5 r6 r7 r8 r9", rack: "", seat: 1 }, true);
  expect(heard.draft.now.sets.map(({ id }) => id)).toEqual([short, long]);
  const parted = hear(draft, { table: "r4 r5 r6 | r7 r8 r9", rack: "", seat: 1 }, true);
  expect(parted.draft.now.sets.map(({ id }) => id)).toEqual([short, long]);
});

test("a stored draft keeps the places and ids of the table's sets, and a new set gets an id of its own", () => {
  const draft = placeSet(begun("r4 r5 r6 | b1 b2 b3", "k1 k2 k3 k4 k5 k6"), -1, { row: 0, x: 0 });
  const [reds, blues] = draft.now.sets;
  const taken = restored(draft, "k1 k2 k3 | r4 r5 r6 | k4 k5 k6 | b1 b2 b3");
  const found = taken?.now.sets.map(({ id }) => id) ?? [];
  expect([found[1], found[3]]).toEqual([reds?.id, blues?.id]);
  expect(new Set(found).size).toBe(4);
  expect(taken && faults(taken)).toEqual([]);
  expect(taken?.past.length).toBe(1);
  const again = taken && move(taken, [taken.now.sets[0]?.tiles[0]?.id ?? -1], { to: "new", place: null });
  expect(again && faults(again)).toEqual([]);
});
