/** Sets and tiles of a move by short names. */

import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { isJoker, numberOf, type Kind } from "../../core/tiles";
import { m } from "../../paraglide/messages.js";
import { stretchName, tileNames, type TileForm } from "./words";

/** Some tiles in words: a run by its ends. */
export const tilesWords = (kinds: readonly Kind[], mirror: Mirror | null): string =>
  runName(kinds, mirror, "object") ?? tileNames(kinds, "object");

/** A set by a short name: the 12s, blue 9–12; anything else by its tiles. */
export function setName(kinds: readonly Kind[], mirror: Mirror | null, form: TileForm): string {
  const reading = read(kinds, mirror);
  const natural = kinds.find((kind) => !isJoker(kind));
  if (reading?.kind === "group" && natural !== undefined) return m.moves_group({ number: numberOf(natural), form });
  return runName(kinds, mirror, form, true) ?? tileNames(kinds, form);
}

/** A run of one colour by its ends: blue 9–12; one with jokers only where they need not be named. */
function runName(kinds: readonly Kind[], mirror: Mirror | null, form: TileForm, jokers = false): string | null {
  if (kinds.length < 3 || (!jokers && kinds.some(isJoker))) return null;
  const reading = read(kinds, mirror);
  const covers = reading?.covers.flat() ?? [];
  const [first, last] = [covers[0], covers.at(-1)];
  if (reading?.kind !== "run" || first?.colour == null || last === undefined) return null;
  if (covers.some((cover) => cover?.colour !== first.colour)) return null;
  return stretchName(first.colour, first.number, last.number, form);
}
