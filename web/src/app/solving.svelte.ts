/** A position of a real table on its way to an answer: what is entered, kept on this device, and what the server says to it. */

import {
  fromLink,
  NOTHING_ENTERED,
  rackIn,
  rackOf,
  readEntry,
  setsIn,
  tableOf,
  tilesIn,
  tooMany,
  unreadIn,
} from "../core/entry";
import type { EnteredPosition, TooMany, Unread } from "../core/entry";
import { read } from "../core/reading";
import type { Mirror } from "../core/rules";
import { beginSteps, doStep, redoStep, undoStep, type DoneSteps } from "../core/steps";
import { api, ApiError } from "../net/api";
import type { MadeOf, ShownEdition, SolveAsked, Solved, SolvedPlay } from "../net/routes";
import { readLocal, writeLocal } from "./local";
import { editions } from "./rulebook";

const KEPT = "solve";
/** How long nothing is typed before the server is asked, and how long it may take before that is shown. */
const PAUSE = 300;
const LATE = 400;
/** How long a busy server is left alone, in seconds. */
const BUSY = 2;
/** After so many milliseconds without a question the server's solver may have gone to rest. */
const RESTS = 20_000;
/** What is in the usual box, where no server has said what is in another. */
const USUAL: MadeOf = { copies: 2, j: 2, d: 0, c: 0, m: 0 };

export type SolveAim = "tiles" | "points" | "keep_joker" | "fewest_changes";
export const SOLVE_AIMS: readonly SolveAim[] = ["tiles", "points", "keep_joker", "fewest_changes"];

/** What is wrong with what was entered, and where. */
export type EntryTrouble =
  | ({ readonly wrong: "copies" } & TooMany)
  | ({ readonly wrong: "unread" } & Unread)
  | { readonly wrong: "set"; readonly set: number; readonly kinds: readonly number[] };

/** To be made while a component is being made, which it lives and ends with. */
export class SolveDesk {
  #steps = $state.raw<DoneSteps<EnteredPosition>>(readKept());
  #editions = $state.raw<readonly ShownEdition[]>([]);
  #answer = $state.raw<{ readonly asked: string; readonly solved: Solved } | null>(null);
  /** Which of the answers is looked at. */
  aim = $state<SolveAim>("tiles");
  /** Whether the server takes its time; why there is no answer of it. */
  looking = $state(false);
  problem = $state<"" | "offline" | "busy" | "other">("");
  #again = $state(0);
  /** Ask what is to be asked, if it was not yet. */
  #ask = (): void => {};
  /** When the server was last asked for something, or is about to be. */
  #askedAt = -Infinity;
  /** Whether the browser refuses to keep anything. */
  refused = $state(false);

