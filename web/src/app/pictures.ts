/** Small pictures of rules, in notation: tiles say some things quicker than words. */

export const ROW_PICTURES: Readonly<Record<string, string>> = {
  "freeing replace": "r4 j r6 | r5",
  "freeing free": "r1 r2 r3 | r5 r6 r7 | j",
  "table_in_opening true": "k10 b10 y10 | r6 r7 r8 r9",
  "table_in_opening false": "k10 b10 y10",
  "mirror middle": "b4 b5 m b5 b4",
  "mirror none": "b4 b5 m b5 b4",
};
