import { expect, test } from "vitest";
import { clockShown, isLate, type ClockShown } from "../../src/app/clock";

const clock = (left: number, bank = 0): ClockShown => ({ seat: 0, left, bank, turn: 60, paused: false });

test.each([
  [60, 60, 1],
  [59.3, 60, 1],
  [30, 30, 0.5],
  [14.2, 15, 0.25],
  [0, 0, 0],
])("with %d seconds left the figure is %d and the ring the same part of a minute", (left, seconds, part) => {
  expect(clockShown(clock(left), 0)).toMatchObject({ seconds, part });
});

test("after the turn's own time figure and ring are the bank's", () => {
  expect(clockShown(clock(0, 89.5), 180)).toEqual({ seconds: 90, part: 0.5, banking: true, late: false });
  expect(isLate(clock(0, 9))).toBe(true);
  expect(isLate(clock(5, 30))).toBe(false);
});
