/** What a player has chosen: kept here for an instant start, and with the guest for other devices. */

import type { Setup } from "../net/routes";
import type { BotPace } from "../net/seen";
import { spoken, type Language } from "./languages";
import { readLocal, writeLocal } from "./local";

export const THEMES = ["auto", "light", "dark"] as const;
export const PALETTES = ["default", "colour-blind", "high-contrast"] as const;
export const MOTIONS = ["auto", "reduced", "full"] as const;
export const PACES = ["calm", "normal", "quick"] as const satisfies readonly BotPace[];
export type Theme = (typeof THEMES)[number];
export type Palette = (typeof PALETTES)[number];
export type Motion = (typeof MOTIONS)[number];

/** All that can be chosen; `language` is null for the browser's own, `lastSetup` is how the last table was set up. */
export interface Choices {
  readonly theme: Theme;
  readonly palette: Palette;
  readonly bigTiles: boolean;
  readonly sounds: boolean;
  readonly language: Language | null;
  readonly leftHanded: boolean;
  readonly motion: Motion;
  readonly pace: BotPace;
  readonly startingDraw: boolean;
  readonly lastSetup: Setup | null;
  /** Whether one was asked what to be called: that's done once. */
  readonly askedName: boolean;
  /** Which exercises of which lessons were done, and the edition they are learnt by. */
  readonly learned: Learned;
  readonly learns: string | null;
  /** Whether the course was offered: that's done once, too. */
  readonly offeredCourse: boolean;
}

/** The exercises that were done, by lesson. */
export type Learned = Readonly<Record<string, readonly string[]>>;

export const DEFAULTS: Choices = {
  theme: "auto",
  palette: "default",
  bigTiles: false,
  sounds: true,
  language: null,
  leftHanded: false,
  motion: "auto",
  pace: "normal",
  startingDraw: true,
  lastSetup: null,
  askedName: false,
  learned: {},
  learns: null,
  offeredCourse: false,
};

const CHECKS: { readonly [K in keyof Choices]: (value: unknown) => boolean } = {
  theme: (value) => THEMES.includes(value as Theme),
  palette: (value) => PALETTES.includes(value as Palette),
  bigTiles: isBoolean,
  sounds: isBoolean,
  language: (value) => value === null || (typeof value === "string" && spoken(value) !== null),
  leftHanded: isBoolean,
  motion: (value) => MOTIONS.includes(value as Motion),
  startingDraw: isBoolean,
  pace: (value) => PACES.includes(value as BotPace),
  lastSetup: (value) => value === null || isObject(value),
  askedName: isBoolean,
  learned: (value) => isObject(value) && Object.values(value).every(isTexts),
  learns: (value) => value === null || typeof value === "string",
  offeredCourse: isBoolean,
};

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");

/** What was done here or there. */
function together(here: Learned, there: Learned): Learned {
  const lessons = [...new Set([...Object.keys(here), ...Object.keys(there)])];
  return Object.fromEntries(lessons.map((id) => [id, [...new Set([...(there[id] ?? []), ...(here[id] ?? [])])]]));
}

/** The choices in something stored, perhaps by a newer app: what is not understood is left at its default. */
export function readChoices(stored: unknown): Choices {
  const found = isObject(stored) ? stored : {};
  const names = Object.keys(DEFAULTS) as (keyof Choices)[];
  const understood = names.filter((name) => name in found && CHECKS[name](found[name]));
  const choices: Choices = { ...DEFAULTS, ...Object.fromEntries(understood.map((name) => [name, found[name]])) };
  // A language may have had a shorter name when it was chosen.
  return { ...choices, language: choices.language && spoken(choices.language) };
}

/** How settings are kept with the guest. */
export type Save = (settings: Readonly<Record<string, unknown>>) => Promise<unknown>;

const SAVE_AFTER = 800;

/** The choices in force; reading `settings.now.theme` in a component follows it. */
export class AppSettings {
  #now = $state.raw<Choices>(readChoices(readLocal("settings")));
  /** What a newer app has stored with the guest is not ours to lose. */
  #others: Readonly<Record<string, unknown>> = {};
  #unsaved = readLocal("settings-unsaved") === true;
  #save: Save | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get now(): Choices {
    return this.#now;
  }

  /** Choose something. */
  choose(changes: Partial<Choices>): void {
    this.#now = { ...this.#now, ...changes };
    this.#unsaved = true;
    writeLocal("settings", this.#now);
    writeLocal("settings-unsaved", true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  /** Somebody is here: what they chose elsewhere holds, unless something was chosen here since. */
  meet(stored: Readonly<Record<string, unknown>>, save: Save): void {
    this.#save = save;
    this.#others = stored;
    const nothingStored = !Object.keys(DEFAULTS).some((name) => name in stored);
    const there = readChoices(stored);
    // What was learnt adds up, wherever it was.
    const learned = together(this.#now.learned, there.learned);
    if (this.#unsaved || nothingStored) {
      this.#now = { ...this.#now, learned };
      writeLocal("settings", this.#now);
      void this.flush(true);
      return;
    }
    this.#now = { ...there, learned };
    writeLocal("settings", this.#now);
    if (JSON.stringify(learned) !== JSON.stringify(there.learned)) void this.flush(true);
  }

  /** Nobody is here any more; what was chosen stays on this device, and what was learnt goes with who learnt it. */
  part(forgets = false): void {
    if (forgets && this.#save !== null) {
      this.#now = { ...this.#now, learned: {} };
      writeLocal("settings", this.#now);
    }
    this.#save = null;
    this.#others = {};
  }

  /** Save now what is not saved yet; without a network it is saved the next time. */
  async flush(always = false): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#save === null || !(this.#unsaved || always)) return;
    const saved = this.#now;
    try {
      await this.#save({ ...this.#others, ...saved });
    } catch {
      return;
    }
    if (saved !== this.#now) return;
    this.#unsaved = false;
    writeLocal("settings-unsaved", null);
  }
}

export const settings = new AppSettings();
