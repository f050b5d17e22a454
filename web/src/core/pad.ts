/** A score pad for a real table: players, an edition, games with what was left on each rack, and the one being entered. */

import { KEEPING } from "./editions";
import type { EditionName } from "./rules";
import { leastLeft, scoreGame, tallyOf, type LeftOver, type MatchTally, type Scores } from "./scores";

/** A joker among the tiles of a rack; every other tile is its number. */
export const PAD_JOKER = 0;
export const PAD_PLAYERS = [2, 6] as const;
/** No rack is worth more than all tiles of two large sets together. */
export const MOST_POINTS = 9999;

/** What was left on a rack: its tiles, or only their sum (`tiles` is null). */
export interface PadRack {
  readonly tiles: readonly number[] | null;
  readonly sum: number;
}

/** A game: who went out (null: the pool ran out), every rack, and who laid the last tile where that decides. */
export interface PadGame {
  readonly out: number | null;
  readonly racks: readonly PadRack[];
  readonly last: number | null;
}

/** A game being entered: the one numbered `at`, from 0; `told` says that it is known how it ended; `seat` is whose rack. */
export interface PadDraft extends PadGame {
  readonly at: number;
  readonly told: boolean;
  readonly seat: number;
}

export interface ScorePad {
  readonly edition: EditionName;
  readonly players: readonly string[];
  readonly games: readonly PadGame[];
  readonly draft: PadDraft | null;
}

const EMPTY: PadRack = { tiles: [], sum: 0 };

export const newPad = (edition: EditionName, players: readonly string[]): ScorePad => ({
  edition,
  players,
  games: [],
  draft: null,
});

/** Who begins a game: the players take turns at it. */
export const starterOf = (pad: ScorePad, game: number): number => game % pad.players.length;

/** Begin to enter the next game, or open one to mend it. */
export function openGame(pad: ScorePad, at = pad.games.length): ScorePad {
  const game = pad.games[at];
  const begun = game ?? { out: null, racks: pad.players.map(() => EMPTY), last: null };
  const draft: PadDraft = { ...begun, at, told: game !== undefined, seat: 0 };
  return { ...pad, draft: game ? { ...draft, seat: asked(draft)[0] ?? 0 } : draft };
}

/** Say who went out, or with null that the pool ran out; racks already entered stay. */
export function endedBy(pad: ScorePad, out: number | null): ScorePad {
  return drafted(pad, (draft) => {
    const racks = draft.racks.map((rack, seat) => (seat === out ? EMPTY : rack));
    const now = { ...draft, out, racks, last: out === null ? draft.last : null, told: true };
    return { ...now, seat: nextMissing({ ...now, seat: -1 }) ?? asked(now)[0] ?? 0 };
  });
}

/** Ask anew how the game ended. */
export const askEnd = (pad: ScorePad): ScorePad => drafted(pad, (draft) => ({ ...draft, told: false }));

export const chooseSeat = (pad: ScorePad, seat: number): ScorePad => drafted(pad, (draft) => ({ ...draft, seat }));

export const saidLast = (pad: ScorePad, last: number): ScorePad => drafted(pad, (draft) => ({ ...draft, last }));

/** Put a tile on the rack that is being entered. */
export const addTile = (pad: ScorePad, tile: number): ScorePad =>
  withTiles(pad, (tiles) => (pointsOf(pad.edition, [...tiles, tile]) > MOST_POINTS ? tiles : [...tiles, tile]));

/** Take the last tile off it. */
export const dropTile = (pad: ScorePad): ScorePad => withTiles(pad, (tiles) => tiles.slice(0, -1));

/** Make the last tile another one: of 1 and then 3 becomes 13. */
export const turnTile = (pad: ScorePad, tile: number): ScorePad =>
  withTiles(pad, (tiles) => [...tiles.slice(0, -1), tile]);

/** Enter only the sum of the rack. */
export const setSum = (pad: ScorePad, sum: number): ScorePad =>
  withRack(pad, () => ({ tiles: null, sum: Math.min(MOST_POINTS, Math.max(0, Math.trunc(sum) || 0)) }));

