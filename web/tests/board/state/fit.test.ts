import { expect, test } from "vitest";
import { tableText } from "../../../src/app/written";
import { carriedOut, fitting, partingBy, put, tilesOf, undo } from "../../../src/board/state";
import type { TableDraft, Spot, TileId } from "../../../src/board/state";
import { kindText } from "../../../src/core/tiles";
import { begun } from "./kit";
import { readerOf } from "../../../src/app/reader";

const READ = readerOf(null);
const own = (draft: TableDraft, ...names: string[]): TileId[] => {
  const left = [...tilesOf(draft.now.rack), ...draft.now.sets.flatMap((set) => set.tiles)];
  return names.map(
    (name) =>
      left.splice(
        left.findIndex((tile) => kindText(tile.kind) === name),
        1,
      )[0]?.id ?? -1,
  );
};
const into = (draft: TableDraft, set: number, place: number): Spot => ({
  to: "set",
  set: draft.now.sets[set]?.id ?? -1,
  place,
});

test("a tile fits where it goes on with a run, and nowhere else in it", () => {
  const draft = begun("r4 r5 r6", "r7");
  const places = [0, 1, 2, 3].map((place) => fitting(draft, own(draft, "r7"), READ)(into(draft, 0, place)));
  expect(places).toEqual([false, false, false, true]);
});

test("tiles fit a new set when they are one", () => {
  const draft = begun("", "r7 b7 y7 k1");
  expect(fitting(draft, own(draft, "r7", "b7", "y7"), READ)({ to: "new", place: null })).toBe(true);
  expect(fitting(draft, own(draft, "r7", "b7", "k1"), READ)({ to: "new", place: null })).toBe(false);
});

test("a second 5 splits a long run", () => {
  const draft = begun("b3 b4 b5 b6 b7", "b5");
  const spot: Spot = { to: "split", set: draft.now.sets[0]?.id ?? -1, place: 2, side: "left" };
  expect(fitting(draft, own(draft, "b5"), READ)(spot)).toBe(true);
  expect(tableText(put(draft, own(draft, "b5"), spot, READ).now.sets)).toBe("b3 b4 b5 | b5 b6 b7");
});

test("a group lies black, red, blue, yellow, whatever the order of its tiles", () => {
  const draft = begun("r9 b9 y9", "k9");
  const laid = put(draft, own(draft, "k9"), into(draft, 0, 3), READ);
  expect(tableText(laid.now.sets)).toBe("k9 r9 b9 y9");
  expect(tableText(undo(laid).now.sets)).toBe("r9 b9 y9");
});

test("a run parts where a tile was taken from its middle", () => {
  const draft = begun("k1 k2 k3 k4 k5 k6 k7", "r4 b4");
  const made = put(draft, own(draft, "k4", "r4", "b4"), { to: "new", place: null }, READ);
  expect(tableText(made.now.sets)).toBe("k1 k2 k3 | k5 k6 k7 | k4 r4 b4");
});

test("a run does not part while the rest of it is still a set, nor where neither side is one", () => {
  const parts = (left: string, right: string): boolean => {
    const of = (text: string) => begun(text).now.sets[0]?.tiles ?? [];
    return partingBy(READ)(of(left), of(right));
  };
  expect(parts("k1 k2 k3", "k5 k6 k7")).toBe(true);
  expect(parts("k1 k2 k3", "k5")).toBe(true);
  expect(parts("k1", "k3 k4 k5")).toBe(true);
  expect(parts("k1 k2 k3", "k4 k5")).toBe(false);
  expect(parts("k1 k2", "k4 k5")).toBe(false);
});

test("a group stays together when a tile is taken from its middle", () => {
  const draft = begun("k9 r9 b9 y9", "");
  const taken = put(draft, own(draft, "r9"), { to: "new", place: null }, READ);
  expect(tableText(taken.now.sets)).toBe("k9 b9 y9 | r9");
});

