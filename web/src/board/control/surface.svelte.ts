/** Where everything lies on the screen: measured when the page changes, never while something is dragged. */

import { untrack } from "svelte";
import {
  allRects,
  EMPTY_RACK,
  layOutAgain,
  NO_GAPS,
  rackSlots,
  sameTiles,
  scaleOf,
  shownRack,
  sizesFor,
} from "../state";
import type {
  ClothLayout,
  Gaps,
  Point,
  RackBox,
  RackRows,
  RackSlot,
  Rect,
  Scene,
  SetId,
  ScreenForm,
  TableSet,
  TileId,
} from "../state";
import type { BoardHost } from "./host";
import { DocumentPage, NOWHERE, observing } from "./page";
import type { BoardPage } from "./page";
import { rackBoxOf, rackHeight } from "./rackbox";
import { under } from "./under";
import type { Touch, Under } from "./under";
import { zooming } from "./zoom";

/** One step of zooming, how many there are each way, and the smallest tile whose number can be read. */
const ZOOM = 1.18;
const FURTHEST = 2;
const LEAST = 24;
/** A set that is brought into sight is this far from the edge of what is seen. */
const CLEAR = 12;

export class Surface {
  form = $state.raw<ScreenForm>("desktop");
  /** How much larger than usual everything is on a large screen. */
  scale = $state(1);
  /** The part of the cloth that is seen, and how far it is scrolled. */
  cloth = $state.raw<Rect>(NOWHERE);
  scrolled = $state(0);
  /** The slots of the rack, and how far they are scrolled sideways. */
  ledge = $state.raw<Rect>(NOWHERE);
  aside = $state(0);
  /** How many steps larger or smaller than what fits the tiles on the cloth are shown. */
  zoomed = $state(0);
  /** How much more than usual is left free above each row, for what is drawn there. */
  air = $state(0);
  /** Whether nothing is ever laid here: then no room is kept for a new set. */
  closed = $state(false);
  /** Where sets miss a tile, for which a slot is left free. */
  gaps = $state.raw<Gaps>(NO_GAPS);

  readonly #host: BoardHost;
  readonly #page: BoardPage;
  readonly #memory = new WeakMap<readonly TableSet[], ClothLayout>();
  #before: ClothLayout | null = null;
  #settled: readonly TableSet[] | null = null;
  #window = $state.raw({ width: 0, height: 0 });
  /** The sets that lay there when the window changed: as long as they do, the page may still be changing with it. */
  #refit: readonly TableSet[] | null = null;
  #fitting = 0;
  #laidAt = 0;

