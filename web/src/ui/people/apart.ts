/** Names side by side where there is little room for each. */

/** Names that begin alike for so many letters would look the same when they are cut. */
const ALIKE = 3;

/** A name in two parts: where there is little room the first is cut, and the second tells it from the others. */
export function parted(name: string, others: readonly string[]): readonly [string, string] {
  const letters = [...name];
  const same = Math.max(0, ...others.map((other) => alike(letters, [...other])));
  if (same < ALIKE) return [name, ""];
  // A space at the end of the first part would be lost.
  const at = letters[same - 1] === " " ? same - 1 : same;
  return [letters.slice(0, at).join(""), letters.slice(at).join("")];
}

function alike(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((letter, place) => letter !== other[place]);
  return at < 0 ? one.length : at;
}
