/** Where dragged tiles can be dropped: every place with the area that hits it and the slot it opens. */

import type { TableDraft, Spot } from "./draft";
import { centre, contains, distance, shifted, tileHeight } from "./geometry";
import type { Point, Rect } from "./geometry";
import { placeAt, slotOf, tileRects } from "./layout";
import type { ClothLayout, Placed } from "./layout";
import { idsOf, shownRack, tilesOn } from "./arrangement";
import type { RackRows, SetId, Slot, TileId } from "./arrangement";

/** The nearest place counts within this many tile widths. */
const REACH = 1.2;
/** A place that makes no legal set must be nearer by this many tile widths than one that does. */
const PREFERENCE = 0.6;
/** A slot that is shown is hit this far around it, too, in tile widths: fingers are not that exact. */
const AROUND = 0.25;
const SIDES = ["left", "right"] as const;

/**
 * The rack on the screen: its first slot's corner, the size of tiles and gaps, its lines and how many slots each has.
 * Every row has a line of its own, or (`starts`) they follow each other from line to line, each from its place on.
 * `asides` is how far each slot of a row is moved along by the gaps between parts, those after the last as far as it.
 */
export interface RackBox extends Point {
  readonly tile: number;
  readonly gap: number;
  readonly rowGap: number;
  readonly lines: number;
  readonly slots: number;
  readonly starts?: readonly number[] | undefined;
  readonly asides?: readonly (readonly number[])[];
}

/** Everything that lies on the screen, in the coordinates of the pointer; `table` is the cloth's corner, scrolled. */
export interface Scene {
  readonly draft: TableDraft;
  readonly layout: ClothLayout;
  readonly table: Point;
  readonly rack: RackBox | null;
}

/** A place to drop: `hit` is the area that means it, `slot` where the first tile would lie. */
export interface Target {
  readonly spot: Spot;
  readonly hit: Rect;
  readonly slot: Rect;
  readonly legal: boolean;
}

/** A slot of the rack on the screen, and the tile in it. */
export interface RackSlot {
  readonly row: number;
  readonly slot: number;
  readonly tile: Slot;
  readonly rect: Rect;
}

/**
 * Every place where these tiles can be dropped. Whether a place makes legal sets is asked of `legal`; between two
 * tiles the set is parted where only that is legal. Only tiles of one's own find places on the rack.
 */
export function targets(scene: Scene, dragged: readonly TileId[], legal: (spot: Spot) => boolean): Target[] {
  const found: Target[] = [];
  const lifted = new Set(dragged);
  const sets = [...scene.layout.sets.values()]
    .filter((set) => !set.tiles.every((tile) => lifted.has(tile.id)))
    .sort((one, two) => one.row - two.row || one.x - two.x);
  sets.forEach((set, at) => {
    const [left, right] = [sets[at - 1], sets[at + 1]].map((other) => (other?.row === set.row ? other : undefined));
    found.push(...setTargets(scene, set, left, right, legal));
  });
  const strip = shifted(scene.layout.strip, scene.table);
  const spot: Spot = { to: "new", place: null };
  found.push({ spot, hit: strip, slot: stripSlot(scene, strip), legal: legal(spot) });
  const lying = idsOf(tilesOn(scene.draft.base));
  if (scene.rack && dragged.some((id) => !lying.has(id))) {
    for (const { row, slot, rect } of rackSlots(shownRack(scene.draft.now), scene.rack)) {
      const pad = { x: rect.x - scene.rack.gap / 2, width: rect.width + scene.rack.gap };
      found.push({ spot: { to: "rack", row, slot }, hit: { ...rect, ...pad }, slot: rect, legal: true });
    }
  }
  return found;
}

/**
 * The target a point means: one that makes a legal set and is hit, else the nearest within reach, those that make legal
 * sets before others; elsewhere on the cloth a new set just there; null off the table and the rack.
 */
export function nearest(scene: Scene, among: readonly Target[], point: Point, tiles: number): Target | null {
  const { layout, table } = scene;
  const aimed = aimedAt(among, point, layout.tile);
  if (aimed) return aimed;
  let best: { target: Target; score: number } | null = null;
  for (const target of among) {
    const hit = contains(target.hit, point);
    if (target.spot.to === "new" || (!hit && (target.spot.to === "rack" || !target.legal))) continue;
    const far = target.spot.to === "rack" ? 0 : distance(centre(target.slot), point) / layout.tile;
    if (far > REACH) continue;
    const score = target.legal ? far : far + PREFERENCE;
    if (!best || score < best.score) best = { target, score };
  }
  if (best) return best.target;
  const cloth = shifted({ x: 0, y: 0, width: layout.width, height: layout.height }, table);
  const made = among.find((target) => target.spot.to === "new");
  if (!made || !contains(cloth, point)) return null;
  const place = placeAt(layout, point.x - table.x, point.y - table.y, tiles);
  const slot = {
    x: point.x - layout.tile / 2,
    y: point.y - made.slot.height / 2,
    width: layout.tile,
    height: made.slot.height,
  };
  return { ...made, spot: { to: "new", place }, slot: contains(made.hit, point) ? made.slot : slot };
}

