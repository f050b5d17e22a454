/** The quick emoji, drawn here on a 24 by 24 field: a shape in one soft colour, and ink lines on it. */

import type { EmoteName } from "../../net/protocol";

export interface Drawing {
  /** The colour of the shape, from the families of the players. */
  readonly tint: "sun" | "skin" | "rose" | "sky";
  /** What is filled with it. */
  readonly shape: string;
  /** What is drawn over it. */
  readonly lines: string;
  /** What is filled with ink. */
  readonly dots?: string;
  /** Strokes beside the shape, in the colour of the words around. */
  readonly around?: string;
}

const FACE = "M22 12a10 10 0 1 1-20 0 10 10 0 1 1 20 0Z";
const EYES = "M9.6 9.8a1.3 1.5 0 1 1-2.6 0 1.3 1.5 0 1 1 2.6 0ZM17 9.8a1.3 1.5 0 1 1-2.6 0 1.3 1.5 0 1 1 2.6 0Z";

export const EMOTES: Readonly<Record<EmoteName, Drawing>> = {
  // An open hand, with two strokes of waving.
  wave: {
    tint: "skin",
    shape:
      "M7.2 12.6V6.9a1.5 1.5 0 0 1 3 0V5a1.5 1.5 0 0 1 3 0v1.3a1.5 1.5 0 0 1 3 0v2.2a1.4 1.4 0 0 1 2.8 0v6.8c0 4-2.6 6.7-6.3 6.7-3 0-4.9-1.3-6.2-3.7l-2.6-4.6c-.9-1.7 1.2-3 2.4-1.7Z",
    lines: "M10.2 6.9v4.3M13.2 6.3v4.9M16.2 8.5v3.2",
    around: "M2.6 8.6A8 8 0 0 1 4.4 4M21 4.6a8 8 0 0 1 1 3.2",
  },
  // Two hands that meet.
  "well-played": {
    tint: "skin",
    shape:
      "M4.5 13.8 9.7 7.6a1.4 1.4 0 0 1 2.2 1.7l4.4-4.1a1.4 1.4 0 0 1 2 2l1.1 1.2a1.4 1.4 0 0 1 .9 2.3l-4.8 7.3c-2.3 3.4-6.5 4.6-9.5 2.2-2.6-2-3.3-4-1.5-6.4Z",
    lines: "M11.9 9.3 8.7 13M17.3 8.3l-6 6.7M19.4 9.7l-5.4 6.9",
    around: "M7 4.6 5.6 2.7M10.7 3.9l.2-2.3M4 8 1.9 7.3",
  },
  // Two palms together.
  thanks: {
    tint: "skin",
    shape:
      "M12 3.2c1-.9 2-.4 2.3.9l1.5 7.1 2.7 2.9c1 1.1 1.1 2.7.1 3.9L15.3 22H8.7l-3.3-4c-1-1.2-.9-2.8.1-3.9l2.7-2.9 1.5-7.1C10 2.8 11 2.3 12 3.2Z",
    lines: "M12 3.2V17M8.2 11.2c-.3 2 .2 3.3 1.5 4.6M15.8 11.2c.3 2-.2 3.3-1.5 4.6",
  },
  wow: {
    tint: "sun",
    shape: FACE,
    lines: "M6.8 6.3 9 5.6M17.2 6.3 15 5.6",
    dots: `${EYES}M14.6 16.3a2.6 3 0 1 1-5.2 0 2.6 3 0 1 1 5.2 0Z`,
  },
  thinking: {
    tint: "sun",
    shape: FACE,
    lines: "M6.2 7.4 9 7M14.2 6l3.4.9M9.2 17.2c1.9-1.5 3.7-1.9 5.7-1.3",
    dots: "M10.2 10a1.3 1.5 0 1 1-2.6 0 1.3 1.5 0 1 1 2.6 0ZM17.6 10a1.3 1.5 0 1 1-2.6 0 1.3 1.5 0 1 1 2.6 0Z",
    around: "M21.8 2.8v.1M23.4-.3v.1",
  },
  // Eyes pressed shut.
  oops: {
    tint: "rose",
    shape: FACE,
    lines: "M6.3 8.2 9.5 10l-3.2 1.8M17.7 8.2 14.5 10l3.2 1.8M8 16.8c.9-1.3 1.8-1.3 2.7 0s1.8 1.3 2.7 0 1.8-1.3 2.7 0",
  },
  laugh: {
    tint: "sun",
    shape: FACE,
    lines: "M6.6 10.4c.6-1.5 2.4-1.5 3 0M14.4 10.4c.6-1.5 2.4-1.5 3 0",
    dots: "M6.6 13.5h10.8c-.3 3.5-2.5 5.5-5.4 5.5s-5.1-2-5.4-5.5Z",
  },
  // The four marks fly out of a cone.
  party: {
    tint: "sky",
    shape: "M3 21.3 7.6 9.2c3.6 1.3 6 3.8 7.2 7.2Z",
    lines: "M5.5 14.7c1.9.8 3.2 2 4 3.8",
    around:
      "M12 8.5c.9-1.4 1-2.7.3-4.1M15.8 12.3c1.7-.8 3.2-.7 4.7.2M17.6 4.6l1.2 1.9-1.2 1.9-1.2-1.9ZM7.6 4.4v.1M19.8 16.6v.1",
  },
};
