/** The words for what the server names in English: editions, tile sets, levels of bots. */

import { m } from "../paraglide/messages.js";
import type { Rules } from "../core/rules";
import type { CharacterName, Setup } from "../net/routes";
import type { PublicTerms } from "../net/seen";
import { sayTime } from "./language";

const EDITIONS: Readonly<Record<string, () => string>> = {
  "classic-2015": m.common_classic_2015,
  "classic-2002": m.common_classic_2002,
  sabra: m.common_sabra,
  "twist-2015": m.common_twist_2015,
  "twist-2016": m.common_twist_2016,
};

const SUMMARIES: Readonly<Record<string, () => string>> = {
  "classic-2015": m.new_about_classic_2015,
  "classic-2002": m.new_about_classic_2002,
  sabra: m.new_about_sabra,
  "twist-2015": m.new_about_twist_2015,
  "twist-2016": m.new_about_twist_2016,
};

const TILE_SETS: Readonly<Record<string, () => string>> = {
  "106": m.new_tiles_106,
  "108": m.new_tiles_108,
  "160": m.new_tiles_160,
  twist: m.new_tiles_twist,
  house: m.new_own_tiles,
};

const LEVELS: Readonly<Record<string, readonly [name: () => string, about: () => string]>> = {
  newcomer: [m.common_newcomer, m.new_about_newcomer],
  beginner: [m.common_beginner, m.new_about_beginner],
  casual: [m.common_casual, m.new_about_casual],
  regular: [m.common_regular, m.new_about_regular],
  skilled: [m.common_skilled, m.new_about_skilled],
  veteran: [m.common_veteran, m.new_about_veteran],
  "most-tiles": [m.common_most_tiles, m.new_about_most_tiles],
  strategist: [m.common_strategist, m.new_about_strategist],
};

const CHARACTERS: Readonly<Record<CharacterName, readonly [name: () => string, about: () => string]>> = {
  spender: [m.common_spender, m.new_about_spender],
  hoarder: [m.common_hoarder, m.new_about_hoarder],
  gambler: [m.common_gambler, m.new_about_gambler],
  blocker: [m.common_blocker, m.new_about_blocker],
};

/** A bot whose level is chosen before every game, by how one's games have come out. */
export const FAIR = "fair";

/** The character of a bot, and the step of its dial: empty for one that overlooks nothing. */
export function characterOf(level: string): { readonly way: CharacterName; readonly step: string } | null {
  const [way = "", step = ""] = level.split(":");
  return way in CHARACTERS ? { way: way as CharacterName, step } : null;
}

/** A step of a dial in a word. */
export const stepName = (step: string): string =>
  step === "" ? m.common_sharp() : step === FAIR ? m.common_fair() : levelName(step);

/** An edition's name; any other rules are somebody's own. */
export const editionName = (name: string): string => (EDITIONS[name] ?? m.common_house)();
/** The name of the rules a table plays by. */
export const rulesName = ({ name, house = [] }: Rules): string =>
  house.length && name !== "house" ? name : editionName(name);
export const editionSummary = (name: string): string => SUMMARIES[name]?.() ?? "";
export const tileSetName = (name: string): string => (TILE_SETS[name] ?? m.new_tiles_other)();
export function levelName(level: string): string {
  const character = characterOf(level);
  if (character === null) return (level === FAIR ? m.common_fair : (LEVELS[level]?.[0] ?? m.common_some_bot))();
  const name = CHARACTERS[character.way][0]();
  return character.step === "" ? name : m.common_character({ character: name, level: stepName(character.step) });
}
/** How a bot plays, after its name; a character is the same at every step. */
export function levelSummary(level: string): string {
  const character = characterOf(level);
  if (character !== null) return CHARACTERS[character.way][1]();
  return level === FAIR ? m.new_about_fair() : (LEVELS[level]?.[1]() ?? "");
}

/** Who sits there: a name, and for a bot its level in the player's language beside it. */
export const seatName = (name: string | undefined, level: string | null | undefined): string =>
  name && level ? m.common_with_level({ name, level: levelName(level) }) : (name ?? "");

/** Tiles that show what an edition is about, in notation. */
export const EDITION_PICTURES: Readonly<Record<string, string>> = {
  "classic-2015": "r4 j r6",
  "classic-2002": "k9 b9 j",
  sabra: "b10 b11 b12 b13",
  "twist-2015": "j d c m",
  "twist-2016": "b5 m b5",
};

/** A clock in a few words: 60 seconds a turn, with its bank; no clock. */
export function clockWords(turn: number | null | undefined, bank: number | undefined): string {
  if (turn == null) return m.common_no_clock();
  const each = m.common_each_turn({ time: sayTime(turn, "short") });
  return bank ? m.common_with_bank({ each, bank: sayTime(bank, "short") }) : each;
}

/** A table as it is set up, in one line: Classic 2015, 4 seats, 60 seconds a turn. */
export function setupWords(setup: Setup): string {
  const name =
    setup.house && Object.keys(setup.house).length ? m.common_house() : editionName(setup.edition ?? "sabra");
  const seats = m.common_seats({ count: setup.seats?.length ?? 2 });
  return m.common_setup({ rules: name, seats, clock: clockWords(setup.clock?.turn, setup.clock?.bank) });
}

/** A table that exists, in one line. */
export function termsWords(terms: PublicTerms, seats: number): string {
  const clock = clockWords(terms.clock.turn, terms.clock.bank);
  return m.common_setup({ rules: rulesName(terms.rules), seats: m.common_seats({ count: seats }), clock });
}
