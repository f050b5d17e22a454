/** The player's choices as attributes of the page, which the style sheets go by. */

import type { Choices } from "./settings.svelte";

/** Show the page as it was chosen: theme, palette, size of tiles, motion and hand. */
export function applyLooks(choices: Choices, root: HTMLElement = document.documentElement): void {
  root.dataset["theme"] = choices.theme;
  root.dataset["palette"] = choices.palette;
  root.dataset["tiles"] = choices.bigTiles ? "big" : "usual";
  root.dataset["motion"] = choices.motion;
  root.dataset["hand"] = choices.leftHanded ? "left" : "right";
}

/** Whether things should move as little as can be. */
export function isStill(choices: Choices): boolean {
  if (choices.motion !== "auto") return choices.motion === "reduced";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
