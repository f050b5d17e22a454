import { beforeEach, expect, test } from "vitest";
import { zooming } from "../../../src/board/control/zoom";

let element: EventTarget;
let steps: number[];
let pans: [number, number][];
let end: () => void;

beforeEach(() => {
  element = new EventTarget();
  steps = [];
  pans = [];
  end = zooming(
    element as HTMLElement,
    (by) => steps.push(by),
    (right, down) => pans.push([right, down]),
  );
});

/** Send an event; says whether the browser is kept from its own answer. */
function send(name: string, but: object): boolean {
  const event = Object.assign(new Event(name, { cancelable: true }), but);
  element.dispatchEvent(event);
  return event.defaultPrevented;
}

const wheel = (deltaY: number, but: object = { ctrlKey: true }): boolean =>
  send("wheel", { deltaY, ctrlKey: false, metaKey: false, ...but });
const fingers = (...points: [number, number][]): object => ({
  touches: Object.assign(
    points.map(([clientX, clientY]) => ({ clientX, clientY })),
    {},
  ),
});

test("the wheel with Control or Command makes tiles larger and smaller, a step at a time", () => {
  expect([wheel(-59), wheel(-1), wheel(60), wheel(-60, { metaKey: true })]).toEqual([true, true, true, true]);
  expect(steps).toEqual([1, -1, 1]);
});

test("what was turned before a step counts for that step only", () => {
  wheel(-90);
  wheel(-30);
  expect(steps).toEqual([1]);
  wheel(-30);
  expect(steps).toEqual([1, 1]);
});

test("the wheel alone scrolls the page", () => {
  expect(wheel(-600, {})).toBe(false);
  expect(steps).toEqual([]);
});

test("two fingers that part by a fifth make tiles larger, and smaller when they come together", () => {
  send("touchstart", fingers([0, 0], [30, 40]));
  expect(send("touchmove", fingers([0, 0], [35, 47]))).toBe(true);
  expect(steps).toEqual([]);
  send("touchmove", fingers([0, 0], [36, 48]));
  expect(steps).toEqual([1]);
  send("touchmove", fingers([0, 0], [31, 41]));
  expect(steps).toEqual([1]);
  send("touchmove", fingers([0, 0], [30, 40]));
  expect(steps).toEqual([1, -1]);
});

test("how far fingers are apart is measured both ways", () => {
  send("touchstart", fingers([100, 100], [70, 60]));
  send("touchmove", fingers([100, 100], [40, 20]));
  expect(steps).toEqual([1]);
});

test("two fingers that move together scroll, as far as the middle between them goes", () => {
  send("touchstart", fingers([0, 0], [30, 40]));
  expect(send("touchmove", fingers([0, 10], [30, 50]))).toBe(true);
  send("touchmove", fingers([4, 4], [34, 44]));
  expect([pans, steps]).toEqual([
    [
      [0, 10],
      [4, -6],
    ],
    [],
  ]);
});

test("of two fingers the one that is left means nothing more, and a new second begins anew", () => {
  send("touchstart", fingers([0, 0], [30, 40]));
  send("touchend", fingers([0, 0]));
  expect(send("touchmove", fingers([90, 90]))).toBe(false);
  send("touchstart", fingers([90, 90], [290, 90]));
  send("touchmove", fingers([90, 90], [290, 90]));
  expect([pans, steps]).toEqual([[[0, 0]], []]);
});

test("one finger or three are something else", () => {
  send("touchstart", fingers([0, 0]));
  expect(send("touchmove", fingers([0, 0], [300, 400]))).toBe(false);
  send("touchstart", fingers([0, 0], [30, 40]));
  expect(send("touchmove", fingers([500, 500]))).toBe(false);
  expect(send("touchmove", fingers([0, 0], [300, 400], [1, 1]))).toBe(false);
  expect(steps).toEqual([]);
});

test("it ends", () => {
  end();
  send("touchstart", fingers([0, 0], [30, 40]));
  expect([wheel(-100), send("touchmove", fingers([0, 0], [300, 400]))]).toEqual([false, false]);
  expect(steps).toEqual([]);
});
