/** Where the sets lie on the cloth. A set keeps its place; only one that outgrows its row moves to another. */

import { centre, tileHeight } from "./geometry";
import type { Rect } from "./geometry";
import { idsOf, samePlace, sameTiles, tilesOn } from "./arrangement";
import type { ClothPlace, SetId, TableSet, BoardTile, TileId } from "./arrangement";
import type { Sizes } from "./sizes";

/** The cloth as it is seen, and how it is measured. */
export interface Viewport extends Sizes {
  readonly width: number;
  readonly height: number;
}

/**
 * A set in its place; `pitch` is from one tile to the next, less than usual where a set is wider than the cloth.
 * `gap` is the tile before which a slot is left free, for one that is missing.
 */
export interface Placed extends Rect {
  readonly id: SetId;
  readonly row: number;
  readonly pitch: number;
  readonly tiles: readonly BoardTile[];
  readonly wish: ClothPlace | null;
  readonly gap: number | null;
}

/** The sets that miss a tile, and before which of their tiles it belongs. */
export type Gaps = ReadonlyMap<TableSet, number>;

export const NO_GAPS: Gaps = new Map();

/** The whole cloth: it scrolls when `height` is more than the viewport's. `strip` is where a new set is dropped. */
export interface ClothLayout extends Rect {
  readonly view: Viewport;
  readonly tile: number;
  readonly rows: number;
  readonly rowHeight: number;
  /** Row by row, each from the left. */
  readonly sets: ReadonlyMap<SetId, Placed>;
  readonly strip: Rect;
  readonly gaps: Gaps;
}

/** Where something would like to lie. */
interface WantedPlace {
  readonly row: number;
  readonly x: number;
}

/**
 * Lay the sets out. Between turns (`settle`), and where there is nothing to keep, the size of the tiles may change:
 * the largest that leaves the strip for a new set free, else the smallest. Otherwise it stays as it was, or all becomes
 * smaller in its place where there is no more room.
 */
export function layOut(
  sets: readonly TableSet[],
  view: Viewport,
  before: ClothLayout | null,
  settle: boolean,
  gaps: Gaps = NO_GAPS,
): ClothLayout {
  const old = before && before.view.width === view.width && before.view.gap === view.gap ? before : null;
  const smallest = view.steps.at(-1) ?? 1;
  if (old && (!settle || !view.steps.length)) return within(sets, view, old, gaps);
  // On a table that only got fuller tiles do not grow again, so that a lucky fit does not make everything jump.
  const fuller = old?.view.height === view.height && tilesOn(sets).length >= tileRects(old).size;
  let least: ClothLayout | null = null;
  for (const tile of view.steps.filter((step) => !fuller || step <= old.tile)) {
    const fitting = (layout: ClothLayout): boolean => fits(layout, tile > view.roomy ? 1 : 0) && !squeezed(layout);
    const same = old?.tile === tile ? kept(sets, view, old, gaps) : null;
    if (same && fitting(same)) return same;
    const anew = flowed(sets, view, tile, before, gaps);
    if (fitting(anew)) return anew;
    least = same ?? anew;
  }
  return least ?? flowed(sets, view, smallest, before, gaps);
}

/** Layouts already made, by the sets they are of: taking a step back shows the table exactly as it was. */
export type LayoutMemory = WeakMap<readonly TableSet[], ClothLayout>;

/** Lay the sets out, or find how these very sets lay before on the same cloth with tiles of the same size. */
export function layOutAgain(
  memory: LayoutMemory,
  sets: readonly TableSet[],
  view: Viewport,
  before: ClothLayout | null,
  settle: boolean,
  gaps: Gaps = NO_GAPS,
): ClothLayout {
  const known = memory.get(sets);
  const alike = (["width", "height", "gap"] as const).every((one) => known?.view[one] === view[one]);
  const same = alike && known?.tile === before?.tile;
  if (known && same && !settle && known.gaps === gaps) return known;
  const layout = layOut(sets, view, before, settle, gaps);
  memory.set(sets, layout);
  return layout;
}

/** Which slot of a set its tile at this place lies in: those after a gap lie one further. */
export const slotOf = ({ gap }: Placed, place: number): number => place + (gap !== null && place >= gap ? 1 : 0);

