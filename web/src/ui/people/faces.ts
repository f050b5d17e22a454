/** The faces people may have: little things drawn here, each of one shape on a field of 24 by 24. */

import { characterOf } from "../../app/words";
import type { CharacterName } from "../../net/routes";
import type { FaceName } from "../../net/seen";
import { m } from "../../paraglide/messages.js";

type DrawnFace = Exclude<FaceName, "">;

export const FACE_PATHS: Readonly<Record<DrawnFace, string>> = {
  leaf: "M20 3.5C10 3.5 4.5 7.5 4.5 13.6c0 1.5.3 2.7.8 3.8C8 12.5 11.5 10 15.5 8.5 11.5 11 8 14.5 5.5 20l1.6.7.9-2C14.5 19.2 20 14.5 20 3.5Z",
  fish: "M2.5 12C5.5 6.5 12 5.5 16 9.7L21.5 6v12L16 14.3C12 18.5 5.5 17.5 2.5 12Zm5-1.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4Z",
  bird: "M2.5 17C8 17 7 7 14 7c2.6 0 4.3 1.5 4.6 3.6L22 12l-3.4 1.2C18 17.5 15 20 11 20c-3.6 0-6.5-1-8.5-3ZM14.8 9.4a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z",
  cat: "M4.5 3.5 9.4 7.2h5.2l4.9-3.7v9.3c0 4.6-3.2 7.7-7.5 7.7s-7.5-3.1-7.5-7.7Z",
  cup: "M4 8.5h13v1h1.2a3.4 3.4 0 0 1 0 6.8h-1.9A6.3 6.3 0 0 1 10.5 20 6.5 6.5 0 0 1 4 13.5Zm13 2.8v2.4l-.1.8h1.3a1.6 1.6 0 0 0 0-3.2ZM7.5 3c1.5 1.2 0 2.3 1 3.7H7C6 5.3 7.5 4.2 6.3 3Zm5 0c1.5 1.2 0 2.3 1 3.7H12c-1-1.4.5-2.5-.7-3.7Z",
  moon: "M14.5 2.8a9.3 9.3 0 1 0 6.7 12.4A8 8 0 0 1 14.5 2.8Z",
  boat: "M11 2.5v11.7H3.5ZM13 6l6.3 8.2H13ZM2.5 16h19L18 20.5H6Z",
  mushroom: "M3 12.5C3 7 7 3.5 12 3.5s9 3.5 9 9ZM9.3 14h5.4l1 6.5H8.3Z",
  acorn:
    "M4.5 10.2c0-3.2 2.9-5.2 6.5-5.5V2.5h2v2.2c3.6.3 6.5 2.3 6.5 5.5ZM5.8 11.7h12.4c0 5-3 7.7-6.2 9.5-3.2-1.8-6.2-4.5-6.2-9.5Z",
  kite: "M12 1.5 18.5 9.5 12 18.5 5.5 9.5ZM12 18.5c2.2.3 1.8 2 4 2.2.9.1 1.6-.2 2-.7l1.2 1c-.8 1-2 1.4-3.4 1.2-2.6-.4-2.2-2.2-4.3-2.3Z",
  pear: "M12.2 7.5c2.6 0 2.3 3.2 4.2 5.2 3.3 3.5 1 9-4.4 9s-7.7-5.5-4.4-9c1.9-2 2-5.2 4.6-5.2ZM11.3 6.6c0-2.4 1.2-4 3.4-4.6l.5 1.4c-1.5.5-2.2 1.5-2.2 3.2Z",
  snail:
    "M2 19.5c2.5-1 3.2-2.2 3.4-4.3a6.3 6.3 0 1 1 12.3.2c1.4-.2 2.1-1.1 2.1-2.7V7h1.7v6c0 4.3-2 6.5-6 6.5ZM11.5 10.3a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6Zm0 1.7a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2Z",
};

/** The faces of characters, in the same way: scattered tiles, a sack, a die, a shield with a bar. */
const CHARACTER_PATHS: Readonly<Record<CharacterName, string>> = {
  spender: "M2.5 14.2 9 11.5l2.7 6.5-6.5 2.7ZM9.6 3.2l7.2 1-1 7.2-7.2-1ZM14.5 14.2h7v7h-7Z",
  hoarder:
    "M8.4 2.5h7.2l-1.7 3.6H10.100ZM9.9 7.400h4.200C18.3 9.2 20.8 12.7 20.8 16.300c0 3.5-3.2 5.2-8.8 5.200s-8.8-1.7-8.8-5.200c0-3.6 2.5-7.1 6.7-8.900Z",
  gambler:
    "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3ZM7.7 6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.400ZM12 10.300a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.400ZM16.3 14.600a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.400Z",
  blocker: "M12 2.2 20 5v6.500c0 5-3.4 8.5-8 10.3-4.6-1.8-8-5.3-8-10.300V5ZM7.3 9.800v3.400h9.400V9.800Z",
};

/** The drawing of a bot's face, by its level; null for the ladder's, who have a letter. */
export function botPath(level: string | null | undefined): string | null {
  const character = level ? characterOf(level) : null;
  return character && CHARACTER_PATHS[character.way];
}

const FACE_WORDS: Readonly<Record<DrawnFace, () => string>> = {
  leaf: m.face_leaf,
  fish: m.face_fish,
  bird: m.face_bird,
  cat: m.face_cat,
  cup: m.face_cup,
  moon: m.face_moon,
  boat: m.face_boat,
  mushroom: m.face_mushroom,
  acorn: m.face_acorn,
  kite: m.face_kite,
  pear: m.face_pear,
  snail: m.face_snail,
};

export const FACES: readonly FaceName[] = ["", ...(Object.keys(FACE_PATHS) as DrawnFace[])];

/** The drawing of a face; null for a letter, and for one that a newer app has drawn. */
export const facePath = (face: FaceName | undefined): string | null => (face ? (FACE_PATHS[face] ?? null) : null);

/** What a face shows, in a word. */
export const faceWords = (face: FaceName): string => (face === "" ? m.face_letter() : FACE_WORDS[face]());
