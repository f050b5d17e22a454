/** How a rack lies on its ledges: the size of its tiles, and the gaps between its colours or numbers. */

import { rackSize, tileHeight, tilesOf } from "../state";
import type { BoardTile, RackBox, RackRows, Rect, ScreenForm } from "../state";

interface RackLook {
  /** Between two tiles. */
  readonly gap: number;
  /** Between two colours or numbers of a rack in order, where there is room. */
  readonly part: number;
  /** How far the ledges are apart, their edges included. */
  readonly rowGap: number;
  /** The smallest tile before the rack scrolls. */
  readonly least: number;
}

const LOOKS: Readonly<Record<ScreenForm, RackLook>> = {
  desktop: { gap: 5, part: 12, rowGap: 29, least: 48 },
  phone: { gap: 4, part: 7, rowGap: 19, least: 34 },
  landscape: { gap: 4, part: 7, rowGap: 12, least: 32 },
  big: { gap: 5, part: 9, rowGap: 19, least: Infinity },
};

/** The rack within a ledge; `parts` says which tiles of it, row by row, begin another colour or number. */
export function rackBoxOf(
  form: ScreenForm,
  scale: number,
  ledge: Rect,
  rack: RackRows,
  parts: (tiles: readonly BoardTile[]) => ReadonlySet<BoardTile>,
): RackBox {
  const scaled = (size: number): number => Math.round(size * scale);
  const look = LOOKS[form];
  const [gap, part, rowGap] = [scaled(look.gap), scaled(look.part), scaled(look.rowGap)];
  const longest = Math.max(1, ...rack.map((row) => row.length));
  const { tile: plain, rows } = rackSize(form, longest);
  const usual = scaled(plain);
  const { x, y, width } = ledge;
  const needed = rows === 1 ? rack.reduce((sum, row) => sum + row.length, 0) : longest;
  // Where there is not quite room for all, tiles are a little smaller before the rack scrolls.
  const tight = Math.floor((width + gap) / needed - gap);
  const tile = width === 0 ? usual : Math.max(Math.min(usual, look.least), Math.min(usual, tight));
  const slots = Math.max(1, Math.floor((width + gap) / (tile + gap)));
  const free = width + gap - needed * (tile + gap);
  return { x, y, tile, gap, rowGap, rows, slots, asides: asides(rack, rows, parts(tilesOf(rack)), part, free) };
}

/** How high the ledges are together. */
export const rackHeight = ({ rows, tile, rowGap }: RackBox): number => rows * tileHeight(tile) + (rows - 1) * rowGap;

/** How far the slots of each row are moved along by the gaps between colours or numbers, within the room there is. */
function asides(rack: RackRows, rows: 1 | 2, begin: ReadonlySet<BoardTile>, widest: number, free: number): number[][] {
  const begins = (tile: BoardTile | null, at: number): boolean =>
    tile !== null && begin.has(tile) && (at > 0 || rows === 1);
  const counts = rack.map((row) => row.filter(begins).length);
  const most = rows === 1 ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
  const part = Math.max(0, Math.min(widest, free / Math.max(1, most)));
  let aside = 0;
  return rack.map((row) => {
    if (rows === 2) aside = 0;
    return row.map((tile, at) => (aside += begins(tile, at) ? part : 0));
  });
}
