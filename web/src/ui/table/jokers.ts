/** What the jokers that are not like the others could stand for. */

import { kindsOf, setOf } from "../../board/state";
import type { Arrangement, Target } from "../../board/state";
import { parseTiles } from "../../core/notation";
import { CHANGE, DOUBLE, MIRROR, type Kind } from "../../core/tiles";

/** Sets that show what each can do, where nothing on the table would take it. */
const EXAMPLES: ReadonlyMap<Kind, string> = new Map([
  [DOUBLE, "r2 d r5"],
  [CHANGE, "b4 b5 c r7"],
  [MIRROR, "b4 b5 m b5 b4"],
]);
const MOST = 2;

/** Whether a joker needs to be explained: the usual one does not. */
export const isSpecial = (kind: Kind): boolean => EXAMPLES.has(kind);

/** Sets with this joker in them: those of the table that would take it, else an example. */
export function jokerPictures(kind: Kind, open: readonly Target[], now: Arrangement): Kind[][] {
  const here = open.flatMap(({ spot, legal }) => {
    const set = legal && spot.to === "set" ? setOf(now, spot.set) : undefined;
    if (!set || spot.to !== "set") return [];
    const kinds = kindsOf(set.tiles);
    return kinds.length < 3 ? [] : [[...kinds.slice(0, spot.place), kind, ...kinds.slice(spot.place)]];
  });
  return here.length ? here.slice(0, MOST) : [parseTiles(EXAMPLES.get(kind) ?? "")];
}
