/** My games in figures as a screen shows them: fetched, kept for next time, and asked for again while some are to come. */

import { api, type Api } from "../net/api";
import type { Statistics } from "../net/routes";
import { readLocal, writeLocal } from "./local";
import { told } from "./problems";

/** Which games: of one edition, with one opponent. */
export interface StatisticsFilter {
  readonly edition: string;
  readonly opponent: string;
}

interface KeptStatistics {
  readonly guest: string;
  readonly filter: StatisticsFilter;
  readonly at: number;
  readonly found: Statistics;
}

/** Letters that are kept at most; whoever has thousands of games waits a moment. */
const LONGEST = 300_000;
const NAME = "statistics";

export class StatisticsState {
  readonly #api: Pick<Api, "statistics">;
  readonly #now: () => number;
  #asked = 0;
  /** What is shown: of now, or as it was last known. */
  found = $state.raw<Statistics | null>(null);
  /** When that was, in seconds since 1970. */
  at = $state(0);
  problem = $state("");
  loading = $state(false);

  constructor(asked: Pick<Api, "statistics"> = api, now: () => number = () => Date.now() / 1000) {
    this.#api = asked;
    this.#now = now;
  }

  /**
   * Fetch what a guest wants to see; what is known of it is shown until that's here.
   *
   * With `again` more of the same is asked for, and what is shown is no older than a moment.
   */
  async load(guest: string, filter: StatisticsFilter, again = false): Promise<void> {
    const mine = ++this.#asked;
    const known = again ? null : keptOf(guest, filter);
    if (known) [this.found, this.at] = [known.found, known.at];
    this.loading = !again;
    this.problem = "";
    try {
      const query = {
        ...(filter.edition ? { edition: filter.edition } : {}),
        ...(filter.opponent ? { opponent: filter.opponent } : {}),
      };
      const found = await this.#api.statistics(query);
      if (mine !== this.#asked) return; // something else was asked for since
      [this.found, this.at] = [found, this.#now()];
      keep({ guest, filter, at: this.at, found });
    } catch (error) {
      if (mine === this.#asked) this.problem = told(error);
    } finally {
      if (mine === this.#asked) this.loading = false;
    }
  }
}

function keptOf(guest: string, { edition, opponent }: StatisticsFilter): KeptStatistics | null {
  const kept = readLocal(NAME) as KeptStatistics | null;
  const same = kept?.guest === guest && kept.filter?.edition === edition && kept.filter.opponent === opponent;
  return same && Array.isArray(kept.found?.games) ? kept : null;
}

function keep(kept: KeptStatistics): void {
  writeLocal(NAME, JSON.stringify(kept).length > LONGEST ? null : kept);
}
