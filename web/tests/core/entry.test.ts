import { expect, test } from "vitest";
import * as entry from "../../src/core/entry";
import { readLine, writeLine, writeSet } from "../../src/core/line";
import { formatTable, parseTable, parseTiles } from "../../src/core/notation";
import type { Rules } from "../../src/core/rules";
import { KINDS, type Kind } from "../../src/core/tiles";

const TILES = { copies: 2, jokers: [2, 0, 0, 0] as const };
const EMPTY = entry.NOTHING_ENTERED;
const RACK = { ...EMPTY, at: "rack" as const };

const shown = (text: string): string =>
  readLine(text)
    .map((set) => set.map((piece) => (typeof piece === "number" ? formatTable([[piece]]) : `?${piece}`)).join(" "))
    .join(" | ");

test.each([
  ["r9-11 12kby", "r9 r10 r11 | k12 b12 y12"],
  ["r4jr6", "r4 j r6"],
  ["r4j6", "r4 j r6"],
  ["R9-11", "r9 r10 r11"],
  ["5krbyj", "k5 r5 b5 y5 j"],
  ["12kb9", "k12 b9"],
  ["r4 r5 r6 | b8 k8 y8", "r4 r5 r6 | b8 k8 y8"],
  ["r4 r5 r6 12kby", "r4 r5 r6 | k12 b12 y12"],
  ["k1,2,13", "k1 k2 k13"],
  ["jdcm", "j d c m"],
])("the line %s is read as %s", (text, told) => {
  expect(shown(text)).toBe(told);
});

test.each(["r", "r9-", "r9-1", "12", "x7", "r14"])("%s is kept as it was typed", (text) => {
  expect(readLine(text).map(writeSet).join("")).toBe(text);
  expect(typeof readLine(text).flat().at(-1)).toBe("string");
});

test("every set and rack is written so that it is read as the same", () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 16807) % 2147483647) % below;
  for (let round = 0; round < 3000; round++) {
    const sets = Array.from({ length: 1 + random(4) }, () =>
      Array.from({ length: 1 + random(5) }, (): Kind => (random(3) ? random(13) + 13 * random(2) : random(KINDS))),
    );
    expect(readLine(writeLine(sets)), writeLine(sets)).toEqual(sets);
  }
});

test("a colour once, then numbers; a slide is a run, a press a group, and each begins its own set", () => {
  let now = entry.pressTiles(EMPTY, entry.runOf(1, 11, 9), null);
  now = entry.pressTiles(now, entry.groupOf(1, 12), null);
  now = entry.pressTiles(now, entry.runOf(1, 10, 12), null);
  expect(now.table).toBe("r9-11 12kby r10-12");
  now = entry.pressTiles(now, [52], null);
  now = entry.pressTiles(now, entry.runOf(0, 4, 4), null);
  now = entry.pressTiles(now, entry.runOf(0, 5, 5), null);
  expect(now.table).toBe("r9-11 12kby r10-12j k4-5");
});

test("a joker goes on with the set before it, and tiles with the joker", () => {
  let now = entry.pressTiles(EMPTY, entry.runOf(2, 5, 7), null);
  now = entry.pressTiles(now, [52], null);
  now = entry.pressTiles(now, entry.runOf(2, 9, 10), null);
  expect(entry.tableOf(now)).toBe("b5 b6 b7 j b9 b10");
  now = entry.pressTiles(entry.endSet(now), [52], null);
  now = entry.pressTiles(now, entry.groupOf(3, 8).slice(0, 2), null);
  expect(entry.tableOf(now)).toBe("b5 b6 b7 j b9 b10 | j k8 r8");
});

test("a tile that's taken off leaves its set open for another", () => {
  let now = entry.typeLine(EMPTY, "r9-11 12kby 7krb");
  now = entry.removeTile(now, "table", 0, 2);
  now = entry.pressTiles(now, parseTiles("r11"), null);
  expect(now.table).toBe("r9-11 12kby 7krb");
  expect(entry.takeLast(now).table).toBe("r9-10 12kby 7krb");
  expect(entry.splitSet(now, 0, 1).table).toBe("r9 r10-11 12kby 7krb");
  expect(entry.setsIn(entry.splitSet(now, 0, 1))).toHaveLength(4);
});

test("taking the last tile again and again takes everything", () => {
  let now = entry.typeLine(EMPTY, "r9-11 12kby");
  for (let left = 6; left > 0; left--) {
    expect(entry.countOf(now)).toBe(left);
    now = entry.takeLast(now);
  }
  expect(entry.takeLast(now)).toBe(now);
});

test("one copy too many is named with its places", () => {
  const now = { ...entry.typeLine(EMPTY, "r6-8 7krb"), rack: "r7 j j" };
  expect(entry.tooMany(now, TILES)).toEqual({ kind: parseTiles("r7")[0], exist: 2, table: 2, rack: 1 });
  expect(entry.tooMany({ ...now, rack: "j j" }, TILES)).toBeNull();
  expect(entry.tooMany({ ...now, rack: "d" }, TILES)).toMatchObject({ exist: 0, rack: 1 });
});