/** The rectangle of the tile at this place of a set. */
export const tileRect = (placed: Placed, place: number, layout: ClothLayout): Rect => ({
  x: placed.x + slotOf(placed, place) * placed.pitch,
  y: placed.y,
  width: layout.tile,
  height: placed.height,
});

/** Every tile's rectangle on the cloth. */
export function tileRects(layout: ClothLayout): Map<TileId, Rect> {
  const rects = new Map<TileId, Rect>();
  for (const placed of layout.sets.values()) {
    placed.tiles.forEach((tile, place) => rects.set(tile.id, tileRect(placed, place, layout)));
  }
  return rects;
}

/** How many sets cannot be read when the cloth is scrolled down so far: less than half of them is seen. */
export const hiddenSets = (layout: ClothLayout, scrolled: number): number =>
  [...layout.sets.values()]
    .map((set) => centre(set).y - scrolled)
    .filter((middle) => middle < 0 || middle > layout.view.height).length;

/** The place asked for by a point on the cloth, with the middle of a set of so many tiles there. */
export function placeAt(layout: ClothLayout, x: number, y: number, tiles: number): ClothPlace {
  const left = Math.max(0, x - (tiles * layout.tile) / 2);
  const row = Math.floor((y + layout.view.rowGap / 2) / layout.rowHeight);
  return { row: Math.max(0, Math.min(row, layout.rows)), x: Math.round((left / layout.tile) * 4) / 4 };
}

const KEYS = ["id", "row", "x", "y", "width", "height", "pitch", "tiles", "wish", "gap"] as const;

/** One row of the cloth while it is being filled. */
class ClothRow {
  sets: Placed[] = [];
  constructor(
    readonly number: number,
    readonly cloth: ClothInMaking,
  ) {}

  /** Put a set here; one that lay just so before stays the same, and nothing of it is looked at again. */
  put(set: TableSet, x: number, gap: number | null = null, before?: Placed): Placed {
    const { height, step } = this.cloth;
    const { width, pitch } = this.cloth.measure(set, gap);
    const y = this.number * step;
    const { id, tiles, place: wish } = set;
    const anew: Placed = { id, row: this.number, x, y, width, height, pitch, tiles, wish, gap };
    const placed = before && KEYS.every((key) => before[key] === anew[key]) ? before : anew;
    this.sets.push(placed);
    this.sets.sort((one, two) => one.x - two.x);
    return placed;
  }

  /** The stretches where a set of this width may begin, from first to last place. */
  free(width: number): { from: number; to: number }[] {
    const { gap, width: whole } = this.cloth;
    const starts = [0, ...this.sets.map((set) => set.x + set.width + gap)];
    const ends = [...this.sets.map((set) => set.x - gap), whole];
    return starts.map((from, at) => ({ from, to: (ends[at] ?? whole) - width })).filter(({ from, to }) => to >= from);
  }

  /** Put a set between the neighbours it lay between, who make room when the row has enough; false when it has not. */
  squeeze(set: TableSet, wish: number, open: number | null): boolean {
    const { gap, width: whole } = this.cloth;
    const { width } = this.cloth.measure(set, open);
    const middle = wish + width / 2;
    const left = this.sets.filter((each) => each.x + each.width / 2 < middle);
    const right = this.sets.slice(left.length);
    const from = left.reduce((end, each) => Math.max(end, each.x + each.width + gap), 0);
    const to = (right[0] ? right[0].x - gap : whole) - width;
    if (from <= to) {
      this.put(set, Math.min(Math.max(wish, from), to), open);
      return true;
    }
    const used = this.sets.reduce((sum, each) => sum + each.width + gap, width);
    if (used > whole) return false;
    this.sets = spread([...left, this.put(set, wish, open), ...right], gap, whole);
    return true;
  }
}

/** Move sets along a row as little as needed, so that each is clear of the one before it and all are on the cloth. */
function spread(sets: readonly Placed[], gap: number, whole: number): Placed[] {
  let start = 0;
  const pushed = sets.map((set) => {
    const x = Math.max(set.x, start);
    start = x + set.width + gap;
    return { ...set, x };
  });
  let end = whole;
  return pushed
    .reverse()
    .map((set) => {
      const x = Math.min(set.x, end - set.width);
      end = x - gap;
      return { ...set, x };
    })
    .reverse();
}

