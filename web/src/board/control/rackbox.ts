/** How a rack lies on its ledges: how many there are, the size of its tiles, and the gaps between colours or numbers. */

import { placeOn, rackTile, TILE_RATIO, tileHeight, tilesOf } from "../state";
import type { BoardTile, RackBox, RackRows, Rect, ScreenForm } from "../state";

interface RackLook {
  /** Between two tiles. */
  readonly gap: number;
  /** Between two colours or numbers of a rack in order, where there is room. */
  readonly part: number;
  /** How far two ledges are apart, their edges included, and how far three. */
  readonly rowGap: number;
  readonly close: number;
  /** Tiles as small as this are fine in two rows; before they are smaller there is a third. */
  readonly fair: number;
  /** The smallest tile before the rack scrolls, and how large tiles are then. */
  readonly least: number;
  readonly scrolled: number;
  /** Three ledges take no more than this part of the window's height. */
  readonly share: number;
}

const LOOKS: Readonly<Record<ScreenForm, RackLook>> = {
  desktop: { gap: 5, part: 12, rowGap: 29, close: 24, fair: 48, least: 40, scrolled: 48, share: 0.27 },
  phone: { gap: 4, part: 7, rowGap: 19, close: 15, fair: 34, least: 26, scrolled: 32, share: 0.25 },
  landscape: { gap: 4, part: 7, rowGap: 12, close: 12, fair: 32, least: 28, scrolled: 32, share: 0.25 },
  big: { gap: 5, part: 9, rowGap: 19, close: 15, fair: 46, least: 44, scrolled: 52, share: 0.36 },
};

/** What a rack must know of its window: its form, how much larger than usual everything is, and how high it is. */
export interface RackScreen {
  readonly form: ScreenForm;
  readonly scale: number;
  readonly height: number;
}

/** So many lines, whether the rows follow each other on them, and the slots on each. */
interface RackLines {
  readonly lines: number;
  readonly flows: boolean;
  readonly slots: number;
  readonly tile: number;
}

/** The rack within a ledge; `parts` says which tiles of it, row by row, begin another colour or number. */
export function rackBoxOf(
  { form, scale, height }: RackScreen,
  { x, y, width }: Rect,
  rack: RackRows,
  parts: (tiles: readonly BoardTile[]) => ReadonlySet<BoardTile>,
): RackBox {
  const look = scaled(LOOKS[form], scale);
  const longest = Math.max(1, ...rack.map((row) => row.length));
  const usual = Math.round(rackTile(form, longest) * scale);
  const { lines, flows, slots: needed, tile } = linesOf(form, look, usual, { width, height }, rack);
  const { gap, part } = look;
  // Several lines on which rows follow each other are equally long; elsewhere there are slots as far as the ledge goes.
  const fit = Math.floor((width + gap) / (tile + gap));
  const slots = flows && lines > 1 ? needed : Math.max(flows ? needed : 1, fit);
  const before = (row: number): number => rack.slice(0, row).reduce((sum, each) => sum + each.length, 0);
  const starts = flows ? rack.map((_, row) => before(row)) : undefined;
  const free = width + gap - needed * (tile + gap);
  const rowGap = lines > 2 ? look.close : look.rowGap;
  const box = { x, y, tile, gap, rowGap, lines, slots, starts };
  return { ...box, asides: asides(rack, box, parts(tilesOf(rack)), part, free) };
}

/** How high the ledges are together. */
export const rackHeight = ({ lines, tile, rowGap }: Pick<RackBox, "lines" | "tile" | "rowGap">): number =>
  lines * tileHeight(tile) + (lines - 1) * rowGap;

const scaled = (look: RackLook, scale: number): RackLook => {
  const by = (size: number): number => Math.round(size * scale);
  const { gap, part, rowGap, close, fair, least, scrolled } = look;
  const sizes = { gap: by(gap), part: by(part), rowGap: by(rowGap), close: by(close) };
  return { ...look, ...sizes, fair: by(fair), least: by(least), scrolled: by(scrolled) };
};

/** Two rows as long as they are fair to the eye, then a third where the cloth has room, smaller tiles, and scrolling. */
function linesOf(
  form: ScreenForm,
  look: RackLook,
  usual: number,
  { width, height }: { readonly width: number; readonly height: number },
  rack: RackRows,
): RackLines {
  const { gap, fair, least, close, share } = look;
  const longest = Math.max(1, ...rack.map((row) => row.length));
  const total = Math.max(
    1,
    rack.reduce((sum, row) => sum + row.length, 0),
  );
  const tight = (slots: number): number => (width ? Math.floor((width + gap) / slots - gap) : usual);
  const inLines = (lines: number, most: number): RackLines => {
    const slots = Math.ceil(total / lines);
    return { lines, flows: true, slots, tile: Math.min(most, tight(slots)) };
  };
  const side = form === "landscape";
  const two = side ? Math.min(usual, rackTile(form, Infinity)) : usual;
  const rows: RackLines = { lines: rack.length, flows: false, slots: longest, tile: Math.min(two, tight(longest)) };
  /** The largest tile with which three ledges take no more than their share. */
  const high = Math.floor((share * height - 2 * close) / 3 / TILE_RATIO);
  const fairly = [rows, inLines(2, two)];
  if (side && longest * 2 <= 15) fairly.unshift(inLines(1, usual));
  const found =
    fairly.find(({ tile }) => tile >= fair) ??
    [inLines(3, Math.min(two, high)), rows, inLines(2, two)].find(({ tile }) => tile >= least);
  if (found) return found;
  return { ...inLines(high >= look.scrolled ? 3 : 2, two), tile: Math.min(two, look.scrolled) };
}

/** How far the slots of each row are moved along by the gaps between colours or numbers, within the room there is. */
function asides(
  rack: RackRows,
  box: Pick<RackBox, "starts" | "slots">,
  begin: ReadonlySet<BoardTile>,
  widest: number,
  free: number,
): number[][] {
  const places = rack.map((row, number) =>
    row.map((tile, slot) => {
      const start = box.starts?.[number];
      const [line, at] = start === undefined ? [number, slot] : placeOn(box, start + slot);
      return { line, begins: tile !== null && at > 0 && begin.has(tile) };
    }),
  );
  const counts = new Map<number, number>();
  for (const { line, begins } of places.flat()) counts.set(line, (counts.get(line) ?? 0) + (begins ? 1 : 0));
  const part = Math.max(0, Math.min(widest, free / Math.max(1, ...counts.values())));
  const far = new Map<number, number>();
  return places.map((row) =>
    row.map(({ line, begins }) => {
      far.set(line, (far.get(line) ?? 0) + (begins ? part : 0));
      return far.get(line) ?? 0;
    }),
  );
}
