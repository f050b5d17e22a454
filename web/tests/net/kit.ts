/** A world without a network and without waiting: time goes on only when a test says so. */

import { VERSION } from "../../src/net/protocol";
import type { Command, StateMessage, Message } from "../../src/net/protocol";
import type { PublicTable, PublicTerms } from "../../src/net/seen";
import type { Socket, World } from "../../src/net/world";

/** One end of a socket; the test is the server at the other end. */
export class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Command[] = [];
  closed = false;

  constructor(readonly path: string) {}

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Command);
  }

  close(): void {
    this.closed = true;
  }

  /** The server says something. */
  tell(told: Message): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }

  /** The network fails. */
  cut(): void {
    this.onclose?.();
  }

  /** The commands of one sort that were sent. */
  all<D extends Command["do"]>(name: D): Extract<Command, { do: D }>[] {
    return this.sent.filter((each): each is Extract<Command, { do: D }> => each.do === name);
  }

  /** Answer the ping that is open. */
  pong(now: number, revision: number): void {
    const ping = this.all("ping").at(-1);
    if (ping) this.tell({ tell: "pong", id: ping.id, now, revision });
  }
}

export class FakeWorld implements World {
  readonly sockets: FakeSocket[] = [];
  chance = 0;
  back = (): void => {};
  #time = 1000;
  #timers: { at: number; what: () => void }[] = [];

  now = (): number => this.#time;
  random = (): number => this.chance;
  unique = (): string => "k3f9";

  later(seconds: number, what: () => void): () => void {
    const timer = { at: this.#time + seconds, what };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  open(path: string): FakeSocket {
    const socket = new FakeSocket(path);
    this.sockets.push(socket);
    return socket;
  }

  watch(back: () => void): () => void {
    this.back = back;
    return () => {
      this.back = () => {};
    };
  }

  /** The socket opened last. */
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  /** So many seconds go by, and everything due in them happens in its order. */
  pass(seconds: number): void {
    const end = this.#time + seconds;
    for (;;) {
      const next = this.#timers.filter((each) => each.at <= end).sort((one, two) => one.at - two.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#time = Math.max(this.#time, next.at);
      next.what();
    }
    this.#time = end;
  }

  /** The machine sleeps: time goes by, and what was due happens late. */
  sleep(seconds: number): void {
    this.#time += seconds;
    this.pass(0);
  }
}

export const TERMS: PublicTerms = {
  id: "KitchenTable2345",
  code: "KTCHN7",
  created: 900,
  rules: {
    name: "sabra",
    booklet: "sabra-2022-de-es-pt-fr-nl",
    tile_set: { name: "106", copies: 2, jokers: [2, 0, 0, 0] },
    players: [2, 4],
    rack_size: 14,
    opening: 30,
    table_in_opening: true,
    freeing: "free",
    time_limit: 120,
    overtime: "keep",
    overtime_draw: 3,
    idle_draw: 3,
    joker_penalty: 25,
    pool_empty: "play-on",
    pool_scores: "difference",
    match: "total",
  },
  length: { rounds: null, games: 1 },
  clock: { turn: 120, bank: 0 },
  listed: false,
  shared: false,
  spectators: "table",
  delay: 120,
  hints: true,
};

export const TABLE: PublicTable = {
  phase: "gathering",
  host: 0,
  seats: [
    { kind: "person", name: "Ann" },
    { kind: "person", name: "Bo" },
  ],
  match: 1,
  number: 0,
  games: 1,
  entries: [],
  winners: [],
  commitment: "cd22",
  game: "",
};

/** A state of the table before its first game. */
export const state = (revision: number, more: Partial<StateMessage> = {}): StateMessage => ({
  tell: "state",
  version: VERSION,
  revision,
  now: 5000,
  you: 0,
  terms: TERMS,
  table: TABLE,
  game: null,
  draft: null,
  drafted: 0,
  watcher: null,
  covered: false,
  removed: false,
  position: "",
  before: "",
  moves: [],
  lines: [],
  present: { tell: "presence", seats: [0], spectators: 0 },
  muted: [],
  behind: 0,
  ...more,
});
