import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DocumentPage, observing, onPixels } from "../../../src/board/control/page";

class TestObserver {
  static last: TestObserver | null = null;
  readonly seen: unknown[] = [];
  constructor(readonly resized: () => void) {
    TestObserver.last = this;
  }
  observe(element: unknown): void {
    this.seen.push(element);
  }
  disconnect(): void {
    this.seen.length = 0;
  }
}

beforeEach(() => {
  vi.stubGlobal("innerWidth", 1200);
  vi.stubGlobal("innerHeight", 800);
  vi.stubGlobal("ResizeObserver", TestObserver);
  const [left, top, right, bottom] = ["3px", "5px", "7px", "11px"];
  const style = { paddingLeft: left, paddingTop: top, paddingRight: right, paddingBottom: bottom };
  vi.stubGlobal("getComputedStyle", () => style);
});
afterEach(() => vi.unstubAllGlobals());

const box = (x: number, y: number): object => ({ getBoundingClientRect: () => ({ x, y, width: 999, height: 999 }) });
const element = (but: object): HTMLElement =>
  ({
    ...box(100, 50),
    offsetWidth: 1010,
    clientWidth: 1000,
    clientHeight: 416,
    scrollTop: 0,
    scrollLeft: 0,
    ...but,
  }) as HTMLElement;

describe("a page", () => {
  test("without a table has none", () => {
    expect(new DocumentPage().look()).toEqual({
      width: 1200,
      height: 800,
      cloth: { x: 0, y: 0, width: 0, height: 0 },
      scrolled: 0,
      ledge: { x: 0, y: 0, width: 0, height: 0 },
      aside: 0,
    });
  });

  test("shows the cloth within its padding, its scroll bar aside", () => {
    const page = new DocumentPage();
    page.cloth = element({ scrollTop: 70 });
    expect(page.look()).toMatchObject({ cloth: { x: 103, y: 55, width: 1000, height: 400 }, scrolled: 70 });
  });

  test("shows the slots of the rack where their content begins", () => {
    const page = new DocumentPage();
    page.ledge = element({ scrollLeft: 30, firstElementChild: box(73, 605) });
    expect(page.look()).toMatchObject({ ledge: { x: 73, y: 605, width: 990, height: 416 }, aside: 30 });
    page.ledge = element({ firstElementChild: null });
    expect(page.look().ledge.width).toBe(0);
  });

  test("scrolls its cloth, as far as is asked with the next frame", () => {
    const asked: unknown[] = [];
    const drawn: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => drawn.push(draw));
    const page = new DocumentPage();
    page.scrollBy(8);
    page.scrollTo(50);
    page.cloth = element({
      scrollBy: (by: unknown) => asked.push(by),
      scrollTo: (to: unknown) => asked.push(to),
    });
    page.scrollTo(50);
    page.scrollBy(8);
    expect(asked).toEqual([{ top: 8 }]);
    drawn.at(-1)?.();
    vi.unstubAllGlobals();
    expect(asked).toEqual([{ top: 8 }, { top: 50 }]);
  });

  test("scrolls its rack sideways", () => {
    const asked: unknown[] = [];
    const page = new DocumentPage();
    page.scrollAside(8);
    page.ledge = element({ scrollTo: (to: unknown) => asked.push(to) });
    page.scrollAside(30);
    expect(asked).toEqual([{ left: 30 }]);
  });
});

test("an element that changes its size or scrolls is heard of, until nobody wants to any more", () => {
  const target = new EventTarget() as HTMLElement;
  const heard: string[] = [];
  const end = observing(
    target,
    () => heard.push("resized"),
    () => heard.push("scrolled"),
  );
  expect(TestObserver.last?.seen).toEqual([target]);
  TestObserver.last?.resized();
  target.dispatchEvent(new Event("scroll"));
  expect(heard).toEqual(["resized", "scrolled"]);
  end();
  target.dispatchEvent(new Event("scroll"));
  expect([heard, TestObserver.last?.seen]).toEqual([["resized", "scrolled"], []]);
});

test("what lies between two pixels of the screen is shown on one", () => {
  vi.stubGlobal("devicePixelRatio", 1);
  expect([12, 12.4, 12.6, -3.2].map(onPixels)).toEqual([12, 12, 13, -3]);
  vi.stubGlobal("devicePixelRatio", 2);
  expect([12.5, 12.7, 12.8].map(onPixels)).toEqual([12.5, 12.5, 13]);
});
