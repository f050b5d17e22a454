/** An analysis on its way: asked of the server, turn after turn as they are made, and gone on with where it stopped. */

import { api, ApiError, type Api } from "../net/api";
import type {
  AnalysisAsked,
  AnalysisPhase,
  AnalysisState,
  PlayerAnalysis,
  TurnAnalysis,
  TurningPoint,
} from "../net/routes";
import { browser, type World } from "../net/world";
import { told } from "./problems";

/** How long until it is looked again how far the analysis is, in seconds. */
const LOOK = 0.4;
const WAIT = 1.5;
/** How long a busy server is left alone where it does not say, in seconds. */
const BUSY = 3;

/** `none` before anybody has asked, `asking` until the server has answered, `unreached` where it does not. */
export type AnalysisStage = AnalysisPhase | "none" | "asking" | "unreached";

/** What of the server is needed here. */
export type AnalysisServer = Pick<Api, "analyse" | "analysis">;

export class AnalysisDesk {
  readonly #asked: AnalysisAsked;
  readonly #server: AnalysisServer;
  readonly #world: Pick<World, "later">;
  #id = "";
  #cancel = (): void => {};
  #over = false;

  stage = $state<AnalysisStage>("none");
  total = $state(0);
  seconds = $state(0);
  exact = $state(true);
  turns = $state.raw<readonly TurnAnalysis[]>([]);
  /** What is said of a move, by its number in the record. */
  byMove = $state.raw<ReadonlyMap<number, TurnAnalysis>>(new Map());
  players = $state.raw<readonly PlayerAnalysis[]>([]);
  moments = $state.raw<readonly TurningPoint[]>([]);
  /** Why there is no answer, in a sentence; empty where there is one. */
  problem = $state("");

  constructor(asked: AnalysisAsked, server: AnalysisServer = api, world: Pick<World, "later"> = browser) {
    this.#asked = asked;
    this.#server = server;
    this.#world = world;
  }

  /** How much of it is done, from 0 to 1. */
  get share(): number {
    return this.total ? this.turns.length / this.total : 0;
  }

  /** About how many seconds it takes yet; null where nothing is known of that. */
  get left(): number | null {
    const done = this.turns.length;
    return done && this.seconds > 0 ? Math.max(1, Math.round((this.seconds / done) * (this.total - done))) : null;
  }

  /** Begin, or go on where it stopped. */
  begin = async (): Promise<void> => {
    this.#cancel();
    this.problem = "";
    this.stage = "asking";
    await this.#take(() => this.#server.analyse(this.#asked));
  };

  /** Nobody looks at it any more. */
  end(): void {
    this.#over = true;
    this.#cancel();
  }

  async #look(): Promise<void> {
    await this.#take(() => this.#server.analysis(this.#id, this.turns.length));
  }

  async #take(ask: () => Promise<AnalysisState>): Promise<void> {
    try {
      const state = await ask();
      if (!this.#over) this.#hear(state);
    } catch (error) {
      if (!this.#over) this.#missed(error);
    }
  }

  #hear(state: AnalysisState): void {
    this.#id = state.id;
    const fresh = state.turns.filter((turn) => !this.byMove.has(turn.move));
    this.turns = [...this.turns, ...fresh];
    this.byMove = new Map(this.turns.map((turn) => [turn.move, turn]));
    this.players = state.players;
    this.moments = state.moments;
    this.total = state.total;
    this.seconds = state.seconds;
    this.exact = state.exact;
    this.stage = state.state;
    if (state.state === "working" || state.state === "waiting") {
      const pause = state.state === "working" ? LOOK : WAIT;
      this.#cancel = this.#world.later(pause, () => void this.#look());
    }
  }

  #missed(error: unknown): void {
    if (error instanceof ApiError && error.code === "no-analysis" && this.#id) {
      this.#id = "";
      void this.begin();
      return;
    }
    const busy = error instanceof ApiError && (error.status === 429 || (error.status === 503 && error.wait !== null));
    if (busy && this.#id) {
      this.#cancel = this.#world.later(error.wait ?? BUSY, () => void this.#look());
      return;
    }
    // What is ready stays, and one goes on from there.
    this.stage = this.turns.length ? "stopped" : "unreached";
    this.problem = told(error);
  }
}
