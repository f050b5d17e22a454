/** Tiles on their way: from where each lay to where it lies now, worked out from the layout and not from the page. */

import { centre, contains, overlaps } from "../../board/state";
import type { Movement, Point, Rect, TileId } from "../../board/state";
import type { Board } from "./board.svelte";

/** Why tiles move, which says how long it takes. */
export type Travel = "snap" | "sort" | "deal" | "others" | "home";

interface Pace {
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
const FADE = 100;
/** Longer than anything is held, in milliseconds. */
const AFLOAT = 1e7;

/** Where a tile lay, from the corner of the cloth or of the rack. */
interface Lay {
  readonly at: "table" | "rack";
  readonly rect: Rect;
}

interface Flight {
  readonly id: TileId;
  readonly from: Lay | Rect;
}

export class Motion {
  readonly #board: Board;
  readonly #still: () => boolean;
  readonly #elements = new Map<TileId, HTMLElement>();
  readonly #flying = new Map<TileId, Animation>();
  #last = new Map<TileId, Lay>();
  #width = 0;
  #from = new Map<TileId, Rect>();
  #next: Travel = "snap";
  #shown: readonly Flight[] = [];

  constructor(board: Board, still: () => boolean) {
    this.#board = board;
    this.#still = still;
  }

  /** Attach to the element of a tile. */
  readonly follow =
    (id: TileId) =>
    (element: HTMLElement): (() => void) => {
      this.#elements.set(id, element);
      return () => {
        if (this.#elements.get(id) === element) this.#elements.delete(id);
      };
    };

  element(id: TileId): HTMLElement | undefined {
    return this.#elements.get(id);
  }

  /** The next movement is of this sort, and begins here for these tiles. */
  expect(travel: Travel, from: ReadonlyMap<TileId, Rect> = new Map()): void {
    this.#next = travel;
    for (const [id, rect] of from) this.#from.set(id, rect);
  }

  /** Somebody's move was heard: tiles not seen before come from a seat or the pool. */
  hear(movements: readonly Movement[], origin: (from: Movement["from"]) => Rect | null, dealt: boolean): void {
    this.#next = dealt ? "deal" : "others";
    for (const { tile, from } of movements) {
      const rect = from.at === "seat" || from.at === "pool" ? origin(from) : null;
      if (rect) this.#from.set(tile.id, rect);
    }
  }

  /** Let every tile that lies elsewhere now travel there. To be called when the page shows the new position. */
  run(): void {
    const now = this.#lays();
    const flights: Flight[] = [];
    const resized = this.#width !== this.#board.cloth.width;
    for (const [id, lay] of now) {
      const from = this.#from.get(id) ?? this.#last.get(id);
      if (from && !resized && this.#isApart(from, lay)) flights.push({ id, from });
    }
    if (this.#next === "others" && flights.length) this.#shown = flights;
    this.#fly(flights, now, PACES[this.#next]);
    this.#last = now;
    this.#width = this.#board.cloth.width;
    this.#from.clear();
    this.#next = "snap";
  }

  /** Whether there is something to look at again. */
  get canShowAgain(): boolean {
    return this.#shown.length > 0;
  }

  /** Look at the last move of somebody else again. */
  showAgain(): void {
    const now = this.#lays();
    this.#fly(
      this.#shown.filter(({ id }) => now.has(id)),
      now,
      PACES.others,
    );
  }

  #fly(flights: readonly Flight[], now: ReadonlyMap<TileId, Lay>, pace: Pace): void {
    const apart = Math.min(pace.apart, Math.max(0, LONGEST - pace.each) / Math.max(1, flights.length - 1));
    const whole = pace.each + apart * Math.max(0, flights.length - 1);
    const still = this.#still();
    flights.forEach(({ id, from }, index) => {
      const element = this.#elements.get(id);
      const to = now.get(id);
      if (!element || !to) return;
      if (still) {
        element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
        return;
      }
      const [start, end] = [this.#onScreen(from), this.#onScreen(to)];
      const { cloth, scrolls } = this.#board;
      if (scrolls && to.at === "table" && !overlaps(cloth, start) && !overlaps(cloth, end)) return;
      const transform = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${start.width / end.width})`;
      const leaves = (index * apart) / whole;
      // Nothing but a transform, which a browser moves without the page's help; and all end as one, for each end is work.
      const steps = [
        { transform },
        { transform, offset: leaves, easing: pace.easing },
        { transform: "none", offset: leaves + pace.each / whole },
        { transform: "none" },
      ];
      // A cloth that scrolls would cut off what comes from beside it, and not only from where it is scrolled away.
      const beside = !("at" in from) || from.at === "rack";
      const cut = scrolls && to.at === "table" && beside && !contains(cloth, centre(start));
      if (cut) flyOver(element, end, steps, whole);
      else this.#raise(id, element, element.animate(steps, whole));
    });
  }

  /** What flies is above what lies. */
  #raise(id: TileId, element: HTMLElement, flight: Animation): void {
    element.style.zIndex = "40";
    this.#flying.set(id, flight);
    flight.onfinish = flight.oncancel = () => {
      if (this.#flying.get(id) !== flight) return;
      this.#flying.delete(id);
      element.style.zIndex = "";
    };
  }

  #lays(): Map<TileId, Lay> {
    const { scene, rackBox } = this.#board;
    const cloth = new Map([...scene.layout.sets.values()].flatMap((set) => set.tiles.map((tile) => [tile.id, true])));
    const lays = new Map<TileId, Lay>();
    for (const [id, rect] of this.#board.rects()) {
      const at = cloth.has(id) ? "table" : "rack";
      const corner = at === "table" ? scene.table : rackBox;
      lays.set(id, { at, rect: { ...rect, x: rect.x - corner.x, y: rect.y - corner.y } });
    }
    return lays;
  }

  #onScreen(lay: Lay | Rect): Rect {
    if (!("at" in lay)) return lay;
    const corner: Point = lay.at === "table" ? this.#board.scene.table : this.#board.rackBox;
    return { ...lay.rect, x: lay.rect.x + corner.x, y: lay.rect.y + corner.y };
  }

  #isApart(from: Lay | Rect, to: Lay): boolean {
    if ("at" in from && from.at === to.at && from.rect.x === to.rect.x && from.rect.y === to.rect.y) return false;
    const [one, two] = [this.#onScreen(from), this.#onScreen(to)];
    return Math.abs(one.x - two.x) + Math.abs(one.y - two.y) > 1;
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
    zIndex: "40",
    pointerEvents: "none",
  });
  document.body.append(likeness);
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

/** Where something on the screen is, as a rectangle the tiles can fly from. */
export function rectOf(element: Element | null | undefined, width: number): Rect | null {
  if (!element) return null;
  const box = element.getBoundingClientRect();
  const middle = centre(box);
  return { x: middle.x - width / 2, y: middle.y - width * 0.66, width, height: width * 1.32 };
}
