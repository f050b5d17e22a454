/** Sizes of tiles and gaps, from the look's table of layouts, in pixels. */

import { TILE_RATIO } from "./geometry";

/** The shape of the screen. */
export type ScreenForm = "desktop" | "phone" | "landscape" | "big";

/**
 * How a table is measured: tile widths from the largest, the gaps within a set, between sets and between rows, and the
 * strip for a new set. Tiles larger than `roomy` leave a row free as well, so that a turn does not make them smaller.
 */
export interface Sizes {
  readonly steps: readonly number[];
  readonly gap: number;
  readonly setGap: number;
  readonly rowGap: number;
  readonly strip: number;
  readonly roomy: number;
}

const LARGE = [200, 184, 170, 157, 145, 134, 124, 114, 105, 97, 90, 83, 77, 71, 65, 60, 56, 52, 48, 44, 40];
const SMALL = [50, 46, 42, 38, 36, 34, 33, 32, 31, 30, 29, 28];

export const SIZES: Readonly<Record<ScreenForm, Sizes>> = {
  desktop: { steps: LARGE, gap: 2, setGap: 30, rowGap: 26, strip: 96, roomy: 48 },
  phone: { steps: SMALL, gap: 1, setGap: 10, rowGap: 13, strip: 58, roomy: 34 },
  landscape: { steps: SMALL, gap: 1, setGap: 13, rowGap: 11, strip: 46, roomy: 32 },
  big: { steps: [56, 52, 48, 44], gap: 2, setGap: 12, rowGap: 15, strip: 64, roomy: 44 },
};

/** However empty the cloth, so many tiles lie side by side and so many rows one below the other. */
const ACROSS: Readonly<Record<ScreenForm, number>> = { desktop: 12, phone: 8, landscape: 12, big: 6.5 };
const ROWS = 3;
/** On a screen of usual size tiles are never larger than this. */
const MOST = 77;

/** How much larger than usual everything on a large screen is, in tenths. */
export const scaleOf = (form: ScreenForm, width: number, height: number): number =>
  form === "desktop" ? clamp(Math.floor(Math.min(width / 1440, height / 900) * 10) / 10, 1, 2.5) : 1;

/** How a table is measured on a cloth of this size. */
export function sizesFor(form: ScreenForm, scale: number, width: number, height: number): Sizes {
  const usual = SIZES[form];
  const [gap, setGap, rowGap, strip] = [usual.gap, usual.setGap, usual.rowGap, usual.strip].map((each) =>
    Math.round(each * scale),
  ) as [number, number, number, number];
  const high = ((height - strip) / ROWS - rowGap) / TILE_RATIO;
  const most = Math.min(MOST * scale, width / ACROSS[form], high);
  const least = usual.steps.at(-1) ?? 1;
  const steps = usual.steps.filter((step) => step <= most || step === least);
  return { steps, gap, setGap, rowGap, strip, roomy: usual.roomy };
}

/** The form of a window of this size. */
export function formOf(width: number, height: number, bigTiles: boolean): ScreenForm {
  if (bigTiles && width < 700) return "big";
  if (height < 500 && width > height) return "landscape";
  return width < 700 ? "phone" : "desktop";
}

/** How large the tiles of a rack are where there is room, with so many slots in the longer of its two rows. */
export function rackTile(form: ScreenForm, slots: number): number {
  switch (form) {
    case "desktop":
      return Math.round(clamp(59 - ((slots - 13) * 9) / 3, 50, 59));
    case "phone":
      return slots <= 7 ? 46 : slots <= 8 ? 41 : 36;
    case "landscape":
      return slots * 2 <= 13 ? 41 : slots * 2 <= 15 ? 36 : 34;
    case "big":
      return 56;
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
