import { expect, test } from "vitest";
import { layOut, SIZES, tilesOn } from "../../../src/board/state";
import type { SetId } from "../../../src/board/state";
import { clearanceFor } from "../../../src/board/control/clearance";
import { Yielding } from "../../../src/board/control/yielding";
import { begun } from "../state/kit";

interface Shown {
  readonly style: Record<string, string>;
}

const shown = (ids: readonly number[]): Map<number, Shown> => new Map(ids.map((id) => [id, { style: {} }]));

test("what makes room is shown aside while something is held, and is back at once when nothing is", () => {
  const { sets } = begun("r1 r2 r3 | b1 b2 b3").now;
  const layout = layOut(sets, { ...SIZES.desktop, steps: [56], width: 1200, height: 600 }, null, true);
  const frames = shown(sets.map((set) => set.id));
  const elements = shown(tilesOn(sets).map((tile) => tile.id));
  const yielding = new Yielding(
    (id) => elements.get(id) as unknown as HTMLElement,
    (id) => frames.get(id) as unknown as HTMLElement,
  );
  const [red, blue] = sets.map((set) => set.id) as [SetId, SetId];
  const asides = (at: number): (string | undefined)[] =>
    (sets[at]?.tiles ?? []).map(({ id }) => elements.get(id)?.style["transform"]);
  const aside = (id: SetId): string | undefined => frames.get(id)?.style["transform"];
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 3 }), layout, true);
  expect([aside(red), aside(blue)]).toEqual([undefined, expect.stringMatching(/^translateX/)]);
  // A set moves with all of its tiles, none of which is in it.
  expect(asides(0)).toEqual([undefined, undefined, undefined]);
  expect(asides(1)).toEqual([aside(blue), aside(blue), aside(blue)]);
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 1 }), layout, true);
  expect(asides(0)).toEqual([
    expect.stringMatching(/^translateX\(-/),
    expect.stringMatching(/^translateX\(\d/),
    expect.stringMatching(/^translateX\(\d/),
  ]);
  yielding.show(null, layout, true);
  expect([aside(blue), frames.get(blue)?.style["willChange"]]).toEqual(["", "transform"]);
  yielding.show(null, layout, false);
  expect(frames.get(blue)?.style).toEqual({ transform: "", transition: "", willChange: "", zIndex: "" });
  // What is back is left alone: others may move it now.
  const free = frames.get(blue)?.style ?? {};
  free["transform"] = "scale(2)";
  yielding.show(null, layout, false);
  expect(free["transform"]).toBe("scale(2)");
  // What isn't drawn yet can't be shown aside.
  elements.clear();
  frames.clear();
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 3 }), layout, true);
  yielding.show(clearanceFor(layout, { to: "set", set: red, place: 1 }), layout, true);
  expect(free["transform"]).toBe("scale(2)");
});