test("what can't be read is named with its place, but not while it may still become a tile", () => {
  expect(entry.unreadIn(entry.typeLine(EMPTY, "r9-11 12kb x7"))).toEqual({ text: "x7", at: "table", set: 3 });
  for (const text of ["r9-11 12", "r9-", "k", "r9-1"]) expect(entry.unreadIn(entry.typeLine(EMPTY, text))).toBeNull();
  expect(entry.unreadIn(entry.typeLine(EMPTY, "r9-11 12 "))).toEqual({ text: "12", at: "table", set: 2 });
  expect(entry.unreadIn({ ...entry.typeLine(EMPTY, "12"), at: "rack" })).toMatchObject({ text: "12" });
});

test("tapping a key keeps what can't be read", () => {
  const now = entry.pressTiles(entry.typeLine(EMPTY, "r9-11 x7"), parseTiles("k5"), null);
  expect(now.table).toContain("x7");
  expect(entry.tableOf(now)).toBe("r9 r10 r11 | k5");
});

test("pasted notation takes the place of the line", () => {
  const now = entry.typeLine(EMPTY, "k1-3");
  expect(entry.pasteLine(now, " r4 r5 r6 | b8 k8 y8 ").table).toBe("r4-6 8bky");
  expect(entry.pasteLine(now, "r4 r5 r6\nb8 k8 y8\n").table).toBe("r4-6 8bky");
  expect(entry.pasteLine({ ...now, at: "rack" }, "r4 r5 j").rack).toBe("r4 r5 j");
});

test("a link carries the position, and one that was garbled is read as far as it goes", () => {
  const now = { ...entry.typeLine(EMPTY, "r9-11 12kby r4jr6"), rack: "k1 y6 j", edition: "sabra", opened: false };
  const link = entry.linkOf(now);
  expect(link).toBe("/solve?p=r9-11_12kby_r4jr6.k1y6j&e=sabra&o=0");
  const again = entry.fromLink(new URL(link, "http://x").searchParams, EMPTY)!;
  expect([entry.tableOf(again), entry.rackOf(again), again.edition, again.opened]).toEqual([
    "r9 r10 r11 | k12 b12 y12 | r4 j r6",
    "k1 y6 j",
    "sabra",
    false,
  ]);
  const garbled = entry.fromLink(new URLSearchParams({ p: "r9-11_%zz.k1" }), EMPTY)!;
  expect(entry.tableOf(garbled)).toBe("r9 r10 r11");
  expect(entry.unreadIn(garbled)).toMatchObject({ text: "%zz", set: 2 });
  expect(entry.fromLink(new URLSearchParams("x=1"), EMPTY)).toBeNull();
  const plain = entry.fromLink(new URLSearchParams({ p: "r4 r5 r6 | b8 k8 y8 / b3" }), EMPTY)!;
  expect([entry.tableOf(plain), entry.rackOf(plain)]).toEqual(["r4 r5 r6 | b8 k8 y8", "b3"]);
});

test("what was kept is taken up again, and what is none isn't", () => {
  const now = entry.typeLine(RACK, "k1 k2");
  expect(entry.readEntry(JSON.parse(JSON.stringify(now)))).toEqual(now);
  for (const bad of [null, 7, {}, { ...now, table: 3 }]) expect(entry.readEntry(bad)).toBeNull();
});

test("a table of notation is read whole", () => {
  const text = "r4 j r6 | b8 k8 y8 | k1 k2 k3 k4";
  expect(readLine(text)).toEqual(parseTable(text));
});

test("rules of the house go with the link and are kept; what can be none of them is the booklet's", () => {
  const house = {
    opening: 25,
    freeing: "free",
    table_in_opening: true,
    tile_set: { copies: 2, j: 4, d: 0, c: 1, m: 0 },
  };
  const now = { ...entry.typeLine(EMPTY, "r9-11"), rack: "k1", house };
  const link = entry.linkOf(now);
  expect(link).toBe("/solve?p=r9-11.k1&h=opening.25*freeing.free*table_in_opening.true*tile_set.2-4-0-1-0");
  expect(entry.fromLink(new URL(link, "http://x").searchParams, EMPTY)?.house).toEqual(house);
  expect(entry.readEntry(JSON.parse(JSON.stringify(now)))?.house).toEqual(house);
  const garbled = "opening.x*opening_sets.<b>*table_in_opening.1*tile_set.2-99*players.9*freed_joker.new-set*";
  expect(entry.fromLink(new URLSearchParams({ p: "r4-6", h: garbled }), EMPTY)?.house).toEqual({
    freed_joker: "new-set",
  });
  // What was kept before houses had rules here.
  expect(entry.readEntry({ ...EMPTY, house: undefined })?.house).toEqual({});
});

test("a position of a game is solved by the game's own rules", () => {
  const box = { name: "house", copies: 3, jokers: [4, 0, 1, 0] as const };
  const rules = { tile_set: box, opening: 20, rack_size: 16, house: ["opening", "rack_size", "tile_set"] } as unknown;
  expect(entry.turnTerms(rules as Rules)).toEqual({
    tiles: "106",
    house: { opening: 20, tile_set: { copies: 3, j: 4, d: 0, c: 1, m: 0 } },
  });
  const plain = { tile_set: { ...box, name: "160" }, opening: 30 } as unknown;
  expect(entry.turnTerms(plain as Rules)).toEqual({ tiles: "160", house: {} });
});