  readonly entry: EnteredPosition = $derived(this.#steps.now);
  readonly edition: ShownEdition | undefined = $derived(this.#editions.find(({ name }) => name === this.entry.edition));
  /** What is in the box, and the rule for a mirror joker; the house may have its own. */
  readonly box: MadeOf = $derived(
    (this.entry.house["tile_set"] as MadeOf | undefined) ??
      this.edition?.tile_sets.find(({ name }) => name === this.entry.tiles)?.made_of ??
      this.edition?.tile_sets[0]?.made_of ??
      USUAL,
  );
  readonly mirror: Mirror | null = $derived(
    ((this.entry.house["mirror"] ?? this.edition?.rows["mirror"]?.value) as Mirror | undefined) ?? null,
  );
  readonly trouble: EntryTrouble | null = $derived.by(() => this.#troubleIn(this.entry));
  readonly asked: SolveAsked | null = $derived.by(() => this.#askedOf(this.entry));
  /** Written down, so that the same question is the same value. */
  readonly #question: string = $derived(this.asked ? JSON.stringify(this.asked) : "");

  constructor(link: URLSearchParams) {
    const given = fromLink(link, this.#steps.now);
    if (given) this.#set(doStep(this.#steps, given, null));
    void editions().then(
      (found) => (this.#editions = found),
      () => {},
    );
    $effect(() => this.#wait(this.#question, this.#again));
    if (this.asked) this.#askedAt = performance.now();
    else this.#wake();
  }

  /** The answer to what is entered now; null while there is none. */
  get solved(): Solved | null {
    return this.#answer !== null && this.#answer.asked === this.#question ? this.#answer.solved : null;
  }
  /** The play that is looked at. */
  get play(): SolvedPlay | null {
    const at = this.solved?.aims?.[this.aim] ?? null;
    return (at === null ? this.solved?.plays[0] : this.solved?.plays[at]) ?? null;
  }
  get editions(): readonly ShownEdition[] {
    return this.#editions;
  }
  get canUndo(): boolean {
    return this.#steps.past.length > 0;
  }
  get canRedo(): boolean {
    return this.#steps.future.length > 0;
  }

  /** Change what is entered; changes of one `kind` are undone as one. */
  do(change: (entry: EnteredPosition) => EnteredPosition, kind: string | null = null): void {
    this.#wake();
    this.#set(doStep(this.#steps, change(this.#steps.now), kind));
  }
  /** Look elsewhere: that's nothing to undo. */
  look(change: (entry: EnteredPosition) => EnteredPosition): void {
    this.#set({ ...this.#steps, now: change(this.#steps.now), kind: null });
  }
  undo(): void {
    this.#set(undoStep(this.#steps));
  }
  redo(): void {
    this.#set(redoStep(this.#steps));
  }
  /** Begin with an empty table; it can be undone. */
  clear(): void {
    this.do(({ edition, tiles, house, opened }) => ({ ...NOTHING_ENTERED, edition, tiles, house, opened }));
  }
  askAgain(): void {
    this.#again += 1;
  }
  /** Somebody wants the answer: it is asked for now, and not when nothing more was typed for a while. */
  hurry(): void {
    this.#ask();
  }

  /** The server gets ready for a question while it is entered. */
  #wake(): void {
    if (performance.now() - this.#askedAt < RESTS) return;
    this.#askedAt = performance.now();
    void api.solve({ table: "", rack: "" }).catch(() => {});
  }

  #set(steps: DoneSteps<EnteredPosition>): void {
    if (steps === this.#steps) return;
    this.#steps = steps;
    this.refused ||= !writeLocal(KEPT, steps);
  }

  #troubleIn(entry: EnteredPosition): EntryTrouble | null {
    const { copies, j, d, c, m } = this.box;
    const many = tooMany(entry, { copies, jokers: [j, d, c, m] });
    if (many) return { wrong: "copies", ...many };
    const unread = unreadIn(entry);
    if (unread) return { wrong: "unread", ...unread };
    for (const [set, pieces] of setsIn(entry).entries()) {
      const kinds = tilesIn(pieces);
      // One that is still being entered may be short.
      const begun = set === entry.open && entry.at === "table" && kinds.length < 3;
      if (!begun && kinds.length && read(kinds, this.mirror) === null) return { wrong: "set", set: set + 1, kinds };
    }
    return null;
  }

  /** The question to ask; null while there is none that could be answered. */
  #askedOf(entry: EnteredPosition): SolveAsked | null {
    const sets = setsIn(entry);
    const whole = [...sets.flat(), ...rackIn(entry)].every((piece) => typeof piece === "number");
    const short = sets.some((set) => read(tilesIn(set), this.mirror) === null);
    if (this.trouble || !whole || short || !rackIn(entry).length) return null;
    const { edition, house, opened } = entry;
    const known = this.edition?.tile_sets.some(({ name }) => name === entry.tiles);
    const tiles = house["tile_set"] ? { tile_set: "house" } : known ? { tile_set: entry.tiles } : {};
    const own = Object.keys(house).length ? { house } : {};
    return { table: tableOf(entry), rack: rackOf(entry), edition, opened, ...tiles, ...own };
  }

  /** Ask as soon as nothing was typed for a while; a newer question takes the place of an older one. */
  #wait(question: string, again: number): (() => void) | undefined {
    if (question === "" || (this.#answer?.asked === question && !again)) return undefined;
    const asked = JSON.parse(question) as SolveAsked;
    let over = false;
    this.#ask = () => {
      this.#ask = () => {};
      clearTimeout(timers[0]);
      void ask();
    };
    const timers = [setTimeout(() => this.#ask(), PAUSE)];
    const ask = async (): Promise<void> => {
      timers.push(setTimeout(() => (this.looking = true), LATE));
      try {
        this.#askedAt = performance.now();
        const solved = await api.solve(asked);
        if (over) return;
        this.#answer = { asked: question, solved };
        if (solved.aims?.[this.aim] == null) this.aim = "tiles";
        this.problem = "";
      } catch (error) {
        if (over) return;
        this.problem = problemOf(error);
        const wait = error instanceof ApiError ? (error.wait ?? BUSY) : BUSY;
        if (this.problem === "busy") timers.push(setTimeout(() => void ask(), wait * 1000));
      }
      this.looking = false;
      clearTimeout(timers[1]);
    };
    return () => {
      over = true;
      this.#ask = () => {};
      timers.forEach(clearTimeout);
      this.looking = false;
    };
  }
}

function problemOf(error: unknown): "offline" | "busy" | "other" {
  if (!(error instanceof ApiError)) return "other";
  if (error.status === 429 || (error.status === 503 && error.wait !== null)) return "busy";
  return error.code === "offline" || error.code === "unavailable" || error.status >= 500 ? "offline" : "other";
}

function readKept(): DoneSteps<EnteredPosition> {
  const stored = readLocal(KEPT) as Partial<DoneSteps<EnteredPosition>> | null;
  const now = readEntry(stored?.now);
  if (now === null) return beginSteps(NOTHING_ENTERED);
  const all = (list: unknown): EnteredPosition[] =>
    Array.isArray(list) ? list.flatMap((one) => readEntry(one) ?? []) : [];
  return { now, past: all(stored?.past), future: all(stored?.future), kind: null };
}
