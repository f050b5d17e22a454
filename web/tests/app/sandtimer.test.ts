import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});
const { keepAwake, SandTimer } = await import("../../src/app/sandtimer.svelte");

let now = 0;
let tick = (): void => {};
let late = 0;
const world = {
  now: () => now,
  tick: (work: () => void) => {
    tick = work;
    return () => (tick = () => {});
  },
};
const wait = (seconds: number): void => {
  now += seconds * 1000;
  tick();
};
const timer = () => new SandTimer(() => (late += 1), world);

beforeEach(() => {
  kept.clear();
  late = 0;
});

test("the sand runs while nobody pauses it, and is heard once when ten seconds are left", () => {
  const sand = timer();
  sand.attend("one", 60, 4);
  sand.start();
  wait(20);
  expect([sand.left, sand.running, late]).toEqual([40, true, 0]);
  sand.pause();
  wait(30);
  expect(sand.left).toBe(40);
  sand.start();
  wait(31);
  wait(4);
  expect([sand.left, late]).toEqual([5, 1]);
  wait(9);
  expect([sand.left, sand.running, late]).toEqual([0, false, 1]);
});

test("Next turns it over in front of the next player, around the table", () => {
  const sand = timer();
  sand.attend("one", 60, 2);
  sand.pass(2);
  wait(5);
  expect([sand.seat, sand.left]).toEqual([1, 55]);
  sand.pass(2);
  expect([sand.seat, sand.left, sand.running]).toEqual([0, 60, true]);
});

test("another page goes on where it was paused, and another match begins anew", () => {
  const sand = timer();
  sand.attend("one", 60, 4);
  sand.set(90);
  sand.pass(4);
  wait(30);
  sand.pause();
  const again = timer();
  again.attend("one", 60, 4);
  expect([again.turn, again.seat, again.left]).toEqual([90, 1, 60]);
  again.attend("two", 120, 4);
  expect([again.turn, again.seat, again.left]).toEqual([120, 0, 120]);
});

test("without a clock nothing runs", () => {
  const sand = timer();
  sand.attend("one", null, 4);
  sand.start();
  expect([sand.running, sand.begun]).toEqual([false, false]);
});

test("the screen stays awake while it is seen, asked for again when it comes back, and may sleep afterwards", async () => {
  const seen = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const locks: boolean[] = [];
  const request = (): Promise<unknown> => {
    const at = locks.push(true) - 1;
    return Promise.resolve({ release: () => (locks[at] = false) });
  };
  vi.stubGlobal("document", seen);
  vi.stubGlobal("navigator", { wakeLock: { request } });
  const sleep = keepAwake();
  seen.visibilityState = "hidden";
  seen.dispatchEvent(new Event("visibilitychange"));
  expect(locks).toHaveLength(1);
  seen.visibilityState = "visible";
  seen.dispatchEvent(new Event("visibilitychange"));
  expect(locks).toHaveLength(2);
  sleep();
  await vi.waitFor(() => expect(locks[1]).toBe(false));
  seen.dispatchEvent(new Event("visibilitychange"));
  expect(locks).toHaveLength(2);
  // A browser that cannot, or does not want to, is left alone.
  vi.stubGlobal("navigator", {});
  expect(() => keepAwake()()).not.toThrow();
  vi.stubGlobal("navigator", { wakeLock: { request: () => Promise.reject(new Error("no")) } });
  keepAwake()();
  await Promise.resolve();
});
