/** The words a booklet uses where the app says another, by edition and language. */

import { booklets } from "../../glossary.json";
import type { Language } from "./languages";

/** The words of the game that booklets differ on. */
export type Word = "tile" | "rack" | "pool" | "run" | "group" | "change";

type Words = Readonly<Partial<Record<Word, string>>>;

export const BOOKLET_WORDS: Readonly<Record<string, Readonly<Partial<Record<Language, Words>>>>> = booklets;
