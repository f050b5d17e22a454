import { expect, test } from "vitest";
import { formatTable, formatTiles, parseTable, parseTiles } from "../../src/core/notation";
import type { Rules } from "../../src/core/rules";
import { judge } from "../../src/core/turn";
import type { Breach, Turn } from "../../src/core/turn";
import { sabra, turn } from "./kit";

const BOOKLET = "sabra-2022-de-es-pt-fr-nl";
const CLOSED = { opened: false };
const TWIST: Partial<Rules> = {
  tile_set: { name: "twist", copies: 2, jokers: [2, 2, 2, 2] },
  mirror: "middle",
};
const codes = ({ breaches }: Turn): string[] => breaches.map(({ code }) => code);
const table = (judged: Turn): string => (judged.isLegal ? formatTable(judged.table) : codes(judged).join());

test("a legal turn says what was played, what it counts and how the table lies then", () => {
  const judged = judge(sabra(), turn("r4 r5 r6 | b8 k8 y8", "r3 j b1", "r5 r6 r4 r3 | b8 k8 y8 j"));
  expect(judged).toMatchObject({ isLegal: true, value: 28, opening: null, breaches: [], more: 0 });
  expect(formatTiles(judged.played)).toBe("r3 j");
  expect(table(judged)).toBe("r3 r4 r5 r6 | b8 k8 y8 j");
});

test("all that is wrong is said at once, sets first", () => {
  const judged = judge(sabra(), turn("r4 r5 r6", "b1", "r4 r5 | b2"));
  const wanted: Breach[] = [
    { code: "illegal-set", rule: "sets", booklet: BOOKLET, place: 0, tiles: parseTiles("r4 r5") },
    { code: "illegal-set", rule: "sets", booklet: BOOKLET, place: 1, tiles: parseTiles("b2") },
    { code: "table-tile-missing", rule: "turn", booklet: BOOKLET, tiles: parseTiles("r6") },
    { code: "not-on-rack", rule: "turn", booklet: BOOKLET, tiles: parseTiles("b2") },
  ];
  expect(judged.breaches).toEqual(wanted);
  expect(codes(judge(sabra(), turn("r4 r5 r6", "b1", "r6 r5 r4")))).toEqual(["nothing-played"]);
});

test("of more than twenty defects the rest is counted", () => {
  const rack = "k1 k3 k5 k7 k9 k11 k13 r1 r3 r5 r7 r9 r11 r13 b1 b3 b5 b7 b9 b11 b13 y1";
  const judged = judge(sabra(), turn("", rack, rack.replaceAll(" ", " | ")));
  expect(judged.breaches).toHaveLength(20);
  expect(judged.more).toBe(2);
});

test("nothing else is said of a table with more tiles than there are", () => {
  const judged = judge(sabra(), turn("", "", "k1 ".repeat(107), CLOSED));
  const breach = { code: "too-many-tiles", rule: "turn", booklet: BOOKLET, count: 107, most: 106 };
  expect(judged.breaches).toEqual([breach]);
  expect(judged).toMatchObject({ played: [], value: 0, opening: { value: 0, sure: true } });
});

test("a rule that the house has changed is in no booklet", () => {
  const low = turn("", "r9 r10 r11", "r9 r10 r11", CLOSED);
  const needed = (opening: number): readonly Breach[] => judge(sabra({ opening }), low).breaches;
  const worth = { value: 30, sure: true };
  expect(needed(30)).toEqual([]);
  expect(needed(31)).toEqual([{ code: "opening-too-low", rule: "opening", booklet: null, needed: 31, worth }]);
});

