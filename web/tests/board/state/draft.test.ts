import { expect, test } from "vitest";
import { tableText } from "../../../src/app/written";
import { byColour } from "../../../src/core/sort";
import {
  differs,
  EMPTY_DRAFT,
  join,
  laid,
  move,
  orderSet,
  placeSet,
  putBack,
  redo,
  redoAll,
  sameArrangement,
  shownRack,
  sortRack,
  split,
  undo,
  undoAll,
} from "../../../src/board/state";
import type { TableDraft, Spot } from "../../../src/board/state";
import { begun, rackText, setText, tile } from "./kit";

const setWith = (draft: TableDraft, text: string): number =>
  draft.now.sets.find((set) => set.tiles.some((each) => each.id === tile(draft, text)))?.id ?? -1;
const end = (draft: TableDraft, text: string): Spot => ({ to: "set", set: setWith(draft, text), place: 99 });

test("tiles from the rack go to the end of a set and are one's own this turn", () => {
  const draft = begun("r4 r5 r6", "r7 b1 r8");
  const after = move(draft, [tile(draft, "r7"), tile(draft, "r8")], end(draft, "r4"));
  expect(tableText(after.now.sets)).toBe("r4 r5 r6 r7 r8");
  expect(setText(laid(after))).toBe("r7 r8");
  expect(differs(after)).toBe(true);
  expect(rackText({ ...after, now: { ...after.now, rack: shownRack(after.now) } })).toBe("- b1 / ");
});

test("a tile goes between two others, also within its own set", () => {
  const draft = begun("r4 r6 r5", "");
  const set = setWith(draft, "r4");
  expect(tableText(move(draft, [tile(draft, "r5")], { to: "set", set, place: 1 }).now.sets)).toBe("r4 r5 r6");
  expect(tableText(move(draft, [tile(draft, "r4")], { to: "set", set, place: 3 }).now.sets)).toBe("r6 r5 r4");
  expect(move(draft, [tile(draft, "r6")], { to: "set", set, place: 2 })).toBe(draft);
});

test("a tile of the table cannot go to the rack, one's own can", () => {
  const draft = begun("r4 r5 r6", "r7");
  const down = move(draft, [tile(draft, "r7")], end(draft, "r4"));
  const rack: Spot = { to: "rack", row: 1, slot: 0 };
  expect(move(down, [tile(draft, "r4")], rack)).toBe(down);
  const back = move(down, [tile(draft, "r7"), tile(draft, "r6")], rack);
  expect(tableText(back.now.sets)).toBe("r4 r5 r6");
  expect(rackText(back)).toBe(" / r7");
  expect(differs(back)).toBe(false);
});

test("tiles taken from the middle part a set only where that is asked for", () => {
  const draft = begun("r3 r4 r5 r6 r7", "");
  const spot: Spot = { to: "new", place: null };
  expect(tableText(move(draft, [tile(draft, "r5")], spot).now.sets)).toBe("r3 r4 r6 r7 | r5");
  expect(tableText(move(draft, [tile(draft, "r5")], spot, () => true).now.sets)).toBe("r3 r4 | r6 r7 | r5");
});

test("a tile dropped at a split joins its side", () => {
  const draft = begun("r3 r4 r5 r6 r7", "r5");
  const copy = draft.now.rack[0]?.[0]?.id ?? -1;
  const spot = { to: "split", set: setWith(draft, "r3"), place: 2, side: "left" } as const;
  expect(tableText(move(draft, [copy], spot).now.sets)).toBe("r3 r4 r5 | r5 r6 r7");
  expect(tableText(move(draft, [copy], { ...spot, place: 3, side: "right" }).now.sets)).toBe("r3 r4 r5 | r5 r6 r7");
  expect(tableText(move(draft, [copy], { ...spot, place: 0 }).now.sets)).toBe("r5 | r3 r4 r5 r6 r7");
});

test("sets part and join, and nothing happens at an end", () => {
  const draft = begun("r3 r4 r5 r6", "");
  const parted = split(draft, setWith(draft, "r3"), 2);
  expect(tableText(parted.now.sets)).toBe("r3 r4 | r5 r6");
  expect(tableText(join(parted, setWith(parted, "r5"), setWith(parted, "r3"), 0).now.sets)).toBe("r5 r6 r3 r4");
  for (const place of [0, 4, -1, NaN]) expect(split(draft, setWith(draft, "r3"), place)).toBe(draft);
});

test("a whole set put down elsewhere stays the same set", () => {
  const draft = begun("r3 r4 r5 | b1 b2 b3", "");
  const ids = draft.now.sets[0]?.tiles.map((each) => each.id) ?? [];
  const after = move(draft, ids, { to: "new", place: { row: 2, x: 3 } });
  expect(after.now).toEqual(placeSet(draft, setWith(draft, "r3"), { row: 2, x: 3 }).now);
  expect(differs(after)).toBe(false);
});

test("undo takes a step back and redo does it again", () => {
  const draft = begun("r4 r5 r6", "r7 r8");
  const one = move(draft, [tile(draft, "r7")], end(draft, "r4"));
  const two = move(one, [tile(draft, "r8")], end(draft, "r4"));
  expect(undo(two).now).toBe(one.now);
  expect(redo(undo(two)).now).toBe(two.now);
  expect(undoAll(two).now).toBe(draft.now);
  expect(redoAll(undoAll(two))).toEqual(two);
  expect(redo(undoAll(two)).now).toBe(one.now);
  expect(undo(draft)).toBe(draft);
});

test("before anything has happened there is nothing to take back or to do again", () => {
  for (const again of [undo, redo, undoAll, redoAll]) expect(again(EMPTY_DRAFT)).toBe(EMPTY_DRAFT);
});

