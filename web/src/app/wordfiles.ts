/** The words of each language: in one file what the first screen says, in another the rest. Each is fetched once. */

import { WORDS } from "../paraglide/words.js";
import type { Language } from "./languages";

/** What a message is filled with. */
export type Inputs = Readonly<Record<string, unknown>>;

/** What is said for a message: a text, or one made of what it is filled with. */
export type Vocabulary = Readonly<Record<string, string | ((inputs?: Inputs) => string)>>;

type Always = "error_screen" | "common_guest_name";

interface WordFiles {
  readonly first: () => Promise<{ readonly default: Vocabulary }>;
  readonly rest: () => Promise<{ readonly default: Vocabulary }>;
  readonly always: Readonly<Record<Always, string>>;
}

const FILES: Readonly<Record<Language, WordFiles>> = WORDS;

/** The words of a language: those of the first screen, or all. */
export async function fetchWords(language: Language, all: boolean): Promise<Vocabulary> {
  const { first, rest } = FILES[language];
  const found = await Promise.all(all ? [first(), rest()] : [first()]);
  return Object.assign({}, ...found.map((each) => each.default)) as Vocabulary;
}

/** The few words that are there in every language, spoken or not. */
export const wordsIn = (language: Language, name: Always): string => FILES[language].always[name];
