/**
 * A position as one enters it: two lines of text, of the table and of the rack, and where the next tile goes.
 *
 * The text is the truth: keys, taps and pastes change it, and nothing that was typed is ever dropped because it cannot
 * be read.
 */

import { formatTable, formatTiles } from "./notation";
import { read } from "./reading";
import { SMALLEST } from "./reading";
import { readLine, writeLine, writeLoose, writeSet } from "./line";
import type { LinePiece } from "./line";
import type { Mirror, RowName, Rules, TileSet } from "./rules";
import { COLOURS, isJoker, JOKER, KINDS, kindOf } from "./tiles";
import type { Colour, Kind } from "./tiles";

/** Where tiles are entered. */
export type EntryPlace = "table" | "rack";

/** The rows of the rules that say what can be played in a turn and what it is worth: a house may have its own. */
export const TURN_ROWS = [
  "opening",
  "opening_sets",
  "table_in_opening",
  "freeing",
  "freed_joker",
  "mirror",
  "joker_penalty",
] as const satisfies readonly RowName[];

/** Rows changed by the house, and tiles of its own as `tile_set`. */
export type HouseRows = Readonly<Record<string, unknown>>;

/** By which rules of a game a position of it is solved: its tiles, and what of the house's rows matters to a turn. */
export function turnTerms(rules: Rules): Pick<EnteredPosition, "tiles" | "house"> {
  const { tile_set: box, house = [] } = rules;
  const [j, d, c, m] = box.jokers;
  const rows = TURN_ROWS.flatMap((row): [string, unknown][] => (house.includes(row) ? [[row, rules[row]]] : []));
  if (box.name !== "house") return { tiles: box.name, house: Object.fromEntries(rows) };
  rows.push(["tile_set", { copies: box.copies, j, d, c, m }]);
  return { tiles: NOTHING_ENTERED.tiles, house: Object.fromEntries(rows) };
}

/** `open` is the set on the table that the next tile goes to; null where it begins a new one. */
export interface EnteredPosition {
  readonly edition: string;
  readonly tiles: string;
  readonly house: HouseRows;
  readonly opened: boolean;
  readonly table: string;
  readonly rack: string;
  readonly at: EntryPlace;
  readonly open: number | null;
}

export const NOTHING_ENTERED: EnteredPosition = {
  edition: "classic-2015",
  tiles: "106",
  house: {},
  opened: true,
  table: "",
  rack: "",
  at: "table",
  open: null,
};

export const setsIn = (entry: EnteredPosition): LinePiece[][] => readLine(entry.table);
export const rackIn = (entry: EnteredPosition): LinePiece[] => readLine(entry.rack).flat();

const isTile = (piece: LinePiece): piece is Kind => typeof piece === "number";
export const tilesIn = (pieces: readonly LinePiece[]): Kind[] => pieces.filter(isTile);

/** How many tiles there are on the table and on the rack. */
export const countOf = (entry: EnteredPosition): number => tilesIn([...setsIn(entry).flat(), ...rackIn(entry)]).length;

/** What was typed into the line; a blank or a bar at its end ends the set. */
export function typeLine(entry: EnteredPosition, text: string): EnteredPosition {
  if (text === entry[entry.at]) return entry;
  if (entry.at === "rack") return { ...entry, rack: text };
  const sets = readLine(text);
  return { ...entry, table: text, open: sets.length && !/[\s|]$/u.test(text) ? sets.length - 1 : null };
}

/** Pasted text instead of the line; lines of several are sets of their own. */
export function pasteLine(entry: EnteredPosition, text: string): EnteredPosition {
  const sets = readLine(text.trim().replace(/\s*[\r\n]+\s*/gu, " | "));
  return entry.at === "rack" ? withRack(entry, sets.flat()) : withSets(entry, sets, null);
}

/** Enter tiles by one press of a key or one slide over several. */
export function pressTiles(entry: EnteredPosition, kinds: readonly Kind[], mirror: Mirror | null): EnteredPosition {
  if (entry.at === "rack") return withRack(entry, [...rackIn(entry), ...kinds]);
  const sets = setsIn(entry);
  const open = entry.open === null ? undefined : sets[entry.open];
  if (entry.open === null || !open || !joins(open, kinds, mirror))
    return withSets(entry, [...sets, kinds], sets.length);
  return withSets(entry, sets.with(entry.open, [...open, ...kinds]), entry.open);
}

/** Whether tiles go on with a set: a begun one that can become one with them, or a whole one that stays one. */
function joins(open: readonly LinePiece[], kinds: readonly Kind[], mirror: Mirror | null): boolean {
  if (!open.every(isTile)) return false;
  const all = [...open, ...kinds];
  // A whole run or group beside a whole one is another set, unless a joker waits for it.
  if (kinds.length > 1 && open.length >= SMALLEST && !isJoker(open.at(-1)!)) return false;
  return canBecomeSet(all, mirror);
}

