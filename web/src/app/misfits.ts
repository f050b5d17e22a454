/** What is wrong with house rules, in the player's language. */

import type { RowName } from "../core/rules";
import { ApiError } from "../net/api";
import type { Misfit, MisfitCode } from "../net/routes";
import { m } from "../paraglide/messages.js";
import { sayNumber } from "./language";
import { ROWS, rowTitle } from "./rows";

/** What a house's own tile set is made of, by the names the form has for it. */
export const PART_NAMES = {
  copies: m.new_own_copies,
  j: m.rules_short_joker,
  d: m.rules_short_double,
  c: m.rules_short_change,
  m: m.rules_short_mirror,
} as const;

/** What fills a sentence: the row's own title, numbers as the language writes them, what tiles are called. */
interface MisfitFilling {
  readonly row: string;
  readonly part: string;
  readonly number: (name: string) => string;
}

export const MISFITS: Readonly<Record<MisfitCode, (told: MisfitFilling) => string>> = {
  "unknown-rows": () => m.misfit_unknown_rows(),
  "tile-set-twice": () => m.misfit_tile_set_twice(),
  "not-a-number": ({ row }) => m.misfit_not_a_number({ row }),
  "too-small": ({ row, number }) => m.misfit_too_small({ row, least: number("least") }),
  "too-large": ({ row }) => m.misfit_too_large({ row }),
  "not-a-choice": ({ row }) => m.misfit_not_a_choice({ row }),
  "no-tile-sets": () => m.misfit_no_tile_sets(),
  "tile-sets-alike": () => m.misfit_tile_sets_alike(),
  "not-a-tile-set": () => m.misfit_not_a_tile_set(),
  "unknown-tile-set": () => m.misfit_unknown_tile_set(),
  "unknown-tiles": () => m.misfit_unknown_tiles(),
  "tile-count": ({ part, number }) => m.misfit_tile_count({ part, least: number("least"), most: number("most") }),
  players: () => m.misfit_players(),
  "player-range": () => m.misfit_player_range(),
  "players-of-no-set": () => m.misfit_players_of_no_set(),
  referee: () => m.misfit_referee(),
  "too-few-tiles": ({ number }) =>
    m.new_contradiction_racks({
      most: number("most"),
      rack: number("rack"),
      needed: number("needed"),
      total: number("total"),
    }),
  "no-pool": ({ number }) => m.new_contradiction_pool({ most: number("most"), rack: number("rack") }),
  "no-mirror-rule": () => m.misfit_no_mirror_rule(),
  "special-freeing": () => m.misfit_special_freeing(),
  "special-opening": () => m.misfit_special_opening(),
  "never-freed": ({ row }) => m.misfit_never_freed({ row }),
  "never-played-on": ({ row }) => m.misfit_never_played_on({ row }),
};

/** One thing that is wrong; of a code of a newer server only that the rules do not fit. */
export function misfitWords({ code, row = "", values = {} }: Misfit): string {
  if (!(code in MISFITS)) return m.error_rules();
  const part = String(values["part"] ?? "");
  return MISFITS[code]({
    row: ROWS.includes(row as RowName) ? rowTitle(row as RowName) : m.common_house(),
    part: part in PART_NAMES ? PART_NAMES[part as keyof typeof PART_NAMES]() : m.new_own_tiles(),
    number: (name) => sayNumber(Number(values[name] ?? 0)),
  });
}

/** All that is wrong with house rules that the server did not take. */
export const misfitsOf = (error: unknown): readonly string[] =>
  error instanceof ApiError ? error.misfits.map(misfitWords) : [];
