import { describe, expect, test, vi } from "vitest";
import { halves, missedEach, movingMissed, newsOf, openings, runningTotal, usualOpening } from "../../src/app/figures";
import { gamesText, newsWords } from "../../src/app/figurewords";
import type { PlayedFigures, Tally } from "../../src/net/routes";

vi.stubGlobal("navigator", { languages: ["en"] });

const DAY = 86_400;
const JUNE = Date.UTC(2026, 5, 1, 12) / 1000;

function game(at: number, given: Partial<PlayedFigures> = {}): PlayedFigures {
  return {
    id: `g${at}`,
    ended: JUNE + at * DAY,
    edition: "sabra",
    score: -10,
    won: false,
    place: 2,
    others: 1,
    known: true,
    opened: null,
    turns: 10,
    timed: 10,
    seconds: 300,
    looked: 10,
    missed: 5,
    ...given,
  };
}

const some = (many: number, make: (at: number) => Partial<PlayedFigures> = () => ({})): PlayedFigures[] =>
  Array.from({ length: many }, (_, at) => game(at, make(at)));

const news = (games: readonly PlayedFigures[]) =>
  newsOf({ games, total: { games: games.length, won: games.filter((one) => one.won).length } as Tally });

/** Numbers that look like chance, the same every time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

test("the running total after each game adds up, whatever the games", () => {
  const next = chance(7);
  const games = some(200, () => ({ score: Math.round(next() * 400 - 200) }));
  const totals = runningTotal(games);
  expect(totals.at(-1)).toBe(games.reduce((all, one) => all + one.score, 0));
  expect(totals.map((total, at) => total - (totals[at - 1] ?? 0))).toEqual(games.map((one) => one.score));
  expect(runningTotal([])).toEqual([]);
});

test("the moving line is the mean of the last eight games that were looked at, by turns", () => {
  const games = some(12, (at) => (at === 3 ? { looked: 0, missed: 0 } : { looked: 5 + at, missed: at }));
  const line = movingMissed(games);
  expect(line.slice(0, 8)).toEqual(Array(8).fill(null));
  const last = games.filter((one) => one.looked).slice(-8);
  const [missed, looked] = [
    last.reduce((all, one) => all + one.missed, 0),
    last.reduce((all, one) => all + one.looked, 0),
  ];
  expect(line.at(-1)).toBeCloseTo(missed / looked);
  expect(missedEach(games[3] as PlayedFigures)).toBeNull();
});

test("openings are counted by own turn, with the empty turns between", () => {
  const games = [3, 1, 3, null, 5].map((opened, at) => game(at, { opened }));
  expect(openings(games).map((each) => each.length)).toEqual([1, 0, 2, 0, 1]);
  expect(usualOpening(games)).toBe(3);
  expect(usualOpening(games.slice(0, 2))).toBeNull();
  expect(openings([])).toEqual([]);
});

test("halves leave the game in the middle out, and there are none of two games", () => {
  const games = some(7, (at) => ({ won: at > 3 }));
  expect(halves(games)).toEqual({ many: 3, newer: 3, older: 0 });
  expect(halves(some(3))).toBeNull();
});

describe("the sentence above the plots", () => {
  test("without a game, with one, and with a few it says what there is", () => {
    expect(news([])).toEqual({ code: "none" });
    expect(news(some(1, () => ({ won: true })))).toEqual({ code: "first", won: true });
    expect(newsWords(news(some(1)))).toBe("Your first game is in.");
    expect(newsWords(news(some(3, (at) => ({ won: at === 1 }))))).toBe("You’ve won 1 of 3 games.");
  });

  test("names the month in which more was missed, once that is sure", () => {
    const next = chance(3);
    const games = some(60, (at) => ({ missed: (at < 30 ? 12 : 4) + Math.floor(next() * 3) }));
    expect(news(games)).toEqual({ code: "missed-half", month: games[0]?.ended });
    expect(newsWords(news(games))).toBe("You miss less than half of what you missed in June.");
    expect(news(some(60, (at) => ({ missed: (at < 30 ? 12 : 9) + (at % 3) })))).toMatchObject({ code: "missed-less" });
    expect(news(some(60, (at) => ({ missed: (at < 30 ? 4 : 9) + (at % 3) })))).toMatchObject({ code: "missed-more" });
  });

  test("says at first where all is of one month", () => {
    const games = some(28, (at) => ({ missed: (at < 14 ? 12 : 3) + (at % 2) }));
    expect(newsWords(news(games))).toBe("You miss less than half of what you missed at first.");
  });

  test("tells of winning more often or less often", () => {
    expect(news(some(60, (at) => ({ won: at > 30 ? at % 5 !== 0 : at % 5 === 0 })))).toMatchObject({
      code: "wins-more",
    });
    expect(news(some(60, (at) => ({ won: at > 30 ? at % 5 === 0 : at % 5 !== 0 })))).toMatchObject({
      code: "wins-less",
    });
  });

  test("says when I mostly open only where it is more than half", () => {
    expect(news(some(12, (at) => ({ opened: at < 7 ? 3 : 4 })))).toEqual({ code: "opens", turn: 3 });
    expect(news(some(12, (at) => ({ opened: (at % 3) + 2 })))).toMatchObject({ code: "won" });
  });

  test("is made of chance in at most one of twenty histories of a player who never changes", () => {
    const next = chance(11);
    let heard = 0;
    for (let player = 0; player < 400; player += 1) {
      const games = some(64, () => ({
        won: next() < 0.4,
        missed: Math.floor(next() * 12),
        opened: 1 + Math.floor(next() * 6),
      }));
      const code = news(games).code;
      if (code.startsWith("missed") || code.startsWith("wins")) heard += 1;
    }
    expect(heard).toBeLessThan(20);
  });

  test("is true of the very games it speaks of", () => {
    const next = chance(5);
    const each = (games: readonly PlayedFigures[]) =>
      games.reduce((all, one) => all + one.missed, 0) / games.reduce((all, one) => all + one.looked, 0);
    for (let player = 0; player < 200; player += 1) {
      const slope = next() * 16 - 8;
      const games = some(70, (at) => ({ missed: Math.max(0, Math.round(8 + (slope * at) / 70 + next() * 3)) }));
      const found = news(games);
      const june = games.filter((one) => new Date(one.ended * 1000).getMonth() === 5);
      const lately = games.slice(-24);
      if (found.code === "missed-half") expect(each(lately) * 2).toBeLessThan(each(june));
      if (found.code === "missed-less") expect(each(lately)).toBeLessThan(each(june));
      if (found.code === "missed-more") expect(each(lately)).toBeGreaterThan(each(june));
    }
  });
});

test("the file has a line for each game, and nothing where nothing is known", () => {
  const lines = gamesText([
    game(0, { score: 25, won: true, place: 1, opened: 3 }),
    game(1, { looked: 0, timed: 0 }),
  ]).split("\r\n");
  expect(lines[0]).toBe(
    "Day,Edition,Result,Place,Score,Running total,Opened on turn,Turns,Seconds a turn,Tiles missed per turn",
  );
  expect(lines[1]).toBe("2026-06-01,Sabra,Won,1,25,25,3,10,30,0.5");
  expect(lines[2]).toBe("2026-06-02,Sabra,Lost,2,-10,15,,10,,");
});
