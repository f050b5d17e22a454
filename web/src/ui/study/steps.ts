/** A swipe that steps through a game. */

import { language } from "../../app/language";
import { direction } from "../../app/languages";

/** A finger must go so far to the side, in pixels, and so much further than up or down. */
const FAR = 44;
const ASIDE = 1.8;

/** Attach to what can be swiped: to the side one reads to is back, as with pages. */
export const swiping =
  (step: (by: 1 | -1) => void) =>
  (element: HTMLElement): (() => void) => {
    const ends = new AbortController();
    const options = { signal: ends.signal, capture: true };
    let from: { readonly id: number; readonly x: number; readonly y: number } | null = null;
    const down = ({ pointerId: id, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void => {
      from = pointerType !== "mouse" && isPrimary ? { id, x, y } : null;
    };
    const up = ({ pointerId, clientX, clientY }: PointerEvent): void => {
      const by = from?.id === pointerId ? swipeOf(clientX - from.x, clientY - from.y, direction(language())) : 0;
      from = null;
      if (by) step(by);
    };
    element.addEventListener("pointerdown", down, options);
    element.addEventListener("pointerup", up, options);
    element.addEventListener("pointercancel", () => (from = null), options);
    return () => ends.abort();
  };

/** Which way a swipe goes: 1 on, -1 back, 0 where it is none. */
export function swipeOf(right: number, down: number, way: "ltr" | "rtl"): 1 | -1 | 0 {
  if (Math.abs(right) < FAR || Math.abs(right) < ASIDE * Math.abs(down)) return 0;
  return right < 0 === (way === "ltr") ? 1 : -1;
}
