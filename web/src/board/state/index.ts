/**
 * The table without a page: plain immutable values and functions on them. It knows tiles, not rules.
 *
 * A `TableDraft` is everything on the screen: `draft.now.sets` and `shownRack(draft.now)` are what to draw, keyed by
 * `tile.id` and `set.id`, which stay the same whatever happens. A game begins with
 *
 *     draft = hear(EMPTY_DRAFT, { table, rack, seat: null }, true).draft
 *
 * and whatever others do goes the same way: `hear(draft, { table, rack, seat }, over)`, where `over` says
 * that it ended one's own turn. The `Heard` has the movements to animate, what changed on the table, and the parts of
 * a plan that could not stay. `restore(draft, kinds, first)` takes up a draft that was stored.
 *
 * The player's hand: `move(draft, tiles, spot)`, `split`, `join`, `placeSet`, `orderSet`, `sortRack`, `putBack`,
 * `undo`, `redo`, `undoAll`, `redoAll`. What cannot be done gives the very same draft back (`===`).
 * `kindsOn(draft.now.sets)` is the table to play; `laid`, `differs` say what the turn has done so far.
 *
 * The screen: `layOutAgain(memory, draft.now.sets, view, before, settle)` says where sets lie; `targets` and `nearest`
 * where dragged tiles may be dropped, with `legal` asked of the rules' reader; `drag(state, event, …)` and
 * `press(state, key, …)` turn pointer and keyboard events into gestures, which the page carries out:
 * select → keep the selection · lift, drag, return → show it · drop → `move` to the spot of `nearest`
 * place → `move` · split → `split` · explain → say how the set reads · lasso → `lasso(allRects(scene), area)`
 */

export * from "./drag";
export * from "./draft";
export * from "./fit";
export * from "./follow";
export * from "./geometry";
export * from "./keyboard";
export * from "./layout";
export * from "./arrangement";
export { rackTile, formOf, scaleOf, sizesFor, SIZES } from "./sizes";
export type { ScreenForm, Sizes } from "./sizes";
export { hear, rebase, restore } from "./rebase";
export type { Conflict, Heard } from "./rebase";
export * from "./selection";
export * from "./targets";
