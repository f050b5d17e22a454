/** Tiles, sets and reasons in the player's language. */

import { explain } from "../../core/reasons";
import type { Reason } from "../../core/reasons";
import { read } from "../../core/reading";
import type { Covers, Reading } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { colourOf, isJoker, JOKER, jokerName, KINDS, numberOf } from "../../core/tiles";
import type { Colour, Kind } from "../../core/tiles";
import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";

const NATURALS = [m.tile_black, m.tile_red, m.tile_blue, m.tile_yellow] as const;
const RUNS = [m.tile_run_black, m.tile_run_red, m.tile_run_blue, m.tile_run_yellow] as const;
const JOKERS = { joker: m.tile_joker, double: m.tile_double, change: m.tile_change, mirror: m.tile_mirror };

/**
 * What a tile does in a sentence, for languages in which its name has a form for that: by itself or the one that does
 * something, what something is done to, and what it's after, before or between, put to, taken from, stands as or for;
 * or whether it's several of one colour.
 */
export type TileForm = "alone" | "several" | "object" | "after" | "before" | "between" | "to" | "from" | "as" | "for";

/** A natural tile's spoken name: "red 7". */
export const naturalName = (colour: Colour, number: number, form: TileForm = "alone"): string =>
  NATURALS[colour]({ number, form });

/** Natural tiles one after the other by their ends: "red 7–9". */
export const stretchName = (colour: Colour, first: number, last: number, form: TileForm = "alone"): string =>
  NATURALS[colour]({ number: `${first}–${last}`, form });

/** Natural tiles of one colour by their numbers: "red 4, 5 and 6". */
export const coloursName = (colour: Colour, numbers: readonly number[]): string =>
  NATURALS[colour]({ number: listed(numbers.map(String)), form: "several" });

/** A tile's spoken name: "red 7", "joker". */
export function tileName(kind: Kind, form: TileForm = "alone"): string {
  const joker = isJoker(kind) ? (jokerName(kind) ?? "joker") : null;
  return joker === null ? naturalName(colourOf(kind), numberOf(kind), form) : JOKERS[joker]({ form });
}

const ABOUT = { joker: m.joker_about, double: m.joker_double, change: m.joker_change, mirror: m.joker_mirror };

/** What a joker can do, in a sentence; empty for a natural tile. */
export const jokerAbout = (kind: Kind): string => (isJoker(kind) ? ABOUT[jokerName(kind) ?? "joker"]() : "");

/** A tile's spoken name where it lies: "joker as blue 6". */
export function nameIn(kind: Kind, covers: Covers | null | undefined): string {
  if (!isJoker(kind) || !covers?.length) return tileName(kind);
  const meant = covers.flatMap(({ colour, number }) => {
    if (colour !== null) return [naturalName(colour, number, "as")];
    return number ? [String(number)] : [];
  });
  return meant.length ? m.tile_joker_as({ joker: tileName(kind), as: listed(meant) }) : tileName(kind);
}

/** How long after a screen is there what it needs later is made, in milliseconds. */
const READY = 1000;
/** How each language lists things; to make one takes longer than to use it. */
const lists = new Map<string, Intl.ListFormat>();

/** Several things one after the other: "red 7, red 8 and red 9"; of a `unit`: "took red 7, laid red 7–9". */
export function listed(parts: readonly string[], type: "conjunction" | "unit" = "conjunction"): string {
  const locale = getLocale();
  const name = `${locale} ${type}`;
  const list = lists.get(name) ?? new Intl.ListFormat(locale, { style: "long", type });
  lists.set(name, list);
  return list.format(parts);
}

/** Make what lists things while nobody waits for it, and not when the first move is told. Gives back what ends that. */
export function readyLists(): () => void {
  const timer = setTimeout(() => void [listed([]), listed([], "unit")], READY);
  return () => clearTimeout(timer);
}

/** Tiles by name. */
export const tileNames = (kinds: readonly Kind[], form: TileForm = "alone"): string =>
  listed(kinds.map((kind) => tileName(kind, form)));

/** How a legal set reads: "Run, worth 24". */
export function readingWords(reading: Reading): string {
  const kinds = {
    group: m.tile_group,
    run: m.tile_run,
    "mirrored-group": m.tile_mirrored_group,
    "mirrored-run": m.tile_mirrored_run,
  };
  return m.tile_set_worth({ kind: kinds[reading.kind](), value: reading.value });
}

/** A set with its tiles by name and how it reads, for a screen reader. */
export function setWords(kinds: readonly Kind[], mirror: Mirror | null): string {
  const reading = read(kinds, mirror);
  const names = listed(kinds.map((kind, at) => nameIn(kind, reading?.covers[at])));
  return reading ? m.tile_set_of({ kind: readingWords(reading), tiles: names }) : m.tile_loose({ tiles: names });
}

/** What is wrong with a set: a short sentence, and how to mend it. */
export interface Trouble {
  readonly short: string;
  readonly help: string;
}

