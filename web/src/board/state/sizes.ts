/** Sizes of tiles and gaps, from the look's table of layouts, in pixels. */

/** The shape of the screen. */
export type ScreenForm = "desktop" | "phone" | "landscape" | "big";

/** How a table is measured: tile widths from the largest, the gaps within a set, between sets and between rows. */
export interface Sizes {
  readonly steps: readonly number[];
  readonly gap: number;
  readonly setGap: number;
  readonly rowGap: number;
  readonly strip: number;
}

export const SIZES: Readonly<Record<ScreenForm, Sizes>> = {
  desktop: { steps: [56, 54, 52, 50, 48, 46, 44, 42, 40], gap: 2, setGap: 30, rowGap: 26, strip: 96 },
  phone: { steps: [38, 36, 34, 33, 32, 31, 30, 29, 28], gap: 1, setGap: 10, rowGap: 13, strip: 58 },
  landscape: { steps: [34, 33, 32, 31, 30, 29, 28], gap: 1, setGap: 13, rowGap: 11, strip: 46 },
  big: { steps: [44], gap: 2, setGap: 12, rowGap: 15, strip: 64 },
};

/** The form of a window of this size. */
export function formOf(width: number, height: number, bigTiles: boolean): ScreenForm {
  if (bigTiles && width < 700) return "big";
  if (height < 500 && width > height) return "landscape";
  return width < 700 ? "phone" : "desktop";
}

/** How a rack is shown: the width of a tile, in one or two rows; more tiles than fit scroll sideways. */
export interface RackSize {
  readonly tile: number;
  readonly rows: 1 | 2;
}

/** How a rack is shown with so many slots in the longer of its two rows. */
export function rackSize(form: ScreenForm, slots: number): RackSize {
  switch (form) {
    case "desktop":
      return { tile: Math.round(clamp(59 - ((slots - 13) * 9) / 3, 50, 59)), rows: 2 };
    case "phone":
      return { tile: slots <= 7 ? 46 : slots <= 8 ? 41 : 36, rows: 2 };
    case "landscape":
      return slots * 2 <= 15 ? { tile: slots * 2 <= 13 ? 41 : 36, rows: 1 } : { tile: 34, rows: 2 };
    case "big":
      return { tile: 56, rows: 2 };
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