test("positions are the same when sets, places and rack are, and not for a set or a row more or less", () => {
  const { now } = placeSet(begun("r4 r5 r6 | b1 b2 b3", "k1 k2"), begun("r4 r5 r6").now.sets[0]?.id ?? -1, {
    row: 1,
    x: 2,
  });
  const [reds, blues] = now.sets;
  if (!reds || !blues) throw new Error("there are two sets");
  const place = (row: number, x: number) => ({ ...now, sets: [{ ...reds, place: { row, x } }, blues] });
  const same = (other: typeof now): boolean[] => [sameArrangement(now, other), sameArrangement(other, now)];
  expect(same(place(1, 2))).toEqual([true, true]);
  for (const other of [
    place(1, 3),
    place(0, 2),
    { ...now, sets: [{ ...reds, place: null }, blues] },
    { ...now, sets: [reds] },
    { ...now, sets: [reds, { ...blues, id: 99 }] },
    { ...now, sets: [reds, { ...blues, tiles: blues.tiles.slice(1) }] },
    { ...now, sets: [reds, { ...blues, tiles: [...blues.tiles].reverse() }] },
    { ...now, rack: now.rack.slice(0, 1) },
    { ...now, rack: [...now.rack].reverse() },
  ])
    expect(same(other)).toEqual([false, false]);
});

test("putting everything back keeps the rack's order and can be undone", () => {
  const draft = begun("r4 r5 r6", "r7 b2 b1 r8");
  const down = move(draft, [tile(draft, "r7"), tile(draft, "b1")], { to: "new", place: null });
  const sorted = sortRack(down, (tiles) => byColour(tiles, (each) => each.kind));
  const back = putBack(sorted);
  expect(tableText(back.now.sets)).toBe("r4 r5 r6");
  expect(rackText(sorted)).toBe("r8 / b2 r7 b1");
  expect(back.now.rack).toBe(sorted.now.rack);
  expect(undo(back).now).toBe(sorted.now);
  expect(putBack(draft)).toBe(draft);
});

test("a set is brought into an order of its own tiles, and into no other", () => {
  const draft = begun("r4 r5 r6 | b1 b2 b3", "");
  const [reds, blues] = draft.now.sets;
  if (!reds || !blues) throw new Error("there are two sets");
  expect(tableText(orderSet(draft, reds.id, (tiles) => [...tiles].reverse()).now.sets)).toBe("r6 r5 r4 | b1 b2 b3");
  expect(orderSet(draft, reds.id, (tiles) => tiles.slice(1))).toBe(draft);
  expect(orderSet(draft, reds.id, (tiles) => [...tiles, ...blues.tiles])).toBe(draft);
  expect(orderSet(draft, reds.id, () => blues.tiles)).toBe(draft);
});

test("tiles that an order of the rack leaves out come last, and those it names twice lie once", () => {
  const draft = begun("", "r1 r2 r3 r4");
  const some = sortRack(draft, (tiles) => tiles.filter(({ id }) => id === tile(draft, "r3")));
  expect(rackText(some)).toBe("r3 r1 / r2 r4");
  expect(rackText(sortRack(draft, (tiles) => [...tiles, ...tiles]))).toBe("r1 r2 / r3 r4");
});

test("on the rack tiles fill gaps and otherwise move others aside", () => {
  const draft = begun("", "r1 r2 r3 r4");
  expect(rackText(draft)).toBe("r1 r2 / r3 r4");
  const apart = move(draft, [tile(draft, "r2")], { to: "rack", row: 0, slot: 3 });
  expect(rackText(apart)).toBe("r1 - - r2 / r3 r4");
  expect(rackText(move(apart, [tile(draft, "r4"), tile(draft, "r3")], { to: "rack", row: 0, slot: 1 }))).toBe(
    "r1 r4 r3 r2 / ",
  );
  expect(rackText(move(draft, [tile(draft, "r4")], { to: "rack", row: 0, slot: 0 }))).toBe("r4 r1 r2 / r3");
  expect(rackText(move(draft, [tile(draft, "r1")], { to: "rack", row: 0, slot: 2 }))).toBe("r2 r1 / r3 r4");
});

test("a row below the last of the rack is the last, one above the first the first", () => {
  const draft = begun("", "r1 r2 r3 r4");
  const to = (row: number): string => rackText(move(draft, [tile(draft, "r1")], { to: "rack", row, slot: 9 }));
  expect([to(7), to(2), to(-1)]).toEqual([to(1), to(1), to(0)]);
  expect(to(1)).not.toBe(to(0));
});

test("a tile dropped where another is away from takes that slot", () => {
  const draft = begun("", "r1 r2 r3 r4");
  const down = move(draft, [tile(draft, "r1")], { to: "new", place: null });
  const after = move(down, [tile(draft, "r4")], { to: "rack", row: 0, slot: 0 });
  expect(rackText(after)).toBe("r4 r2 / r3 r1");
});

test("what is unknown changes nothing", () => {
  const draft = begun("r4 r5 r6", "r7");
  expect(move(draft, [999], { to: "new", place: null })).toBe(draft);
  expect(move(draft, [], { to: "new", place: null })).toBe(draft);
  expect(move(draft, [tile(draft, "r7")], { to: "set", set: 999, place: 0 })).toBe(draft);
  expect(join(draft, 999, 998)).toBe(draft);
  expect(orderSet(draft, 999, (tiles) => tiles)).toBe(draft);
  expect(placeSet(draft, 999, { row: 0, x: 0 })).toBe(draft);
});
