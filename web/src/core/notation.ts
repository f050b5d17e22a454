/** The text notation, `r4 r5 r6 | b8 k8 y8`: the same text as everywhere else in Tilery. */

import { kindFrom, kindText, type Kind } from "./tiles";

/** No table or rack needs more characters than this; longer text is refused unread. */
const LONGEST = 20_000;

/** Blanks as the server knows them. */
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/** What is wrong with a text: where (sets and tiles are counted from 1), and the word that is no tile. */
export type NotationTrouble =
  | { readonly trouble: "too-long" }
  | { readonly trouble: "not-one-set" }
  | { readonly trouble: "empty-set"; readonly set: number }
  | { readonly trouble: "not-a-tile"; readonly set: number; readonly tile: number; readonly word: string };

/** A text that cannot be read. */
export class NotationError extends Error {
  constructor(readonly detail: NotationTrouble) {
    super(JSON.stringify(detail));
    this.name = "NotationError";
  }
}

/** The tiles of one set or rack, in their order. */
export function parseTiles(text: string): Kind[] {
  if (text.includes("|")) throw new NotationError({ trouble: "not-one-set" });
  checkLength(text);
  return parseSet(text, 1);
}

/** The sets of a table, in their order; an empty text is an empty table. */
export function parseTable(text: string): Kind[][] {
  checkLength(text);
  if (!words(text).length) return [];
  return text.split("|").map((part, index) => {
    const tiles = parseSet(part, index + 1);
    if (!tiles.length) throw new NotationError({ trouble: "empty-set", set: index + 1 });
    return tiles;
  });
}

/** Tiles as they are written. */
export const formatTiles = (tiles: readonly Kind[]): string => tiles.map(kindText).join(" ");

/** A table as it is written. */
export const formatTable = (sets: readonly (readonly Kind[])[]): string => sets.map(formatTiles).join(" | ");

function parseSet(text: string, set: number): Kind[] {
  return words(text).map((word, index) => {
    const kind = kindFrom(word);
    if (kind === undefined) throw new NotationError({ trouble: "not-a-tile", set, tile: index + 1, word });
    return kind;
  });
}

const words = (text: string): string[] => text.split(BLANKS).filter((word) => word !== "");

function checkLength(text: string): void {
  // A character may take two places in a script's text, so only long texts are counted by character.
  if (text.length > LONGEST && [...text].length > LONGEST) throw new NotationError({ trouble: "too-long" });
}
