/** How sets lie in a picture of a table, so that their tiles are as large as they can be. */

/** Widths and heights by the width of a tile: a gap in a set, one between sets, and a row with the gap below it. */
const WITHIN = 0.035;
const BETWEEN = 0.43;
const ROW = 1.62;

/** The sets of each row by their places, and how many tiles the picture is wide and high. */
export interface PictureRows {
  readonly rows: readonly (readonly number[])[];
  readonly across: number;
  readonly down: number;
}

/** The rows of sets of these sizes for a box that is so many times as wide as high. */
export function pictureRows(sizes: readonly number[], shape: number): PictureRows {
  const widths = sizes.map((size) => size * (1 + WITHIN));
  const all = widths.reduce((sum, width) => sum + width + BETWEEN, 0);
  const least = Math.max(1, ...widths);
  let best: PictureRows = { rows: [], across: 1, down: 1 };
  let size = 0;
  for (let most = least; most <= all + 1; most += 0.5) {
    const found = packed(widths, most);
    const scale = Math.min(shape / found.across, 1 / found.down);
    if (scale > size) [best, size] = [found, scale];
  }
  return best;
}

function packed(widths: readonly number[], most: number): PictureRows {
  const rows: number[][] = [];
  let [across, left] = [1, 0];
  widths.forEach((width, at) => {
    const row = rows.at(-1);
    if (row && left + BETWEEN + width <= most) {
      row.push(at);
      left += BETWEEN + width;
    } else {
      rows.push([at]);
      left = width;
    }
    across = Math.max(across, left);
  });
  return { rows, across, down: Math.max(1, rows.length) * ROW };
}
