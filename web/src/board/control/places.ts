/** The places open for the tiles in hand, as they are drawn on the cloth. */

import { overlaps, shifted, slotOf, tileHeight } from "../state";
import type { ClothLayout, Point, Rect, SetId, Spot, Target } from "../state";

/** How far a place may reach over the edge of the cloth, in pixels. */
const OVER = 4;

/** A place as it is drawn: a slot, or (`slim`) a bar on the seam where a slot would cover other tiles. */
export interface DrawnPlace extends Rect {
  readonly spot: Extract<Spot, { readonly set: SetId }>;
  readonly slim: boolean;
}

/** The strip for a new set: where it begins and how high it is; `hidden` where too little of it is seen for words. */
export interface DrawnStrip {
  readonly top: number;
  readonly height: number;
  readonly hidden: boolean;
}

/** The least height of the strip for a new set, and how far beyond its edge a cloth that scrolls is seen. */
const LOW = 24;
const BEYOND = 6;

/**
 * Of the places that make legal sets those that are shown: both ends of a set, or the first place within it.
 * Where the order of its tiles means nothing (`unordered`) its end is enough.
 */
export function shownPlaces(
  open: readonly Target[],
  layout: ClothLayout,
  unordered: (set: SetId) => boolean,
): readonly Target[] {
  const bySet = new Map<SetId, Target[]>();
  for (const target of open) {
    if (target.legal && "set" in target.spot) {
      bySet.set(target.spot.set, [...(bySet.get(target.spot.set) ?? []), target]);
    }
  }
  return [...bySet].flatMap(([id, found]) => {
    const size = layout.sets.get(id)?.tiles.length;
    const at = (place: number): Target[] => found.filter(({ spot }) => spot.to === "set" && spot.place === place);
    // Somebody has just taken the set apart, and the hand does not know it yet.
    if (size === undefined) return [];
    const [start, end] = [at(0), at(size)];
    if (end.length && unordered(id)) return end;
    return start.length || end.length ? [...start, ...end] : found.slice(0, 1);
  });
}

/** How a place of a set is drawn, from the corner of the cloth; `roomy` says that the others made room there. */
export function drawnPlace(
  { spot, slot }: Target,
  layout: ClothLayout,
  cloth: Point,
  roomy: boolean,
): DrawnPlace | null {
  const placed = "set" in spot ? layout.sets.get(spot.set) : undefined;
  if (!placed || !("set" in spot)) return null;
  const rect = shifted(slot, { x: -cloth.x, y: -cloth.y });
  const beyond = rect.x < -OVER || rect.x + rect.width > layout.width + OVER;
  const covers = (): boolean => [...layout.sets.values()].some((set) => overlaps(set, rect));
  if (roomy || spot.place === placed.gap || !(beyond || covers())) return { ...rect, spot, slim: false };
  const seam = placed.x + slotOf(placed, spot.place) * placed.pitch;
  const x = spot.place === placed.tiles.length ? seam - layout.view.gap : seam;
  return { ...rect, x, height: tileHeight(layout.tile), spot, slim: true };
}

/** The strip for a new set. On a cloth that scrolls it ends at the lower edge of what is seen, as long as its words fit into it. */
export function drawnStrip(layout: ClothLayout, scrolled: number, scrolls: boolean): DrawnStrip {
  const height = Math.min(layout.strip.height - 8, layout.view.strip);
  const top = layout.strip.y + layout.strip.height - height - 2;
  const seen = scrolled + layout.view.height + (scrolls ? BEYOND : 0) - top - 2;
  return { top, height: seen < LOW ? height : Math.min(height, seen), hidden: seen < LOW };
}