test("a tile fits nowhere in a set that is not there or that is nothing but itself, and always on the rack", () => {
  const draft = begun("r4 r5 r6", "r7");
  const fits = fitting(draft, own(draft, "r7"), READ);
  expect(fits({ to: "set", set: 999, place: 0 })).toBe(false);
  expect(fits({ to: "rack", row: 0, slot: 0 })).toBe(true);
  const whole = fitting(draft, own(draft, "r4", "r5", "r6"), READ);
  expect(whole(into(draft, 0, 0))).toBe(false);
});

test("a tile of the set itself fits only where it makes the set legal", () => {
  const draft = begun("r5 r6 r4 r7", "");
  const fits = fitting(draft, own(draft, "r4"), READ);
  expect([0, 1, 2, 3, 4].map((place) => fits(into(draft, 0, place)))).toEqual([true, false, false, false, false]);
});

test("a set is parted by a tile that goes to either side, if both sides are sets then", () => {
  const draft = begun("b3 b4 b5 b6 b7", "b5 b6");
  const side = (name: string, place: number, to: "left" | "right"): boolean =>
    fitting(draft, own(draft, name), READ)({ to: "split", set: draft.now.sets[0]?.id ?? -1, place, side: to });
  expect([side("b5", 2, "left"), side("b5", 2, "right")]).toEqual([true, false]);
  expect([side("b5", 3, "left"), side("b5", 3, "right")]).toEqual([false, true]);
});

test("what is no set keeps the order it was laid in", () => {
  const draft = begun("r9 k9", "b3");
  expect(tableText(put(draft, own(draft, "b3"), into(draft, 0, 1), READ).now.sets)).toBe("r9 b3 k9");
});

test("putting nothing, or to the rack, is just that, and one step is one step", () => {
  const draft = begun("r9 b9 y9", "k9 k1");
  expect(put(draft, [], { to: "new", place: null }, READ)).toBe(draft);
  const laid = put(draft, own(draft, "k9"), into(draft, 0, 0), READ);
  expect(laid.past).toEqual([draft.now]);
  const back = put(laid, own(draft, "k9"), { to: "rack", row: 0, slot: 0 }, READ);
  expect([tableText(back.now.sets), back.past.length]).toEqual(["r9 b9 y9", 2]);
});

test("a tile put where it lies already, or back on the rack, brings no set into order", () => {
  const draft = begun("r9 b9 k9 y9", "k1");
  expect(put(draft, own(draft, "b9"), into(draft, 0, 1), READ)).toBe(draft);
  const laid = put(draft, own(draft, "k1"), { to: "new", place: null }, READ);
  const back = put(laid, own(draft, "b9", "k1"), { to: "rack", row: 0, slot: 0 }, READ);
  expect(tableText(back.now.sets)).toBe("r9 b9 k9 y9");
});

test("what the player means is carried out", () => {
  const draft = begun("r4 r5 r6 r7 r8 r9", "k1 k2");
  const set = draft.now.sets[0]?.id ?? -1;
  let now = carriedOut(draft, { do: "split", set, place: 3 }, READ);
  expect(tableText(now.now.sets)).toBe("r4 r5 r6 | r7 r8 r9");
  now = carriedOut(now, { do: "place", tiles: own(draft, "k1"), spot: { to: "new", place: null } }, READ);
  expect(tableText(now.now.sets)).toBe("r4 r5 r6 | r7 r8 r9 | k1");
  now = carriedOut(now, { do: "undo" }, READ);
  expect(tableText(now.now.sets)).toBe("r4 r5 r6 | r7 r8 r9");
  now = carriedOut(now, { do: "redo" }, READ);
  expect(tableText(now.now.sets)).toBe("r4 r5 r6 | r7 r8 r9 | k1");
  now = carriedOut(now, { do: "undo-all" }, READ);
  expect([tableText(now.now.sets), now.past.length]).toEqual(["r4 r5 r6 r7 r8 r9", 0]);
});
