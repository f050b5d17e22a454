/** What a screen reader says: one sentence after the other, so that none is lost, and none that is out of date. */

import { createSubscriber } from "svelte/reactivity";
import { browser, type World } from "../net/world";

/** How long a sentence stands in its live region before the next one replaces it, in seconds. */
const STANDS = 1.2;
/** Between two sentences the region is empty for a moment, or the same one twice would not be noticed. */
const EMPTY = 0.1;
/** When more are waiting the oldest are old news. */
const MOST = 8;

/** Of these only the last sentence counts: what the player's own hand does, and how the turn stands. */
type Topic = "hand" | "turn";

interface Saying {
  readonly text: string;
  readonly topic: Topic | null;
}

/** A queue for one live region: reading `text` in a component follows it. */
class Region {
  readonly #world: Pick<World, "later">;
  readonly #follow: () => void;
  #changed = (): void => {};
  #text = "";
  #waiting: readonly Saying[] = [];
  /** What is being said, until the next may be. */
  #now: Saying | null = null;
  #cancel = (): void => {};

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

  say(text: string, topic: Topic | null = null): void {
    const others = topic ? this.#waiting.filter((each) => each.topic !== topic) : this.#waiting;
    this.#waiting = others;
    if (!text || others.at(-1)?.text === text) return;
    const saying = { text, topic };
    // A hand is answered at once, before what the others did.
    this.#waiting = topic === "hand" ? [saying, ...others] : [...others, saying].slice(-MOST);
    if (!this.#now) this.#next();
    else if (topic === "hand" || (topic && this.#now.topic === topic)) this.#clear();
  }

  /** Nothing of what was to be said is said any more. */
  hush(): void {
    this.#waiting = [];
    this.#show("");
  }

  #next(): void {
    const [now = null, ...rest] = this.#waiting;
    this.#now = now;
    this.#waiting = rest;
    this.#show(now?.text ?? "");
    if (now) this.#cancel = this.#world.later(STANDS, () => this.#clear());
  }

  #clear(): void {
    this.#cancel();
    this.#show("");
    this.#cancel = this.#world.later(EMPTY, () => this.#next());
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

  /** Say this instead of what was said or waits to be said of the same topic; an empty text only ends that. */
  instead(topic: Topic, text: string): void {
    this.polite.say(text, topic);
  }

  /** Be silent: what was to be said was for somebody else. */
  hush(): void {
    this.polite.hush();
    this.urgent.hush();
  }
}

export const announcer = new Announcer();
