import { describe, expect, test } from "vitest";
import { flightsOf, laysOf, plansOf } from "../../../src/board/control/flights";
import type { Airspace, Flight, FlightPlan, Lay, Travel } from "../../../src/board/control/flights";
import { allRects, layOut, SIZES } from "../../../src/board/state";
import type { Rect, Scene } from "../../../src/board/state";
import { begun, tile } from "../state/kit";

const AIR: Airspace = {
  table: { x: 100, y: 50 },
  rack: { x: 200, y: 600 },
  cloth: { x: 100, y: 50, width: 1000, height: 400 },
  scrolls: false,
};
const SCROLLED: Airspace = { ...AIR, scrolls: true };
const rect = (x: number, y: number, width = 50): Rect => ({ x, y, width, height: width * 1.32 });
const onTable = (x: number, y: number, width = 50): Lay => ({ at: "table", rect: rect(x, y, width) });
const onRack = (x: number, y: number): Lay => ({ at: "rack", rect: rect(x, y) });

test("where tiles lie is told from the corner of the cloth and of the rack", () => {
  const draft = begun("r4 r5 r6", "k1");
  const layout = layOut(draft.now.sets, { ...SIZES.desktop, steps: [56], width: 1000, height: 400 }, null, true);
  const rack = { ...AIR.rack, tile: 59, gap: 5, rowGap: 20, lines: 2, slots: 13 } as const;
  const scene: Scene = { draft, layout, table: AIR.table, rack };
  const lays = laysOf(scene, allRects(scene), AIR);
  expect(lays.get(tile(draft, "r5"))).toEqual({ at: "table", rect: { x: 58, y: 0, width: 56, height: 74 } });
  expect(lays.get(tile(draft, "k1"))).toEqual({ at: "rack", rect: { x: 0, y: 0, width: 59, height: 78 } });
  expect(lays.size).toBe(4);
});

describe("a tile flies", () => {
  const none = new Map<number, never>();
  const flies = (from: Lay, to: Lay, seen?: Rect): Flight[] =>
    flightsOf(new Map([[1, to]]), new Map([[1, from]]), seen ? new Map([[1, seen]]) : none, AIR);

  test("when it lies elsewhere now, by more than a pixel", () => {
    expect(flies(onTable(0, 0), onTable(0, 0))).toEqual([]);
    expect(flies(onTable(0, 0), onTable(1, 0))).toEqual([]);
    expect(flies(onTable(0, 0), onTable(0.5, 0.6))).toHaveLength(1);
    expect(flies(onTable(0, 0), onTable(0, 2))).toEqual([{ id: 1, from: onTable(0, 0) }]);
    expect(flies(onTable(0, 0), onTable(-2, 0))).toHaveLength(1);
    expect(flies(onTable(0, 5), onTable(0, 0))).toHaveLength(1);
  });

  test("when it went from the rack to the table, though as far from the corner", () => {
    expect(flies(onRack(0, 0), onTable(0, 0))).toHaveLength(1);
    // The same place on the screen is the same place.
    expect(flies(onRack(0, 0), onTable(100, 550))).toEqual([]);
  });

  test("from where it was seen last rather than from where it lay", () => {
    expect(flies(onTable(0, 0), onTable(0, 0), rect(300, 300))).toEqual([{ id: 1, from: rect(300, 300) }]);
    expect(flies(onTable(0, 0), onTable(200, 250), rect(300, 300))).toEqual([]);
  });

  test("from nowhere it does not", () => {
    expect(flightsOf(new Map([[1, onTable(0, 0)]]), none, none, AIR)).toEqual([]);
  });
});

