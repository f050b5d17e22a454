/** Two fingers that pinch, and the wheel with Ctrl: larger or smaller, a step at a time. */

/** Fingers this much further apart, or the wheel turned so far, are one step. */
const PINCH = 1.2;
const WHEEL = 60;

/** Hear of steps on an element; what is given back ends it. */
export function zooming(element: HTMLElement, zoom: (by: 1 | -1) => void): () => void {
  const ends = new AbortController();
  const options = { signal: ends.signal, passive: false };
  let turned = 0;
  let apart = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < WHEEL) return;
      zoom(turned < 0 ? 1 : -1);
      turned = 0;
    },
    options,
  );
  element.addEventListener("touchstart", ({ touches }) => (apart = spread(touches)), options);
  element.addEventListener(
    "touchmove",
    (event) => {
      const now = spread(event.touches);
      if (now === 0 || apart === 0) return;
      event.preventDefault();
      if (now < apart * PINCH && apart < now * PINCH) return;
      zoom(now > apart ? 1 : -1);
      apart = now;
    },
    options,
  );
  return () => ends.abort();
}

/** How far two fingers are apart; 0 where there are not two. */
function spread(touches: TouchList): number {
  const [one, two] = [touches[0], touches[1]];
  return one && two && touches.length === 2 ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;
}
