import { expect, test } from "vitest";
import type { PlayedFigures } from "../../src/net/routes";
import { missedLayout, nearest, openingLayout, resultsLayout } from "../../src/ui/stats/plots";

const [WIDTH, HEIGHT] = [360, 300];

const games = (many: number): PlayedFigures[] =>
  Array.from({ length: many }, (_, at) => ({
    id: `g${at}`,
    ended: 1_700_000_000 + at * 40_000,
    edition: "sabra",
    score: at % 3 ? -((at * 7) % 90) : (at * 13) % 200,
    won: at % 3 === 0,
    place: 1,
    others: 3,
    known: true,
    opened: (at % 6) + 1,
    turns: 9,
    timed: 9,
    seconds: 90,
    looked: 9,
    missed: at % 11,
  }));

test.each([1, 2, 3, 64, 2000])("%i games lie inside the plot, every one of them in a mark", (many) => {
  const played = games(many);
  const results = resultsLayout(played, WIDTH, HEIGHT);
  expect(results.bars.flatMap((bar) => bar.games)).toEqual(played);
  for (const bar of results.bars) {
    expect(bar.x - results.width / 2).toBeGreaterThanOrEqual(results.from - 0.5);
    expect(bar.x + results.width / 2).toBeLessThanOrEqual(results.to + 0.5);
    expect(bar.top).toBeGreaterThanOrEqual(results.zero - HEIGHT);
    expect(results.middle + bar.down).toBeLessThanOrEqual(HEIGHT - 24);
  }
  for (const point of results.line.split(" ")) {
    const y = Number(point.split(",")[1]);
    expect(y).toBeGreaterThanOrEqual(10);
    expect(y).toBeLessThanOrEqual(HEIGHT * 0.62);
  }
  const missed = missedLayout(played, WIDTH, HEIGHT);
  expect(missed.dots.flatMap((dot) => dot.games)).toEqual(played);
  for (const dot of missed.dots) expect(dot.y).toBeLessThanOrEqual(HEIGHT - 30 + 0.01);
  const opening = openingLayout(played, WIDTH, HEIGHT);
  expect(opening.columns.reduce((all, column) => all + column.count, 0)).toBe(many);
  for (const column of opening.columns) expect(column.top).toBeGreaterThanOrEqual(18);
});

test("a mark is one game while there's room, and says of how many it is otherwise", () => {
  expect(resultsLayout(games(64), WIDTH, HEIGHT).each).toBe(1);
  expect(openingLayout(games(64), WIDTH, HEIGHT).each).toBe(1);
  expect(resultsLayout(games(2000), WIDTH, HEIGHT).each).toBeGreaterThan(10);
  expect(openingLayout(games(2000), WIDTH, HEIGHT).each).toBeGreaterThan(1);
});

test("labels of time are not on top of each other", () => {
  for (const many of [1, 64, 700, 2000]) {
    const { times } = resultsLayout(games(many), WIDTH, HEIGHT);
    expect(times.length).toBeGreaterThan(0);
    times.slice(1).forEach((label, at) => expect(label.x - (times[at]?.x ?? 0)).toBeGreaterThanOrEqual(46));
  }
});

test("games without figures are in the results and not among the missed tiles", () => {
  const played = games(5).map((one, at) => (at % 2 ? { ...one, looked: 0, known: false } : one));
  expect(resultsLayout(played, WIDTH, HEIGHT).bars).toHaveLength(5);
  expect(missedLayout(played, WIDTH, HEIGHT).dots).toHaveLength(3);
  expect(missedLayout([], WIDTH, HEIGHT).dots).toEqual([]);
});

test("the nearest mark is found by its place", () => {
  expect(nearest([{ x: 10 }, { x: 20 }, { x: 40 }], 29)).toEqual({ x: 20 });
  expect(nearest([], 3)).toBeNull();
});
