/** Puzzles: the day's, the next ones, how I do; and what of them is on this device for when there is no network. */

import { isKnown, type KnownPuzzle } from "../core/knownpuzzle";
import type { Puzzle, PuzzleTheme } from "../core/puzzles";
import { api as theApi, ApiError, type Api } from "../net/api";
import type { AttemptAsked, AttemptTold, DayPuzzle, PuzzleOverview, PuzzleStanding, StormAnswer } from "../net/routes";
import { AttemptQueue, isForLater, type WaitingAttempt } from "./attempts";
import { readLocal, writeLocal } from "./local";
import { session as theSession, type Session } from "./session.svelte";
import { arrive } from "./start";
import { forgetStorms, stormBest } from "./storm.svelte";
import { dayOf } from "./week";

/** So many puzzles are kept for when there is no network, and fetched when there are fewer than half. */
const SAVED = 12;
/** So many ratings make a line, and so many puzzles are remembered as met. */
const RATINGS = 20;
const MET = 200;
const KEPT = "puzzles";

/** A puzzle as it is shown: the day whose it is, if any, and whether it can count for the rating. */
export interface PuzzleShown {
  readonly puzzle: KnownPuzzle;
  readonly day: string | null;
  readonly rated: boolean;
}

/** How I do, as far as this device knows; `rating` is null before the first puzzle. */
export interface ShownStanding {
  readonly today: string;
  readonly rating: number | null;
  readonly solved: ReadonlySet<string>;
  readonly streak: number;
  readonly longest: number;
  readonly ratings: readonly number[];
  readonly themes: ThemeCounts;
}

export type ThemeCounts = Readonly<Partial<Record<PuzzleTheme, number>>>;

/** What is kept on this device; `owner` is whose it is. */
interface KeptPuzzles {
  readonly owner: string | null;
  readonly overview: PuzzleOverview | null;
  readonly day: DayPuzzle | null;
  readonly saved: readonly Puzzle[];
  readonly met: readonly string[];
  readonly ratings: readonly number[];
}

const NOTHING: KeptPuzzles = { owner: null, overview: null, day: null, saved: [], met: [], ratings: [] };

/** What else it needs; tests have their own. */
export interface DeskWorld {
  readonly now: () => Date;
  /** Be somebody, so that an attempt is kept. */
  readonly arrive: () => Promise<unknown>;
}

export class PuzzleDesk {
  #kept = $state.raw<KeptPuzzles>(readKept());
  /** The day that the server says it is, once it was asked. */
  #date = $state<string | null>(null);
  /** Why the server couldn't be asked the last time; null where it could. */
  #trouble = $state.raw<ApiError | null>(null);
  #looking: Promise<boolean> | null = null;
  #stocking = false;
  readonly #api: Api;
  readonly #session: Pick<Session, "me" | "asked">;
  readonly #world: DeskWorld;
  readonly #queue: AttemptQueue<AttemptAsked, AttemptTold>;

  constructor(
    api: Api = theApi,
    session: Pick<Session, "me" | "asked"> = theSession,
    world: DeskWorld = { now: () => new Date(), arrive },
  ) {
    this.#api = api;
    this.#session = session;
    this.#world = world;
    this.#queue = new AttemptQueue("attempts", (attempt) => this.#send(attempt));
  }

  /** Why the server couldn't be asked the last time; null where it could. */
  get trouble(): ApiError | null {
    return this.#trouble;
  }

  /** The puzzle of today, if it is here. */
  get today(): KnownPuzzle | null {
    const { day } = this.#kept;
    return day && day.date === this.#now && isKnown(day.puzzle) ? day.puzzle : null;
  }

  /** Puzzles on this device that weren't met yet. */
  get saved(): readonly KnownPuzzle[] {
    const { saved, met } = this.#kept;
    return saved.filter(isKnown).filter(({ id }) => !met.includes(id));
  }

