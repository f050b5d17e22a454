import { expect, test } from "vitest";
import { plainLook } from "../../src/board/view/look";

test("a plain look shows a set as its tiles, and calls it by their names", () => {
  const face = (kind: number) => ({ colour: "r", number: kind }) as const;
  const look = plainLook(face, (kind) => `red ${kind}`);
  const tiles = [4, 5, 6].map((kind) => ({ id: 10 + kind, kind }));
  expect(look.set({ id: 1, tiles, place: null })).toEqual({
    label: "red 4, red 5, red 6",
    reads: "",
    faces: [face(4), face(5), face(6)],
    names: ["red 4", "red 5", "red 6"],
    axis: -1,
  });
  expect([look.face(7), look.name(7)]).toEqual([face(7), "red 7"]);
});
