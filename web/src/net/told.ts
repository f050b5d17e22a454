/** A change as the app hears of it: one word for what happened at the table, and the events of the game. */

import type { ChangeMessage, GameEvent, PublicTable, SeenEvent } from "./protocol";

export interface ToldChange {
  readonly tell: "change";
  readonly revision: number;
  readonly now: number;
  /** What happened first, or that a game began, or that something was done in it. */
  readonly kind: SeenEvent["event"] | "";
  /** Who did it; null where nobody did. */
  readonly seat: number | null;
  readonly events: readonly GameEvent[];
  readonly table: PublicTable;
  readonly position: string;
}

export function toldChange(change: ChangeMessage): ToldChange {
  const { tell, revision, now, table, position } = change;
  const main = change.events.find(isOfTheGame) ?? change.events[0];
  const events = change.events.flatMap((each) => (isOfTheGame(each) ? each.events : []));
  const seat = main !== undefined && "seat" in main ? (main.seat ?? null) : null;
  return { tell, revision, now, kind: main?.event ?? "", seat, events, table, position };
}

const isOfTheGame = (event: SeenEvent) => event.event === "began" || event.event === "moved";
