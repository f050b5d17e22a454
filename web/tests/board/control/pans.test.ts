import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Hand } from "../../../src/board/control/hand.svelte";
import { Surface } from "../../../src/board/control/surface.svelte";
import type { Point } from "../../../src/board/state";
import { middle, TestHost, TestPage } from "./kit.svelte";

const MANY = Array.from({ length: 40 }, () => "r1 r2 r3").join(" | ");
const LONG = Array.from({ length: 40 }, () => "b1").join(" ");

beforeEach(() => void vi.stubGlobal("requestAnimationFrame", () => {}));
afterEach(() => void vi.unstubAllGlobals());

/** Whether a finger lifts the tile it is drawn from, this far at once. */
function lifts(table: string, rack: string, text: string, by: Point): boolean {
  const host = new TestHost(table, rack);
  const page = new TestPage();
  page.seen = { ...page.seen, ledge: { ...page.seen.ledge, width: 300 } };
  const surface = new Surface(host, page);
  surface.measure();
  const hand = new Hand(host, surface, { expect: () => {}, run: () => {} }, () => {});
  const { x, y } = middle(surface.rects().get(host.id(text)) ?? { x: 0, y: 0, width: 0, height: 0 });
  const finger = { pointer: 1, device: "touch", shift: false, second: false } as const;
  hand.down({ x, y, ...finger });
  hand.move({ x: x + by.x, y: y + by.y, ...finger });
  return hand.lifted !== null;
}

const [UP, ASIDE] = [
  { x: 0, y: -30 },
  { x: 30, y: 0 },
];

describe("a finger drawn quickly", () => {
  test("over a rack that scrolls lifts a tile upwards, and scrolls sideways", () => {
    expect([lifts(MANY, LONG, "b1", UP), lifts(MANY, LONG, "b1", ASIDE)]).toEqual([true, false]);
  });

  test("over a rack that doesn't scroll lifts a tile either way, though the cloth scrolls", () => {
    expect([lifts(MANY, "k1", "k1", UP), lifts(MANY, "k1", "k1", ASIDE)]).toEqual([true, true]);
  });

  test("over a cloth that scrolls lifts a tile sideways, and scrolls up and down", () => {
    expect([lifts(MANY, LONG, "r1", UP), lifts(MANY, LONG, "r1", ASIDE)]).toEqual([false, true]);
  });

  test("over a cloth that doesn't scroll lifts a tile either way, though the rack scrolls", () => {
    expect([lifts("r1 r2 r3", LONG, "r1", UP), lifts("r1 r2 r3", LONG, "r1", ASIDE)]).toEqual([true, true]);
  });
});
