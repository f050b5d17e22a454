/** Something drawn in steps on a device that takes so long for each piece: how many pieces are drawn after each frame. */

import { flushSync } from "svelte";
import { vi } from "vitest";
import { InSteps } from "../../src/ui/parts/insteps.svelte";

export function drawnInSteps(pieces: number, first: number, each: number): number[] {
  let now = 0;
  const [frames, timers]: [(() => void)[], (() => void)[]] = [[], []];
  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.stubGlobal("setTimeout", (run: () => void) => timers.push(run));
  vi.stubGlobal("clearTimeout", () => {});
  const drawn = [0];
  $effect.root(() => {
    const steps = new InSteps(() => pieces, first);
    $effect(() => void drawn.push(steps.done));
  });
  drawn.pop();
  flushSync();
  while (frames.length) {
    for (const run of frames.splice(0)) run();
    // What was changed is drawn after what runs in the frame, and before any timer.
    now += each * ((drawn.at(-1) ?? 0) - (drawn.at(-2) ?? 0));
    for (const run of timers.splice(0)) run();
    flushSync();
    now += 16;
  }
  return drawn;
}
