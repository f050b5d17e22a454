/** Tiles that fly: what has moved since the last time is let go from where it was seen. */

import { centre } from "../state";
import type { Movement, Rect, TableDraft, TileId } from "../state";
import { flightsOf, laysOf, plansOf } from "./flights";
import type { Airspace, FlightPlan, Lay, Travel } from "./flights";
import { NOWHERE } from "./page";
import type { Surface } from "./surface.svelte";

/** How long a tile takes to appear where nothing is to fly, in milliseconds. */
const FADE = 100;
/** Longer than anything is held, in milliseconds. */
const AFLOAT = 1e7;
/** What flies over the cloth is above what lies there, and below what is selected; a likeness is above everything. */
const ABOVE = "2";
const ATOP = "40";

type MotionSurface = Pick<Surface, "scene" | "rackBox" | "cloth" | "scrolls" | "rects">;

export class TileMotion {
  readonly #surface: MotionSurface;
  readonly #element: (id: TileId) => HTMLElement | undefined;
  readonly #still: () => boolean;
  /** The tiles that flew last, which stay above the others. */
  #raised: ReadonlySet<HTMLElement> = new Set();
  /** The tiles that are about to fly. */
  #lifted: ReadonlySet<HTMLElement> = new Set();
  #last: ReadonlyMap<TileId, Lay> = new Map();
  #cloth: Rect = NOWHERE;
  #draft: TableDraft | null = null;
  #seen = new Map<TileId, Rect>();
  #next: Travel = "snap";

  constructor(surface: MotionSurface, element: (id: TileId) => HTMLElement | undefined, still: () => boolean) {
    this.#surface = surface;
    this.#element = element;
    this.#still = still;
  }

  /** The next movement is of this sort, and begins here for these tiles. */
  expect(travel: Travel, from: ReadonlyMap<TileId, Rect> = new Map()): void {
    this.#next = travel;
    for (const [id, rect] of from) this.#seen.set(id, rect);
  }

  /** Somebody's move was heard: tiles not seen before come from a seat or the pool. */
  hear(movements: readonly Movement[], origin: (from: Movement["from"]) => Rect | null, dealt: boolean): void {
    this.#next = dealt ? "deal" : "others";
    for (const { tile, from } of movements) {
      const rect = from.at === "seat" || from.at === "pool" ? origin(from) : null;
      if (rect) this.#seen.set(tile.id, rect);
    }
  }

  /**
   * These tiles are about to fly: they become surfaces of their own above the others, which is drawn before any of them
   * lies elsewhere. To be called a frame before `run`, since all of it in one would take longer than that.
   */
  lift(tiles: readonly TileId[]): void {
    if (this.#still()) return;
    this.#lifted = new Set(tiles.flatMap((id) => this.#element(id) ?? []));
    for (const { style } of this.#lifted) style.willChange = "transform";
    this.#raise(this.#lifted);
  }

  /** Let every tile that lies elsewhere now travel there. To be called when the page shows the new arrangement. */
  run(): void {
    const air = this.#air();
    const now = laysOf(this.#surface.scene, this.#surface.rects(), air);
    // On a cloth of another size everything lies elsewhere, and nothing has moved; unless a tile has, too, and the cloth
    // makes room for it.
    const { draft } = this.#surface.scene;
    const [{ width, height }, same] = [this.#cloth, draft === this.#draft];
    const resized = width !== air.cloth.width || (same && height !== air.cloth.height);
    const flights = resized ? [] : flightsOf(now, this.#last, this.#seen, air);
    this.#fly(plansOf(flights, now, this.#next, air));
    this.#last = now;
    this.#cloth = air.cloth;
    this.#draft = draft;
    this.#seen.clear();
    this.#next = "snap";
  }

  #air(): Airspace {
    const { scene, rackBox, cloth, scrolls } = this.#surface;
    return { table: scene.table, rack: rackBox, cloth, scrolls };
  }

  #fly(plans: readonly FlightPlan[]): void {
    const still = this.#still();
    const raised = new Set<HTMLElement>();
    for (const { id, end, over, steps, duration } of plans) {
      const element = this.#element(id);
      if (!element) continue;
      if (still) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
      else if (over) flyOver(element, end, steps, duration);
      else {
        element.animate(steps, duration);
        raised.add(element);
      }
    }
    if (raised.size) this.#raise(raised);
    for (const { style } of this.#lifted) style.willChange = "";
    this.#lifted = new Set();
  }

  /**
   * What flies is above what lies. It stays there when it has come down, until others fly: nothing overlaps then, and to
   * lower each as it lands would have the whole cloth painted again.
   */
  #raise(raised: ReadonlySet<HTMLElement>): void {
    for (const element of this.#raised) if (!raised.has(element)) element.style.zIndex = "";
    for (const element of raised) element.style.zIndex = ABOVE;
    this.#raised = raised;
  }
}

/** Let a likeness of a tile fly above everything, while the tile itself waits where it comes down. */
function flyOver(element: HTMLElement, end: Rect, steps: Keyframe[], duration: number): void {
  const likeness = element.cloneNode(true) as HTMLElement;
  for (const name of ["data-tile", "role", "tabindex", "aria-label", "aria-pressed"]) likeness.removeAttribute(name);
  likeness.inert = true;
  Object.assign(likeness.style, {
    position: "fixed",
    translate: `${end.x}px ${end.y}px`,
    fontSize: `${end.width}px`,
    zIndex: ATOP,
    pointerEvents: "none",
  });
  element.ownerDocument.body.append(likeness);
  element.animate([{ opacity: 0 }, { opacity: 0 }], duration);
  likeness.animate(steps, duration).finished.then(
    () => likeness.remove(),
    () => likeness.remove(),
  );
}

/**
 * Attach to what follows the hand. As long as an animation runs on it, though it add nothing, a browser moves it by
 * itself; otherwise it looks at every step anew what on the whole page lies over what.
 */
export function afloat(element: HTMLElement): () => void {
  return floating(element, [{ transform: "scale(1)" }, { transform: "scale(1)" }]);
}

/** The same for what is lifted: it grows a little, as part of that one animation, for the end of another is work. */
export function lifting(element: HTMLElement): () => void {
  return floating(element, [
    { transform: "scale(0.9)", easing: "cubic-bezier(.2,.8,.3,1)" },
    { transform: "scale(1)", offset: 120 / AFLOAT },
    { transform: "scale(1)" },
  ]);
}

function floating(element: HTMLElement, steps: Keyframe[]): () => void {
  const animation = element.animate(steps, { duration: AFLOAT, composite: "add" });
  return () => animation.cancel();
}

/** Where something on the screen is, as a tile of this width in its middle, for tiles to fly from. */
export function tileIn(element: Element | null | undefined, width: number): Rect | null {
  if (!element) return null;
  const middle = centre(element.getBoundingClientRect());
  return { x: middle.x - width / 2, y: middle.y - width * 0.66, width, height: width * 1.32 };
}
