/** A recorded game turn by turn: what was told of each, and between which of its positions it lies. */

import type { RecordedGame } from "./record";
import type { MovedSeen } from "./seen";

/**
 * A turn that was made. Its moves are `first` to `last` of the record: a tile drawn that may free a joker is one move,
 * and playing or keeping it another. `turn` is the seat's own, from 1; somebody may give up without a turn of theirs.
 */
export interface RecordedTurn extends MovedSeen {
  readonly first: number;
  readonly last: number;
  readonly turn: number;
}

/** After how many moves the tiles were dealt; -1 where they never were. */
export const dealtAt = ({ positions }: RecordedGame): number =>
  positions.findIndex((position) => position.phase !== "mixing");

/** Every turn of a game, in order. */
export function turnsOf(game: RecordedGame): RecordedTurn[] {
  const dealt = dealtAt(game);
  const counts = game.names.map(() => 0);
  const turns: RecordedTurn[] = [];
  if (dealt < 0) return turns;
  for (const { number, action, events } of game.moves.slice(dealt)) {
    if (!("seat" in action)) continue;
    const { seat } = action;
    const before = turns.at(-1);
    const late = action.do === "time-out" ? { timed_out: true } : {};
    if (before && goesOn(before, seat)) {
      turns[turns.length - 1] = { ...before, ...late, last: number, events: [...before.events, ...events] };
      continue;
    }
    if (game.positions[number - 1]?.turn === seat) counts[seat]!++;
    turns.push({ event: "moved", seat, events, ...late, first: number, last: number, turn: counts[seat]! });
  }
  return turns;
}

/** Whether a turn waits for what is done with the tile just drawn. */
function goesOn(turn: RecordedTurn, seat: number): boolean {
  const last = turn.events.at(-1);
  return turn.seat === seat && last?.event === "drew" && last.frees === true;
}

/** Which turn a move of the record belongs to, counted from 1; 0 is the deal, and what is beyond the end is the last. */
export function turnOf(turns: readonly RecordedTurn[], move: number): number {
  const at = turns.findIndex((turn) => move <= turn.last);
  if (at < 0) return turns.length;
  return move < turns[at]!.first ? at : at + 1;
}

/** Whether a turn laid tiles, and which; an empty text where it did not. */
export const tilesLaid = (turn: MovedSeen): string =>
  turn.events
    .map((event) => (event.event === "played" ? event.tiles : event.event === "settled" ? (event.laid ?? "") : ""))
    .filter(Boolean)
    .join(" ");
