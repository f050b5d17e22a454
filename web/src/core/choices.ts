/** Every way to choose from lists, in the order of their items: the last choice changes first. */

/** Every choice of so many items. */
export function* combinations<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  if (!size) yield [];
  else
    for (const [place, item] of items.entries())
      for (const rest of combinations(items.slice(place + 1), size - 1)) yield [item, ...rest];
}

/** Every choice of so many items, each as often as one likes. */
export function* repeated<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  if (!size) yield [];
  else
    for (const [place, item] of items.entries())
      for (const rest of repeated(items.slice(place), size - 1)) yield [item, ...rest];
}

/** Every choice of one item from each list. */
export function* oneOfEach<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [first, ...others] = lists;
  if (first === undefined) yield [];
  else for (const item of first) for (const rest of oneOfEach(others)) yield [item, ...rest];
}
