/** How the tiles and sets of a game are shown and called. */

import type { BoardLook, SetLook } from "../../board";
import { kindsOf } from "../../board/state";
import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { isJoker, MIRROR } from "../../core/tiles";
import type { Colour, Kind } from "../../core/tiles";
import { faceOf } from "../tiles/face";
import { jokerAbout, nameIn, readingWords, setWords, tileName } from "../tiles/words";

/** The look of a game; `mirror` is asked for its rule for a mirror joker. */
export const tableLook = (mirror: () => Mirror | null): BoardLook => ({
  face: (kind) => faceOf(kind),
  name: (kind) => tileName(kind),
  about: jokerAbout,
  set: (set) => setLook(kindsOf(set.tiles), mirror()),
});

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
