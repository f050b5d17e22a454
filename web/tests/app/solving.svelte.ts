/** A desk to solve at that lives outside of any component, until it is told to end. */

import { SolveDesk } from "../../src/app/solving.svelte";

export function deskOf(link: string): { readonly desk: SolveDesk; readonly end: () => void } {
  let desk: SolveDesk | null = null;
  const end = $effect.root(() => {
    desk = new SolveDesk(new URLSearchParams(link));
  });
  if (desk === null) throw new Error("there is no desk");
  return { desk, end };
}
