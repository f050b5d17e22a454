/** What the app's score pad says of one game or of a match, as plain data to hold beside the server's answer. */

import { KEEPING } from "../../src/core/editions";
import { parseTiles } from "../../src/core/notation";
import { PAD_JOKER, pointsOf } from "../../src/core/pad";
import type { EditionName } from "../../src/core/rules";
import { scoreGame, tallyOf, type Scores } from "../../src/core/scores";
import { isJoker, numberOf } from "../../src/core/tiles";

export interface GamePlayed {
  readonly edition: EditionName;
  readonly racks: readonly string[];
  readonly out: number | null;
  readonly last: number | null;
  readonly starter: number;
}

/** The scores of a game whose racks are in notation: their tiles are tapped on the pad. */
export function scored({ edition, racks, out, last, starter }: GamePlayed): Scores {
  const left = racks.map((text) => {
    const tiles = parseTiles(text).map((kind) => (isJoker(kind) ? PAD_JOKER : numberOf(kind)));
    return { sum: pointsOf(edition, tiles), count: tiles.length };
  });
  return scoreGame(KEEPING[edition], left, out, last, starter);
}

/** Every game of a match scored, and where they leave everybody. */
export function matched(games: readonly GamePlayed[]): object {
  const sheet = games.map(scored);
  const [first] = games;
  if (!first) return { games: sheet };
  return { games: sheet, ...tallyOf(KEEPING[first.edition].match, sheet, first.racks.length) };
}
