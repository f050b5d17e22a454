/** The guide's words by language, each fetched when it's asked for; the build for the tests has others. */

const FILES = import.meta.glob("../../../src/tilery/guide/words/*.json", { import: "default" });

export const GUIDE_WORDS: Readonly<Record<string, () => Promise<unknown>>> = Object.fromEntries(
  Object.entries(FILES).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ""), load]),
);