/** Why a set is not legal, in words; null for a legal one. */
export function troubleOf(kinds: readonly Kind[], mirror: Mirror | null): Trouble | null {
  const [reason] = explain(kinds, mirror);
  if (!reason) return null;
  const { short, help } = canGrow(kinds, mirror)
    ? inWords(reason, kinds)
    : { short: m.reason_no_third(), help: m.reason_no_order_help() };
  return { short: short.charAt(0).toLocaleUpperCase(getLocale()) + short.slice(1), help };
}

/** Whether two tiles could become a set by a third; any other number of them says nothing about it. */
function canGrow(kinds: readonly Kind[], mirror: Mirror | null): boolean {
  if (kinds.length !== 2) return true;
  // Where there is no rule for a mirror there are no special jokers either.
  const thirds = Array.from({ length: mirror === null ? JOKER + 1 : KINDS }, (_, kind) => kind);
  return thirds.some((third) => read([...kinds, third], mirror) !== null);
}

function inWords(reason: Reason, kinds: readonly Kind[]): Trouble {
  switch (reason.code) {
    case "too-few-tiles":
      return { short: m.reason_too_few({ missing: 3 - reason.count }), help: m.reason_too_few_help() };
    case "two-mirrors":
      return { short: m.reason_two_mirrors(), help: m.reason_mirror_help() };
    case "no-mirror-rule":
      return { short: m.reason_no_mirror(), help: m.reason_no_mirror_help() };
    case "change-outside-run":
      return { short: m.reason_change_outside(), help: m.reason_change_help() };
    case "twice":
      return { short: m.reason_twice({ tile: tileName(reason.tile) }), help: m.reason_twice_help() };
    case "same-number":
      return {
        short: m.reason_together({ one: tileName(reason.one), two: tileName(reason.two) }),
        help: m.reason_run_help(),
      };
    case "wrong-number":
      return {
        short: m.reason_wrong_number({ tile: tileName(reason.tile), number: reason.number }),
        help: m.reason_group_help(),
      };
    case "wrong-colour":
      return {
        short: m.reason_wrong_colour({ tile: tileName(reason.tile), run: RUNS[reason.colour]() }),
        help: m.reason_run_colour_help(),
      };
    case "too-many-colours":
      return { short: m.reason_too_many({ count: reason.count }), help: m.reason_group_help() };
    case "too-long":
      return { short: m.reason_too_long({ most: reason.most }), help: m.reason_run_help() };
    case "wrap":
      return { short: m.reason_wrap(), help: m.reason_run_help() };
    case "gap":
      return { short: gapWords(reason, kinds), help: m.reason_run_help() };
    case "double-needs-two":
      return { short: m.reason_double(), help: m.reason_double_help() };
    case "double-no-room":
      return { short: m.reason_double_room(), help: m.reason_double_help() };
    case "no-room-for-change":
      return {
        short: m.reason_change_room({ one: tileName(reason.one, "between"), two: tileName(reason.two, "between") }),
        help: m.reason_change_help(),
      };
    case "too-few-changes":
      return { short: m.reason_few_changes(), help: m.reason_change_help() };
    case "change-without-change":
      return { short: m.reason_change_same(), help: m.reason_change_help() };
    case "change-unmirrored":
      return { short: m.reason_change_alone(), help: m.reason_mirror_help() };
    case "no-partner":
      return { short: m.reason_no_partner({ tiles: tileNames(reason.alone) }), help: m.reason_mirror_help() };
    case "uneven-sides":
      return { short: m.reason_uneven(), help: m.reason_mirror_help() };
    case "mirror-too-high":
      return { short: m.reason_mirror_high(), help: m.reason_mirror_help() };
    case "no-order":
      return { short: m.reason_no_order(), help: m.reason_no_order_help() };
  }
}

/** The one number that is missing is named; of several it is said between which tiles. */
function gapWords(reason: Extract<Reason, { code: "gap" }>, kinds: readonly Kind[]): string {
  const colour = colourOf(reason.one);
  const there = new Set(kinds.filter((kind) => !isJoker(kind) && colourOf(kind) === colour).map(numberOf));
  const missing: number[] = [];
  for (let number = numberOf(reason.one); number < numberOf(reason.two); number++)
    if (!there.has(number)) missing.push(number);
  const first = missing[0];
  if (missing.length === 1 && first !== undefined && !reason.half)
    return m.reason_missing({ tile: naturalName(colour, first) });
  return m.reason_gap({ one: tileName(reason.one, "between"), two: tileName(reason.two, "between") });
}

/** Where in a run with a gap the missing tile belongs: before which tile; null where that cannot be said. */
export function gapAt(kinds: readonly Kind[], mirror: Mirror | null): number | null {
  const [reason] = explain(kinds, mirror);
  if (reason?.code !== "gap" || reason.half || kinds.some(isJoker)) return null;
  const at = kinds.findIndex((kind, place) => place > 0 && numberOf(kind) - numberOf(kinds[place - 1] ?? kind) > 1);
  return at > 0 ? at : null;
}
