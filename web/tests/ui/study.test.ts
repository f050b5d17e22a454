/** The graph and the words of an analysis, on a real one. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { AnalysisDesk } from "../../src/app/analysing.svelte";
import { ApiError } from "../../src/net/api";
import { readRecord } from "../../src/net/record";
import type { AnalysisState, TurnAnalysis } from "../../src/net/routes";
import { turnsOf, type RecordedTurn } from "../../src/net/turns";
import {
  chanceLooks,
  chancePoints,
  curve,
  labelled,
  ticks,
  turnAt,
  xOf,
  yOf,
  type PlotBox,
} from "../../src/ui/study/chances";
import { swipeOf } from "../../src/ui/study/steps";
import {
  aboutGame,
  botWords,
  didWords,
  headline,
  missedWords,
  pointWords,
  turnHeading,
  verdictWords,
} from "../../src/ui/study/words";
import { FakeWorld } from "../net/kit";

vi.stubGlobal("navigator", { languages: ["en-GB"] });

const read = (name: string): string => readFileSync(resolve(import.meta.dirname, "../study", name), "utf8");
const GAME = readRecord(read("game.jsonl")).games[0]!;
const ANALYSIS = JSON.parse(read("analysis.json")) as Pick<AnalysisState, "turns" | "players" | "moments" | "exact">;
const TURNS = turnsOf(GAME);
const TABLE = { you: 3, seats: GAME.names.map((name) => ({ kind: "person" as const, name })) };
const BOX: PlotBox = { width: 500, height: 200, start: 40, end: 20, top: 10, bottom: 20 };
const RESULT = GAME.positions.at(-1)!.result!;

const of = (seat: number, turn: number): [RecordedTurn, TurnAnalysis] => [
  TURNS.find((each) => each.seat === seat && each.turn === turn)!,
  ANALYSIS.turns.find((each) => each.seat === seat && each.turn === turn)!,
];

test("the graph of a seat goes through its own turns and ends as the game did", () => {
  const last = GAME.moves.length;
  for (const seat of [0, 1, 2, 3]) {
    const points = chancePoints(ANALYSIS.turns, seat, RESULT.winner, last);
    const ats = points.map((point) => point.at);
    expect(ats).toEqual([...ats].sort((one, two) => one - two));
    expect(ats[0]).toBe(0);
    for (const { chances } of points) expect(chances.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 2);
    expect(points.at(-1)!.chances[RESULT.winner]).toBe(1);
    const own = ANALYSIS.turns.filter((turn) => turn.seat === seat);
    for (const turn of own.slice(0, -1))
      expect(points.find((each) => each.move === turn.move)?.chances).toEqual(turn.chances);
  }
});

test("a graph that is on its way has only what is ready, and no end yet", () => {
  const ready = ANALYSIS.turns.slice(0, 12);
  const points = chancePoints(ready, 3, RESULT.winner, GAME.moves.length);
  expect(Math.max(...points.map((point) => point.at))).toBe(3);
  expect(points.at(-1)!.chances).toEqual(ready.findLast((turn) => turn.seat === 3)!.chances);
  expect(chancePoints([], 0, RESULT.winner, 9)).toEqual([]);
});

test("a place in the graph is the turn that is drawn there", () => {
  for (const turn of [0, 1, 5, 8]) expect(turnAt(BOX, 8, xOf(BOX, 8, turn))).toBe(turn);
  expect([turnAt(BOX, 8, -50), turnAt(BOX, 8, 900)]).toEqual([0, 8]);
  expect([yOf(BOX, 0), yOf(BOX, 1)]).toEqual([180, 10]);
});

test("a curve never leaves what was measured", () => {
  const path = curve([
    [0, 10],
    [100, 90],
    [200, 10],
  ]);
  const ys = [...path.matchAll(/-?[\d.]+/g)].map(Number).filter((_, index) => index % 2 === 1);
  expect(Math.min(...ys)).toBe(10);
  expect(Math.max(...ys)).toBe(90);
});

test("numbers below the graph and words beside it leave room for each other", () => {
  expect(ticks(BOX, 8, 24)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ticks(BOX, 60, 24)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
  const point = { x: 300, y: 90, text: "Best: 64%", prefers: "above" as const };
  expect(labelled(BOX, [point], [])).toEqual([{ x: 300, y: 76, anchor: "middle", text: "Best: 64%" }]);
  // A turning point above it, one beside it, another label, the edge: words go where nothing is.
  const marks = [
    { x: 310, y: 72, radius: 12 },
    { x: 330, y: 92, radius: 12 },
  ];
  expect(labelled(BOX, [point], marks)).toEqual([{ x: 282, y: 95, anchor: "end", text: "Best: 64%" }]);
  const [first, second] = labelled(BOX, [point, { ...point, text: "You: 61%" }], []);
  expect(Math.abs(first!.y - second!.y) >= 15 || first!.anchor !== second!.anchor).toBe(true);
  for (const x of [BOX.start, BOX.width - BOX.end])
    for (const y of [BOX.top, BOX.height - BOX.bottom]) {
      const [{ anchor, ...at }] = labelled(BOX, [{ ...point, x, y }], []) as [ReturnType<typeof labelled>[0]];
      const left = at.x - { start: 0, middle: 32, end: 63 }[anchor];
      expect(left >= BOX.start && left + 63 <= BOX.width && at.y > 10 && at.y < BOX.height - 18).toBe(true);
    }
});

test("six seats have six lines, no two alike", () => {
  for (const eyes of [0, 1, 5]) {
    const looks = chanceLooks(6, eyes);
    expect(looks[0]).toMatchObject({ seat: eyes, own: true, colour: "var(--pine)" });
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(6);
    expect(new Set(looks.slice(1).map(({ dash }) => dash)).size).toBe(5);
  }
});

test("the headline says who won, by how much, and how often one slipped", () => {
  expect(headline(TABLE, RESULT, 2)).toBe("You won by 80, with 2 slips.");
  expect(headline(TABLE, RESULT, 1)).toBe("You won by 80, with one slip.");
  expect(headline(TABLE, RESULT, 0)).toBe("You won by 80, without a slip.");
  expect(headline(TABLE, RESULT, null)).toBe("You won by 80.");
  expect(headline({ ...TABLE, you: 0 }, RESULT, 2)).toBe("Aiko won by 80. You slipped 2 times.");
  expect(headline({ ...TABLE, you: null }, RESULT, 2)).toBe("Aiko won by 80.");
  expect(headline(TABLE, null, null)).toBe("This game isn’t over");
  expect(aboutGame(GAME.rules, 4, 8)).toBe("Classic 2015, 4 players, 8 turns.");
});

test("each turn has a heading and a tag, with the verdict or without", () => {
  const [turn, analysis] = of(3, 7);
  expect(turnHeading(TABLE, turn, analysis)).toBe("Turn 7: everything could have been played");
  expect(turnHeading({ ...TABLE, you: 0 }, turn, null)).toBe("Aiko, turn 7: 2 tiles played");
  expect(turnHeading(TABLE, null, null)).toBe("The deal");
  expect(verdictWords(analysis)).toBe("Cost 98%");
  expect(didWords(of(3, 1)[0])).toBe("Drew a tile");
  expect(verdictWords(of(3, 2)[1])).toBe("Opened, 57");
});

test("what was overlooked is said only where a chance was given away", () => {
  const [, cost] = of(3, 7);
  expect(missedWords(cost)).toEqual([
    "3 more tiles fitted, worth 14.",
    "Everything could have been played.",
    "There was a set on the table to add to.",
  ]);
  expect(botWords(cost)).toBe("A strong bot would have gone out.");
  for (const turn of ANALYSIS.turns.filter(({ verdict }) => verdict !== "cost")) expect(missedWords(turn)).toEqual([]);
  expect(botWords(of(3, 8)[1])).toBe("");
});

test("turning points are named by whose they were", () => {
  const words = ANALYSIS.moments
    .filter(({ seat }) => seat === 3)
    .map((point) => {
      const turn = TURNS.find((each) => point.move >= each.first && point.move <= each.last)!;
      const analysis = ANALYSIS.turns.find((each) => each.move === point.move) ?? null;
      return pointWords(TABLE, point, turn, analysis);
    });
  expect(words).toHaveLength(3);
  expect(words[1]).toEqual({ title: "Turn 7, yours", text: "Everything could have been played.", change: "−98%" });
});

test("a swipe goes the way one reads", () => {
  expect(swipeOf(-80, 10, "ltr")).toBe(1);
  expect(swipeOf(80, 10, "ltr")).toBe(-1);
  expect(swipeOf(-80, 10, "rtl")).toBe(-1);
  expect([swipeOf(-80, 70, "ltr"), swipeOf(20, 0, "ltr")]).toEqual([0, 0]);
});

const told = (done: number, state: AnalysisState["state"], after = 0): AnalysisState => ({
  id: "a",
  version: 1,
  state,
  total: ANALYSIS.turns.length,
  done,
  seconds: done / 4,
  exact: true,
  turns: ANALYSIS.turns.slice(after, done),
  players: [],
  moments: [],
});

test("an analysis comes turn by turn, stops, and goes on from there", async () => {
  const world = new FakeWorld();
  const asked: string[] = [];
  const answers: (AnalysisState | ApiError)[] = [
    told(0, "waiting"),
    told(10, "working"),
    told(16, "working", 10),
    new ApiError("offline", 0, ""),
    told(20, "working"),
    told(31, "done", 20),
  ];
  const next = (name: string): Promise<AnalysisState> => {
    asked.push(name);
    const answer = answers.shift()!;
    return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const server = { analyse: () => next("begin"), analysis: (_: string, after: number) => next(`after ${after}`) };
  const desk = new AnalysisDesk({ game: "g" }, server, world);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  await desk.begin();
  expect(desk.stage).toBe("waiting");
  for (let look = 0; look < 3; look++) {
    world.pass(2);
    await settle();
  }
  expect([desk.stage, desk.turns.length]).toEqual(["stopped", 16]);
  expect(desk.left).toBe(4);
  await desk.begin();
  world.pass(1);
  await settle();
  expect(asked).toEqual(["begin", "after 0", "after 10", "after 16", "begin", "after 20"]);
  expect(desk.stage).toBe("done");
  expect(desk.turns.map((turn) => turn.move)).toEqual(ANALYSIS.turns.map((turn) => turn.move));
});

test("without a server there is nothing but a sentence that says so", async () => {
  const server = {
    analyse: () => Promise.reject(new ApiError("offline", 0, "")),
    analysis: () => Promise.reject(new Error()),
  };
  const desk = new AnalysisDesk({ record: "x" }, server, new FakeWorld());
  await desk.begin();
  expect(desk.stage).toBe("unreached");
  expect(desk.problem).not.toBe("");
});
