/** A tile to look at, by itself: what a page needs that shows tiles and no table. */

export type { Face, FaceColour } from "./view/look";
export { default as Tile } from "./view/Tile.svelte";
export { default as TileBack } from "./view/TileBack.svelte";
