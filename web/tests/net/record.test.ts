/** Records as the package writes them, read in the browser, whole and damaged. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { formatTable, parseTable } from "../../src/core/notation";
import { takenUp } from "../../src/app/playon";
import { LONGEST_RECORD, readRecord } from "../../src/net/record";
import { dealtAt, tilesLaid, turnOf, turnsOf } from "../../src/net/turns";

const TEXT = readFileSync(resolve(import.meta.dirname, "../study/game.jsonl"), "utf8");
const LINES = TEXT.trimEnd().split("\n");

const without = (at: number, change: (line: string) => string): string => LINES.with(at, change(LINES[at]!)).join("\n");

test("a game that bots played is read from the deal to the last score", () => {
  const { games, trouble } = readRecord(TEXT);
  expect(trouble).toBeNull();
  const [game] = games;
  expect(game!.moves).toHaveLength(LINES.length - 1);
  const last = game!.positions.at(-1)!;
  expect(last.phase).toBe("over");
  expect(last.racks!.map((rack) => rack.split(" ").filter(Boolean).length)).toEqual(last.counts);
  // The racks of the sheet at the end are those that the moves have come to, in any order.
  const sorted = (rack: string): string[] => rack.split(" ").sort();
  expect(last.racks!.map(sorted)).toEqual(last.result!.racks.map(sorted));
});

test("every turn is somebody's own, one after the other, and leads from one position to the next", () => {
  const game = readRecord(TEXT).games[0]!;
  const turns = turnsOf(game);
  expect(turns[0]).toMatchObject({ first: dealtAt(game) + 1, turn: 1 });
  expect(turns.at(-1)!.last).toBe(game.moves.length);
  for (const turn of turns) {
    expect(game.positions[turn.first - 1]!.turn).toBe(turn.seat);
    const laid = tilesLaid(turn).split(" ").filter(Boolean).length;
    const [before, after] = [turn.first - 1, turn.last].map(
      (at) => parseTable(game.positions[at]!.table).flat().length,
    );
    expect(after! - before!).toBe(laid);
  }
  const own = turns.filter((turn) => turn.seat === 0).map((turn) => turn.turn);
  expect(own).toEqual(own.map((_, index) => index + 1));
});

test("a move of a record leads to its turn, and what is beyond the end to the last", () => {
  const turns = turnsOf(readRecord(TEXT).games[0]!);
  expect(turnOf(turns, turns[4]!.last)).toBe(5);
  expect(turnOf(turns, 0)).toBe(0);
  expect(turnOf(turns, 9999)).toBe(turns.length);
});

test.each([
  ["a torn last line", [...LINES.slice(0, -1), LINES.at(-1)!.slice(0, 40)].join("\n"), "damaged", LINES.length],
  ["a move that is missing", LINES.toSpliced(5, 1).join("\n"), "order", 6],
  ["a tile that isn't one", without(1, (line) => line.replace(/"r\d+ /, '"x7 ')), "damaged", 2],
  ["a seat that does not exist", without(4, (line) => line.replace(/"seat":\d/g, '"seat":9')), "damaged", 5],
  ["another version", without(0, (line) => line.replace('"version":1', '"version":9')), "version", 1],
  ["one player only", without(0, (line) => line.replace(/"names":\[[^\]]*\]/, '"names":["Ann"]')), "players", 1],
  ["something else", "a shopping list\nbread", "not-a-record", 1],
  ["nothing", "", "not-a-record", 1],
  ["a line of something else", LINES.with(7, '{"hello":1}').join("\n"), "not-a-record", 8],
  ["far too much", "x".repeat(LONGEST_RECORD + 1), "too-long", 1],
])("%s is told by its line, and all before it is there", (_, text, code, line) => {
  const { games, trouble } = readRecord(text);
  expect(trouble).toEqual({ code, line });
  for (const game of games) expect(game.moves.length).toBeLessThan(line);
});

test("tiles laid that were not on the rack are damage", () => {
  const at = LINES.findIndex((line) => line.includes('"event":"played"'));
  const text = without(at, (line) => line.replace(/("event":"played","seat":\d,"tiles":")(\w+)/, "$1j"));
  expect(readRecord(text).trouble).toEqual({ code: "damaged", line: at + 1 });
});

test("a match is several games, each chosen by itself", () => {
  const first = JSON.parse(LINES[0]!) as Record<string, unknown>;
  const match = JSON.stringify({ ...first, tilery: "match", commitment: undefined, length: { games: 2 } });
  const { games, trouble } = readRecord([match, ...LINES, ...LINES].join("\n"));
  expect(trouble).toBeNull();
  expect(games).toHaveLength(2);
  expect(readRecord([...LINES, ...LINES].join("\n")).trouble).toEqual({ code: "order", line: LINES.length + 1 });
});

test("a position is taken up as it was: every tile, whose turn it is, who has opened", () => {
  const game = readRecord(TEXT).games[0]!;
  const turn = turnsOf(game)[9]!;
  const taken = takenUp(game, turn.first - 1);
  const before = game.positions[turn.first - 1]!;
  expect(taken).toMatchObject({ turn: turn.seat, opened: before.opened, passes: 0, starter: before.starter });
  expect(formatTable(parseTable(taken.table))).toBe(before.table);
  expect(taken.racks).toEqual(before.racks);
});
