/** An answer as it lies on the table: after each move of the hands, and which move put which tile where. */

import { restored } from "../../app/written";
import { idsOf, kindsOf, putBack, tilesOn } from "../../board/state";
import type { BoardTile, TableDraft, TileId } from "../../board/state";
import { parseTiles } from "../../core/notation";
import type { Mirror } from "../../core/rules";
import type { HintMove } from "../../net/protocol";
import type { SolvedPlay } from "../../net/routes";
import { m } from "../../paraglide/messages.js";
import { setName, tilesWords } from "../tiles/sets";

/** The table after every move, the last one as the play leaves it. */
export function stagesOf(base: TableDraft, play: SolvedPlay): TableDraft[] {
  const texts = play.moves.map(({ table, aside }) => [table, ...aside.split(" ")].filter(Boolean).join(" | "));
  texts[texts.length - 1] = play.table;
  const still = putBack({ ...base, past: [], future: [] });
  let last = base;
  return texts.map((text) => (last = restored(still, text) ?? last));
}

/** The tiles that a move put where they lie after it. */
export function tilesMoved(before: TableDraft, after: TableDraft, move: HintMove): BoardTile[] {
  const old = new Set(before.now.sets.map((set) => kindsOf(set.tiles).join()));
  const lying = idsOf(tilesOn(before.now.sets));
  const changed = after.now.sets.filter((set) => !old.has(kindsOf(set.tiles).join()));
  const wanted = parseTiles(move.tiles);
  // Tiles that came from the rack first; of two alike that is the one that moved.
  const candidates = tilesOn(changed).sort((one, two) => Number(lying.has(one.id)) - Number(lying.has(two.id)));
  return wanted.flatMap((kind) => {
    const at = candidates.findIndex((tile) => tile.kind === kind);
    return at < 0 ? [] : candidates.splice(at, 1);
  });
}

/** Which move put each tile where it lies at the end. */
export function badgesOf(
  base: TableDraft,
  stages: readonly TableDraft[],
  moves: readonly HintMove[],
): ReadonlyMap<TileId, number> {
  const badges = new Map<TileId, number>();
  for (const [at, move] of moves.entries()) {
    if (move.do === "take" || move.do === "split") continue;
    for (const tile of tilesMoved(stages[at - 1] ?? base, stages[at]!, move)) badges.set(tile.id, at + 1);
  }
  return badges;
}

/** A move in words: "Add red 7 to the 7s". */
export function moveWords(move: HintMove, mirror: Mirror | null): string {
  const [kinds, set, onto] = [move.tiles, move.set, move.onto].map((text) => parseTiles(text)) as [
    number[],
    number[],
    number[],
  ];
  const tiles = tilesWords(kinds, mirror);
  switch (move.do) {
    case "take":
      return m.solve_step_take({ tiles, set: setName(set, mirror, "from") });
    case "split":
      return m.solve_step_split({ tiles, set: setName(set, mirror, "from") });
    case "join":
      return m.solve_step_add({ tiles, set: setName(onto, mirror, "to") });
    case "add":
      return m.solve_step_add({ tiles, set: setName(set, mirror, "to") });
    case "lay":
      return m.solve_step_lay({ tiles });
  }
}
