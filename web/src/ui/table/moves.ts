/** The moves of a game as they can be looked at again: the table after each, and what was done in words. */

import { EMPTY_RACK, follow, idsOf, kindsOf, tilesOn } from "../../board/state";
import type { BoardTile, SetId, TableSet, TileId } from "../../board/state";
import { parseTable, parseTiles } from "../../core/notation";
import type { Mirror } from "../../core/rules";
import type { Kind } from "../../core/tiles";
import type { MovedSeen } from "../../net/seen";
import { m } from "../../paraglide/messages.js";
import { setName, tilesWords } from "../tiles/sets";
import { listed } from "../tiles/words";

/** A move: what was told of it, and the table before and after it, with the tiles that lie there now. */
export interface MoveShown {
  readonly told: MovedSeen;
  readonly before: readonly TableSet[];
  readonly after: readonly TableSet[];
  /** The tiles that it laid. */
  readonly laid: ReadonlySet<TileId>;
}

/** Where among the moves those begin that came after one's own last; for a spectator it is the last round. */
export function sinceMine(moves: readonly MovedSeen[], you: number | null, seats: number): number {
  if (you === null) return Math.max(0, moves.length - seats);
  return moves.findLastIndex((move) => move.seat === you) + 1;
}

/**
 * The moves from this one on. They are found from the end, for what lies there now is what they have come to: every
 * tile that still lies has its own id in all of them.
 */
export function shownMoves(
  moves: readonly MovedSeen[],
  first: number,
  before: string,
  now: readonly TableSet[],
  next: number,
): MoveShown[] {
  const tables = moves.reduce((texts, move) => [...texts, tableAfter(move) ?? texts.at(-1) ?? ""], [before]);
  const shown: MoveShown[] = [];
  let after = now;
  let free = next;
  for (let at = moves.length - 1; at >= first; at--) {
    const told = moves[at]!;
    const lay =
      tableAfter(told) === null ? { position: { sets: after }, next: free } : earlier(after, tables[at]!, free);
    const known = idsOf(tilesOn(lay.position.sets));
    const laid = new Set(tilesOn(after).flatMap((tile) => (known.has(tile.id) ? [] : [tile.id])));
    shown.unshift({ told, before: lay.position.sets, after, laid });
    after = lay.position.sets;
    free = lay.next;
  }
  return shown;
}

/** The last set that the last move laid tiles in, as it lies now; empty where it laid none. */
export function lastSet(
  moves: readonly MovedSeen[],
  before: string,
  now: readonly TableSet[],
  next: number,
): readonly BoardTile[] {
  const [move] = shownMoves(moves, Math.max(0, moves.length - 1), before, now, next);
  return move?.after.findLast((set) => set.tiles.some((tile) => move.laid.has(tile.id)))?.tiles ?? [];
}

/** The tiles of a table that lie in another set than they did. */
export function movedTiles(before: readonly TableSet[], after: readonly TableSet[]): ReadonlySet<TileId> {
  const home = new Map(before.flatMap((set) => set.tiles.map((tile) => [tile.id, set.id] as const)));
  const away = after.flatMap((set) => set.tiles.filter(({ id }) => home.has(id) && home.get(id) !== set.id));
  return idsOf(away);
}

/** The tiles that somebody drew in their own last turn; to keep one is part of the turn it was drawn in. */
export function drawnLast(moves: readonly MovedSeen[], seat: number | null): readonly Kind[] {
  const mine = moves.findLast((move) => move.seat === seat && move.events.some((event) => event.event !== "kept"));
  return (mine?.events ?? []).flatMap((event) => (event.event === "drew" ? parseTiles(event.tiles ?? "") : []));
}

const earlier = (sets: readonly TableSet[], table: string, next: number): ReturnType<typeof follow> =>
  follow({ sets, rack: EMPTY_RACK }, { table: parseTable(table), rack: null, seat: null }, next);

/** The table that a move left; null where it left it as it was. */
function tableAfter(move: MovedSeen): string | null {
  const tables = move.events.flatMap((event) =>
    event.event === "played" || event.event === "settled" ? [event.table] : [],
  );
  return tables.at(-1) ?? null;
}

/** What hands did in a move: "took blue 12 from the 12s, laid blue 9–12"; empty where they touched nothing. */
export function handWords({ before, after, laid }: MoveShown, mirror: Mirror | null): string {
  const homes = new Map(before.flatMap((set) => set.tiles.map((tile) => [tile.id, set] as const)));
  const old = new Map(before.map((set) => [set.id, set]));
  const deeds = after.flatMap((set) => setDeeds(set, old.get(set.id), homes, laid, mirror));
  return listed(deeds, "unit");
}

/** What was done to make a set of what was there. */
function setDeeds(
  set: TableSet,
  twin: TableSet | undefined,
  homes: ReadonlyMap<TileId, TableSet>,
  laid: ReadonlySet<TileId>,
  mirror: Mirror | null,
): string[] {
  const come = set.tiles.filter((tile) => laid.has(tile.id) || homes.get(tile.id)?.id !== twin?.id);
  if (!come.length) return [];
  const taken = new Map<SetId, BoardTile[]>();
  for (const tile of come) {
    const from = homes.get(tile.id);
    if (from && !laid.has(tile.id)) taken.set(from.id, [...(taken.get(from.id) ?? []), tile]);
  }
  const took = [...taken.values()].map((tiles) =>
    m.moves_took({
      tiles: tilesWords(kindsOf(tiles), mirror),
      set: setName(kindsOf(homes.get(tiles[0]!.id)!.tiles), mirror, "from"),
    }),
  );
  const whole = twin === undefined || come.length === set.tiles.length;
  const put = whole
    ? m.moves_laid({ tiles: tilesWords(kindsOf(set.tiles), mirror) })
    : m.moves_added({ tiles: tilesWords(kindsOf(come), mirror), set: setName(kindsOf(twin.tiles), mirror, "to") });
  return [...took, put];
}