/** Enter this rack by its tiles or by its sum; a sum has no tiles to show, so that they begin anew. */
export const countBy = (pad: ScorePad, how: "tiles" | "sum"): ScorePad =>
  withRack(pad, (rack) => (how === "sum" ? { ...rack, tiles: null } : rack.tiles ? rack : EMPTY));

/** What tiles count when they are left on a rack. */
export const pointsOf = (edition: EditionName, tiles: readonly number[]): number =>
  tiles.reduce((sum, tile) => sum + (tile === PAD_JOKER ? KEEPING[edition].joker_penalty : tile), 0);

/** The seats whose racks are asked for: all but the one that went out. */
export const asked = ({ racks, out }: PadGame): number[] => racks.flatMap((_, seat) => (seat === out ? [] : [seat]));

/** The seat after this one that has no rack yet, around the table; who didn't go out has at least one point left. */
export function nextMissing(draft: PadDraft): number | null {
  const seats = asked(draft).filter((seat) => !draft.racks[seat]?.sum);
  return seats.find((seat) => seat > draft.seat) ?? seats.find((seat) => seat !== draft.seat) ?? null;
}

/** Whether every rack that is asked for is there. */
export const isWhole = (draft: PadDraft): boolean => draft.told && asked(draft).every((seat) => draft.racks[seat]?.sum);

/** The seats between which it has to be said who laid the last tile; none where it doesn't matter. */
export function tiedIn(draft: PadDraft): number[] {
  const tied = draft.out === null && isWhole(draft) ? leastLeft(draft.racks.map(leftOver)) : [];
  return tied.length > 1 ? tied : [];
}

/** Put the game that was entered on the sheet. */
export function closeGame(pad: ScorePad): ScorePad {
  const { draft, games } = pad;
  if (draft === null || !isWhole(draft)) return pad;
  const { out, racks, last } = draft;
  return { ...pad, games: games.toSpliced(draft.at, 1, { out, racks, last }), draft: null };
}

/** Let go of what is being entered. */
export const dropDraft = (pad: ScorePad): ScorePad => ({ ...pad, draft: null });

/** Strike a game off the sheet. */
export const strikeGame = (pad: ScorePad, at: number): ScorePad => ({
  ...pad,
  games: pad.games.toSpliced(at, 1),
  draft: null,
});

export const rename = (pad: ScorePad, players: readonly string[]): ScorePad => ({ ...pad, players });

/** What a game scores; of one that isn't whole, what it comes to so far. */
export const padScores = (pad: ScorePad, game: PadGame, at: number): Scores =>
  scoreGame(KEEPING[pad.edition], game.racks.map(leftOver), game.out, game.last, starterOf(pad, at));

export const sheetOf = (pad: ScorePad): Scores[] => pad.games.map((game, at) => padScores(pad, game, at));

export const standOf = (pad: ScorePad): MatchTally =>
  tallyOf(KEEPING[pad.edition].match, sheetOf(pad), pad.players.length);

const leftOver = ({ tiles, sum }: PadRack): LeftOver => ({ sum, count: tiles && tiles.length });

function drafted(pad: ScorePad, change: (draft: PadDraft) => PadDraft): ScorePad {
  return pad.draft ? { ...pad, draft: change(pad.draft) } : pad;
}

const withRack = (pad: ScorePad, change: (rack: PadRack) => PadRack): ScorePad =>
  drafted(pad, (draft) => {
    const rack = draft.racks[draft.seat];
    return rack ? { ...draft, racks: draft.racks.with(draft.seat, change(rack)) } : draft;
  });

const withTiles = (pad: ScorePad, change: (tiles: readonly number[]) => readonly number[]): ScorePad =>
  withRack(pad, (rack) => {
    const tiles = change(rack.tiles ?? []);
    return { tiles, sum: pointsOf(pad.edition, tiles) };
  });
