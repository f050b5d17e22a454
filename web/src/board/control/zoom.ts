/** Two fingers pinch, and move what lies under them; the wheel with Ctrl zooms too. Larger or smaller, a step at a time. */

/** Fingers this much further apart, or the wheel turned so far, are one step. */
const PINCH = 1.2;
const WHEEL = 60;

/** Where two fingers are: their middle, and how far they are apart. */
interface Fingers {
  readonly x: number;
  readonly y: number;
  readonly apart: number;
}

/** Hear of steps on an element, and of how far two fingers move on it; what is given back ends it. */
export function zooming(
  element: HTMLElement,
  zoom: (by: 1 | -1) => void,
  pan: (right: number, down: number) => void,
): () => void {
  const ends = new AbortController();
  const options = { signal: ends.signal, passive: false };
  let turned = 0;
  let apart = 0;
  let last: Fingers | null = null;
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
  const begin = ({ touches }: TouchEvent): void => {
    last = fingersOf(touches);
    apart = last?.apart ?? 0;
  };
  element.addEventListener("touchstart", begin, options);
  element.addEventListener("touchend", begin, options);
  element.addEventListener(
    "touchmove",
    (event) => {
      const now = fingersOf(event.touches);
      if (!now || !last) return;
      if (event.cancelable) event.preventDefault();
      pan(now.x - last.x, now.y - last.y);
      last = now;
      if (now.apart < apart * PINCH && apart < now.apart * PINCH) return;
      zoom(now.apart > apart ? 1 : -1);
      apart = now.apart;
    },
    options,
  );
  return () => ends.abort();
}

/** Where two fingers are; null where there are not two. */
function fingersOf(touches: TouchList): Fingers | null {
  if (touches.length !== 2) return null;
  const [one, two] = [touches[0], touches[1]] as [Touch, Touch];
  const [x, y] = [(one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2];
  return { x, y, apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) };
}
