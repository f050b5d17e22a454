import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pressTiles } from "../../src/core/entry";
import type { SolveAsked, Solved } from "../../src/net/routes";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { api } = await import("../../src/net/api");
const { deskOf } = await import("./solving.svelte");

const LINK = "p=r4-6.r7";
const SOLVED: Solved = { plays: [], aims: null, goes_out: false, left: 1, proven: true, obstacles: [] };
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.spyOn(api, "editions").mockResolvedValue([] as never);
  vi.spyOn(api, "solve").mockImplementation(({ rack }: SolveAsked) => {
    asked.push(rack);
    return Promise.resolve(SOLVED);
  });
});
afterEach(() => vi.useRealTimers());

test("an answer is asked for when nothing was typed for a while, and sooner when somebody wants it", async () => {
  const { desk, end } = deskOf(LINK);
  flushSync();
  vi.advanceTimersByTime(200);
  desk.do((now) => pressTiles({ ...now, at: "rack" }, [20], null));
  flushSync();
  vi.advanceTimersByTime(200);
  expect(asked).toEqual([]);
  desk.hurry();
  desk.hurry();
  expect(asked).toEqual([desk.asked?.rack]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.length, desk.solved]).toEqual([1, SOLVED]);
  // What is answered already is not asked for again, and the next question waits as ever.
  desk.hurry();
  desk.do((now) => pressTiles({ ...now, at: "rack" }, [21], null));
  flushSync();
  await vi.advanceTimersByTimeAsync(299);
  expect([asked.length, desk.solved]).toEqual([1, null]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  end();
});

test("the server gets ready while a position is entered, and again after a rest", async () => {
  const { desk, end } = deskOf("");
  expect(asked).toEqual([""]);
  const press = async (kind: number, after: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(after);
    desk.do((now) => pressTiles({ ...now, at: "table" }, [kind], null));
    flushSync();
  };
  await press(20, 15_000);
  expect(asked).toEqual([""]);
  await press(21, 6000);
  await press(22, 1000);
  expect(asked).toEqual(["", ""]);
  end();
});

test("rules of the house are asked with, change the box and the reader, and outlive an emptied table", () => {
  const { desk, end } = deskOf(`${LINK}&h=opening.20*mirror.middle*tile_set.2-0-0-0-1`);
  expect([desk.box.j, desk.box.m, desk.mirror]).toEqual([0, 1, "middle"]);
  expect(desk.asked).toMatchObject({ tile_set: "house", house: { opening: 20, mirror: "middle" } });
  desk.clear();
  expect(desk.entry.house).toMatchObject({ opening: 20 });
  end();
});