/** The cloth while sets are put on it. */
class ClothInMaking {
  readonly rows: ClothRow[] = [];
  readonly height: number;
  readonly step: number;
  readonly gap: number;
  readonly width: number;

  constructor(
    readonly view: Viewport,
    readonly tile: number,
    readonly gaps: Gaps,
  ) {
    this.height = tileHeight(tile);
    this.step = this.height + view.rowGap;
    this.gap = view.setGap;
    this.width = view.width;
  }

  row(number: number): ClothRow {
    for (let at = this.rows.length; at <= number; at++) this.rows.push(new ClothRow(at, this));
    return this.rows[number] ?? new ClothRow(number, this);
  }

  /** How wide a set is with its gap, its tiles closer together when they would be wider than the cloth. */
  measure(set: Pick<TableSet, "tiles">, gap: number | null = null): { width: number; pitch: number } {
    const { tile, view } = this;
    const slots = set.tiles.length + (gap === null ? 0 : 1);
    const pitch =
      slots > 1 ? Math.min(tile + view.gap, Math.max(0, (view.width - tile) / (slots - 1))) : tile + view.gap;
    return { width: (slots - 1) * pitch + tile, pitch };
  }

  /** The gap of a set, where the cloth is wide enough for it. */
  gapOf(set: TableSet): number | null {
    const gap = this.gaps.get(set) ?? null;
    return this.measure(set, gap).pitch < this.tile ? null : gap;
  }

  /** Put a set in the free place nearest to where it wishes to lie; without a wish in the first there is. */
  place(set: TableSet, wish: WantedPlace | null): void {
    const { width } = this.measure(set);
    let best = { row: this.rows.length, x: 0, far: Infinity };
    const rows = wish ? [...this.rows, new ClothRow(this.rows.length, this)] : this.rows;
    for (const row of rows) {
      for (const { from, to } of row.free(width)) {
        const x = wish ? Math.min(Math.max(wish.x, from), to) : from;
        const far = wish ? Math.abs(x - wish.x) + Math.abs(row.number - wish.row) * this.step : 0;
        if (far < best.far) best = { row: row.number, x, far };
      }
    }
    this.row(best.row).put(set, best.x);
  }

  done(): ClothLayout {
    const sets = this.rows.flatMap((row) => row.sets);
    const rows = Math.max(0, ...sets.map((set) => set.row + 1));
    const used = rows * this.step;
    const height = Math.max(this.view.strip, this.view.height - used);
    const { width, view, tile, step, gaps } = this;
    const strip = { x: 0, y: used, width, height };
    return {
      x: 0,
      y: 0,
      width,
      height: used + height,
      view,
      tile,
      rows,
      rowHeight: step,
      strip,
      gaps,
      sets: new Map(sets.map((set) => [set.id, set])),
    };
  }
}

/** The sets where they lay, those that changed as near as they can be. */
function kept(sets: readonly TableSet[], view: Viewport, old: ClothLayout, gaps: Gaps): ClothLayout {
  const cloth = new ClothInMaking(view, old.tile, gaps);
  const changed: { set: TableSet; wish: WantedPlace }[] = [];
  const loose: { set: TableSet; wish: WantedPlace | null }[] = [];
  const lay = tilesLay(old);
  for (const set of sets) {
    const placed = old.sets.get(set.id);
    const asked = set.place !== null && !samePlace(set.place, placed?.wish ?? null);
    const same = placed && sameTiles(placed.tiles, set.tiles);
    if (asked && set.place) loose.push({ set, wish: { row: set.place.row, x: set.place.x * old.tile } });
    else if (same && placed.gap === cloth.gapOf(set)) cloth.row(placed.row).put(set, placed.x, placed.gap, placed);
    else {
      const wish = same ? placed : stillest(set, placed, lay, cloth.measure(set).pitch);
      if (wish) changed.push({ set, wish });
      else loose.push({ set, wish });
    }
  }
  changed.sort((one, two) => one.wish.row - two.wish.row || one.wish.x - two.wish.x);
  for (const { set, wish } of changed) {
    const row = cloth.row(wish.row);
    const gap = cloth.gapOf(set);
    // A gap is left where there is room for it; a set leaves its row for its tiles only.
    if ((gap === null || !row.squeeze(set, wish.x, gap)) && !row.squeeze(set, wish.x, null)) loose.push({ set, wish });
  }
  for (const { set, wish } of loose) cloth.place(set, wish);
  return cloth.done();
}

