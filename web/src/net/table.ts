/** Following a table: what happens at it folded into how it stands, as everybody there sees it. */

import type { Pause, PublicSeat, PublicTable, PublicWatcher, SeenEvent } from "./seen";

type Fold<E extends SeenEvent["event"]> = (
  table: PublicTable,
  event: Extract<SeenEvent, { readonly event: E }>,
) => PublicTable;

/** The table after an event; undefined for one that a newer server may have told. */
export function foldTable(table: PublicTable, event: SeenEvent): PublicTable | undefined {
  const fold = FOLDS[event.event] as ((table: PublicTable, event: SeenEvent) => PublicTable) | undefined;
  return fold?.(table, event);
}

const FOLDS: { readonly [E in SeenEvent["event"]]: Fold<E> } = {
  sat: (table, { seat, name, ready, face }) => seated(table, seat, { kind: "person", name, ready, face }),
  "bot-seated": (table, { seat, name, level, fair }) =>
    seated(table, seat, { kind: "bot", name, level, ready: true, fair }),
  "dial-turned": (table, { seat, level }) => changed(table, seat, { level }),
  kicked: (table, { seat }) => opened(table, seat),
  left: (table, { seat, stand_in }) =>
    stand_in === undefined ? opened(table, seat) : changed(table, seat, { left: true, stand_in }),
  "stood-in": (table, { seat, level }) => changed(table, seat, { stand_in: level }),
  "came-back": (table, { seat }) => changed(table, seat, { stand_in: undefined, left: false }),
  "host-changed": (table, { seat }) => ({ ...table, host: seat }),
  renamed: (table, { seat, name, face }) => changed(table, seat, { name, face }),
  forgotten: (table, { seat, stand_in }) =>
    stand_in === undefined
      ? opened(table, seat)
      : changed(table, seat, { left: true, stand_in, name: "", face: undefined }),
  "seats-closed": (table, { seats, games }) => {
    const now = (at: number): number => at - seats.filter((seat) => seat < at).length;
    return {
      ...withAgreed(table, (agreed) => agreed.filter((at) => !seats.includes(at)).map(now)),
      games,
      entries: [],
      winners: [],
      seats: table.seats.filter((_, at) => !seats.includes(at)),
      host: table.host === null || seats.includes(table.host) ? null : now(table.host),
    };
  },
  readied: (table, { seat, words }) => changed(table, seat, { ready: true, words }),
  unreadied: (table, { seat }) => changed(table, seat, { ready: false, words: false }),
  "rematch-wanted": (table, { seat, words }) => changed(table, seat, { ready: true, words }),
  began: (table, { game, match, number, bank }) =>
    whole({
      ...table,
      ...STILL,
      phase: "playing",
      seats: table.seats.map((seat) => told({ ...seat, ready: seat.kind === "bot", words: false, bank })),
      match,
      number,
      entries: number === 1 ? [] : table.entries,
      winners: [],
      game,
    }),
  moved: (table) => table,
  "turn-began": (table, { seat, at, due }) => whole({ ...table, turn: seat, turn_at: at, due }),
  "pace-chosen": (table, { pace }) => whole({ ...table, pace: pace === "normal" ? undefined : pace }),
  "bank-spent": (table, { seat, left }) => changed(table, seat, { bank: left }),
  "game-ended": (table, { scores, winner, commitment, over, winners }) =>
    whole({
      ...table,
      ...STILL,
      phase: over ? "over" : "between",
      entries: [...table.entries, { scores, winner }],
      winners: winners ?? [],
      commitment,
    }),
  "pause-asked": (table, { agreed }) => ({ ...table, pause: pause(agreed) }),
  "pause-declined": (table) => whole({ ...table, pause: undefined }),
  paused: (table, { agreed, since, used }) => whole({ ...table, pause: pause(agreed, since, used), due: undefined }),
  resumed: (table) => whole({ ...table, pause: undefined }),
  abandoned: (table, { winners }) =>
    whole({ ...table, ...STILL, phase: "over", abandoned: true, winners: winners ?? [] }),
  "watch-asked": (table, { name }) => ({ ...table, watchers: [...(table.watchers ?? []), { name }] }),
  "let-in": (table, { watcher, seats }) =>
    watched(table, watcher, ({ name, agreed = [] }) => ({ name, agreed: sorted([...agreed, ...seats]) })),
  "kept-out": (table, { watcher, seats }) =>
    watched(table, watcher, ({ name, agreed = [] }) => ({
      name,
      agreed: agreed.filter((seat) => !seats.includes(seat)),
      declined: true,
    })),
  "watch-ended": (table, { watcher }) => watched(table, watcher, () => ({ name: "" })),
};

const sorted = (seats: readonly number[]): number[] => [...new Set(seats)].sort((one, two) => one - two);

/** A watcher without what goes without saying. */
const plain = ({ name, agreed = [], declined }: PublicWatcher): PublicWatcher => ({
  name,
  ...(agreed.length ? { agreed } : {}),
  ...(declined ? { declined } : {}),
});

const watched = (table: PublicTable, at: number, next: (watcher: PublicWatcher) => PublicWatcher): PublicTable => ({
  ...table,
  watchers: (table.watchers ?? []).map((each, number) => (number === at ? plain(next(each)) : each)),
});

/** The table with other seats that have let watchers in. */
function withAgreed(table: PublicTable, next: (agreed: readonly number[]) => readonly number[]): PublicTable {
  if (!table.watchers) return table;
  return { ...table, watchers: table.watchers.map((each) => plain({ ...each, agreed: next(each.agreed ?? []) })) };
}

/** Nobody is to move. */
const STILL = { turn: undefined, turn_at: undefined, due: undefined, pause: undefined };

/** What may be left out may be undefined here. */
type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined };

const pause = (agreed: readonly number[], since: number | null = null, used = 0): Pause => ({ agreed, since, used });

function seated(table: PublicTable, at: number, seat: Loose<PublicSeat>): PublicTable {
  return { ...table, seats: table.seats.with(at, told(seat)) };
}

const changed = (table: PublicTable, at: number, fields: Partial<Loose<PublicSeat>>): PublicTable =>
  seated(table, at, { ...table.seats[at]!, ...fields });

const opened = (table: PublicTable, at: number): PublicTable => ({
  ...seated(
    withAgreed(table, (agreed) => agreed.filter((seat) => seat !== at)),
    at,
    { kind: "open" },
  ),
  host: table.host === at ? null : table.host,
});

/** A seat without what goes without saying, as the server tells it. */
const told = (seat: Loose<PublicSeat>): PublicSeat =>
  without(seat, (value) => value === undefined || value === false || value === "");

/** A table without what does not apply. */
const whole = (table: Loose<PublicTable>): PublicTable => without(table, (value) => value === undefined);

const without = <T>(fields: Loose<T>, empty: (value: unknown) => boolean): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !empty(value))) as T;
