/** The page as a board needs it: where things are on it, and scrolling. All that is asked of the document is asked here. */

import type { Rect } from "../state";

/** Where the cloth and the rack are seen. */
export interface PageLook {
  /** The size of the window. */
  readonly width: number;
  readonly height: number;
  /** The part of the cloth that is seen, and how far it is scrolled down. */
  readonly cloth: Rect;
  readonly scrolled: number;
  /** The slots of the rack, and how far they are scrolled sideways. */
  readonly ledge: Rect;
  readonly aside: number;
}

/** What a board asks of a page; `cloth` and `ledge` are the elements that tiles lie in, once they are there. */
export interface BoardPage {
  cloth: HTMLElement | null;
  ledge: HTMLElement | null;
  look(): PageLook;
  /** Scroll the cloth by so much. */
  scrollBy(by: number): void;
  /** Have the cloth scrolled as far as this when the page is drawn next. */
  scrollTo(top: number): void;
  /** Scroll the rack sideways as far as this, or as far as it goes. */
  scrollAside(left: number): void;
}

export const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** The page of a browser. */
export class DocumentPage implements BoardPage {
  cloth: HTMLElement | null = null;
  ledge: HTMLElement | null = null;

  look(): PageLook {
    return {
      width: innerWidth,
      height: innerHeight,
      cloth: seenOf(this.cloth, this.cloth),
      scrolled: this.cloth?.scrollTop ?? 0,
      ledge: seenOf(this.ledge, this.ledge?.firstElementChild),
      aside: this.ledge?.scrollLeft ?? 0,
    };
  }

  scrollBy(by: number): void {
    this.cloth?.scrollBy({ top: by });
  }

  /** Not at once: for that the page would be laid out, and then again for whatever else changes before it is drawn. */
  scrollTo(top: number): void {
    requestAnimationFrame(() => this.cloth?.scrollTo({ top }));
  }

  scrollAside(left: number): void {
    this.ledge?.scrollTo({ left });
  }
}

/** Hear of an element that changes its size, and of its scrolling; what is given back ends it. */
export function observing(element: HTMLElement, resized: () => void, scrolled: () => void): () => void {
  const observer = new ResizeObserver(resized);
  observer.observe(element);
  element.addEventListener("scroll", scrolled);
  return () => {
    observer.disconnect();
    element.removeEventListener("scroll", scrolled);
  };
}

/** The same length in whole pixels of the screen, as edges between them are not sharp. */
export const onPixels = (length: number): number => Math.round(length * devicePixelRatio) / devicePixelRatio;

type Sides = [number, number, number, number];

/** The part of an element that is seen, with its corner where its content begins. */
function seenOf(element: HTMLElement | null, content: Element | null | undefined): Rect {
  if (!element || !content) return NOWHERE;
  const box = content.getBoundingClientRect();
  // Only what scrolls has padding: were that room too, it would not need to scroll, and so on for ever.
  const style = getComputedStyle(element);
  const padding = [style.paddingLeft, style.paddingTop, style.paddingRight, style.paddingBottom];
  const [left, top, right, bottom] = padding.map(parseFloat) as Sides;
  if (content !== element) {
    return { x: box.x, y: box.y, width: element.clientWidth - left - right, height: element.clientHeight };
  }
  // A scroll bar beside the cloth lies in the padding and takes no room from the sets.
  const [width, height] = [element.offsetWidth - left - right, element.clientHeight - top - bottom];
  return { x: box.x + left, y: box.y + top, width, height };
}
