/** What a search for the best sets comes to. */

/** What tiles are worth: the most that was found, and whether nothing more is to be found (or needed). */
export interface Worth {
  readonly value: number;
  readonly sure: boolean;
}
