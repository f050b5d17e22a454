import { formatTiles, parseTiles } from "../../src/core/notation";
import type { Kind } from "../../src/core/tiles";

/** Do something with tiles, in and out as text. */
export const byText = (text: string, change: (tiles: Kind[]) => Kind[]): string =>
  formatTiles(change(parseTiles(text)));
