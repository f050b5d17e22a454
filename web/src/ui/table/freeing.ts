/** The jokers on the table that a turn must leave what they stood for, and the tiles that would free them. */

import { kindsOf } from "../../board/state";
import type { TableSet, TileId } from "../../board/state";
import { parseTiles } from "../../core/notation";
import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { colourOf, JOKER, numberOf, type Kind } from "../../core/tiles";
import type { VerdictMessage } from "../../net/protocol";

/** What jokers stood for that the turn has lost; empty where it has lost nothing, or the server does not say. */
export function stoodFor(verdict: VerdictMessage | null): Kind[] {
  const defect = verdict?.defects.find(({ code }) => code === "joker-not-freed");
  return parseTiles(defect?.stood ?? "");
}

/** The jokers of a table that may have stood for these tiles. */
export function jokersFor(table: readonly TableSet[], tiles: readonly Kind[], mirror: Mirror | null): TileId[] {
  return table.flatMap((set) => {
    const kinds = kindsOf(set.tiles);
    const reading = kinds.includes(JOKER) ? read(kinds, mirror) : null;
    if (reading === null) return [];
    const group = reading.kind === "group";
    return set.tiles.flatMap((tile, place) => {
      const meant = reading.covers[place]?.[0];
      const stood = tiles.some(
        (kind) => meant?.number === numberOf(kind) && (group ? !kinds.includes(kind) : meant.colour === colourOf(kind)),
      );
      return tile.kind === JOKER && stood ? [tile.id] : [];
    });
  });
}
