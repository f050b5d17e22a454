/** Planning while others play: what their moves do not touch stays, and what they touch is told. */

import { step } from "./draft";
import type { TableDraft } from "./draft";
import { changes, follow, matchSets, movements } from "./follow";
import type { Movement, TableChanges, TableReport } from "./follow";
import { idsOf, sameArrangement, samePlace, tilesOf, tilesOn } from "./arrangement";
import type { Arrangement, BoardTile, SetId, TableSet, TileId, TileKind } from "./arrangement";

/** A part of a plan that cannot stay: its sets, one's own tiles that went back, the sets of the table it built on. */
export interface Conflict {
  readonly planned: readonly TableSet[];
  readonly tiles: readonly BoardTile[];
  readonly base: readonly SetId[];
}

/** What hearing of the game did. */
export interface Heard {
  readonly draft: TableDraft;
  readonly movements: readonly Movement[];
  readonly changed: TableChanges;
  readonly conflicts: readonly Conflict[];
}

/** A stretch of a plan that hangs together: the sets of the table it takes apart and the sets it makes of them. */
interface Piece {
  readonly base: TableSet[];
  readonly planned: TableSet[];
}

/**
 * Hear how things lie now. With `over` one's own turn is over, played or not, and the draft ends; otherwise it is a plan,
 * and stays as far as it can. Movements are those of the tiles as they are seen.
 */
export function hear(draft: TableDraft, report: TableReport, over: boolean): Heard {
  const old = over ? draft.now : { sets: draft.base, rack: draft.now.rack };
  const { position, next } = follow(old, report, draft.next);
  const done = over
    ? { draft: { base: position.sets, now: position, past: [], future: [], next }, conflicts: [] }
    : rebase({ ...draft, next }, position);
  return {
    ...done,
    movements: movements(draft.now, done.draft.now, report.seat),
    changed: changes(draft.base, position.sets),
  };
}

/** The plan on a new table and rack, with its steps, and the parts of it that are in conflict with them. */
export function rebase(
  draft: TableDraft,
  base: Arrangement,
): { readonly draft: TableDraft; readonly conflicts: readonly Conflict[] } {
  const shifted = (position: Arrangement) => rebaseArrangement(draft.base, position, base);
  const { position: now, conflicts } = shifted(draft.now);
  // Steps that only led to what is in conflict have nothing left to undo.
  const past = draft.past.map((each) => shifted(each).position);
  const future = draft.future.map((each) => shifted(each).position);
  return {
    draft: {
      base: base.sets,
      now,
      past: past.filter((each, at) => !sameArrangement(each, past[at + 1] ?? now)),
      future: future.filter((each, at) => !sameArrangement(each, future[at - 1] ?? now)),
      next: draft.next,
    },
    conflicts,
  };
}

/**
 * A draft in which these kinds lie together, as the next step; null when the table's and one's own tiles cannot lie
 * so. Of two tiles alike on the rack one that is named in `first` is laid.
 */
export function restore(
  draft: TableDraft,
  kinds: readonly (readonly TileKind[])[],
  first: readonly BoardTile[],
): TableDraft | null {
  const base = tilesOn(draft.base);
  const used = new Set<TileId>();
  const take = (kind: TileKind, from?: readonly BoardTile[]): BoardTile | undefined => {
    const tile = from?.find((each) => each.kind === kind && !used.has(each.id));
    if (tile) used.add(tile.id);
    return tile;
  };
  const twins = matchSets(draft.base, kinds);
  const found = kinds.map((set, index) => set.map((kind) => take(kind, twins[index]?.tiles)));
  let next = draft.next;
  const sets: TableSet[] = [];
  for (const [index, set] of kinds.entries()) {
    const own = [...first, ...tilesOf(draft.now.rack)];
    const tiles = set.map((kind, place) => found[index]?.[place] ?? take(kind, base) ?? take(kind, own));
    const there = tiles.filter((tile) => tile !== undefined);
    if (there.length < tiles.length) return null;
    sets.push({ id: twins[index]?.id ?? next++, tiles: there, place: twins[index]?.place ?? null });
  }
  return base.every((tile) => used.has(tile.id)) ? step(draft, { sets, rack: draft.now.rack }, next) : null;
}

