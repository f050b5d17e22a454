/** What is said, in the language that is spoken. Every message read in a component follows it. */

import type { Language } from "./languages";
import { fetchWords, type Inputs, type Vocabulary } from "./wordfiles";

interface Spoken {
  readonly language: Language;
  readonly words: Vocabulary;
  /** Whether these are all the words, or those of the first screen alone. */
  readonly all: boolean;
}

let now = $state.raw<Spoken | null>(null);
/** The language that was asked for last, and whether more is to be said than the first screen does. */
let wanted: Language = "en";
let all = false;

/** The language that is spoken. */
export const language = (): Language => now?.language ?? wanted;

/** Some words; nothing as long as they aren't there. */
function say(name: string, inputs?: Inputs): string {
  const found = now?.words[name];
  return typeof found === "function" ? found(inputs) : (found ?? "");
}

/** The app's messages by name: each says its words in the language that is spoken. What each takes, `npm run check` knows. */
export const m = new Proxy<Record<string, (inputs?: Inputs) => string>>(
  {},
  { get: (made, name: string) => (made[name] ??= (inputs) => say(name, inputs)) },
);

/** Speak a language once its words are there; where they don't come, what was spoken stays. Whether it is spoken now. */
export async function speak(next: Language): Promise<boolean> {
  wanted = next;
  try {
    while (now?.language !== next || now.all !== all) {
      const whole = all;
      const words = await fetchWords(next, whole);
      if (wanted !== next) return false;
      if (whole === all) now = { language: next, words, all };
    }
    return true;
  } catch (error) {
    if (wanted === next) wanted = language();
    throw error;
  }
}

/** What says more than the first screen: it comes together with the rest of the words. */
export const later =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    all = true;
    const [loaded] = await Promise.all([load(), speak(wanted)]);
    return loaded;
  };