  readonly layout: ClothLayout = $derived.by(() => this.#layOut());
  // What does not concern the rack changes nothing here, so that nothing of it is looked at again.
  readonly #rack: RackRows = $derived.by(() => this.#host.draft.now.rack);
  readonly rackBox: RackBox = $derived.by(() =>
    rackBoxOf({ form: this.form, scale: this.scale, height: this.#window.height }, this.ledge, this.#rack, (tiles) =>
      this.#host.parts(tiles),
    ),
  );
  #shownBefore: RackRows = EMPTY_RACK;
  /** The rack as it is seen. */
  readonly rack: RackRows = $derived.by(() => {
    const [now, old] = [shownRack(this.#host.draft.now), this.#shownBefore];
    const same = now.length === old.length && now.every((row, at) => sameTiles(row, old[at]));
    return (this.#shownBefore = same ? old : now);
  });
  /** Its slots, from the corner of the rack. */
  readonly slots: readonly RackSlot[] = $derived.by(() => rackSlots(this.rack, { ...this.rackBox, x: 0, y: 0 }));

  constructor(host: BoardHost, page: BoardPage = new DocumentPage()) {
    this.#host = host;
    this.#page = page;
  }

  get scene(): Scene {
    const { x, y } = this.cloth;
    const { draft, plays } = this.#host;
    return { draft, layout: this.layout, table: { x, y: y - this.scrolled }, rack: plays ? this.rackBox : null };
  }

  /** Whether more sets lie on the cloth than are seen. */
  get scrolls(): boolean {
    return this.layout.height > this.cloth.height + 1;
  }

  /** How wide the slots of the rack are together that hold a tile, and how far the rack can be scrolled. */
  get rackWidth(): number {
    return Math.max(0, ...this.slots.map(({ tile, rect }) => (tile ? rect.x + rect.width : 0)));
  }

  get rackScrolls(): boolean {
    return this.rackWidth > this.ledge.width + 1;
  }

  /** Attach to the cloth: the element that scrolls. */
  readonly onCloth = (element: HTMLElement): (() => void) => {
    this.#page.cloth = element;
    return this.#observe(
      element,
      () => (this.scrolled = element.scrollTop),
      (_, down) => this.#page.scrollBy(-down),
    );
  };

  /** Attach to the slots of the rack. */
  readonly onLedge = (element: HTMLElement): (() => void) => {
    this.#page.ledge = element;
    return this.#observe(
      element,
      () => this.measure(),
      (right) => this.#page.scrollAside(this.aside - right),
    );
  };

  #observe(element: HTMLElement, scrolled: () => void, pan: (right: number, down: number) => void): () => void {
    untrack(() => this.measure());
    const unseen = observing(element, () => this.measure(), scrolled);
    const still = zooming(element, (by) => this.zoom(by), pan);
    return () => {
      unseen();
      still();
    };
  }

  /** Look where the cloth and the rack are. */
  measure(): void {
    const { width, height, cloth, scrolled, ledge, aside } = this.#page.look();
    this.form = this.#host.formOf(width, height);
    this.scale = scaleOf(this.form, width, height);
    if (this.#window.width !== width || this.#window.height !== height) {
      this.#refit = this.#host.draft.now.sets;
      this.#window = { width, height };
    }
    // The same place is the same value, so that nothing is laid out again for it.
    if (!isSame(this.cloth, cloth)) this.cloth = cloth;
    if (!isSame(this.ledge, ledge)) this.ledge = ledge;
    this.scrolled = scrolled;
    this.aside = aside;
  }

  #layOut(): ClothLayout {
    const { draft } = this.#host;
    const { zoomed, cloth } = this;
    const sizes = sizesFor(this.form, this.scale, cloth.width, cloth.height);
    const usual = this.closed ? { ...sizes, strip: 0, roomy: Infinity } : sizes;
    const steps = zoomed ? [Math.max(LEAST, Math.round(this.#fitting * ZOOM ** zoomed))] : usual.steps;
    const view = { ...usual, rowGap: usual.rowGap + this.air, steps, width: cloth.width, height: cloth.height };
    const asked = this.#laidAt !== zoomed;
    const between = this.#settled !== draft.base && draft.past.length === 0;
    if (this.#refit !== draft.now.sets) this.#refit = null;
    const settle = asked || between || this.#refit !== null;
    if (view.width > 0) this.#settled = draft.base;
    const before = asked ? onAnother(this.#before) : this.#before;
    const layout = layOutAgain(this.#memory, draft.now.sets, view, before, settle, this.gaps);
    this.#before = layout;
    this.#laidAt = zoomed;
    if (!zoomed) this.#fitting = layout.tile;
    return layout;
  }

  /** Show the tiles on the cloth larger or smaller; 0 is what fits again. */
  zoom(by: 1 | -1 | 0): void {
    this.zoomed = by && Math.max(-FURTHEST, Math.min(FURTHEST, this.zoomed + by));
  }

  get rackHeight(): number {
    return rackHeight(this.rackBox);
  }

  /** Where every tile lies on the screen. */
  rects(): Map<TileId, Rect> {
    return allRects(this.scene);
  }

  /** What lies under a point. */
  under(point: Point, touch: Touch): Under {
    const { scene, cloth, scrolls } = this;
    const ledge = { ...this.ledge, x: this.ledge.x + this.aside, height: this.rackHeight };
    return under({ scene, cloth, scrolls, ledge }, point, touch);
  }

  /** Scroll so that a point of the cloth at its edge comes into sight; for a drag that reaches it. */
  nudge(by: number): void {
    const { scrolled, cloth, layout } = this;
    // At its end nothing is asked of the page, which it would have to lay out first.
    if (by < 0 ? scrolled > 0 : scrolled < layout.height - cloth.height) this.#page.scrollBy(by);
  }

  /** Bring a set into sight. Everything is known to lie there at once, before the page has scrolled. */
  show(id: SetId): void {
    const placed = this.layout.sets.get(id);
    if (!placed) return;
    const { scrolled, cloth, layout } = this;
    const below = placed.y + placed.height > scrolled + cloth.height;
    if (placed.y >= scrolled && !below) return;
    const wanted = below ? placed.y + placed.height + CLEAR - cloth.height : placed.y - CLEAR;
    this.scrolled = Math.max(0, Math.min(wanted, layout.height - cloth.height));
    this.#page.scrollTo(this.scrolled);
  }

  /** Bring a tile of the rack into sight. */
  reveal(tile: TileId): void {
    const rect = this.slots.find((slot) => slot.tile?.id === tile)?.rect;
    const { aside, ledge } = this;
    if (!rect || (rect.x >= aside && rect.x + rect.width <= aside + ledge.width)) return;
    this.#page.scrollAside(rect.x + (rect.width - ledge.width) / 2);
    this.measure();
  }
}

/** The same layout as if of another cloth: its order counts, the size of its tiles does not. */
const onAnother = (layout: ClothLayout | null): ClothLayout | null =>
  layout && { ...layout, view: { ...layout.view, height: 0 } };

const isSame = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
