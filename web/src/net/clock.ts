/** The server's time, as well as it can be known from here. All times are in seconds since 1970. */

/** How far the server's clock is ahead of ours; the quicker an answer came, the better it tells. */
export class ServerClock {
  #ahead = 0;
  #best = Infinity;

  /** A new connection: the way may be another, and this machine may have slept. */
  reset(): void {
    this.#best = Infinity;
  }

  /** The server said `theirs`, and it took `took` seconds from asking to hearing it, at our time `ours`. */
  hear(theirs: number, ours: number, took: number): void {
    const ahead = theirs + took / 2 - ours;
    // A slow answer tells little, unless one of the clocks was set meanwhile.
    if (took > this.#best * 2 && Math.abs(ahead - this.#ahead) < took + 1) return;
    this.#ahead = ahead;
    this.#best = Math.min(this.#best, took);
  }

  /** The server's time at our time. */
  at(ours: number): number {
    return ours + this.#ahead;
  }
}
