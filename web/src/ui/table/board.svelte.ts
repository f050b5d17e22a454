/** Where everything lies on the screen: measured when the page changes, never while something is dragged. */

import { untrack } from "svelte";
import type { LiveTable } from "../../app/table.svelte";
import { settings } from "../../app/settings.svelte";
import { parts } from "../../core/sort";
import {
  allRects,
  contains,
  formOf,
  layOutAgain,
  NO_GAPS,
  rackSize,
  rackSlots,
  setOf,
  shifted,
  shownRack,
  SIZES,
  tileHeight,
  tilesOf,
} from "../../board/state";
import type {
  TableDraft,
  TableForm,
  Gaps,
  ClothLayout,
  On,
  Placed,
  Point,
  RackBox,
  Rect,
  Scene,
  SetId,
  Spot,
  TableSet,
  Target,
  TileId,
} from "../../board/state";
import { zooming } from "./zoom";

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };
const RACK_GAP: Readonly<Record<TableForm, number>> = { desktop: 5, phone: 4, landscape: 4, big: 5 };
/** The gap between the colours or numbers of a rack in order. */
const PART: Readonly<Record<TableForm, number>> = { desktop: 12, phone: 7, landscape: 7, big: 9 };
/** How far the ledges are apart, their edges included. */
const ROW_GAP: Readonly<Record<TableForm, number>> = { desktop: 29, phone: 19, landscape: 12, big: 19 };
/** The margin of a set by which all of it is taken. */
const MARGIN = 9;
/** How near to the seam between two tiles a tap means the seam, in tile widths. */
const SEAM = 0.1;
/** The cloth can be touched this far beside what it shows. */
const EDGE = 20;
/** One step of zooming, how many there are each way, and the smallest tile whose number can be read. */
const ZOOM = 1.18;
const FURTHEST = 2;
const LEAST = 24;

export class Board {
  readonly #live: LiveTable;
  form = $state.raw<TableForm>("desktop");
  /** The part of the cloth that is seen, and how far it is scrolled. */
  cloth = $state.raw<Rect>(NOWHERE);
  scrolled = $state(0);
  /** The slots of the rack, and how far they are scrolled sideways. */
  ledge = $state.raw<Rect>(NOWHERE);
  aside = $state(0);
  /** How many steps larger or smaller than what fits the tiles on the cloth are shown. */
  zoomed = $state(0);

  /** Where sets miss a tile, for which a slot is left free. */
  gaps = $state.raw<Gaps>(NO_GAPS);

  readonly #memory = new WeakMap<readonly TableSet[], ClothLayout>();
  #before: ClothLayout | null = null;
  #settled: readonly TableSet[] | null = null;
  #fitting = 0;
  #laidAt = 0;
  #clothElement: HTMLElement | null = null;
  #ledgeElement: HTMLElement | null = null;

