/** Playing on from a position of a game that is over: the table that takes it up, with bots in the other seats. */

import { BOOKLETS } from "../core/rules";
import type { RecordedGame } from "../net/record";
import type { BotLevel, PlayOn, Setup } from "../net/routes";
import type { PublicSeat } from "../net/seen";

/** Who plays for people: the strongest there is. */
const STRONGEST: BotLevel = "strategist";

/** The position after so many moves of a record, as it is taken up. */
export function takenUp({ positions, moves }: RecordedGame, after: number): PlayOn {
  const { racks = [], table, opened, turn, starter, last, resigned, pool } = positions[after]!;
  const passed = (at: number): boolean => moves[at - 1]?.events.some((event) => event.event === "passed") ?? false;
  let passes = 0;
  while (pool === 0 && passed(after - passes)) passes++;
  return { racks, table, opened, turn, starter, last, passes, resigned };
}

/** The table that takes it up: the bots that were there, and the strongest in the place of people. */
export function playOnSetup(game: RecordedGame, seats: readonly PublicSeat[], me: number, after: number): Setup {
  const { rules } = game;
  const changed = (rules.house ?? []).map((row) => [row, rules[row as keyof typeof rules]] as const);
  return {
    edition: BOOKLETS[rules.booklet] ?? rules.name,
    tile_set: rules.tile_set.name,
    ...(changed.length ? { house: Object.fromEntries<unknown>(changed), house_name: rules.name } : {}),
    seats: seats.map((seat, at) => (at === me ? "me" : seat.level || STRONGEST)),
    spectators: "none",
    hints: true,
    play_on: takenUp(game, after),
  };
}
