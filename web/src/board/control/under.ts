/** What lies under a pointer: a tile, the seam between two, the margin of a set, an open place, the cloth. */

import { aimedAt, contains, isNear, rackSlots, shownRack } from "../state";
import type { On, Placed, Point, Rect, Scene, Spot, Target } from "../state";

/** The margin of a set by which all of it is taken. */
const MARGIN = 9;
/** How near to the seam between two tiles a tap means the seam, in tile widths. */
const SEAM = 0.1;
/** The cloth can be touched this far beside what it shows. */
const EDGE = 20;
/** The rack can be touched this far below its tiles. */
const BELOW = 16;

/** What there is to be touched: all that lies there, the part of the cloth that is seen, and the rack's ledge. */
export interface Ground {
  readonly scene: Scene;
  readonly cloth: Rect;
  readonly scrolls: boolean;
  readonly ledge: Rect;
}

/** How it is touched: with a finger or not, with tiles selected or not, and the places that are open for those. */
export interface Touch {
  readonly finger: boolean;
  readonly selected: boolean;
  readonly open: readonly Target[];
}

/** What is under a point; near the seam of two tiles a tap there means the seam. */
export interface Under {
  readonly on: On;
  readonly seam: On | null;
}

export function under({ scene, cloth, scrolls, ledge }: Ground, point: Point, touch: Touch): Under {
  const { layout, table } = scene;
  if (!contains(grown(cloth, scrolls ? 0 : EDGE), point)) return just(inRack(scene, ledge, point, touch.selected));
  const local = { x: point.x - table.x, y: point.y - table.y };
  // A tile that is seen is what a tap on it means, though a place beside another set reach over it.
  const covered = [...layout.sets.values()].some((set) => contains(set, local));
  const near = touch.open.filter((target) => isNear(target, point, layout.tile));
  const shown = aimedAt(near, point, layout.tile);
  if (shown && !covered) return just({ on: "spot", spot: shown.spot });
  for (const placed of layout.sets.values()) {
    const found = inSet(scene, placed, local, touch.finger);
    if (found) return found;
  }
  return just(touch.selected ? { on: "spot", spot: { to: "new", place: null } } : { on: "table" });
}

function inSet({ layout }: Scene, placed: Placed, { x, y }: Point, finger: boolean): Under | null {
  const { view, tile, rowHeight } = layout;
  const margin = Math.min(MARGIN, view.setGap / 2);
  // Fingers are not that exact: what is halfway to the next row is meant.
  const reach = finger ? (rowHeight - placed.height) / 2 : 0;
  if (!contains(grown(placed, margin, Math.max(reach, margin)), { x, y })) return null;
  if (!contains(grown(placed, 0, reach), { x, y })) return just({ on: "set", set: placed.id });
  const far = (x - placed.x) / placed.pitch;
  const { gap } = placed;
  if (gap !== null && Math.floor(far) === gap) return just({ on: "gap", set: placed.id, place: gap });
  /** The tile that a slot holds, or that one put there would be before. */
  const placeOf = (slot: number): number => (gap !== null && slot > gap ? slot - 1 : slot);
  const on = placed.tiles[Math.min(placed.tiles.length - 1, placeOf(Math.floor(far)))];
  if (!on) return null;
  const edge = Math.round(far);
  const seam = placeOf(edge);
  const near = Math.abs(x - placed.x - edge * placed.pitch) < SEAM * tile + view.gap / 2;
  const between = near && seam > 0 && seam < placed.tiles.length;
  return { on: { on: "tile", tile: on.id }, seam: between ? { on: "gap", set: placed.id, place: seam } : null };
}

function inRack({ draft, rack }: Scene, ledge: Rect, point: Point, selected: boolean): On {
  if (!rack || !contains({ ...ledge, height: ledge.height + BELOW }, point)) return { on: "nothing" };
  for (const { row, slot, tile, rect } of rackSlots(shownRack(draft.now), rack)) {
    if (!contains(grown(rect, rack.gap / 2, 0), point)) continue;
    if (tile) return { on: "tile", tile: tile.id };
    const spot: Spot = { to: "rack", row, slot };
    return selected ? { on: "spot", spot } : { on: "nothing" };
  }
  return { on: "nothing" };
}

const just = (on: On): Under => ({ on, seam: null });

const grown = ({ x, y, width, height }: Rect, by: number, high = by): Rect => ({
  x: x - by,
  y: y - high,
  width: width + 2 * by,
  height: height + 2 * high,
});
