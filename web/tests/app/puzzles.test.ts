/** Days in a row, a storm's three minutes, and attempts that wait for a network. */

import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
});
const { AttemptQueue } = await import("../../src/app/attempts");
const { PuzzleDesk } = await import("../../src/app/puzzles.svelte");
const { StormRun, stormBest } = await import("../../src/app/storm.svelte");
const { dayAfter, dayOf, weekOf } = await import("../../src/app/week");
const { ApiError } = await import("../../src/net/api");

beforeEach(() => kept.clear());

test("the week has five days before today and one after, over the end of a month and a year", () => {
  const week = weekOf("2027-01-02", new Set(["2026-12-31", "2027-01-02"]));
  expect(week.map(({ day }) => day.slice(5))).toEqual(["12-28", "12-29", "12-30", "12-31", "01-01", "01-02", "01-03"]);
  expect(week.map(({ solved }) => solved)).toEqual([false, false, false, true, false, true, false]);
  expect(week.findIndex(({ today }) => today)).toBe(5);
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
  expect(dayOf(new Date("2026-11-16T23:59:59Z"))).toBe("2026-11-16");
});

const PUZZLES = ["a", "b", "c"].map((id) => ({ id }));

function storming() {
  let now = 1_000_000;
  let tick = (): void => {};
  const heard: string[] = [];
  const world = {
    now: () => now,
    tick: (work: () => void) => {
      tick = work;
      return () => (tick = () => {});
    },
  };
  const hear = { late: () => heard.push("late"), over: () => heard.push("over") };
  const run = () => new StormRun<{ id: string }>(hear, world);
  const wait = (seconds: number): void => {
    now += seconds * 1000;
    tick();
  };
  return { run, wait, heard };
}

test("a storm lasts three minutes, says once that it is late, and counts nothing afterwards", () => {
  const { run, wait, heard } = storming();
  const storm = run();
  storm.begin(PUZZLES);
  expect([storm.left, storm.now?.id]).toEqual([180, "a"]);
  storm.answer("r1 r2 r3");
  wait(171);
  wait(4);
  expect([storm.left, storm.solved, heard]).toEqual([5, 1, ["late"]]);
  wait(5);
  expect([storm.over, storm.now, heard]).toEqual([true, null, ["late", "over"]]);
  storm.answer("r1 r2 r3");
  expect([storm.solved, storm.best, storm.isBest, stormBest()]).toEqual([1, 1, true, 1]);
});

test("a puzzle solved in the moment in which time ran out is too late", () => {
  const { run, wait } = storming();
  const storm = run();
  storm.begin(PUZZLES);
  storm.leave();
  wait(181);
  storm.answer("r1 r2 r3");
  expect([storm.solved, storm.over]).toEqual([0, true]);
});

test("skipping costs nothing but time, and a storm ends where no puzzle is left", () => {
  const { run, heard } = storming();
  const storm = run();
  storm.begin(PUZZLES);
  storm.answer(null);
  storm.answer("r1 r2 r3");
  expect(storm.deeds).toEqual([
    [{ id: "a" }, "skipped"],
    [{ id: "b" }, "solved"],
  ]);
  storm.answer(null);
  expect([storm.over, storm.ranOut, storm.solved, heard]).toEqual([true, true, 1, ["over"]]);
});

test("a storm goes on after a reload, and its clock has gone on as well", () => {
  const { run, wait } = storming();
  run().begin(PUZZLES);
  const before = run();
  expect(before.resume()).toBe(true);
  before.answer("r1 r2 r3");
  before.leave();
  wait(60);
  const after = run();
  expect(after.resume()).toBe(true);
  expect([after.left, after.solved, after.now?.id]).toEqual([120, 1, "b"]);
  after.leave();
  wait(500);
  const late = run();
  late.resume();
  expect([late.over, late.solved]).toEqual([true, 1]);
  expect(run().resume()).toBe(false);
});

test("the best storm stays the best, and damaged memory is no storm", () => {
  const { run } = storming();
  const first = run();
  first.begin(PUZZLES);
  PUZZLES.forEach(() => first.answer("r1 r2 r3"));
  const second = run();
  second.begin(PUZZLES);
  second.answer("r1 r2 r3");
  second.end();
  expect([second.best, second.isBest, stormBest()]).toEqual([3, false, 3]);
  for (const damaged of ["{}", '{"until":1}', "[", '{"until":"x","puzzles":[],"answers":[]}', "7"]) {
    kept.set("tilery.storm", damaged);
    expect(run().resume()).toBe(false);
  }
  kept.set("tilery.storm-best", '"many"');
  expect(stormBest()).toBe(0);
});

const offline = () => new ApiError("offline", 0, "");
const attempt = (puzzle: string) => ({ puzzle, asked: { table: puzzle } });

