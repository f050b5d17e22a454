import { describe, expect, test } from "vitest";
import { parseTiles } from "../../src/core/notation";
import { read } from "../../src/core/reading";
import { JOKER, kindOf } from "../../src/core/tiles";
import { speak } from "../../src/app/speech.svelte";
import { spotWords } from "../../src/ui/table/sayings";
import { gapAt, nameIn, setWords, tileName, tileNames, troubleOf } from "../../src/ui/tiles/words";

const said = (tiles: string, mirror: "none" | "middle" | null = null): string => {
  const trouble = troubleOf(parseTiles(tiles), mirror);
  return trouble ? `${trouble.short} / ${trouble.help}` : "legal";
};

const RUN = "A run needs every number in order.";
const MIRROR = "Both sides of the mirror show the same tiles.";
const GROUP = "A group is one number in up to four colours.";
const CHANGE = "A colour change goes between two colours of a run.";
const DOUBLE = "It stands for two tiles side by side.";

describe("what is wrong with a set is said in a sentence, and how to mend it", () => {
  test.each([
    ["r4 r5 r6", "legal"],
    ["r7 d j", "legal"],
    ["r4 r5", "Needs 1 more tile / A set has at least three tiles."],
    ["r7 r9", "Needs 1 more tile / A set has at least three tiles."],
    ["r7 b9", "No third tile would make these two a set / A run is one colour in order, a group is one number."],
    ["r4", "Needs 2 more tiles / A set has at least three tiles."],
    ["r7 b7 r7", "There’s more than one red 7 / A set can have each tile only once."],
    ["r7 b7 k8", `Black 8 doesn’t belong with the 7s / ${GROUP}`],
    ["r4 r5 b6", "Blue 6 doesn’t belong in the red run / A run has one colour."],
    ["r7 b7 y7 k7 j", `5 tiles, but only four colours / ${GROUP}`],
    ["r12 r13 r1", `1 doesn’t follow 13 / ${RUN}`],
    ["r4 r5 r7", `Red 6 is missing / ${RUN}`],
    ["r4 r5 r9", `Numbers are missing between red 4 and red 9 / ${RUN}`],
    ["c r5 y7 b5", `Red 5 and blue 5 don’t go together / ${RUN}`],
    ["d c b7 r4", "These tiles don’t make a set / A run is one colour in order, a group is one number."],
    ["b5 c b7", `The colour is the same on both sides of the colour change / ${CHANGE}`],
    ["b6 c r5", `There’s no room for a colour change between red 5 and blue 6 / ${CHANGE}`],
    ["r7 b7 c", `The colour change belongs in a run / ${CHANGE}`],
    ["y7 j c d j r1 b5", `There are more colours than colour changes / ${CHANGE}`],
    ["r5 d r7", `The double joker needs room for two / ${DOUBLE}`],
    ["r5 m r5", "The mirror can’t be used here / These rules have no mirror joker."],
  ])("%s: %s", (tiles, words) => expect(said(tiles)).toBe(words));

  test.each([
    ["r5 m r5", "legal"],
    ["m m r5", `A set can have only one mirror / ${MIRROR}`],
    ["r5 m b6", `No match across the mirror: red 5 and blue 6 / ${MIRROR}`],
    ["c r4 m c", `No match across the mirror: red 4 / ${MIRROR}`],
    ["m c d", `The colour change needs a partner on the other side / ${MIRROR}`],
    ["d j m", `The two sides of the mirror aren’t the same length / ${MIRROR}`],
    ["r13 d m k7", `The mirror would be a 14 / ${MIRROR}`],
    ["r1 m r7 d", `Numbers are missing between red 1 and red 7 / ${RUN}`],
    ["d j b12 d j c j d b6 d", `A run has at most 13 numbers / ${RUN}`],
  ])("with a mirror, %s: %s", (tiles, words) => expect(said(tiles, "middle")).toBe(words));
});

test("a tile is named by its colour and number, a joker by what it is and stands for", () => {
  expect(["k1", "r7", "b10", "y13", "j", "d", "c", "m"].map((text) => tileNames(parseTiles(text)))).toEqual([
    "black 1",
    "red 7",
    "blue 10",
    "yellow 13",
    "joker",
    "double joker",
    "colour-change joker",
    "mirror joker",
  ]);
  const kinds = parseTiles("r4 j r6");
  const covers = read(kinds, null)?.covers ?? [];
  expect(kinds.map((kind, at) => nameIn(kind, covers[at]))).toEqual(["red 4", "joker as red 5", "red 6"]);
  expect(nameIn(kinds[1] ?? 0, null)).toBe(tileName(kinds[1] ?? 0));
});

test("a set is read aloud as what it is, what it is worth, and tile by tile", () => {
  expect(setWords(parseTiles("r4 j r6"), null)).toBe("Run, worth 15: red 4, joker as red 5, and red 6");
  expect(setWords(parseTiles("r9 b9 k9"), null)).toBe("Group, worth 27: red 9, blue 9, and black 9");
  expect(setWords(parseTiles("r4 r5"), null)).toBe("Not a set yet: red 4 and red 5");
});

test("the slot of a missing tile is where its number belongs, and nowhere when several are missing or jokers lie there", () => {
  const at = (tiles: string): number | null => gapAt(parseTiles(tiles), null);
  expect([at("r4 r5 r7"), at("r4 r6 r7"), at("r4 r5 r9"), at("r4 r5 r6"), at("r4 j r9")]).toEqual([
    2,
    1,
    2,
    null,
    null,
  ]);
});

test("a tile's name has the form that its sentence needs, where a language has one", async () => {
  await speak("de");
  expect([tileName(kindOf(1, 7)), tileName(kindOf(1, 7), "after"), tileName(JOKER, "before")]).toEqual([
    "rote 7",
    "der roten 7",
    "dem Joker",
  ]);
  const run = { id: 1, place: null, tiles: parseTiles("r4 r5 r6").map((kind, id) => ({ id, kind })) };
  const spot = { to: "set", set: 1, place: 3 } as const;
  expect(spotWords({ sets: [run], rack: [] }, spot, true)).toContain("der roten 6");
});
