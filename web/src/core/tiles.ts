/** Kinds of tiles, numbered as the server numbers them: colour by colour, then the four jokers. */

/** What is printed on a tile: 0 to 51 are k1 … y13, 52 to 55 the jokers j d c m. */
export type Kind = number;

/** Black, red, blue, yellow: the order sets and racks are sorted by. */
export type Colour = 0 | 1 | 2 | 3;

export type ColourName = "black" | "red" | "blue" | "yellow";
export type JokerName = "joker" | "double" | "change" | "mirror";

export const HIGHEST = 13;
export const COLOURS: readonly Colour[] = [0, 1, 2, 3];
export const COLOUR_NAMES: readonly ColourName[] = ["black", "red", "blue", "yellow"];
export const JOKER_NAMES: readonly JokerName[] = ["joker", "double", "change", "mirror"];

const NATURALS = COLOURS.length * HIGHEST;
export const JOKER: Kind = NATURALS;
export const DOUBLE: Kind = NATURALS + 1;
export const CHANGE: Kind = NATURALS + 2;
export const MIRROR: Kind = NATURALS + 3;
export const KINDS = NATURALS + 4;

const TEXTS: readonly string[] = [
  ...COLOURS.flatMap((colour) => Array.from({ length: HIGHEST }, (_, index) => `${"krby"[colour]}${index + 1}`)),
  ..."jdcm",
];
const BY_TEXT: ReadonlyMap<string, Kind> = new Map(TEXTS.map((text, kind) => [text, kind]));

/** Whether this is a joker of any kind. */
export const isJoker = (kind: Kind): boolean => kind >= NATURALS;

/** The colour of a natural kind. */
export const colourOf = (kind: Kind): Colour => Math.floor(kind / HIGHEST) as Colour;

/** The number of a natural kind. */
export const numberOf = (kind: Kind): number => (kind % HIGHEST) + 1;

/** The natural kind of this colour and number. */
export const kindOf = (colour: Colour, number: number): Kind => colour * HIGHEST + number - 1;

/** The letter of a colour in notation. */
export const colourLetter = (colour: Colour): string => "krby".charAt(colour);

/** A joker's name; undefined for a natural kind. */
export const jokerName = (kind: Kind): JokerName | undefined => JOKER_NAMES[kind - NATURALS];

/** A kind as it is written: `r7`, `d`. */
export const kindText = (kind: Kind): string => TEXTS[kind] ?? "";

/** The kind written so, in upper or lower case; undefined when it is no tile. */
export const kindFrom = (text: string): Kind | undefined => BY_TEXT.get(text) ?? BY_TEXT.get(text.toLowerCase());
