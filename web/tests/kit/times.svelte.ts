/** How often something was looked at by whoever follows it. */
import { flushSync } from "svelte";

export function timesLookedAt(what: () => unknown): () => number {
  let times = 0;
  $effect.root(() => {
    $effect(() => {
      what();
      times++;
    });
  });
  return () => {
    flushSync();
    return times;
  };
}
