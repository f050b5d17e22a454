import { afterEach, expect, test, vi } from "vitest";
import { nextSize } from "../../src/ui/parts/insteps.svelte";
import { drawnInSteps } from "./insteps.svelte";

afterEach(() => vi.unstubAllGlobals());

test("the next step is what fits in 25 ms: at least one piece, at most twice as many", () => {
  expect([nextSize(3, 5), nextSize(6, 50), nextSize(4, 25), nextSize(1, 400), nextSize(8, 0)]).toEqual([
    6, 3, 4, 1, 16,
  ]);
});

test("a quick device draws more with each step, a slow one piece by piece", () => {
  expect(drawnInSteps(20, 3, 0.1)).toEqual([0, 3, 9, 21]);
  expect(drawnInSteps(6, 3, 20)).toEqual([0, 3, 4, 5, 6]);
});

test("nothing is drawn where there is nothing", () => {
  expect(drawnInSteps(0, 3, 1)).toEqual([0]);
});
