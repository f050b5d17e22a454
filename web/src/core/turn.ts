/** The referee of a turn: may this table follow from that one, and if not, everything that is wrong. */

import { bagOf, beyond } from "./bag";
import { freesBy, lostMeanings, settleJokers } from "./freeing";
import { keepOwnOrder, matchedSets } from "./matching";
import type { Sets } from "./matching";
import { laidAsCounted, openingWorth } from "./opening";
import { read } from "./reading";
import type { DefectCode, Rules } from "./rules";
import { COLOURS, HIGHEST, isJoker, numberOf } from "./tiles";
import type { Kind } from "./tiles";
import type { Worth } from "./worth";

/** Defects that a verdict lists; of more it says only how many. */
const MOST_DEFECTS = 20;

/** The rule that is broken, and the booklet it is in; null for a rule of the house. */
interface Broken {
  readonly code: DefectCode;
  readonly rule: "sets" | "turn" | keyof Rules;
  readonly booklet: string | null;
}

/** One thing wrong with a turn: what the server says of it, with all that its sentence needs. */
export type Breach = Broken &
  (
    | { readonly code: "nothing-played" | "joker-not-in-new-set" }
    | { readonly code: "too-many-tiles"; readonly count: number; readonly most: number }
    | {
        readonly code: "table-tile-missing" | "not-on-rack" | "drawn-tile-frees-nothing";
        readonly tiles: readonly Kind[];
      }
    | { readonly code: "illegal-set"; readonly place: number; readonly tiles: readonly Kind[] }
    | { readonly code: "opening-touches-table"; readonly sets: Sets }
    | { readonly code: "opening-too-low"; readonly needed: number; readonly worth: Worth }
    | { readonly code: "joker-not-freed"; readonly stood: readonly Kind[] }
  );

/**
 * The verdict on a turn.
 *
 * `table` is the table as it lies after a legal turn, every set in a legal order; `value` is the penalty value of the
 * tiles played; `opening` is only there while the player has not opened. `more` is how many illegal sets there are
 * beyond those among the `breaches`.
 */
export interface Turn {
  readonly isLegal: boolean;
  readonly played: readonly Kind[];
  readonly value: number;
  readonly opening: Worth | null;
  readonly table: Sets;
  readonly breaches: readonly Breach[];
  readonly more: number;
}

/** A turn as it is asked about: the whole table after it, against the table (of legal sets) and the rack before it. */
export interface Proposal {
  readonly before: Sets;
  readonly rack: readonly Kind[];
  readonly after: Sets;
  readonly opened: boolean;
  /** The tile just drawn that may free a joker, if this is such a play. */
  readonly drawn?: readonly Kind[];
}

/** Judge a turn. */
export function judge(rules: Rules, { before, rack, after, opened, drawn = [] }: Proposal): Turn {
  const source = (row: keyof Rules): string | null => (rules.house?.includes(row) ? null : rules.booklet);
  const ofTurn = { rule: "turn", booklet: rules.booklet } as const;
  const mirror = rules.mirror ?? null;
  const most = tileCount(rules);
  const count = after.flat().length;
  if (count > most) {
    const opening = opened ? null : { value: 0, sure: true };
    const breach: Breach = { code: "too-many-tiles", ...ofTurn, count, most };
    return { isLegal: false, played: [], value: 0, opening, table: after, breaches: [breach], more: 0 };
  }
  const [was, now] = [bagOf(before.flat()), bagOf(after.flat())];
  const [played, gone] = [beyond(now, was), beyond(was, now)];
  const foreign = beyond(bagOf(played), bagOf(rack));
  const readings = after.map((tiles) => read(tiles, mirror));
  const breaches: Breach[] = [];
  if (gone.length) breaches.push({ code: "table-tile-missing", ...ofTurn, tiles: gone });
  if (foreign.length) breaches.push({ code: "not-on-rack", ...ofTurn, tiles: foreign });
  if (!played.length) breaches.push({ code: "nothing-played", ...ofTurn });
  let opening: Worth | null = null;
  if (!opened) {
    opening = openingWorth(rules, before, after, readings, beyond(bagOf(played), bagOf(foreign)));
    const sets = rules.table_in_opening ? [] : matchedSets(before, after).gone;
    const row = "table_in_opening";
    if (sets.length) breaches.push({ code: "opening-touches-table", rule: row, booklet: source(row), sets });
    const rule = { rule: "opening", booklet: source("opening"), needed: rules.opening } as const;
    if (opening.value < rules.opening) breaches.push({ code: "opening-too-low", ...rule, worth: opening });
  }
  if (drawn.length && !freesBy(before, after, played, drawn, mirror)) {
    breaches.push({ code: "drawn-tile-frees-nothing", rule: "drawn", booklet: source("drawn"), tiles: drawn });
  }
  const illegal = [...readings.keys()].filter((place) => readings[place] === null);
  const told = illegal.slice(0, MOST_DEFECTS - breaches.length);
  breaches.unshift(
    ...told.map((place): Breach => {
      return { code: "illegal-set", rule: "sets", booklet: rules.booklet, place, tiles: after[place]! };
    }),
  );
  let table: Sets = after;
  if (!breaches.length) {
    const legal = readings.filter((reading) => reading !== null);
    const laid = opened ? legal : laidAsCounted(rules, before, legal, played);
    table = laid.map(({ tiles }) => tiles);
    if (!opened) table = keepOwnOrder(before, table);
    const settled = rules.freeing === "replace" ? settleJokers(before, table, rules.freed_joker) : table;
    if (settled !== null) table = settled;
    else if (settleJokers(before, after) !== null) {
      breaches.push({ code: "joker-not-in-new-set", rule: "freed_joker", booklet: source("freed_joker") });
    } else {
      const stood = lostMeanings(before, after);
      breaches.push({ code: "joker-not-freed", rule: "freeing", booklet: source("freeing"), stood });
    }
  }
  const value = played.reduce((sum, kind) => sum + (isJoker(kind) ? rules.joker_penalty : numberOf(kind)), 0);
  const more = illegal.length - told.length;
  return { isLegal: !breaches.length, played, value, opening, table, breaches, more };
}

/** How many tiles there are in all. */
const tileCount = ({ tile_set: { copies, jokers } }: Rules): number =>
  copies * COLOURS.length * HIGHEST + jokers.reduce((sum, count) => sum + count, 0);