/**
 * The place of a set that makes a legal one and is hit: by its own area, where it meets its neighbours, before those
 * whose slot reaches as far as the point.
 */
export function aimedAt(among: readonly Target[], point: Point, tile: number): Target | null {
  const legal = among.filter((target) => target.legal && "set" in target.spot);
  const hit = legal.filter((target) => contains(target.hit, point));
  const found = hit.length ? hit : legal.filter((target) => isNear(target, point, tile));
  const far = (target: Target): number => distance(centre(target.slot), point);
  return found.reduce<Target | null>((best, target) => (best && far(best) <= far(target) ? best : target), null);
}

/** Whether a point is on a slot, or as near to it as a finger is exact. */
export function isNear({ slot: { x, y, width, height } }: Target, point: Point, tile: number): boolean {
  const by = AROUND * tile;
  return contains({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }, point);
}

/** Every slot of the rack on the screen, with the free ones on its lines. */
export function rackSlots(shown: RackRows, box: RackBox): RackSlot[] {
  const pitch = box.tile + box.gap;
  const height = tileHeight(box.tile);
  return shown.flatMap((row, number) => {
    const start = box.starts?.[number];
    const end = box.starts?.[number + 1] ?? box.lines * box.slots;
    const count = start === undefined ? Math.max(row.length + 1, box.slots) : Math.max(row.length, end - start);
    const asides = box.asides?.[number];
    return Array.from({ length: count }, (_, slot) => {
      const [line, at] = start === undefined ? [number, slot] : placeOn(box, start + slot);
      const aside = asides?.[slot] ?? asides?.at(-1) ?? 0;
      const [x, y] = [box.x + at * pitch + aside, box.y + line * (height + box.rowGap)];
      return { row: number, slot, tile: row[slot] ?? null, rect: { x, y, width: box.tile, height } };
    });
  });
}

/** The line and the slot on it of the tile at this place, where rows follow each other. */
export const placeOn = ({ slots }: Pick<RackBox, "slots">, at: number): [number, number] => [
  Math.floor(at / slots),
  at % slots,
];

/** Every tile's rectangle on the screen, on the table and on the rack. */
export function allRects(scene: Scene): Map<TileId, Rect> {
  const rects = new Map<TileId, Rect>();
  for (const [id, rect] of tileRects(scene.layout)) rects.set(id, shifted(rect, scene.table));
  if (!scene.rack) return rects;
  for (const { tile, rect } of rackSlots(shownRack(scene.draft.now), scene.rack)) if (tile) rects.set(tile.id, rect);
  return rects;
}

function* setTargets(
  { layout, table }: Scene,
  set: Placed,
  left: Placed | undefined,
  right: Placed | undefined,
  legal: (spot: Spot) => boolean,
): Generator<Target> {
  const { tile, view } = layout;
  const size = set.tiles.length;
  const start = left ? (left.x + left.width + set.x) / 2 : set.x - view.setGap;
  const end = right ? (set.x + set.width + right.x) / 2 : set.x + set.width + tile + view.setGap;
  for (let place = 0; place <= size; place++) {
    const found = spotAt(set.id, place, size, legal);
    const x = set.x + slotOf(set, place) * set.pitch;
    const open = place === set.gap;
    const from = place === 0 ? start : x - tile / 2 - (open ? set.pitch : 0);
    const to = place === size ? end : x + tile / 2;
    // An end opens beside the set, a place between two tiles on the seam, a gap is open.
    const inside = open ? x - set.pitch : x - tile / 2;
    const slotX = place === 0 ? set.x - tile - view.gap : place === size ? set.x + set.width + view.gap : inside;
    yield {
      ...found,
      hit: shifted({ x: from, y: set.y - view.rowGap / 2, width: to - from, height: layout.rowHeight }, table),
      slot: shifted({ x: slotX, y: set.y, width: tile, height: set.height }, table),
    };
  }
}

function spotAt(
  set: SetId,
  place: number,
  size: number,
  legal: (spot: Spot) => boolean,
): Pick<Target, "spot" | "legal"> {
  const inside: Spot = { to: "set", set, place };
  if (legal(inside)) return { spot: inside, legal: true };
  const parted = place === 0 || place === size ? [] : SIDES.map((side): Spot => ({ to: "split", set, place, side }));
  const spot = parted.find(legal);
  return spot ? { spot, legal: true } : { spot: inside, legal: false };
}

function stripSlot({ layout }: Scene, strip: Rect): Rect {
  const height = tileHeight(layout.tile);
  const y = strip.y + Math.max(0, (Math.min(strip.height, layout.view.strip) - height) / 2);
  return { x: strip.x, y, width: layout.tile, height };
}
