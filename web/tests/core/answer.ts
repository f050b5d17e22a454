/** What the reader says of one set, as plain data to hold beside the server's answer. */

import { formatTiles, parseTiles } from "../../src/core/notation";
import { read, readingText } from "../../src/core/reading";
import { explain } from "../../src/core/reasons";
import type { Mirror } from "../../src/core/rules";
import { sentence } from "./sentences";

export interface Asked {
  readonly tiles: string;
  readonly mirror: Mirror | null;
}

/** Everything there is to know about a set: its reading field by field, or why there is none. */
export function answer({ tiles: text, mirror }: Asked): object {
  const tiles = parseTiles(text);
  const reading = read(tiles, mirror);
  return {
    tiles: text,
    mirror,
    kind: reading?.kind ?? null,
    shown: reading && formatTiles(reading.tiles),
    text: reading && readingText(reading),
    covers:
      reading && reading.covers.map((covers) => covers.map(({ number, colour, joker }) => [number, colour, joker])),
    value: reading?.value ?? null,
    reasons: explain(tiles, mirror).map((reason) => [reason.code, sentence(reason)]),
  };
}
