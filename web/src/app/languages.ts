/** The languages of the app. All there is to know about one is in `languages.json`, the only list of them. */

import list from "../../languages.json";
import { locales } from "../paraglide/runtime.js";

export type Language = (typeof locales)[number];

export const LANGUAGES: readonly Language[] = locales;

const ABOUT: ReadonlyMap<string, (typeof list)[number]> = new Map(list.map((one) => [one.code, one]));

/** A language by its own name. */
export const languageName = (language: Language): string => ABOUT.get(language)?.name ?? language;

/** Which way a language is written. */
export const direction = (language: Language): "ltr" | "rtl" => (ABOUT.get(language)?.dir === "rtl" ? "rtl" : "ltr");

const family = (tag: string): string => tag.toLowerCase().split("-", 1)[0] ?? "";

/** The language that somebody who asks for this one gets: itself, or else the same as it's spoken elsewhere. */
export const spoken = (tag: string): Language | null =>
  LANGUAGES.find((one) => one.toLowerCase() === tag.toLowerCase()) ??
  LANGUAGES.find((one) => family(one) === family(tag)) ??
  null;

/** The first of somebody's languages that's spoken here, English when there's none. */
export const preferred = (wanted: readonly string[]): Language =>
  wanted.map(spoken).find((found) => found !== null) ?? "en";

/** Whether two tags are of one language, wherever it's spoken. */
export const sameFamily = (one: string, other: string): boolean => family(one) === family(other);
