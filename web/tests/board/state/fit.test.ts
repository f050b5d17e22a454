import { expect, test } from "vitest";
import { tableText } from "../../../src/app/written";
import { fitting, put, tilesOf, undo } from "../../../src/board/state";
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