/** The sets where they lay while a turn is made; where they have outgrown the cloth, all of them smaller. */
function within(sets: readonly TableSet[], view: Viewport, old: ClothLayout, gaps: Gaps): ClothLayout {
  const same = kept(sets, view, old, gaps);
  if (fits(same)) return same;
  for (const tile of view.steps.filter((step) => step < old.tile)) {
    const smaller = kept(sets, view, shrunk(old, tile), gaps);
    if (fits(smaller)) return smaller;
  }
  return same;
}

/** The same layout with smaller tiles: every set in its row, in its order, as far along as it was. */
function shrunk(old: ClothLayout, tile: number): ClothLayout {
  const { view, gaps } = old;
  const cloth = new ClothInMaking(view, tile, gaps);
  const sets: Placed[] = [];
  for (const row of new Set([...old.sets.values()].map((set) => set.row))) {
    const there = [...old.sets.values()]
      .filter((set) => set.row === row)
      .map((set) => {
        const { width, pitch } = cloth.measure(set, set.gap);
        const x = Math.round((set.x * tile) / old.tile);
        return { ...set, x, y: row * cloth.step, width, height: cloth.height, pitch };
      });
    sets.push(...spread(there, view.setGap, view.width));
  }
  return { ...old, tile, rowHeight: cloth.step, sets: new Map(sets.map((set) => [set.id, set])) };
}

/** The sets one after the other, in the order they were read before. */
function flowed(
  sets: readonly TableSet[],
  view: Viewport,
  tile: number,
  before: ClothLayout | null,
  gaps: Gaps,
): ClothLayout {
  const cloth = new ClothInMaking(view, tile, gaps);
  const rank = new Map([...(before?.sets.keys() ?? [])].map((id, at) => [id, at]));
  const order = [...sets].sort((one, two) => (rank.get(one.id) ?? sets.length) - (rank.get(two.id) ?? sets.length));
  for (const set of order) cloth.place(set, null);
  return cloth.done();
}

function tilesLay(layout: ClothLayout): Map<TileId, WantedPlace> {
  const lay = new Map<TileId, WantedPlace>();
  for (const set of layout.sets.values()) {
    set.tiles.forEach((tile, place) => lay.set(tile.id, { row: set.row, x: set.x + slotOf(set, place) * set.pitch }));
  }
  return lay;
}

/**
 * Where a set must begin for most of its tiles to lie still; null when none of them lay on the cloth.
 *
 * Tiles that were in the set already count before those that came to it from other sets.
 */
function stillest(
  set: TableSet,
  placed: Placed | undefined,
  lay: ReadonlyMap<TileId, WantedPlace>,
  pitch: number,
): WantedPlace | null {
  const own = idsOf(placed?.tiles ?? []);
  const loyal = set.tiles.some((tile) => own.has(tile.id));
  const votes = new Map<string, { wish: WantedPlace; votes: number }>();
  set.tiles.forEach((tile, place) => {
    const at = lay.get(tile.id);
    if (!at || (loyal && !own.has(tile.id))) return;
    const wish = { row: at.row, x: at.x - place * pitch };
    const key = `${wish.row} ${Math.round(wish.x)}`;
    votes.set(key, { wish: votes.get(key)?.wish ?? wish, votes: (votes.get(key)?.votes ?? 0) + 1 });
  });
  const [best] = [...votes.values()].sort((one, two) => two.votes - one.votes);
  return best?.wish ?? placed ?? null;
}

/** Whether all is seen without scrolling, the strip for a new set and so many more rows included. */
const fits = ({ rows, rowHeight, view }: ClothLayout, more = 0): boolean =>
  (rows + more) * rowHeight + view.strip <= view.height;

const squeezed = (layout: ClothLayout): boolean =>
  [...layout.sets.values()].some((set) => set.tiles.length > 1 && set.pitch < layout.tile);