function rebaseArrangement(
  oldBase: readonly TableSet[],
  plan: Arrangement,
  base: Arrangement,
): { position: Arrangement; conflicts: Conflict[] } {
  const byId = new Map(base.sets.map((set) => [set.id, set]));
  const own = idsOf(tilesOf(base.rack));
  const lying = idsOf(tilesOn(oldBase));
  const stay = new Set<TableSet>();
  const covered = new Set<SetId>();
  const conflicts: Conflict[] = [];
  for (const piece of pieces(oldBase, plan.sets)) {
    const mine = tilesOn(piece.planned).filter((tile) => !lying.has(tile.id));
    const intact =
      piece.base.every((set) => sameMembers(set, byId.get(set.id))) && mine.every((tile) => own.has(tile.id));
    if (intact) {
      for (const set of piece.planned) stay.add(set);
      for (const set of piece.base) covered.add(set.id);
    } else if (isPlan(piece)) {
      const tiles = mine.filter((tile) => own.has(tile.id));
      conflicts.push({ planned: piece.planned, tiles, base: piece.base.map((set) => set.id) });
    }
  }
  const places = new Map(plan.sets.map((set) => [set.id, set.place]));
  const rest = base.sets
    .filter((set) => !covered.has(set.id))
    .map((set) => {
      const place = places.get(set.id) ?? set.place;
      return samePlace(place, set.place) ? set : { ...set, place };
    });
  const rack = sameRackTiles(plan, base) ? plan.rack : base.rack;
  return { position: { sets: [...plan.sets.filter((set) => stay.has(set)), ...rest], rack }, conflicts };
}

const isPlan = ({ base, planned }: Piece): boolean =>
  !(base.length === 1 && planned.length === 1 && base[0] && sameMembers(base[0], planned[0]));

function sameMembers(one: TableSet, other: TableSet | undefined): boolean {
  const ids = idsOf(other?.tiles ?? []);
  return ids.size === one.tiles.length && one.tiles.every((tile) => ids.has(tile.id));
}

function sameRackTiles(plan: Arrangement, base: Arrangement): boolean {
  const own = idsOf(tilesOf(base.rack));
  const planned = tilesOf(plan.rack);
  return planned.length === own.size && planned.every((tile) => own.has(tile.id));
}

/** The plan in pieces that share neither a tile nor a set's id, so that each can stay or go by itself. */
function pieces(base: readonly TableSet[], planned: readonly TableSet[]): Piece[] {
  const both = new Set(planned);
  const alone = base.filter((set) => both.delete(set));
  const owner = new Map<string, Piece>();
  const found = new Set<Piece>(alone.map((set) => ({ base: [set], planned: [set] })));
  const still = new Set(alone);
  const add = (set: TableSet, side: "base" | "planned"): void => {
    const keys = [`set ${set.id}`, ...set.tiles.map((tile) => `tile ${tile.id}`)];
    const piece: Piece = { base: [], planned: [] };
    piece[side].push(set);
    for (const old of new Set(keys.flatMap((key) => owner.get(key) ?? []))) {
      piece.base.unshift(...old.base);
      piece.planned.unshift(...old.planned);
      found.delete(old);
    }
    found.add(piece);
    const all = [...piece.base, ...piece.planned];
    for (const each of all) {
      owner.set(`set ${each.id}`, piece);
      for (const tile of each.tiles) owner.set(`tile ${tile.id}`, piece);
    }
  };
  for (const set of base) if (!still.has(set)) add(set, "base");
  for (const set of both) add(set, "planned");
  return [...found];
}
