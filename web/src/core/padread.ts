/** A score pad as it was stored, perhaps by another version of the app: what can't be read is null. */

import { KEEPING } from "./editions";
import { MOST_POINTS, PAD_PLAYERS, pointsOf } from "./pad";
import type { PadDraft, PadGame, PadRack, ScorePad } from "./pad";
import type { EditionName } from "./rules";

type StoredFields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): StoredFields =>
  typeof value === "object" && value !== null ? (value as StoredFields) : {};
const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

export function readPad(stored: unknown): ScorePad | null {
  const { edition, players, games, draft } = fieldsOf(stored);
  if (typeof edition !== "string" || !(edition in KEEPING) || !Array.isArray(players) || !Array.isArray(games))
    return null;
  if (!isWithin(players.length, ...PAD_PLAYERS) || !players.every((name) => typeof name === "string")) return null;
  const known = edition as EditionName;
  const read = games.map((game) => readGame(known, players.length, game));
  if (read.includes(null)) return null;
  const kept = read as PadGame[];
  return { edition: known, players, games: kept, draft: readDraft(known, players.length, kept.length, draft) };
}

function readGame(edition: EditionName, players: number, stored: unknown): PadGame | null {
  const { out, racks, last } = fieldsOf(stored);
  const isSeat = (seat: unknown): seat is number | null => seat === null || isWithin(seat, 0, players - 1);
  if (!isSeat(out) || !isSeat(last) || !Array.isArray(racks) || racks.length !== players) return null;
  const read = racks.map((rack) => readRack(edition, rack));
  return read.includes(null) ? null : { out, racks: read as PadRack[], last };
}

function readRack(edition: EditionName, stored: unknown): PadRack | null {
  const { tiles, sum } = fieldsOf(stored);
  if (tiles === null) return isWithin(sum, 0, MOST_POINTS) ? { tiles, sum } : null;
  if (!Array.isArray(tiles) || !tiles.every((tile) => isWithin(tile, 0, 13))) return null;
  return { tiles, sum: pointsOf(edition, tiles) };
}

function readDraft(edition: EditionName, players: number, games: number, stored: unknown): PadDraft | null {
  const { at, told, seat } = fieldsOf(stored);
  const game = readGame(edition, players, stored);
  if (!game || !isWithin(at, 0, games) || !isWithin(seat, 0, players - 1)) return null;
  return { ...game, at, told: told === true, seat };
}
