/** A table of tiles for any page: see README.md. */

export { Board } from "./control/board.svelte";
export type { HeardMove } from "./control/board.svelte";
export type { BoardHost, HandDeed } from "./control/host";
export { tileIn } from "./control/motion";
export { mountTable } from "./mount";
export type { MountedTable, TableOptions } from "./mount";
export * from "./state";
export { default as Cloth } from "./view/Cloth.svelte";
export { default as DragLayer } from "./view/DragLayer.svelte";
export type { BoardLook, ClothWords, Face, FaceColour, SetLook } from "./view/look";
export { default as Rack } from "./view/Rack.svelte";
export { default as Table } from "./view/Table.svelte";
