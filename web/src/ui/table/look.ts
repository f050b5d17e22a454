/** How the tiles and sets of a game are shown and called. */

import type { BoardLook, SetLook } from "../../board";
import { kindsOf } from "../../board/state";
import type { TableSet } from "../../board/state";
import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { isJoker, MIRROR } from "../../core/tiles";
import type { Colour, Kind } from "../../core/tiles";
import { getLocale } from "../../paraglide/runtime.js";
import { faceOf } from "../tiles/face";
import { jokerAbout, nameIn, readingWords, setWords, tileName } from "../tiles/words";

/** The look of a game; `mirror` is asked for its rule for a mirror joker. How a set is shown is worked out once. */
export function tableLook(mirror: () => Mirror | null): BoardLook {
  let known = new WeakMap<TableSet, SetLook>();
  let by = "";
  return {
    face: (kind) => faceOf(kind),
    name: (kind) => tileName(kind),
    about: jokerAbout,
    set: (set) => {
      const [rule, language] = [mirror(), getLocale()];
      if (by !== `${rule} ${language}`) known = new WeakMap();
      by = `${rule} ${language}`;
      const look = known.get(set) ?? setLook(kindsOf(set.tiles), rule);
      known.set(set, look);
      return look;
    },
  };
}

function setLook(kinds: readonly Kind[], mirror: Mirror | null): SetLook {
  const reading = read(kinds, mirror);
  // A set that can be read in another order than it lies stands for nothing yet.
  const lies = reading?.tiles.every((kind, at) => kind === kinds[at]) ?? false;
  const covers = lies ? (reading?.covers ?? []) : [];
  const colourAt = (place: number): Colour | null =>
    covers[place]?.find((cover) => cover.colour !== null)?.colour ?? null;
  return {
    label: setWords(kinds, mirror),
    reads: reading ? readingWords(reading) : "",
    faces: kinds.map((kind, place) =>
      isJoker(kind) ? faceOf(kind, covers[place] ?? null, [colourAt(place - 1), colourAt(place + 1)]) : faceOf(kind),
    ),
    names: kinds.map((kind, place) => nameIn(kind, covers[place])),
    axis: lies ? kinds.indexOf(MIRROR) : -1,
  };
}
