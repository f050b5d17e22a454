/** Tiles on their way: from where each lay to where it lies now, worked out from the layout and not from the page. */

import { centre, contains, overlaps } from "../state";
import type { Point, Rect, Scene, TileId } from "../state";

/** Why tiles move, which says how long it takes. */
export type Travel = "snap" | "sort" | "deal" | "others" | "home";

interface Pace {
  /** How long each tile flies, and how long after the one before it leaves, in milliseconds. */
  readonly each: number;
  readonly apart: number;
  readonly easing: string;
}

const PACES: Readonly<Record<Travel, Pace>> = {
  snap: { each: 180, apart: 0, easing: "cubic-bezier(.2,.9,.25,1.12)" },
  sort: { each: 280, apart: 12, easing: "cubic-bezier(.3,.7,.3,1)" },
  deal: { each: 320, apart: 40, easing: "cubic-bezier(.2,.8,.3,1)" },
  others: { each: 360, apart: 120, easing: "cubic-bezier(.3,.7,.25,1)" },
  home: { each: 240, apart: 0, easing: "cubic-bezier(.2,.8,.3,1)" },
};
/** However many tiles move, all is done by then. */
const LONGEST = 1200;

/** Where a tile lies, from the corner of the cloth or of the rack. */
export interface Lay {
  readonly at: "table" | "rack";
  readonly rect: Rect;
}

/** A tile that is not where it was; it comes from where it lay, or from somewhere on the screen. */
export interface Flight {
  readonly id: TileId;
  readonly from: Lay | Rect;
}

/** The corners that tiles lie from, the part of the cloth that is seen, and whether it scrolls. */
export interface Airspace {
  readonly table: Point;
  readonly rack: Point;
  readonly cloth: Rect;
  readonly scrolls: boolean;
}

/** How one tile flies; `over` says that it flies above everything, as the cloth would cut it off. */
export interface FlightPlan {
  readonly id: TileId;
  readonly end: Rect;
  readonly over: boolean;
  readonly steps: Keyframe[];
  readonly duration: number;
}

/** Where every tile lies; `rects` are those on the screen. */
export function laysOf({ layout }: Scene, rects: ReadonlyMap<TileId, Rect>, air: Airspace): Map<TileId, Lay> {
  const lying = new Set([...layout.sets.values()].flatMap((set) => set.tiles.map((tile) => tile.id)));
  return new Map(
    [...rects].map(([id, rect]) => {
      const at = lying.has(id) ? "table" : "rack";
      return [id, { at, rect: { ...rect, x: rect.x - air[at].x, y: rect.y - air[at].y } }];
    }),
  );
}

/** The tiles that lie elsewhere now; `seen` is where some of them were seen last. */
export function flightsOf(
  now: ReadonlyMap<TileId, Lay>,
  last: ReadonlyMap<TileId, Lay>,
  seen: ReadonlyMap<TileId, Rect>,
  air: Airspace,
): Flight[] {
  return [...now].flatMap(([id, lay]) => {
    const from = seen.get(id) ?? last.get(id);
    return from && isApart(from, lay, air) ? [{ id, from }] : [];
  });
}

/** How these tiles fly to where they lie now. One that comes from and to where the cloth is scrolled away does not. */
export function plansOf(
  flights: readonly Flight[],
  now: ReadonlyMap<TileId, Lay>,
  travel: Travel,
  air: Airspace,
): FlightPlan[] {
  const pace = PACES[travel];
  const gaps = Math.max(1, flights.length - 1);
  const apart = Math.min(pace.apart, (LONGEST - pace.each) / gaps);
  const duration = pace.each + apart * (flights.length - 1);
  return flights.flatMap(({ id, from }, index) => {
    const to = now.get(id);
    if (!to) return [];
    const [start, end] = [onScreen(from, air), onScreen(to, air)];
    const scrolled = air.scrolls && to.at === "table";
    if (scrolled && !overlaps(air.cloth, start) && !overlaps(air.cloth, end)) return [];
    const transform = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${start.width / end.width})`;
    const leaves = (index * apart) / duration;
    // Nothing but a transform, which a browser moves without the page's help; and all end as one, for each end is work.
    const steps = [
      { transform },
      { transform, offset: leaves, easing: pace.easing },
      { transform: "none", offset: leaves + pace.each / duration },
      { transform: "none" },
    ];
    // A cloth that scrolls would cut off what comes from beside it, and not only from where it is scrolled away.
    const beside = !("at" in from) || from.at === "rack";
    return [{ id, end, over: scrolled && beside && !contains(air.cloth, centre(start)), steps, duration }];
  });
}

function onScreen(lay: Lay | Rect, air: Airspace): Rect {
  if (!("at" in lay)) return lay;
  return { ...lay.rect, x: lay.rect.x + air[lay.at].x, y: lay.rect.y + air[lay.at].y };
}

function isApart(from: Lay | Rect, to: Lay, air: Airspace): boolean {
  if ("at" in from && from.at === to.at && from.rect.x === to.rect.x && from.rect.y === to.rect.y) return false;
  const [one, two] = [onScreen(from, air), onScreen(to, air)];
  return Math.abs(one.x - two.x) + Math.abs(one.y - two.y) > 1;
}
