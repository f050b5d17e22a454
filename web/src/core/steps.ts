/** What was done one after the other, to be undone and done again. */

/** `kind` names what the last step did: steps of one kind, such as the digits of a number, are one step. */
export interface DoneSteps<T> {
  readonly now: T;
  readonly past: readonly T[];
  readonly future: readonly T[];
  readonly kind: string | null;
}

/** More steps than these are not remembered. */
const MOST = 60;

export const beginSteps = <T>(now: T): DoneSteps<T> => ({ now, past: [], future: [], kind: null });

/** Do something; what was undone before is gone. */
export function doStep<T>(steps: DoneSteps<T>, now: T, kind: string | null = null): DoneSteps<T> {
  if (now === steps.now) return steps;
  const joined = kind !== null && kind === steps.kind;
  return { now, past: joined ? steps.past : [...steps.past, steps.now].slice(-MOST), future: [], kind };
}

export function undoStep<T>(steps: DoneSteps<T>): DoneSteps<T> {
  if (!steps.past.length) return steps;
  const now = steps.past[steps.past.length - 1] as T;
  return { now, past: steps.past.slice(0, -1), future: [...steps.future, steps.now], kind: null };
}

export function redoStep<T>(steps: DoneSteps<T>): DoneSteps<T> {
  if (!steps.future.length) return steps;
  const now = steps.future[steps.future.length - 1] as T;
  return { now, past: [...steps.past, steps.now], future: steps.future.slice(0, -1), kind: null };
}