// What an opening is worth, and how it lies then.
test.each([
  ["a joker is laid as what it was counted as", "", "j k9 k10", {}, "k9 k10 j"],
  ["an order that is worth enough is kept", "", "j k9 k10 | r4 r5 r6", {}, "j k9 k10 | r4 r5 r6"],
  ["the first referee kept every order", "", "j k9 k10", { referee: 1 }, "j k9 k10"],
  ["tiles may open though they lie apart", "r9 b9 k9 y9", "r9 r10 r11 r12 | b9 k9 y9", {}, "r9 r10 r11 r12 | b9 k9 y9"],
  [
    "not so where the table must not be used",
    "r9 b9 k9 y9",
    "r9 r10 r11 r12 | b9 k9 y9",
    { table_in_opening: false },
    null,
  ],
  ["the best set alone counts where one is asked for", "", "r4 r5 r6 | b5 b6 b7", { opening_sets: "one" }, null],
  ["jokers and the mirror count as the numbers they stand for", "", "b4 m j", { ...TWIST, opening: 13 }, "b4 m j"],
  ["a double joker is two tiles", "k11 k12 k13", "k11 k12 k13 | r9 d y9", TWIST, "k11 k12 k13 | r9 d y9"],
] as const)("%s", (_, before, after, changes, wanted) => {
  const rack = formatTable(parseTable(after)).replaceAll("| ", "");
  const judged = judge(sabra(changes), turn(before, rack, after, CLOSED));
  expect(judged.isLegal ? table(judged) : null).toBe(wanted);
});

test("before one has opened, sets of the table stay where that is the rule", () => {
  const judged = judge(
    sabra({ table_in_opening: false }),
    turn("r4 r5 r6", "r7 b10 k10 y10", "r4 r5 r6 r7 | b10 k10 y10", CLOSED),
  );
  const sets = parseTable("r4 r5 r6");
  expect(judged.breaches).toEqual([{ code: "opening-touches-table", rule: "table_in_opening", booklet: null, sets }]);
});

test("what tiles are worth by themselves is searched for, and said to be unsure after so many steps", () => {
  const worth = (rack: string, changes: Partial<Rules> = {}): Turn["opening"] =>
    judge(sabra({ opening: 1_000, ...changes }), turn("", rack, rack, CLOSED)).opening;
  expect(worth("r9 r10 r11 r12 b12 k12")).toEqual({ value: 66, sure: true });
  expect(worth("r9 r10 r11 b3 d", TWIST)).toEqual({ value: 55, sure: true });
  const all = ["k", "r", "b", "y"].flatMap((colour) => [5, 6, 7, 8, 9].map((number) => `${colour}${number}`));
  expect(worth(["j", "j", ...all, ...all.slice(1)].join(" "))).toEqual({ value: 275, sure: false });
  expect(worth(["j", "d", "c", "m", ...all].join(" "), TWIST)).toEqual({ value: 186, sure: false });
});

test("where jokers are freed by their tile, they go on standing for it until it lies there", () => {
  const freed = (before: string, rack: string, after: string, changes: Partial<Rules> = {}): string =>
    table(judge(sabra({ freeing: "replace", ...changes }), turn(before, rack, after)));
  expect(freed("b6 b7 j", "b8 r2 r3", "b6 b7 b8 | j r2 r3")).toBe("b6 b7 b8 | j r2 r3");
  expect(freed("b6 b7 j", "b4", "b4 j b6 b7")).toBe("joker-not-freed");
  expect(freed("b6 b7 j", "b9", "j b6 b7 b9")).toBe("b6 b7 j b9");
  const kept = "k4 b4 y4 | r5 b5 j | y6 y7 j";
  expect(freed("y4 j y6", "k4 b4 r5 b5 y7 j", kept)).toBe(kept);
  expect(freed("b6 b7 j | k5 k6 k7", "b8", "b6 b7 b8 | k5 k6 k7 j", { freed_joker: "new-set" })).toBe(
    "joker-not-in-new-set",
  );
  const { breaches } = judge(sabra({ freeing: "replace" }), turn("r5 b5 j", "r4 b6 b7", "r4 r5 j | b5 b6 b7"));
  const stood = parseTiles("k5");
  expect(breaches).toEqual([{ code: "joker-not-freed", rule: "freeing", booklet: null, stood }]);
});

test("a tile just drawn frees the joker that stands for it, or waits", () => {
  const play = (drawn: string, after: string): string =>
    table(judge(sabra(), turn("b3 r3 j", "y3 k1 k2", after, { drawn: parseTiles(drawn) })));
  expect(play("y3", "b3 r3 y3 | k1 k2 j")).toBe("b3 r3 y3 | k1 k2 j");
  expect(play("k1", "b3 r3 y3 | k1 k2 j")).toBe("drawn-tile-frees-nothing");
  expect(play("y3", "b3 r3 j y3")).toBe("b3 r3 j y3");
});
