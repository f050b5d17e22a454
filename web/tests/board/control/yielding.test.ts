import { expect, test } from "vitest";
import { layOut, SIZES } from "../../../src/board/state";
import type { SetId, TileId } from "../../../src/board/state";
import { clearanceFor } from "../../../src/board/control/clearance";
import { Yielding } from "../../../src/board/control/yielding";
import { begun } from "../state/kit";

interface Shown {
  readonly style: Record<string, string>;
  readonly parentElement?: Shown | undefined;
}

test("what makes room is shown aside while something is held, and is back at once when nothing is", () => {
  const { sets } = begun("r1 r2 r3 | b1 b2 b3").now;
  const layout = layOut(sets, { ...SIZES.desktop, steps: [56], width: 1200, height: 600 }, null, true);
  const whole = new Map<SetId, Shown>(sets.map((set) => [set.id, { style: {} }]));
  const elements = new Map<TileId, Shown>(
    sets.flatMap((set) => set.tiles.map(({ id }) => [id, { style: {}, parentElement: whole.get(set.id) }] as const)),
  );
  const yielding = new Yielding((id) => elements.get(id) as unknown as HTMLElement);
  const [red, blue] = sets.map((set) => set.id) as [SetId, SetId];
  const aside = (id: SetId): string | undefined => whole.get(id)?.style["transform"];
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 3 }), layout, true);
  expect([aside(red), aside(blue)]).toEqual([undefined, expect.stringMatching(/^translateX/)]);
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 1 }), layout, true);
  expect(sets[0]?.tiles.map(({ id }) => elements.get(id)?.style["transform"])).toEqual([
    expect.stringMatching(/^translateX\(-/),
    expect.stringMatching(/^translateX\(\d/),
    expect.stringMatching(/^translateX\(\d/),
  ]);
  yielding.show(null, layout, true);
  expect([aside(blue), whole.get(blue)?.style["willChange"]]).toEqual(["", "transform"]);
  yielding.show(null, layout, false);
  expect(whole.get(blue)?.style).toEqual({ transform: "", transition: "", willChange: "", zIndex: "" });
  // What is back is left alone: others may move it now.
  const free = whole.get(blue)?.style ?? {};
  free["transform"] = "scale(2)";
  yielding.show(null, layout, false);
  expect(free["transform"]).toBe("scale(2)");
  // What isn't drawn yet can't be shown aside.
  elements.clear();
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 3 }), layout, true);
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 1 }), layout, true);
  expect(free["transform"]).toBe("scale(2)");
});
