/**
 * A line of tiles as one types it: `r9-11 12kby | r4jr6`. Every notation can be read, and shorter ways to say the same:
 * a run by its ends, a group by its number and colours, a colour said once.
 */

import { colourLetter, colourOf, isJoker, kindFrom, kindOf, kindText, numberOf } from "./tiles";
import type { Colour, Kind } from "./tiles";

/** A tile, or what was typed and is none. */
export type LinePiece = Kind | string;

const BLANKS = /\s+/u;
const NUMBER = "(1[0-3]|[1-9])";
const STRETCH = `${NUMBER}(?!\\d)(?:-${NUMBER}(?!\\d))?`;
const NATURAL = new RegExp(`^([krby])${STRETCH}`);
/** After a comma or a joker the colour goes on. */
const FURTHER = new RegExp(`^,?${STRETCH}`);
const GROUP = new RegExp(`^${NUMBER}([krby]+)(?!\\d)`);

const isJokerPiece = (piece: LinePiece | undefined): boolean => typeof piece === "number" && isJoker(piece);
const colourFrom = (letter: string): Colour => "krby".indexOf(letter) as Colour;

/** The pieces of a text without blanks; what cannot be read is its last piece. */
function readWord(word: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  let rest = word.toLowerCase();
  let colour: Colour | null = null;
  while (rest !== "") {
    const joker: Kind | undefined = "jdcm".includes(rest.charAt(0)) ? kindFrom(rest.charAt(0)) : undefined;
    const natural = NATURAL.exec(rest);
    const group = colour === null ? GROUP.exec(rest) : null;
    const goesOn: boolean = colour !== null && (rest.startsWith(",") || isJokerPiece(pieces.at(-1)));
    const further = goesOn ? FURTHER.exec(rest) : null;
    if (joker !== undefined) {
      pieces.push(joker);
      rest = rest.slice(1);
    } else if (natural || (further && colour !== null)) {
      const [all, first, last] = (natural ? natural.toSpliced(1, 1) : further) as string[];
      colour = natural ? colourFrom(natural[1]!) : colour!;
      const from = Number(first);
      const to = Number(last ?? first);
      for (let number = from; number <= Math.max(from, to); number++) pieces.push(kindOf(colour, number));
      // A run that goes down is one that isn't typed to its end yet: what comes after its dash is no tile.
      rest = last !== undefined && to <= from ? rest.slice(all!.indexOf("-")) : rest.slice(all!.length);
    } else if (group) {
      for (const letter of group[2]!) pieces.push(kindOf(colourFrom(letter), Number(group[1])));
      rest = rest.slice(group[0].length);
    } else {
      pieces.push(rest);
      rest = "";
    }
  }
  return pieces;
}

/**
 * The sets of a line. A blank ends a set, except between single tiles, which are no sets: `r4 r5 r6 | b8 k8 y8` is read as
 * everywhere else in Tilery.
 */
export function readLine(text: string): LinePiece[][] {
  return text.split("|").flatMap((part) => {
    const sets: LinePiece[][] = [];
    let loose: LinePiece[] | null = null;
    for (const word of part.split(BLANKS).filter(Boolean)) {
      const pieces = readWord(word);
      if (pieces.length !== 1) {
        sets.push(pieces);
        loose = null;
      } else if (loose) loose.push(pieces[0]!);
      else sets.push((loose = pieces));
    }
    return sets;
  });
}

/** A set in as few letters as say it. */
export function writeSet(pieces: readonly LinePiece[]): string {
  const kinds = pieces.filter((piece) => typeof piece === "number");
  const naturals = kinds.filter((kind) => !isJoker(kind));
  const [first] = naturals;
  const inOrder = pieces.every((piece, at) => piece === (at < naturals.length ? naturals[at] : kinds[at]));
  const isGroup = naturals.length > 1 && inOrder && naturals.every((kind) => numberOf(kind) === numberOf(first!));
  if (isGroup) {
    const letters = naturals.map((kind) => colourLetter(colourOf(kind)));
    return numberOf(first!) + letters.join("") + kinds.slice(naturals.length).map(kindText).join("");
  }
  let text = "";
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at]!;
    const stretch = stretchAt(pieces, at);
    if (stretch > 1) text += `${kindText(piece as Kind)}-${numberOf(pieces[at + stretch - 1] as Kind)}`;
    else text += typeof piece === "number" ? kindText(piece) : piece;
    at += stretch;
  }
  return text;
}

/** How many pieces from here on are a run without a joker; at least this one. */
function stretchAt(pieces: readonly LinePiece[], from: number): number {
  let last = pieces[from];
  let at = from + 1;
  if (typeof last !== "number" || isJoker(last)) return 1;
  for (; at < pieces.length; at++) {
    const next = pieces[at];
    if (typeof next !== "number" || isJoker(next) || next !== last + 1 || colourOf(next) !== colourOf(last)) break;
    last = next;
  }
  return at - from;
}

/** Sets as a line; what stands between them is as short as it may be. */
export const writeLine = (sets: readonly (readonly LinePiece[])[]): string =>
  sets
    .map((set, at) => (at === 0 ? "" : set.length === 1 && sets[at - 1]!.length === 1 ? " | " : " ") + writeSet(set))
    .join("");

/** The tiles of a rack, which are no sets. */
export const writeLoose = (pieces: readonly LinePiece[]): string => pieces.map((piece) => writeSet([piece])).join(" ");