  /** How I do; null while nothing at all is known. */
  get standing(): ShownStanding | null {
    const { overview, day, ratings } = this.#kept;
    if (overview === null) return null;
    const { you } = overview;
    const today = this.#now;
    const done = new Set((you?.week ?? []).filter((each) => each.done).map(({ date }) => date));
    const known = done.has(today);
    if (day?.done) done.add(day.date);
    // What waits to be sent counts already.
    const late = !known && done.has(today) ? 1 : 0;
    const streak = (you?.streak ?? 0) + late;
    return {
      today,
      rating: you?.rating ?? null,
      solved: done,
      streak,
      longest: Math.max(you?.longest ?? 0, streak),
      ratings,
      themes: this.counts(null),
    };
  }

  /** The most that were solved in a storm. */
  get stormBest(): number {
    return Math.max(stormBest(), this.#kept.overview?.you?.storm ?? 0);
  }

  /** How many puzzles there are of each theme, in an edition or in all. */
  counts(edition: string | null): ThemeCounts {
    const found: Partial<Record<PuzzleTheme, number>> = {};
    for (const { theme, edition: own, count } of this.#kept.overview?.counts ?? [])
      if (edition === null || own === edition) found[theme] = (found[theme] ?? 0) + count;
    return found;
  }

  /** Ask how things stand, and send what waits. Whether the server could be reached. */
  look(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  /** The puzzle of today, or the one of this id; fails with an ApiError where it can't be had. */
  async find(id: string): Promise<PuzzleShown> {
    if (id === "today") {
      // A page may have been open since yesterday.
      if (this.today === null || this.#date !== dayOf(this.#world.now())) await this.look();
      const puzzle = this.today;
      if (puzzle === null) throw this.#trouble ?? new ApiError("offline", 0, "the day's puzzle is not here");
      return this.#shown(puzzle);
    }
    const here = [...(this.today ? [this.today] : []), ...this.saved].find((each) => each.id === id);
    const puzzle: Puzzle = here ?? (await this.#api.puzzle(id));
    if (!isKnown(puzzle)) throw new ApiError("no-puzzle", 404, "it is of an edition that this app doesn't know");
    return this.#shown(puzzle);
  }

  /** A puzzle of my strength that I haven't met; without a network one of those kept here. Null where there is none. */
  async next(theme: string | null, edition: string | null): Promise<PuzzleShown | null> {
    const { met } = this.#kept;
    let found: readonly Puzzle[];
    try {
      const query = { ...(theme ? { theme: theme as PuzzleTheme } : {}), ...(edition ? { edition } : {}) };
      found = (await this.#api.nextPuzzles({ ...query, count: 3 })).filter(({ id }) => !met.includes(id));
    } catch (error) {
      const fits = this.saved.filter((each) => !theme || each.theme === theme);
      found = fits.filter((each) => !edition || each.edition === edition);
      if (!found.length) throw error;
    }
    const puzzle = found.find(isKnown);
    void this.stock();
    return puzzle ? this.#shown(puzzle) : null;
  }

  /** Keep a few puzzles for when there is no network. */
  async stock(): Promise<void> {
    if (this.#stocking || this.saved.length >= SAVED / 2) return;
    this.#stocking = true;
    try {
      this.#keep({ saved: await this.#api.nextPuzzles({ count: SAVED }) });
    } catch {
      // Without a network there is nothing to fetch; those that are here stay.
    } finally {
      this.#stocking = false;
    }
  }

  /** An answer to a puzzle, null for giving up: what the server says, null where that comes later. */
  async attempt(
    { puzzle, day }: PuzzleShown,
    { table, helped, ends }: { readonly table: string | null; readonly helped: boolean; readonly ends: boolean },
  ): Promise<AttemptTold | null> {
    const { met, day: own } = this.#kept;
    if (ends) this.#keep({ met: [...met.filter((id) => id !== puzzle.id), puzzle.id].slice(-MET) });
    if (ends && own && own.date === day) this.#keep({ day: { ...own, done: true } });
    const told = await this.#queue.give({ puzzle: puzzle.id, asked: { table, helped, day } });
    void this.stock();
    return told;
  }

  /** The puzzles of a storm, easy ones first. */
  async storm(): Promise<readonly KnownPuzzle[]> {
    return (await this.#api.storm()).puzzles.filter(isKnown);
  }

  /** A storm is over: what was solved is judged, and the best one kept; later where the server has no time or there is no network. */
  async endStorm(answers: readonly StormAnswer[]): Promise<void> {
    if (answers.length) writeLocal("storm-unsent", answers);
    await this.#sendStorm();
  }

  get #now(): string {
    return this.#date ?? dayOf(this.#world.now());
  }

  #shown(puzzle: KnownPuzzle): PuzzleShown {
    const isToday = this.today?.id === puzzle.id;
    const done = isToday && (this.#kept.day?.done ?? false);
    return { puzzle, day: isToday ? this.#now : null, rated: !done && !this.#kept.met.includes(puzzle.id) };
  }

  async #look(): Promise<boolean> {
    this.#checkOwner();
    try {
      await Promise.all([this.#queue.waiting.length ? this.#queue.flush() : null, this.#sendStorm()]);
      const overview = await this.#api.puzzles();
      this.#date = overview.date;
      this.#keep({ overview });
      if (this.#kept.day?.date !== overview.date || this.#kept.day.puzzle.id !== overview.today)
        this.#keep({ day: await this.#api.puzzleOfTheDay() });
      this.#trouble = null;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#trouble = error;
      return false;
    }
  }

  async #send({ puzzle, asked }: WaitingAttempt<AttemptAsked>): Promise<AttemptTold> {
    await this.#world.arrive();
    this.#checkOwner();
    let told: AttemptTold;
    try {
      told = await this.#api.attemptPuzzle(puzzle, asked);
    } catch (error) {
      // The day is long over: what was solved counts all the same.
      if (!(error instanceof ApiError) || error.code !== "day") throw error;
      told = await this.#api.attemptPuzzle(puzzle, { ...asked, day: null });
    }
    if (told.you) this.#hear(told.you, told.before);
    return told;
  }

  async #sendStorm(): Promise<void> {
    const answers = readLocal("storm-unsent");
    if (!Array.isArray(answers)) return;
    try {
      await this.#world.arrive();
      await this.#api.endStorm({ answers: answers as StormAnswer[] });
    } catch (error) {
      if (isForLater(error)) return;
    }
    writeLocal("storm-unsent", null);
  }

  #hear(you: PuzzleStanding, before: number | null): void {
    const { overview, ratings } = this.#kept;
    const known = ratings.length || before === null ? ratings : [before];
    const line = you.rating === known.at(-1) ? known : [...known, you.rating].slice(-RATINGS);
    this.#keep({ ratings: line, ...(overview ? { overview: { ...overview, you } } : {}) });
  }

  /** What is kept is of whoever was here; who comes later doesn't see it. */
  #checkOwner(): void {
    const id = this.#session.me?.id ?? null;
    if (id === null && !this.#session.asked) return;
    const { owner } = this.#kept;
    if (owner !== null && owner !== id) {
      this.#queue.forget();
      writeLocal("storm-unsent", null);
      forgetStorms();
      const { overview, day, saved } = this.#kept;
      this.#keep({
        ...NOTHING,
        saved,
        overview: overview && { ...overview, you: null },
        day: day && { ...day, done: false },
      });
    }
    if (this.#kept.owner !== id) this.#keep({ owner: id });
  }

  #keep(changes: Partial<KeptPuzzles>): void {
    this.#kept = { ...this.#kept, ...changes };
    writeLocal(KEPT, this.#kept);
  }
}

/** What was kept, perhaps by another version of the app. */
function readKept(): KeptPuzzles {
  const found = readLocal(KEPT);
  if (typeof found !== "object" || found === null) return NOTHING;
  const kept = { ...NOTHING, ...found };
  return Array.isArray(kept.saved) && Array.isArray(kept.met) && Array.isArray(kept.ratings) ? kept : NOTHING;
}

export const puzzleDesk = new PuzzleDesk();
