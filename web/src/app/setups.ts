/** How tables are set up: the one for "Play now", and the ones a form begins with. */

import type { Setup } from "../net/routes";

/** With whom: bots, friends elsewhere, or people around this screen. */
export const COMPANIES = ["bots", "friends", "shared"] as const;
export type Company = (typeof COMPANIES)[number];

export const ME = "me";
export const OPEN = "open";
const LEVEL = "casual";
const NEWCOMER = "newcomer";
const MOST_SEATS = 6;

/** What a first visitor plays: nobody hurries who does not know the game yet. */
const FIRST: Setup = {
  edition: "classic-2015",
  seats: [ME, LEVEL, LEVEL, LEVEL],
  clock: { turn: null, bank: 0 },
  length: { games: 1, rounds: null },
  hints: true,
};

/** A first game after the course's first lessons: two easy bots, no clock. */
export const firstGame = (edition: string): Setup => ({ ...FIRST, edition, seats: [ME, NEWCOMER, NEWCOMER] });

/** With whom a table is played. */
export function companyOf(setup: Setup): Company {
  if (setup.shared === true) return "shared";
  return setup.seats?.includes(OPEN) ? "friends" : "bots";
}

const clockAmongFriends = ({ clock }: Setup): Required<Setup>["clock"] => (clock?.turn == null ? null : clock);

/** The last setup, made to fit the company: seats change hands, everything else stays. */
export function setupFor(company: Company, last: Setup | null): Setup {
  const base = last ?? FIRST;
  if (last !== null && companyOf(last) === company) return last;
  const seats = base.seats ?? [ME, OPEN];
  const bots = seats.filter((seat) => seat !== ME && seat !== OPEN);
  const others = Math.min(MOST_SEATS, Math.max(2, seats.length)) - 1;
  const other = { bots: bots[0] ?? LEVEL, friends: OPEN, shared: ME }[company];
  const { names: _names, ...rest } = base;
  return {
    ...rest,
    seats: [ME, ...Array.from({ length: others }, () => other)],
    shared: company === "shared",
    listed: company === "friends" && (base.listed ?? false),
    // People who hand one device around take the time they need, unless somebody set a clock for it; among friends
    // it is the edition's own time, unless another one was set.
    clock:
      company === "shared"
        ? { turn: null, bank: 0 }
        : company === "friends"
          ? clockAmongFriends(base)
          : (base.clock ?? null),
    hints: company === "bots" || (base.hints ?? false),
  };
}
