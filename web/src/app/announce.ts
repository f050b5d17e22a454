/** What a screen reader says: one sentence after the other, so that none is lost. */

import { createSubscriber } from "svelte/reactivity";
import { browser, type World } from "../net/world";

/** How long a sentence stands in its live region before the next one replaces it, in seconds. */
const STANDS = 1.2;
/** Between two sentences the region is empty for a moment, or the same one twice would not be noticed. */
const EMPTY = 0.1;
/** When more are waiting the oldest are old news. */
const MOST = 8;

/** A queue for one live region: reading `text` in a component follows it. */
class Region {
  readonly #world: Pick<World, "later">;
  readonly #follow: () => void;
  #changed = (): void => {};
  #text = "";
  #waiting: string[] = [];
  #busy = false;

  constructor(world: Pick<World, "later">) {
    this.#world = world;
    this.#follow = createSubscriber((changed) => {
      this.#changed = changed;
    });
  }

  get text(): string {
    this.#follow();
    return this.#text;
  }

  say(text: string): void {
    if (this.#waiting.at(-1) === text) return;
    this.#waiting = [...this.#waiting, text].slice(-MOST);
    if (!this.#busy) this.#next();
  }

  /** Nothing of what was to be said is said any more. */
  hush(): void {
    this.#waiting = [];
    this.#show("");
  }

  #next(): void {
    const text = this.#waiting.shift();
    this.#busy = text !== undefined;
    this.#show(text ?? "");
    if (text === undefined) return;
    this.#world.later(STANDS, () => {
      this.#show("");
      this.#world.later(EMPTY, () => this.#next());
    });
  }

  #show(text: string): void {
    this.#text = text;
    this.#changed();
  }
}

/** Two live regions: `polite` waits for a pause, `urgent` does not. */
export class Announcer {
  readonly polite: Region;
  readonly urgent: Region;

  constructor(world: Pick<World, "later"> = browser) {
    this.polite = new Region(world);
    this.urgent = new Region(world);
  }

  /** Say a sentence when there is a pause, or at once. */
  say(text: string, urgent = false): void {
    (urgent ? this.urgent : this.polite).say(text);
  }

  /** Be silent: what was to be said was for somebody else. */
  hush(): void {
    this.polite.hush();
    this.urgent.hush();
  }
}

export const announcer = new Announcer();