test("an attempt without a network waits and is sent once, after those before it", async () => {
  const sent: string[] = [];
  let away = true;
  const queue = new AttemptQueue<{ table: string }, string>("attempts", ({ puzzle }) => {
    if (away) return Promise.reject(offline());
    sent.push(puzzle);
    return Promise.resolve(`told ${puzzle}`);
  });
  expect(await queue.give(attempt("a"))).toBeNull();
  expect(await queue.give(attempt("b"))).toBeNull();
  expect(await queue.give(attempt("b"))).toBeNull();
  // A reload forgets nothing.
  expect(queue.waiting.map(({ puzzle }) => puzzle)).toEqual(["a", "b"]);
  away = false;
  expect(await queue.give(attempt("c"))).toBe("told c");
  await Promise.all([queue.flush(), queue.flush()]);
  expect(sent).toEqual(["a", "b", "c"]);
  expect(queue.waiting).toEqual([]);
});

test("an attempt whose answer was lost is sent again, and what the server will never take is given up", async () => {
  const sent: string[] = [];
  let lost = 1;
  const queue = new AttemptQueue<{ table: string }, string>("attempts", ({ puzzle }) => {
    sent.push(puzzle);
    if (puzzle === "gone") return Promise.reject(new ApiError("not-found", 404, ""));
    return lost-- > 0 ? Promise.reject(offline()) : Promise.resolve("told");
  });
  expect(await queue.give(attempt("a"))).toBeNull();
  await queue.flush();
  expect(await queue.give(attempt("gone"))).toBeNull();
  expect(sent).toEqual(["a", "a", "gone"]);
  expect(queue.waiting).toEqual([]);
});

test("attempts go with whoever made them, and damaged memory holds none", async () => {
  const queue = new AttemptQueue<{ table: string }, string>("attempts", () => Promise.reject(offline()));
  await queue.give(attempt("a"));
  queue.forget();
  expect(queue.waiting).toEqual([]);
  kept.set("tilery.attempts", '{"no":1}');
  expect(queue.waiting).toEqual([]);
});

test("a storm that the server has no time for is sent again, one that it will never take is not", async () => {
  const answers = [{ puzzle: "a", table: "r1 r2 r3" }];
  const told: (string | null)[] = ["too-often", "draining", null, "invalid"];
  const sent: unknown[] = [];
  const api = {
    endStorm: (asked: unknown) => {
      sent.push(asked);
      const code = told.shift();
      return code ? Promise.reject(new ApiError(code as "invalid", 400, code)) : Promise.resolve({});
    },
    puzzles: () => Promise.reject(new ApiError("offline", 0, "away")),
  };
  const world = { now: () => new Date(0), arrive: () => Promise.resolve() };
  const desk = new PuzzleDesk(api as never, { me: null, asked: false }, world);
  await desk.endStorm(answers);
  await desk.look();
  expect([sent.length, kept.has("tilery.storm-unsent")]).toEqual([2, true]);
  await desk.look();
  expect([sent.length, kept.has("tilery.storm-unsent")]).toEqual([3, false]);
  await desk.endStorm(answers);
  expect([sent.length, kept.has("tilery.storm-unsent")]).toEqual([4, false]);
  expect(new Set(sent.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify({ answers })]));
});

test("a page that was open over midnight asks for the puzzle of the new day", async () => {
  let date = "2026-11-16";
  const api = {
    puzzles: () => Promise.resolve({ counts: [], date, today: date, you: null }),
    puzzleOfTheDay: () => Promise.resolve({ date, puzzle: { id: date, edition: "sabra" }, done: false }),
  };
  const world = { now: () => new Date(`${date}T00:01:00Z`), arrive: () => Promise.resolve() };
  const desk = new PuzzleDesk(api as never, { me: null, asked: true }, world);
  expect((await desk.find("today")).puzzle.id).toBe("2026-11-16");
  date = "2026-11-17";
  const { puzzle, day } = await desk.find("today");
  expect([puzzle.id, day]).toEqual(["2026-11-17", "2026-11-17"]);
});

test("the best storm of who was here before isn't that of who comes next", async () => {
  const overview = { counts: [], date: "2026-11-16", today: "a", you: null };
  const api = { puzzles: () => Promise.resolve(overview), puzzleOfTheDay: () => Promise.reject(offline()) };
  const session = { me: { id: "ann" }, asked: true };
  const desk = new PuzzleDesk(api as never, session as never);
  await desk.look();
  kept.set("tilery.storm-best", "7");
  await desk.look();
  expect(desk.stormBest).toBe(7);
  session.me = { id: "bob" };
  await desk.look();
  expect(desk.stormBest).toBe(0);
});
