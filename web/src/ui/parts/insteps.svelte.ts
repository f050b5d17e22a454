/** What takes long to draw is drawn in steps, a frame for each: whoever taps meanwhile is heard in between. */

/** Milliseconds that a step may take: half of what a browser calls a long task. */
const AIM = 25;

/** To be made while a component is being made, which it lives and ends with. */
export class InSteps {
  /** How many of the pieces are drawn. */
  done = $state(0);
  #size: number;
  #began = 0;

  /** So many pieces at first, then as many at a time as can be drawn while nobody notices. */
  constructor(pieces: () => number, first = 1) {
    this.#size = first;
    $effect(() => {
      if (this.done >= pieces()) return undefined;
      // Up to here the page was changed; in the frame it's laid out and painted.
      let took = this.done ? performance.now() - this.#began : 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const frame = requestAnimationFrame(() => {
        const drawing = performance.now();
        timer = setTimeout(() => {
          took += performance.now() - drawing;
          if (this.done) this.#size = nextSize(this.#size, took);
          this.#began = performance.now();
          this.done += this.#size;
        });
      });
      return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    });
  }
}

/** How many pieces to draw next after so many took so long: at most twice as many. */
export const nextSize = (size: number, took: number): number =>
  Math.max(1, Math.min(2 * size, Math.floor((size * AIM) / Math.max(1, took))));
