/**
 * What keeping score and time by an edition needs, without asking the server.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

import type { EditionName, Rules } from "./rules";

/** By edition, the first is the usual one. */
export const KEEPING: Readonly<
  Record<EditionName, Pick<Rules, "joker_penalty" | "pool_scores" | "match" | "time_limit">>
> = {
  "classic-2015": { joker_penalty: 30, pool_scores: "difference", match: "games-won", time_limit: 60 },
  "classic-2002": { joker_penalty: 30, pool_scores: "full", match: "total", time_limit: 60 },
  sabra: { joker_penalty: 25, pool_scores: "difference", match: "total", time_limit: 120 },
  "twist-2015": { joker_penalty: 30, pool_scores: "difference", match: "games-won", time_limit: 60 },
  "twist-2016": { joker_penalty: 30, pool_scores: "difference", match: "games-won", time_limit: 60 },
};