/** Whether tiles are a set, or lack but one tile to be one. */
function canBecomeSet(kinds: readonly Kind[], mirror: Mirror | null): boolean {
  if (kinds.length < 2 || read(kinds, mirror) !== null) return true;
  if (kinds.length >= SMALLEST) return false;
  const thirds = Array.from({ length: mirror === null ? JOKER + 1 : KINDS }, (_, kind) => kind);
  return thirds.some((third) => read([...kinds, third], mirror) !== null);
}

/** The kinds that one press enters: numbers of one colour, or a number in all colours but one (or none). */
export const runOf = (colour: Colour, one: number, other: number): Kind[] =>
  Array.from({ length: Math.abs(other - one) + 1 }, (_, at) => kindOf(colour, Math.min(one, other) + at));
export const groupOf = (without: Colour | null, number: number): Kind[] =>
  COLOURS.filter((colour) => colour !== without).map((colour) => kindOf(colour, number));

/** The next tile begins a new set. */
export const endSet = (entry: EnteredPosition): EnteredPosition =>
  entry.at === "table" && entry.open !== null ? { ...entry, open: null } : entry;

/** Take the last tile off: of the open set, or else of the last one. */
export function takeLast(entry: EnteredPosition): EnteredPosition {
  if (entry.at === "rack") {
    const rack = rackIn(entry);
    return rack.length ? withRack(entry, rack.slice(0, -1)) : entry;
  }
  const sets = setsIn(entry);
  const set = entry.open ?? sets.length - 1;
  const tiles = sets[set];
  return tiles ? removeTile(entry, "table", set, tiles.length - 1) : entry;
}

/** Take one tile off; the next one goes to the set it was in. */
export function removeTile(entry: EnteredPosition, from: EntryPlace, set: number, place: number): EnteredPosition {
  if (from === "rack") return withRack(entry, rackIn(entry).toSpliced(place, 1));
  const sets = setsIn(entry);
  const left = sets[set]?.toSpliced(place, 1);
  if (!left) return entry;
  return left.length ? withSets(entry, sets.with(set, left), set) : withSets(entry, sets.toSpliced(set, 1), null);
}

/** Split a set before one of its tiles. */
export function splitSet(entry: EnteredPosition, set: number, before: number): EnteredPosition {
  const sets = setsIn(entry);
  const tiles = sets[set];
  if (!tiles || before < 1 || before >= tiles.length) return entry;
  return withSets(entry, sets.toSpliced(set, 1, tiles.slice(0, before), tiles.slice(before)), null);
}

const withRack = (entry: EnteredPosition, rack: readonly LinePiece[]): EnteredPosition => ({
  ...entry,
  rack: writeLoose(rack),
});

const withSets = (
  entry: EnteredPosition,
  sets: readonly (readonly LinePiece[])[],
  open: number | null,
): EnteredPosition => ({ ...entry, table: writeLine(sets), open });

/** A kind that was entered more often than it exists, and how often where. */
export interface TooMany {
  readonly kind: Kind;
  readonly exist: number;
  readonly table: number;
  readonly rack: number;
}

/** How many tiles of a kind a tile set has. */
export const copiesOf = (kind: Kind, { copies, jokers }: Pick<TileSet, "copies" | "jokers">): number =>
  isJoker(kind) ? (jokers[kind - JOKER] ?? 0) : copies;

/** The first kind of which more was entered than exists; null where all is well. */
export function tooMany(entry: EnteredPosition, tiles: Pick<TileSet, "copies" | "jokers">): TooMany | null {
  const table = tilesIn(setsIn(entry).flat());
  const rack = tilesIn(rackIn(entry));
  for (const kind of new Set([...table, ...rack])) {
    const exist = copiesOf(kind, tiles);
    const counted = [table, rack].map((all) => all.filter((each) => each === kind).length) as [number, number];
    if (counted[0] + counted[1] > exist) return { kind, exist, table: counted[0], rack: counted[1] };
  }
  return null;
}

/** What was typed and is no tile, with its place; what is still being typed is none of it. */
export interface Unread {
  readonly text: string;
  readonly at: EntryPlace;
  /** The set, counted from 1. */
  readonly set: number;
}

export function unreadIn(entry: EnteredPosition): Unread | null {
  for (const at of ["table", "rack"] as const) {
    const sets = readLine(entry[at]);
    const typing = at === entry.at && !/[\s|]$/u.test(entry[at]);
    for (const [set, pieces] of sets.entries())
      for (const [place, piece] of pieces.entries()) {
        const isLast = set === sets.length - 1 && place === pieces.length - 1;
        if (!isTile(piece) && !(typing && isLast && canGoOn(piece))) return { text: piece, at, set: set + 1 };
      }
  }
  return null;
}

