/** All that one connection knows of its table, one change after the other. */

import { foldGame, freshGame, positionOf, type Follower, type SeenGame } from "./game";
import type { ChangeMessage, PresenceMessage, SaidMessage, StateMessage } from "./protocol";
import type { GameEvent, MovedSeen, PublicTable, PublicTerms, SpokenWhy } from "./seen";
import { foldTable } from "./table";

export interface KnownTable {
  readonly revision: number;
  readonly you: number | null;
  readonly terms: PublicTerms;
  readonly table: PublicTable;
  readonly game: SeenGame | null;
  /** The moves of the game that this screen knows of, and the table before the first: two rounds at least. */
  readonly moves: readonly MovedSeen[];
  readonly before: string;
  /** The draft left at the server, if it is this seat's turn. */
  readonly draft: string | null;
  readonly lines: readonly SaidMessage[];
  /** What bots have said of their moves, since this connection was opened. */
  readonly whys: readonly BotLine[];
  readonly present: PresenceMessage;
  readonly muted: readonly number[];
  readonly behind: number;
  /** Which of those who have asked to see the racks one is. */
  readonly watcher: number | null;
  /** Several people share this screen, and nobody has said yet who has it: it shows nobody's rack. */
  readonly covered: boolean;
  /** The host has sent one away: there is no seat here. */
  readonly removed: boolean;
}

/** What a bot said of its move, when, and at which revision of the table. */
export interface BotLine {
  readonly revision: number;
  readonly at: number;
  readonly seat: number;
  readonly why: SpokenWhy;
}

/** The most lines of chat that are kept. */
const MOST_LINES = 300;

/** What a state says; `before` and `whys` were heard on this connection, and a later state does not repeat them. */
export function knownFrom(
  state: StateMessage,
  before: readonly SaidMessage[] = [],
  whys: readonly BotLine[] = [],
): KnownTable {
  const { tell: _tell, version: _version, now: _now, position: _position, drafted: _drafted, ...known } = state;
  return { ...known, lines: state.lines.reduce(withLine, before), whys };
}

/** What is known after the next change; undefined when it does not come to the position the server says. */
export function follow(known: KnownTable, change: ChangeMessage): KnownTable | undefined {
  const by: Follower = { you: known.you, rules: known.terms.rules, racks: known.behind > 0 };
  let table: PublicTable | undefined = known.table;
  let { game, moves, before } = known;
  for (const event of change.events) {
    if (event.event === "began") [game, moves, before] = [freshGame(table, by), [], ""];
    if (event.event === "moved") moves = [...moves, event];
    if (event.event === "began" || event.event === "moved") {
      for (const each of event.events ?? []) {
        if (game === null) return undefined;
        game = foldGame(game, each, by);
      }
    }
    table = foldTable(table, event);
    if (table === undefined) return undefined;
  }
  if (game !== null && change.position !== "" && positionOf(game) !== change.position) return undefined;
  const draft = gameEvents(change).length ? null : known.draft;
  const whys = [...known.whys, ...saidOf(change)].slice(-MOST_LINES);
  return { ...known, revision: change.revision, table, game, moves, before, draft, whys };
}

/** What bots said in a change. */
const saidOf = ({ revision, now, events }: ChangeMessage): BotLine[] =>
  events.flatMap((event) =>
    event.event === "moved" && event.why ? [{ revision, at: now, seat: event.seat, why: event.why }] : [],
  );

/** What happened in the game by a change. */
export const gameEvents = (change: ChangeMessage): readonly GameEvent[] =>
  change.events.flatMap((event) => (event.event === "began" || event.event === "moved" ? (event.events ?? []) : []));

/** Who moved in a change; null where nobody did. */
export const movedBy = (change: ChangeMessage): number | null =>
  change.events.find((event) => event.event === "moved")?.seat ?? null;

/** The lines of chat with one more, in their order, each once. */
export function withLine(lines: readonly SaidMessage[], line: SaidMessage): readonly SaidMessage[] {
  const last = lines.at(-1);
  if (last === undefined || last.number < line.number) return [...lines, line].slice(-MOST_LINES);
  if (lines.some((each) => each.number === line.number)) return lines;
  return [...lines, line].sort((one, two) => one.number - two.number).slice(-MOST_LINES);
}
