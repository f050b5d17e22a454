import { flushSync } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EMPTY_DRAFT } from "../../src/board/state";
import type { TableDraft } from "../../src/board/state";
import { untilDrawn } from "../../src/ui/table/held.svelte";
import { tableHeld } from "./held.svelte";

const [BEFORE, AFTER, LATER] = [1, 2, 3].map((next): TableDraft => ({ ...EMPTY_DRAFT, next })) as [
  TableDraft,
  TableDraft,
  TableDraft,
];

afterEach(() => vi.unstubAllGlobals());

describe("a move that is held back", () => {
  test("is shown when what is said of it is drawn and it is made ready, each step in a frame of its own", () => {
    const { live, held, frames } = tableHeld(BEFORE);
    const done: string[] = [];
    const [ready, lift, show] = ["ready", "lift", "show"].map((step) => () => void done.push(step)) as [
      () => void,
      () => void,
      () => void,
    ];
    const soFar = (): unknown[] => [held.shown, held.holds, ...done];
    live.draft = AFTER;
    held.hold(BEFORE, show, [ready, lift, untilDrawn]);
    expect(soFar()).toEqual([BEFORE, true]);
    frames.shift()?.();
    expect(soFar()).toEqual([BEFORE, true]);
    frames.shift()?.();
    expect(soFar()).toEqual([BEFORE, true, "ready"]);
    frames.shift()?.();
    expect(soFar()).toEqual([BEFORE, true, "ready", "lift"]);
    frames.shift()?.();
    expect(soFar()).toEqual([BEFORE, true, "ready", "lift"]);
    frames.shift()?.();
    expect(soFar()).toEqual([AFTER, false, "ready", "lift", "show"]);
    expect(frames).toHaveLength(0);
  });

  test("is shown at once when something else comes, and only then", () => {
    const { live, held, frames } = tableHeld(BEFORE);
    const [first, second] = [vi.fn(), vi.fn()];
    live.draft = AFTER;
    held.hold(BEFORE, first, []);
    live.draft = LATER;
    expect([held.release(), held.shown, first.mock.calls.length]).toEqual([true, LATER, 1]);
    expect([held.release(), first.mock.calls.length]).toEqual([false, 1]);
    // The frame that was waited for comes while another is held back: that one waits for its own.
    held.hold(AFTER, second, []);
    frames.shift()?.();
    expect([held.shown, second.mock.calls.length, frames.length]).toEqual([AFTER, 0, 1]);
    for (const _ of "..") frames.shift()?.();
    expect([held.shown, first.mock.calls.length, second.mock.calls.length]).toEqual([LATER, 1, 1]);
  });

  test("leaves the tiles on the screen alone until then", () => {
    const { live, held, frames, drawn } = tableHeld(BEFORE);
    flushSync();
    live.draft = AFTER;
    held.hold(BEFORE, () => {}, []);
    flushSync();
    expect(drawn).toEqual([BEFORE]);
    for (const _ of "..") frames.shift()?.();
    flushSync();
    expect(drawn).toEqual([BEFORE, AFTER]);
  });
});

test("it waits for frames that are drawn; on a page nobody sees there are none to wait for", () => {
  const frames: (() => void)[] = [];
  const page = { hidden: false };
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
  vi.stubGlobal("setTimeout", (what: () => void) => what());
  const { held } = tableHeld(AFTER, null);
  held.hold(BEFORE, () => {}, []);
  frames.shift()?.();
  expect(held.shown).toBe(BEFORE);
  frames.shift()?.();
  expect(held.shown).toBe(AFTER);
  page.hidden = true;
  held.hold(BEFORE, () => {}, []);
  expect(held.shown).toBe(AFTER);
});