/** Whether more letters could make tiles of it: a colour, the number of a group, a run up to its dash. */
const canGoOn = (text: string): boolean => /^([krby]|1[0-3]?|[2-9]|-1?|-[1-9])$/u.test(text);

/** The position in notation, without what cannot be read. */
export const tableOf = (entry: EnteredPosition): string =>
  formatTable(
    setsIn(entry)
      .map(tilesIn)
      .filter((set) => set.length),
  );
export const rackOf = (entry: EnteredPosition): string => formatTiles(tilesIn(rackIn(entry)));

/** No link that anybody was given is longer. */
const LONGEST = 2000;

/** The position as it stands in an address. */
export function linkOf(entry: EnteredPosition): string {
  const table = setsIn(entry)
    .map(tilesIn)
    .filter((set) => set.length);
  const rack = tilesIn(rackIn(entry)).map((kind) => writeSet([kind]));
  const query = new URLSearchParams({ p: `${table.map(writeSet).join("_")}.${rack.join("")}` });
  if (entry.edition !== NOTHING_ENTERED.edition) query.set("e", entry.edition);
  if (entry.tiles !== NOTHING_ENTERED.tiles) query.set("t", entry.tiles);
  if (Object.keys(entry.house).length) query.set("h", writeHouse(entry.house));
  if (!entry.opened) query.set("o", "0");
  return `/solve?${query}`;
}

/** The position in an address; null where there is none. What cannot be read of it is kept as it stands. */
export function fromLink(query: URLSearchParams, now: EnteredPosition): EnteredPosition | null {
  const text = query.get("p");
  if (text === null) return null;
  const [table = "", ...more] = text.slice(0, LONGEST).split(/[./]/u);
  const entry: EnteredPosition = {
    ...NOTHING_ENTERED,
    edition: query.get("e") ?? NOTHING_ENTERED.edition,
    tiles: query.get("t") ?? NOTHING_ENTERED.tiles,
    house: readHouse(query.get("h") ?? ""),
    opened: query.get("o") !== "0",
    at: now.at,
  };
  const sets = readLine(table.replaceAll("_", " | "));
  return withRack(withSets(entry, sets, null), readLine(more.join(" ")).flat());
}

const PARTS = ["copies", "j", "d", "c", "m"] as const;

/** The rows of a house as they stand in an address: `opening.25*tile_set.2-4-0-0-0`. */
const writeHouse = (house: HouseRows): string =>
  Object.entries(house)
    .map(([row, value]) => {
      const parts = row === "tile_set" ? (value as Readonly<Record<string, unknown>>) : null;
      return `${row}.${parts ? PARTS.map((part) => parts[part]).join("-") : String(value)}`;
    })
    .join("*");

/** The rows that can be read; what is none of them is the booklet's. */
function readHouse(text: string): HouseRows {
  const rows = text.split("*").map((one): readonly [string, unknown] => {
    const [row = "", value = ""] = one.split(".");
    if (row === "tile_set")
      return [row, Object.fromEntries(value.split("-").map((count, at) => [PARTS[at] ?? "", Number(count)]))];
    return [row, /^\d+$/u.test(value) ? Number(value) : /^(true|false)$/u.test(value) ? value === "true" : value];
  });
  return houseIn(Object.fromEntries(rows));
}

/** What of this can be rows of a house. */
function houseIn(rows: unknown): HouseRows {
  const fits = ([row, value]: [string, unknown]): boolean => {
    if (row === "tile_set") return isBox(value);
    if (!TURN_ROWS.some((name) => name === row)) return false;
    if (row === "opening" || row === "joker_penalty") return Number.isInteger(value) && Number(value) > 0;
    if (row === "table_in_opening") return typeof value === "boolean";
    return typeof value === "string" && /^[a-z-]{1,20}$/u.test(value);
  };
  return Object.fromEntries(Object.entries(rows ?? {}).filter(fits));
}

const isBox = (value: unknown): boolean => {
  const box = (value ?? {}) as Readonly<Record<string, unknown>>;
  const few = (count: unknown): boolean => Number.isInteger(count) && Number(count) >= 0 && Number(count) < 10;
  return Object.keys(box).length === PARTS.length && PARTS.every((part) => few(box[part]));
};

/** What was kept of an entry; null when it is none. */
export function readEntry(stored: unknown): EnteredPosition | null {
  const { edition, tiles, house, opened, table, rack, at, open } = (stored ?? {}) as Partial<EnteredPosition>;
  const texts = [edition, tiles, table, rack];
  if (texts.some((text) => typeof text !== "string")) return null;
  return {
    edition: edition!,
    tiles: tiles!,
    table: table!,
    rack: rack!,
    house: houseIn(house),
    opened: opened !== false,
    at: at === "rack" ? "rack" : "table",
    open: typeof open === "number" && open < readLine(table!).length ? open : null,
  };
}
