/** The words a booklet uses where the app says another, by edition and language. */

import type { Language } from "./languages";

/** The words of the game that booklets differ on. */
export type Word = "tile" | "rack" | "pool" | "run" | "group" | "change";

type Words = Readonly<Partial<Record<Word, string>>>;

export const BOOKLET_WORDS: Readonly<Record<string, Readonly<Partial<Record<Language, Words>>>>> = {
  "classic-2002": { fr: { tile: "plaque", rack: "réglette" } },
  sabra: {
    de: { run: "Serie", group: "Reihe" },
    fr: { tile: "pièce", rack: "planchette", pool: "cagnotte", run: "série", group: "rangée" },
    "pt-PT": { run: "série", group: "linha" },
  },
  "twist-2015": { nl: { change: "tweekleurenjoker" } },
  "twist-2016": { nl: { change: "kleurverander Joker" }, fr: { change: "Joker de Changement de Couleur" } },
};
