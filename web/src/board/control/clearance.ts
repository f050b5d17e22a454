/** Neighbours make room for a tile that hovers over a place: what is shown moves aside, what is meant stays. */

import type { ClothLayout, Placed, SetId, Spot } from "../state";

/** How far sets move aside, and where a set opens between two of its tiles. */
export interface Clearance {
  readonly sets: ReadonlyMap<SetId, number>;
  readonly set: SetId;
  readonly place: number;
  /** How far each half of the set moves; 0 at its ends. */
  readonly half: number;
  /** How far the whole set moves to the side where there is room for it. */
  readonly lean: number;
}

/** What the neighbours keep of the space between two sets. */
const NEAR = 1 / 3;

/** The room for a tile at a place of a set; null where there is none on the cloth, and where a gap is open for it. */
export function clearanceFor(layout: ClothLayout, spot: Spot): Clearance | null {
  const placed = "set" in spot ? layout.sets.get(spot.set) : undefined;
  if (!placed || !("set" in spot)) return null;
  const { place } = spot;
  if (place === placed.gap) return null;
  const wide = layout.tile + layout.view.gap;
  const half = place > 0 && place < placed.tiles.length ? wide / 2 : 0;
  // Between two tiles a set opens to both sides, else to the one where nobody is in the way.
  for (const lean of half ? [0, half, -half] : [0]) {
    const found = opened(layout, placed, { set: placed.id, place, half, lean });
    if (found) return found;
  }
  return null;
}

function opened(layout: ClothLayout, placed: Placed, way: Omit<Clearance, "sets">): Clearance | null {
  const { place, half, lean } = way;
  const wide = layout.tile + layout.view.gap;
  const from = placed.x - (place === 0 ? wide : half) + lean;
  const to = placed.x + placed.width + (place === placed.tiles.length ? wide : half) + lean;
  if ((!half || lean) && (from < -NEAR * wide || to > layout.width + NEAR * wide)) return null;
  const row = [...layout.sets.values()].filter((set) => set.row === placed.row).sort((one, two) => one.x - two.x);
  const at = row.indexOf(placed);
  const [left, right] = [row.slice(0, at).reverse(), row.slice(at + 1)];
  const near = layout.view.setGap * NEAR;
  const sets = new Map([
    ...pushed(right, to + near, layout.width, near),
    ...pushed(left.map(mirrored), near - from, 0, near).map(([id, by]): [SetId, number] => [id, -by]),
  ]);
  const stuck = [...left, ...right].filter((set) => !sets.has(set.id));
  // Between two tiles a little room is enough, as long as nobody who cannot move is covered.
  const barred = half ? stuck.some((set) => set.x < to && set.x + set.width > from) : stuck.length > 0;
  return barred ? null : { ...way, sets };
}

/** Sets pushed to the right, from the first on, each by as little as it must; none where one would leave the cloth. */
function pushed(sets: readonly Pushed[], from: number, end: number, near: number): [SetId, number][] {
  let edge = from;
  const moved: [SetId, number][] = [];
  for (const { id, x, width } of sets) {
    const by = Math.max(0, edge - x);
    if (by > 0 && x + by + width > end) return [];
    moved.push([id, by]);
    edge = x + by + width + near;
  }
  return moved;
}

type Pushed = Pick<Placed, "id" | "x" | "width">;

/** A set as it is seen in a mirror: what pushes it to the left pushes it to the right. */
const mirrored = ({ id, x, width }: Placed): Pushed => ({ id, x: -x - width, width });

/** How far the tile at a place of a set is shown beside where it lies. */
export function asideBy(clearance: Clearance | null, set: SetId, place: number): number {
  if (!clearance) return 0;
  if (clearance.set !== set) return clearance.sets.get(set) ?? 0;
  return (place < clearance.place ? -clearance.half : clearance.half) + clearance.lean;
}
