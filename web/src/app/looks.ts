/** The player's choices as attributes of the page, which the style sheets go by. */

import { direction, type Language } from "./languages";
import type { Choices } from "./settings.svelte";

/** Show the page as it was chosen: theme, palette, size of tiles, motion, hand and the language it's written in. */
export function applyLooks(choices: Choices, language: Language, root: HTMLElement = document.documentElement): void {
  root.lang = language;
  root.dir = direction(language);
  root.dataset["theme"] = choices.theme;
  root.dataset["palette"] = choices.palette;
  root.dataset["tiles"] = choices.bigTiles ? "big" : "usual";
  root.dataset["motion"] = choices.motion;
  // A hand is the same hand in every language: what's at the end of a line is on the left where one writes that way.
  root.dataset["hand"] = choices.leftHanded === (root.dir === "ltr") ? "start" : "end";
}

/** Whether things should move as little as can be. */
export function isStill(choices: Choices): boolean {
  if (choices.motion !== "auto") return choices.motion === "reduced";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
