/**
 * Errors that are made while the first file is read have no trace. Svelte makes one to have it at hand, and for its
 * trace a browser would read the whole file once more. To be imported first.
 */

const errors = Error as { stackTraceLimit?: number };
const usual = errors.stackTraceLimit;
errors.stackTraceLimit = 0;

/** From now on errors have traces again. */
export function trace(): void {
  if (usual !== undefined) errors.stackTraceLimit = usual;
}
