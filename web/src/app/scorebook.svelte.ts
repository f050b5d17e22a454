/** The matches kept at a real table, on this device: the one that is open, and those before it. */

import type { ScorePad } from "../core/pad";
import { readPad } from "../core/padread";
import { beginSteps, doStep, redoStep, undoStep, type DoneSteps } from "../core/steps";
import { readLocal, writeLocal } from "./local";

/** A match with the day it began, in seconds since 1970. */
export interface KeptMatch {
  readonly id: string;
  readonly begun: number;
  /** Whether it was said that it's over. */
  readonly ended: boolean;
  readonly pad: ScorePad;
}

/** The open match is kept with the steps that led to it, so that they can be undone after a reload too. */
interface OpenMatch {
  readonly id: string;
  readonly begun: number;
  readonly ended: boolean;
  readonly steps: DoneSteps<ScorePad>;
}

/** Where it's kept in this browser. */
const OPEN = "score";
const EARLIER = "score-matches";
/** More matches than these are not remembered. */
const MOST = 100;

export class ScoreBook {
  #open = $state.raw<OpenMatch | null>(readOpen());
  #earlier = $state.raw<readonly KeptMatch[]>(readEarlier());
  /** Whether the browser refuses to keep anything. */
  refused = $state(false);

  /** The open match. */
  get match(): KeptMatch | null {
    return this.#open && keptOf(this.#open);
  }
  /** Matches that were put away, the latest first. */
  get earlier(): readonly KeptMatch[] {
    return this.#earlier;
  }
  get canUndo(): boolean {
    return (this.#open?.steps.past.length ?? 0) > 0;
  }
  get canRedo(): boolean {
    return (this.#open?.steps.future.length ?? 0) > 0;
  }

  /** Begin a match; the open one is put away. */
  begin(pad: ScorePad, now = Date.now()): void {
    this.putAway();
    const begun = Math.floor(now / 1000);
    this.#set({ id: `${now.toString(36)}-${this.#earlier.length}`, begun, ended: false, steps: beginSteps(pad) });
  }

  /** Do something on the open pad; steps of one `kind` are undone as one. */
  do(change: (pad: ScorePad) => ScorePad, kind: string | null = null): void {
    if (this.#open) this.#step(doStep(this.#open.steps, change(this.#open.steps.now), kind));
  }

  /** Look at something else on the pad: that's nothing to undo. */
  look(change: (pad: ScorePad) => ScorePad): void {
    if (this.#open) this.#step({ ...this.#open.steps, now: change(this.#open.steps.now), kind: null });
  }

  undo(): void {
    if (this.#open) this.#step(undoStep(this.#open.steps));
  }

  redo(): void {
    if (this.#open) this.#step(redoStep(this.#open.steps));
  }

  /** The open match is over, or goes on after all. */
  end(ended: boolean): void {
    if (this.#open) this.#set({ ...this.#open, ended });
  }

  /** Close the open match and keep it, if there is anything on its sheet. */
  putAway(): void {
    const match = this.match;
    if (match === null) return;
    const rest = this.#earlier.filter(({ id }) => id !== match.id);
    this.#keep(match.pad.games.length ? [match, ...rest] : rest);
    this.#set(null);
  }

  /** Open an earlier match again. */
  reopen(id: string): void {
    this.putAway();
    const match = this.#earlier.find((one) => one.id === id);
    if (!match) return;
    this.#keep(this.#earlier.filter((one) => one !== match));
    const { pad, ...rest } = match;
    this.#set({ ...rest, steps: beginSteps(pad) });
  }

  forget(id: string): void {
    this.#keep(this.#earlier.filter((one) => one.id !== id));
  }

  /** Another window of the app has changed it: what holds is what is kept. For a storage listener of the page. */
  heard = (event: StorageEvent): void => {
    if (event.key === `tilery.${OPEN}`) this.#open = readOpen();
    if (event.key === `tilery.${EARLIER}`) this.#earlier = readEarlier();
  };

  #step(steps: DoneSteps<ScorePad>): void {
    if (this.#open && steps !== this.#open.steps) this.#set({ ...this.#open, steps });
  }

  #set(open: OpenMatch | null): void {
    this.#open = open;
    this.refused ||= !writeLocal(OPEN, open);
  }

  #keep(matches: readonly KeptMatch[]): void {
    this.#earlier = matches.slice(0, MOST);
    this.refused ||= !writeLocal(EARLIER, this.#earlier);
  }
}

const keptOf = ({ steps, ...rest }: OpenMatch): KeptMatch => ({ ...rest, pad: steps.now });

function readMatch(stored: unknown, pad: ScorePad | null): KeptMatch | null {
  const { id, begun, ended } = (stored ?? {}) as Partial<KeptMatch>;
  if (pad === null || typeof id !== "string" || typeof begun !== "number") return null;
  return { id, begun, ended: ended === true, pad };
}

function readOpen(): OpenMatch | null {
  const stored = readLocal(OPEN);
  const steps = ((stored ?? {}) as Partial<OpenMatch>).steps;
  const match = readMatch(stored, readPad(steps?.now));
  if (match === null) return null;
  const { pad, ...rest } = match;
  return { ...rest, steps: { now: pad, past: padsIn(steps?.past), future: padsIn(steps?.future), kind: null } };
}

function readEarlier(): KeptMatch[] {
  const stored = readLocal(EARLIER);
  const all: unknown[] = Array.isArray(stored) ? stored : [];
  return all.flatMap((one) => readMatch(one, readPad((one as Partial<KeptMatch> | null)?.pad)) ?? []);
}

const padsIn = (stored: unknown): ScorePad[] =>
  Array.isArray(stored) ? stored.flatMap((one) => readPad(one) ?? []) : [];