  readonly layout: ClothLayout = $derived.by(() => this.#layOut());
  readonly rackBox: RackBox = $derived.by(() => this.#rackBox());

  constructor(live: LiveTable) {
    this.#live = live;
  }

  get draft(): TableDraft {
    return this.#live.draft;
  }

  get scene(): Scene {
    const { x, y } = this.cloth;
    const rack = this.#live.you === null ? null : this.rackBox;
    return { draft: this.draft, layout: this.layout, table: { x, y: y - this.scrolled }, rack };
  }

  /** Whether more sets lie on the cloth than are seen. */
  get scrolls(): boolean {
    return this.layout.height > this.cloth.height + 1;
  }

  /** Attach to the cloth: the element that scrolls. */
  readonly onCloth = (element: HTMLElement): (() => void) => {
    this.#clothElement = element;
    const unseen = this.#observe(element, () => (this.scrolled = element.scrollTop));
    const still = zooming(element, (by) => this.zoom(by));
    return () => {
      unseen();
      still();
    };
  };

  /** Attach to the slots of the rack. */
  readonly onLedge = (element: HTMLElement): (() => void) => {
    this.#ledgeElement = element;
    return this.#observe(element, () => this.measure());
  };

  #observe(element: HTMLElement, scrolled: () => void): () => void {
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(element);
    element.addEventListener("scroll", scrolled, { passive: true });
    untrack(() => this.measure());
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }

  /** Look where the cloth and the rack are. */
  measure(): void {
    this.form = formOf(innerWidth, innerHeight, settings.now.bigTiles);
    this.cloth = renewed(this.cloth, this.#clothElement);
    this.ledge = renewed(this.ledge, this.#ledgeElement, this.#ledgeElement?.firstElementChild);
    this.scrolled = this.#clothElement?.scrollTop ?? 0;
    this.aside = this.#ledgeElement?.scrollLeft ?? 0;
  }

  #layOut(): ClothLayout {
    const { sets } = this.draft.now;
    const { zoomed } = this;
    const usual = SIZES[this.form];
    const steps = zoomed ? [Math.max(LEAST, Math.round(this.#fitting * ZOOM ** zoomed))] : usual.steps;
    const view = { ...usual, steps, width: this.cloth.width, height: this.cloth.height };
    const asked = this.#laidAt !== zoomed;
    const settle = asked || (this.#settled !== this.draft.base && this.draft.past.length === 0);
    if (view.width > 0) this.#settled = this.draft.base;
    const layout = layOutAgain(
      this.#memory,
      sets,
      view,
      asked ? onAnother(this.#before) : this.#before,
      settle,
      this.gaps,
    );
    this.#before = layout;
    this.#laidAt = zoomed;
    if (!zoomed) this.#fitting = layout.tile;
    return layout;
  }

  /** Show the tiles on the cloth larger or smaller; 0 is what fits again. */
  zoom(by: 1 | -1 | 0): void {
    this.zoomed = by && Math.max(-FURTHEST, Math.min(FURTHEST, this.zoomed + by));
  }

  #rackBox(): RackBox {
    const { form, ledge } = this;
    const longest = Math.max(1, ...this.draft.now.rack.map((row) => row.length));
    const { tile: usual, rows } = rackSize(form, longest);
    const gap = RACK_GAP[form];
    const width = ledge.width;
    const needed = rows === 1 ? this.draft.now.rack.reduce((sum, row) => sum + row.length, 0) : longest;
    // Where there is not quite room for all, tiles are a little smaller before the rack scrolls.
    const tight = Math.floor((width + gap) / needed - gap);
    const least = Math.min(usual, form === "desktop" ? 48 : form === "landscape" ? 32 : 34);
    const tile = form === "big" || width === 0 ? usual : Math.max(least, Math.min(usual, tight));
    const slots = Math.max(1, Math.floor((width + gap) / (tile + gap)));
    const asides = this.#asides(rows, width + gap - needed * (tile + gap));
    return { x: ledge.x, y: ledge.y, tile, gap, rowGap: ROW_GAP[form], rows, slots, asides };
  }

  /** How far the slots of each row are moved along by the gaps between colours or numbers, within the room there is. */
  #asides(rows: 1 | 2, free: number): number[][] {
    const { rack } = this.draft.now;
    const begin = parts(tilesOf(rack), (tile) => tile.kind);
    const counts = rack.map(
      (row) => row.filter((tile, at) => tile && begin.has(tile) && (at > 0 || rows === 1)).length,
    );
    const most = rows === 1 ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
    const part = Math.max(0, Math.min(PART[this.form], free / Math.max(1, most)));
    let aside = 0;
    return rack.map((row) => {
      if (rows === 2) aside = 0;
      return row.map((tile, at) => (aside += tile && begin.has(tile) && (at > 0 || rows === 1) ? part : 0));
    });
  }

  /** The rack's slots, from the corner of the rack. */
  get slots(): ReturnType<typeof rackSlots> {
    return rackSlots(shownRack(this.draft.now), { ...this.rackBox, x: 0, y: 0 });
  }

  get rackHeight(): number {
    const { rows, tile, rowGap } = this.rackBox;
    return rows * tileHeight(tile) + (rows - 1) * rowGap;
  }

  /** Where every tile lies on the screen. */
  rects(): Map<TileId, Rect> {
    return allRects(this.scene);
  }

  /** What lies under a point; `open` are the places shown for the tiles selected. */
  onAt(point: Point, finger: boolean, open: readonly Target[], selected: boolean): { on: On; seam: On | null } {
    const { cloth, scene } = this;
    const inside = contains(grown(cloth, this.scrolls ? 0 : EDGE), point);
    const local = { x: point.x - scene.table.x, y: point.y - scene.table.y };
    // A tile that is seen is what a tap on it means, though a place beside another set reach over it.
    const covered = [...this.layout.sets.values()].some((set) => contains(set, local));
    const shown = open.find((target) => "set" in target.spot && target.legal && contains(target.slot, point));
    if (inside && shown && !covered) return { on: { on: "spot", spot: shown.spot }, seam: null };
    if (inside) {
      for (const placed of this.layout.sets.values()) {
        const found = this.#inSet(placed, local, finger);
        if (found) return found;
      }
      if (!selected) return { on: { on: "table" }, seam: null };
      return { on: { on: "spot", spot: { to: "new", place: null } }, seam: null };
    }
    return { on: this.#inRack(point, selected), seam: null };
  }

  #inSet(placed: Placed, { x, y }: Point, finger: boolean): { on: On; seam: On | null } | null {
    const { view, tile, rowHeight } = this.layout;
    const margin = Math.min(MARGIN, view.setGap / 2);
    const reach = finger ? (rowHeight - placed.height) / 2 : 0;
    const outer = {
      x: placed.x - margin,
      y: placed.y - Math.max(reach, margin),
      width: placed.width + 2 * margin,
      height: placed.height + 2 * Math.max(reach, margin),
    };
    if (!contains(outer, { x, y })) return null;
    const inner = { x: placed.x, y: placed.y - reach, width: placed.width, height: placed.height + 2 * reach };
    if (!contains(inner, { x, y })) return { on: { on: "set", set: placed.id }, seam: null };
    const far = (x - placed.x) / placed.pitch;
    const { gap } = placed;
    if (gap !== null && Math.floor(far) === gap) return { on: { on: "gap", set: placed.id, place: gap }, seam: null };
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

  #inRack(point: Point, selected: boolean): On {
    const { rack } = this.scene;
    if (!rack || !contains({ ...this.ledge, x: this.ledge.x + this.aside, height: this.rackHeight + 16 }, point))
      return { on: "nothing" };
    const shown = shownRack(this.draft.now);
    for (const { row, slot, rect } of rackSlots(shown, rack)) {
      if (!contains({ ...rect, x: rect.x - rack.gap / 2, width: rect.width + rack.gap }, point)) continue;
      const tile = shown[row]?.[slot];
      if (tile) return { on: "tile", tile: tile.id };
      const spot: Spot = { to: "rack", row, slot };
      return selected ? { on: "spot", spot } : { on: "nothing" };
    }
    return { on: "nothing" };
  }

  /** Where a set lies on the screen. */
  setRect(id: SetId): Rect | null {
    const placed = this.layout.sets.get(id);
    return placed && setOf(this.draft.now, id) ? shifted(placed, this.scene.table) : null;
  }

  /** Scroll so that a point of the cloth at its edge comes into sight; for a drag that reaches it. */
  nudge(by: number): void {
    const { scrolled, cloth, layout } = this;
    // At its end nothing is asked of the page, which it would have to lay out first.
    if (by < 0 ? scrolled > 0 : scrolled < layout.height - cloth.height) this.#clothElement?.scrollBy({ top: by });
  }

  /** Bring a set into sight. */
  show(id: SetId): void {
    const placed = this.layout.sets.get(id);
    // What was measured is gone by: to ask the page now would make it lay out everything at once.
    const { scrolled, cloth } = this;
    const element = this.#clothElement;
    const below = placed !== undefined && placed.y + placed.height > scrolled + cloth.height;
    if (!placed || !element || (placed.y >= scrolled && !below)) return;
    element.scrollTo({ top: below ? placed.y + placed.height + 12 - cloth.height : placed.y - 12 });
    this.scrolled = element.scrollTop;
  }
}

/** The same layout as if of another cloth: its order counts, the size of its tiles does not. */
const onAnother = (layout: ClothLayout | null): ClothLayout | null =>
  layout && { ...layout, view: { ...layout.view, height: 0 } };

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

type Sides = [number, number, number, number];

/** The part of an element that is seen, with its corner where its content begins. */
function renewed(old: Rect, element: HTMLElement | null, content: Element | null = element): Rect {
  if (!element || !content) return NOWHERE;
  const box = content.getBoundingClientRect();
  // Only what scrolls has padding: were that room too, it would not need to scroll, and so on for ever.
  const style = getComputedStyle(element);
  const [left, top, right, bottom] = [style.paddingLeft, style.paddingTop, style.paddingRight, style.paddingBottom].map(
    parseFloat,
  ) as Sides;
  // A scroll bar beside the cloth lies in the padding and takes no room from the sets.
  const [x, y, width, height] =
    content === element
      ? [box.x + left, box.y + top, element.offsetWidth - left - right, element.clientHeight - top - bottom]
      : [box.x, box.y, element.clientWidth - left - right, element.clientHeight];
  return old.x === x && old.y === y && old.width === width && old.height === height ? old : { x, y, width, height };
}
