/** Attempts at puzzles that the server doesn't have yet: kept on this device, sent in their order, and each once. */

import { ApiError } from "../net/api";
import { readLocal, writeLocal } from "./local";

/** Codes after which it is worth trying again; with any other the server will never take it. */
const LATER = new Set(["offline", "unavailable", "too-often", "draining", "cannot-save", "internal"]);

/** Whether what failed like this may be taken another time. */
export const isForLater = (error: unknown): boolean => !(error instanceof ApiError) || LATER.has(error.code);

/** An attempt that waits: `puzzle` is its id. The server rates the first attempt at a puzzle, however often it comes. */
export interface WaitingAttempt<Asked> {
  readonly puzzle: string;
  readonly asked: Asked;
}

/** `send` gives an attempt to the server. */
export class AttemptQueue<Asked, Told> {
  readonly #name: string;
  readonly #send: (attempt: WaitingAttempt<Asked>) => Promise<Told>;
  #sending: Promise<void> | null = null;

  constructor(name: string, send: (attempt: WaitingAttempt<Asked>) => Promise<Told>) {
    this.#name = name;
    this.#send = send;
  }

  get waiting(): readonly WaitingAttempt<Asked>[] {
    const found = readLocal(this.#name);
    return Array.isArray(found) ? (found as WaitingAttempt<Asked>[]) : [];
  }

  /** Keep an attempt, then send all that wait: what the server says of this one, null where it can't be reached now. */
  async give(attempt: WaitingAttempt<Asked>): Promise<Told | null> {
    if (!this.waiting.some((each) => isSame(each, attempt))) writeLocal(this.#name, [...this.waiting, attempt]);
    await this.#sending;
    let answer: Told | null = null;
    await this.flush((sent, told) => {
      if (isSame(sent, attempt)) answer = told;
    });
    return answer;
  }

  /** Send what waits, one after the other, until one can't be sent now. */
  flush(heard: (sent: WaitingAttempt<Asked>, told: Told) => void = () => {}): Promise<void> {
    this.#sending ??= this.#sendAll(heard).finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Nobody is here any more whose attempts they are. */
  forget(): void {
    writeLocal(this.#name, null);
  }

  async #sendAll(heard: (sent: WaitingAttempt<Asked>, told: Told) => void): Promise<void> {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      try {
        const told = await this.#send(next);
        this.#drop(next);
        heard(next, told);
      } catch (error) {
        if (isForLater(error)) return;
        this.#drop(next);
      }
    }
  }

  /** It may be gone already, where another window has sent it as well. */
  #drop(sent: WaitingAttempt<Asked>): void {
    const left = this.waiting.filter((each) => !isSame(each, sent));
    writeLocal(this.#name, left.length ? left : null);
  }
}

const isSame = (one: WaitingAttempt<unknown>, other: WaitingAttempt<unknown>): boolean =>
  one.puzzle === other.puzzle && JSON.stringify(one.asked) === JSON.stringify(other.asked);