describe("how it flies", () => {
  const planOf = (from: Lay | Rect, to: Lay, air = AIR, travel: Travel = "snap"): FlightPlan | undefined =>
    plansOf([{ id: 1, from }], new Map([[1, to]]), travel, air)[0];
  const transform = (plan: FlightPlan | undefined): unknown => plan?.steps[0]?.["transform"];

  test("from there to here, growing or shrinking on the way", () => {
    expect(transform(planOf(onTable(10, 20, 40), onTable(110, 220, 80)))).toBe("translate(-100px, -200px) scale(0.5)");
    expect(transform(planOf(onRack(0, 0), onTable(0, 0)))).toBe("translate(100px, 550px) scale(1)");
    expect(transform(planOf(rect(500, 400), onTable(0, 0)))).toBe("translate(400px, 350px) scale(1)");
  });

  test("comes to rest where it lies", () => {
    const plan = planOf(onTable(0, 0), onTable(100, 0));
    expect(plan).toMatchObject({ id: 1, end: rect(200, 50), over: false, duration: 180 });
    expect(plan?.steps.map(({ offset }) => offset)).toEqual([undefined, 0, 1, undefined]);
    expect(plan?.steps.slice(2).map((step) => step["transform"])).toEqual(["none", "none"]);
    expect(plan?.steps[1]).toEqual({ ...plan?.steps[0], offset: 0, easing: "cubic-bezier(.2,.9,.25,1.12)" });
  });

  test.each([
    ["snap", 180, 180, "cubic-bezier(.2,.9,.25,1.12)"],
    ["sort", 280, 292, "cubic-bezier(.3,.7,.3,1)"],
    ["deal", 320, 360, "cubic-bezier(.2,.8,.3,1)"],
    ["others", 360, 480, "cubic-bezier(.3,.7,.25,1)"],
    ["home", 240, 240, "cubic-bezier(.2,.8,.3,1)"],
  ] as const)("%s takes %i ms for one tile and %i for two", (travel, one, two, easing) => {
    const now = new Map([1, 2].map((id) => [id, onTable(100, 0)]));
    const flights = [1, 2].map((id) => ({ id, from: onTable(0, 0) }));
    expect(plansOf(flights.slice(0, 1), now, travel, AIR)[0]?.duration).toBe(one);
    const both = plansOf(flights, now, travel, AIR);
    expect(both.map(({ duration }) => duration)).toEqual([two, two]);
    expect(both[1]?.steps[1]?.easing).toBe(easing);
    // The second leaves later, and both end as one.
    expect(both[1]?.steps[1]?.offset).toBeCloseTo((two - one) / two);
    expect(both[0]?.steps[2]?.offset).toBeCloseTo(one / two);
    expect(both[1]?.steps[2]?.offset).toBeCloseTo(1);
  });

  test("however many tiles fly, all is done in time", () => {
    const now = new Map(Array.from({ length: 30 }, (_, id) => [id, onTable(100, 0)]));
    const plans = plansOf(
      [...now.keys()].map((id) => ({ id, from: onTable(0, 0) })),
      now,
      "others",
      AIR,
    );
    expect(plans[0]?.duration).toBeCloseTo(1200);
    expect(plans[29]?.steps[1]?.offset).toBeCloseTo((1200 - 360) / 1200);
    expect(plans[1]?.steps[1]?.offset).toBeCloseTo((1200 - 360) / 29 / 1200);
  });

  test("a tile that is gone by now does not, and the others keep their time", () => {
    const now = new Map([[2, onTable(100, 0)]]);
    const plans = plansOf(
      [1, 2].map((id) => ({ id, from: onTable(0, 0) })),
      now,
      "others",
      AIR,
    );
    expect(plans.map(({ id }) => id)).toEqual([2]);
    expect(plans[0]?.steps[1]?.offset).toBeCloseTo(0.25);
  });

  describe("on a cloth that scrolls", () => {
    test("not at all from and to where nothing is seen", () => {
      expect(planOf(onTable(0, 900), onTable(0, 1000), SCROLLED)).toBeUndefined();
      expect(planOf(onTable(0, 900), onTable(0, 1000), AIR)).toBeDefined();
      expect(planOf(onTable(0, 900), onTable(0, 100), SCROLLED)).toBeDefined();
      expect(planOf(onTable(0, 100), onTable(0, 900), SCROLLED)).toBeDefined();
      // To the rack it is always seen.
      expect(planOf(onTable(0, 900), onRack(0, 0), SCROLLED)).toBeDefined();
    });

    test("above everything when it comes from beside the cloth, which would cut it off", () => {
      expect(planOf(onRack(0, 0), onTable(0, 0), SCROLLED)?.over).toBe(true);
      expect(planOf(rect(20, 20), onTable(0, 0), SCROLLED)?.over).toBe(true);
      expect(planOf(onRack(0, 0), onTable(0, 0), AIR)?.over).toBe(false);
      // From the cloth, to the rack, or seen over the cloth already it is not cut off.
      expect(planOf(onTable(0, 900), onTable(0, 0), SCROLLED)?.over).toBe(false);
      expect(planOf(rect(20, 20), onRack(0, 0), SCROLLED)?.over).toBe(false);
      expect(planOf(rect(500, 200), onTable(0, 0), SCROLLED)?.over).toBe(false);
    });
  });
});
