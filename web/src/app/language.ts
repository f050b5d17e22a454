/** Which language is spoken, and how it writes numbers, times and lists. Switching needs no reload. */

import { m } from "../paraglide/messages.js";
import { preferred, sameFamily, type Language } from "./languages";
import { settings } from "./settings.svelte";
import { language, speak } from "./speech.svelte";

export { language };

/** The language that should be spoken: the chosen one, or else the browser's. */
export const wantedLanguage = (): Language => settings.now.language ?? preferred(navigator.languages);

/** Speak another language from now on; fails where its words don't come, and all stays as it was. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  if (await speak(wanted)) settings.choose({ language: wanted });
}

/** The language as it is written where the player lives: days and numbers differ more than words. */
const place = (): string => navigator.languages.find((tag) => sameFamily(tag, language())) ?? language();

/** A number as the language writes it. */
export const sayNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(place(), options).format(value);

/** A score, with its sign; a minus is a minus, not a hyphen. */
export const sayScore = (value: number): string => sayNumber(value, { signDisplay: "exceptZero" }).replace("-", "−");

/** Signs that are the same in all our languages; the browser's own words would cost the first screen a fifth of its time. */
const SIGNS: Readonly<Record<string, string>> = { minute: "min", second: "s" };

/** A length of time in its largest whole unit: 90 seconds, 2 minutes, 3 days; in short 90 s. */
export function sayTime(seconds: number, unitDisplay: "long" | "short" | "narrow" = "long"): string {
  const units = [
    ["day", 86_400, 1],
    ["hour", 3_600, 2],
    ["minute", 60, 2],
    ["second", 1, 0],
  ] as const;
  const whole = units.find(([, size, least]) => seconds >= size * least && seconds % size === 0);
  const [unit, length] = whole ?? ["second", 1];
  const sign = SIGNS[unit];
  if (unitDisplay === "short" && sign) return `${seconds / length}\u00A0${sign}`;
  return sayNumber(seconds / length, { style: "unit", unit, unitDisplay });
}

/** A length of time to the second: 2 min 14 s. */
export function sayLength(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const said = (value: number, unit: string): string => `${sayNumber(value)}\u00A0${SIGNS[unit]}`;
  if (!minutes) return said(rest, "second");
  return rest ? `${said(minutes, "minute")} ${said(rest, "second")}` : said(minutes, "minute");
}

/** A day and time, from seconds since 1970. */
export const sayDate = (at: number): string =>
  new Intl.DateTimeFormat(place(), { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);

/** A time of day, from seconds since 1970: 00:00. */
export const sayHour = (at: number): string =>
  new Intl.DateTimeFormat(place(), { hour: "numeric", minute: "2-digit" }).format(at * 1000);

/** A day without its year, from seconds since 1970: Friday 13 November. */
export const sayDay = (at: number): string =>
  new Intl.DateTimeFormat(place(), { weekday: "long", day: "numeric", month: "long" }).format(at * 1000);

/** The first letter of a day's name, from seconds since 1970. */
export const sayWeekday = (at: number, weekday: "narrow" | "long" = "narrow"): string =>
  new Intl.DateTimeFormat(place(), { weekday }).format(at * 1000);

/** A month, in short or in full, from seconds since 1970; in full with its year if it was long ago. */
export function sayMonth(at: number, full = false): string {
  const [then, now] = [new Date(at * 1000), new Date()];
  const long = (now.getFullYear() - then.getFullYear()) * 12 + now.getMonth() - then.getMonth() > 11;
  return new Intl.DateTimeFormat(place(), {
    month: full ? "long" : "short",
    ...(full && long ? { year: "numeric" } : {}),
  }).format(then);
}

/** A day without its time, in short, from seconds since 1970. */
export const sayShortDay = (at: number): string =>
  new Intl.DateTimeFormat(place(), { dateStyle: "medium" }).format(at * 1000);

/** Several things as the language lists them. */
export const sayList = (things: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(place(), { type }).format(things);

/** Several sentences one after the other, of which none has its full stop yet. */
export const sayAll = (sentences: readonly string[]): string =>
  sentences.filter(Boolean).reduce((first, then) => (first ? m.common_sentences({ first, then }) : then), "");

/** Whether a comma is part of a number where the player lives, so that something else has to be between two. */
export const writesCommas = (): boolean => sayNumber(0.5).includes(",");
