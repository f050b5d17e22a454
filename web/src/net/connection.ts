/**
 * A table's socket: it follows the table, comes back when it is cut off, and carries out every command once.
 *
 * What was asked for and not answered is sent again over the next connection under the same id; the server carries
 * it out once. Only what would be said twice is not sent again.
 */

import type { Defect } from "../core/rules";
import { ServerClock } from "./clock";
import { follow, knownFrom, withLine, type KnownTable } from "./known";
import { VERSION } from "./protocol";
import type {
  ChangeMessage,
  ClosingCode,
  ClosingMessage,
  Command,
  DoneMessage,
  HintCommand,
  HintMessage,
  Message,
  PongMessage,
  RefusalCode,
  RefusedMessage,
  SaidMessage,
  StateMessage,
  VerdictMessage,
} from "./protocol";
import { browser, type Socket, type World } from "./world";

/** `waiting` is between two attempts; `ended` means that the server does not want us back. */
export type ConnectionStatus = "connecting" | "open" | "waiting" | "ended";

/** Why a connection ended: the server said so, or this app is too old for it. */
export interface ConnectionEnd extends Omit<ClosingMessage, "tell" | "code"> {
  readonly code: ClosingCode | "outdated";
}

/** What a connection tells whoever holds it. */
export interface Listener {
  /** Something is known anew: by a change that came next, a whole state, or without either a line, who is there. */
  known(known: KnownTable, by: ChangeMessage | StateMessage | null): void;
  /** The referee on a draft that was sent; nobody is told of one that was overtaken by a newer draft. */
  verdict?(verdict: VerdictMessage, draft: string): void;
  /** A draft could not be judged. */
  undrafted?(code: RefusalCode, draft: string): void;
  said?(line: SaidMessage): void;
  status?(status: ConnectionStatus, closing: ConnectionEnd | null): void;
}

/** Says that a command was not carried out: a stable code, a sentence, and every defect where it was a turn. */
export class RefusedError extends Error {
  constructor(
    /** The server's; `lost` is said here, of what was asked for without a connection. */
    readonly code: RefusalCode | ConnectionEnd["code"] | "lost",
    text: string,
    readonly defects: readonly Defect[] = [],
  ) {
    super(text);
    this.name = "RefusedError";
  }
}

type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;

/** A command as it is asked for: its id is given here, and so is the revision where it is left out. */
export type AskedCommand = WithoutRevision<WithoutId<Exclude<Command, { do: "draft" | "sync" | "ping" }>>>;
type WithoutRevision<C> = C extends { revision: number } ? Omit<C, "revision"> & { readonly revision?: number } : C;

/** A command that waits for its answer. */
interface Pending {
  readonly frame: string;
  readonly repeatable: boolean;
  readonly answered: (answer: DoneMessage | HintMessage) => void;
  readonly failed: (error: RefusedError) => void;
  tries: number;
}

const PING_EVERY = 20;
const PATIENCE = 8;
/** After sleep a dead connection should be found out soon. */
const LITTLE_PATIENCE = 3;
const TICK = 5;
const DRAFT_EVERY = 0.5;
const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
/** A connection that lasted so long was a good one: the next loss begins with a short wait again. */
const STEADY = 10;
const MOST_TRIES = 5;

export class TableConnection {
  /** All that is known of the table; null until the first state. */
  known: KnownTable | null = null;
  status: ConnectionStatus = "connecting";
  /** Why the server ended the last connection, until the next one. */
  closing: ConnectionEnd | null = null;

  readonly #path: string;
  readonly #listener: Listener;
  readonly #world: World;
  readonly #clock = new ServerClock();
  readonly #prefix: string;
  readonly #pending = new Map<string, Pending>();
  readonly #unwatch: () => void;
  #count = 0;
  #socket: Socket | null = null;
  #greeted = false;
  #syncing: string | null = null;
  #left = false;
  #openedAt = 0;
  #heardAt = 0;
  #tickAt = 0;
  #losses = 0;
  #ping: { id: string; at: number; patience: number } | null = null;
  /** Who has this screen, and in which game: said again when the connection was lost under their hands. */
  #held: { readonly seat: number; readonly game: string } | null = null;
  #claim: string | null = null;
  #draft: string | null = null;
  #drafted: { id: string; text: string; revision: number; number: number; at: number } | null = null;
  #draftNumber = 0;
  #stopRetry = (): void => {};
  #stopTick = (): void => {};
  #stopDraft: (() => void) | null = null;

  constructor(table: string, listener: Listener, world: World = browser) {
    this.#path = `/api/tables/${encodeURIComponent(table)}/socket`;
    this.#listener = listener;
    this.#world = world;
    this.#prefix = world.unique();
    this.#unwatch = world.watch(() => this.check());
    this.#connect();
    this.#tick();
  }

  /** The server's time now, in seconds since 1970. */
  now(): number {
    return this.#clock.at(this.#world.now());
  }

  /** Ask for something; what comes back is its answer, and a refusal is a {@link RefusedError}. */
  ask(command: WithoutRevision<WithoutId<HintCommand>>): Promise<HintMessage>;
  ask(command: Exclude<AskedCommand, { do: "hint" }>): Promise<DoneMessage>;
  ask(command: AskedCommand): Promise<DoneMessage | HintMessage> {
    const id = this.#newId();
    const made = MADE_AT_A_REVISION.has(command.do) ? { revision: this.known?.revision ?? 0, ...command } : command;
    const repeatable = command.do !== "say" && command.do !== "emote";
    return new Promise((answered, failed) => {
      if (this.status === "ended" || (!repeatable && !this.#greeted)) {
        failed(new RefusedError("lost", "there is no connection to the table"));
        return;
      }
      const frame = JSON.stringify({ ...made, id });
      this.#pending.set(id, { frame, repeatable, answered, failed, tries: 1 });
      if (!this.#greeted) return;
      this.#socket?.send(frame);
      if (this.#world.now() - this.#heardAt > TICK) this.#sendPing(PATIENCE);
    });
  }

  /** Say around one screen who has it now; null when it is handed on, and shows nobody's rack. */
  async hold(seat: number | null): Promise<void> {
    this.draft(null);
    this.#held = null;
    await this.ask(seat === null ? { do: "hand-over" } : { do: "i-am", seat });
    this.#held = seat === null ? null : { seat, game: this.known?.table.game ?? "" };
  }

  /** Send this draft, at most two a second and always the latest; null when there is none any more. */
  draft(table: string | null): void {
    this.#draft = table;
    if (table === null) this.#drafted = null;
    else this.#sendDraft();
  }

  /** Something may have been missed: see at once whether the connection still lives. */
  check(): void {
    const stuck = this.status === "connecting" && this.#world.now() - this.#openedAt > LITTLE_PATIENCE;
    if (stuck) this.#drop();
    if (stuck || this.status === "waiting") this.#connect();
    else if (this.status === "open") this.#sendPing(LITTLE_PATIENCE);
  }

  /** Begin anew after the end, for whoever has a key by now. */
  again(): void {
    if (this.status !== "ended" || this.#left) return;
    this.#losses = 0;
    this.#connect();
    this.#tick();
  }

  /** Be done with this table. */
  close(): void {
    this.#left = true;
    this.#unwatch();
    this.#end();
  }

  // Coming and going

  #connect(): void {
    this.#stopRetry();
    this.closing = null;
    this.#openedAt = this.#heardAt = this.#world.now();
    const socket = this.#world.open(this.#path);
    this.#socket = socket;
    // A socket that was given up may still say something; only the present one is listened to.
    socket.onopen = () => {
      if (socket === this.#socket) this.#openedAt = this.#world.now();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as Message);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    this.#become("connecting");
  }

  #lost(): void {
    this.#drop();
    for (const [id, pending] of this.#pending) {
      if (pending.repeatable) continue;
      this.#pending.delete(id);
      pending.failed(new RefusedError("lost", "the connection was lost"));
    }
    if (this.closing !== null && !this.closing.again) {
      this.#end();
      return;
    }
    const floor = this.closing === null ? FIRST_WAIT : FIRST_WAIT * 2;
    const wait = Math.min(LONGEST_WAIT, floor * 2 ** this.#losses++) * (1 + this.#world.random());
    this.#stopRetry = this.#world.later(wait, () => this.#connect());
    this.#become("waiting");
  }

  #end(): void {
    this.#drop();
    this.#stopRetry();
    this.#stopTick();
    for (const pending of this.#pending.values()) {
      pending.failed(new RefusedError(this.closing?.code ?? "lost", this.closing?.text ?? "the table was left"));
    }
    this.#pending.clear();
    this.#become("ended");
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = this.#ping = this.#drafted = this.#syncing = this.#claim = null;
    this.#greeted = false;
    this.#stopDraft?.();
    this.#stopDraft = null;
    socket?.close();
  }

  #become(status: ConnectionStatus): void {
    this.status = status;
    if (!this.#left) this.#listener.status?.(status, this.closing);
  }

  #tick(): void {
    const now = (this.#tickAt = this.#world.now());
    this.#stopTick = this.#world.later(TICK, () => {
      const slept = this.#world.now() - this.#tickAt > TICK * 3;
      this.#tick();
      if (slept) this.check();
      else this.#watch();
    });
    if (this.#greeted && now - this.#openedAt > STEADY) this.#losses = 0;
  }

  /** A connection that does not answer is as good as lost. */
  #watch(): void {
    const now = this.#world.now();
    const unanswered = this.#ping !== null && now - this.#ping.at >= this.#ping.patience;
    const stuck = this.status === "connecting" && now - this.#openedAt > LONGEST_WAIT;
    if (unanswered || stuck) this.#lost();
    else if (now - this.#heardAt >= PING_EVERY) this.#sendPing(PATIENCE);
  }

  #sendPing(patience: number): void {
    if (!this.#greeted) return;
    if (this.#ping !== null) {
      this.#ping.patience = Math.min(this.#ping.patience, this.#world.now() - this.#ping.at + patience);
    } else {
      this.#ping = { id: this.#newId(), at: this.#world.now(), patience };
      this.#send({ do: "ping", id: this.#ping.id });
    }
    if (patience < TICK) this.#world.later(patience, () => this.#watch());
  }

  // Hearing

  #hear(told: Message): void {
    this.#heardAt = this.#world.now();
    switch (told.tell) {
      case "state":
        return this.#hearState(told);
      case "change":
        return this.#hearChange(told);
      case "done":
      case "hint":
        return this.#answer(told);
      case "refused":
        return this.#refused(told);
      case "verdict":
        return this.#judged(told);
      case "said":
        this.#update((known) => ({ ...known, lines: withLine(known.lines, told) }));
        return this.#listener.said?.(told);
      case "presence":
        return this.#update((known) => ({ ...known, present: told }));
      case "pong":
        return this.#hearPong(told);
      case "closing":
        this.closing = told;
    }
  }

  #hearState(state: StateMessage): void {
    if (state.version > VERSION) {
      this.closing = { code: "outdated", text: "this app is too old for the server", again: false };
      this.#end();
      return;
    }
    const first = !this.#greeted;
    if (first && state.covered && this.#claim === null && this.#held?.game === state.table.game) {
      this.#claim = this.#newId();
      this.#send({ do: "i-am", id: this.#claim, seat: this.#held.seat });
      return;
    }
    this.#greeted = true;
    this.#syncing = this.#claim = null;
    if (state.covered) this.#held = null;
    if (first) {
      this.#clock.reset();
      this.#clock.hear(state.now, this.#world.now(), this.#world.now() - this.#openedAt);
    }
    this.#draftNumber = Math.max(this.#draftNumber, state.drafted);
    this.known = knownFrom(state, first ? [] : (this.known?.lines ?? []), this.known?.whys);
    if (first) this.#become("open");
    this.#listener.known(this.known, state);
    if (!first) return;
    this.#clock.reset(); // the way back alone says less than there and back
    this.#sendPing(PATIENCE);
    for (const pending of this.#pending.values()) this.#socket?.send(pending.frame);
    this.#sendDraft();
  }

  #hearChange(change: ChangeMessage): void {
    if (this.known === null || this.#syncing !== null || change.revision <= this.known.revision) return;
    if (change.revision > this.known.revision + 1) {
      this.#sync(this.known.revision);
      return;
    }
    const next = follow(this.known, change);
    if (next === undefined) {
      console.warn(`the position at revision ${change.revision} is not the server's: ${change.position}`);
      this.#sync(0);
      return;
    }
    this.known = next;
    this.#listener.known(next, change);
  }

  #hearPong(pong: PongMessage): void {
    if (pong.id !== this.#ping?.id) return;
    this.#clock.hear(pong.now, this.#world.now(), this.#world.now() - this.#ping.at);
    this.#ping = null;
    if (this.known !== null && this.known.behind === 0 && pong.revision > this.known.revision)
      this.#sync(this.known.revision);
  }

  /** What comes before the answer is dropped, so one question is enough. */
  #sync(revision: number): void {
    if (this.#syncing !== null) return;
    this.#syncing = this.#newId();
    this.#send({ do: "sync", id: this.#syncing, revision });
  }

  #update(change: (known: KnownTable) => KnownTable): void {
    if (this.known === null) return;
    this.known = change(this.known);
    this.#listener.known(this.known, null);
  }

  // Answers

  #answer(told: DoneMessage | HintMessage): void {
    if (told.id === this.#syncing) this.#syncing = null;
    this.#pending.get(told.id)?.answered(told);
    this.#pending.delete(told.id);
  }

  #refused(told: RefusedMessage): void {
    const id = told.id ?? "";
    if (id === this.#syncing) this.#syncing = null;
    if (id === this.#claim) {
      this.#held = null;
      this.#lost();
    }
    if (id === this.#drafted?.id) {
      const { text } = this.#drafted;
      this.#drafted = null;
      this.#listener.undrafted?.(told.code, text);
    }
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (told.code === "unavailable" && pending.tries++ < MOST_TRIES) {
      this.#world.later(1, () => {
        if (this.#greeted && this.#pending.get(id) === pending) this.#socket?.send(pending.frame);
      });
      return;
    }
    this.#pending.delete(id);
    pending.failed(new RefusedError(told.code, told.text, told.defects));
  }

  // Drafts

  #sendDraft(): void {
    if (this.#draft === null || !this.#greeted || this.#stopDraft !== null) return;
    const revision = this.known?.revision ?? 0;
    if (this.#drafted?.text === this.#draft && this.#drafted.revision === revision) return;
    const wait = (this.#drafted?.at ?? -Infinity) + DRAFT_EVERY - this.#world.now();
    if (wait > 0) {
      this.#stopDraft = this.#world.later(wait, () => {
        this.#stopDraft = null;
        this.#sendDraft();
      });
      return;
    }
    const [id, text] = [this.#newId(), this.#draft];
    const number = ++this.#draftNumber;
    this.#drafted = { id, text, revision, number, at: this.#world.now() };
    this.#send({ do: "draft", id, revision, table: text, number });
  }

  #judged(verdict: VerdictMessage): void {
    const drafted = this.#drafted;
    if (verdict.id !== drafted?.id) return;
    this.#draftNumber = Math.max(this.#draftNumber, verdict.number);
    this.#listener.verdict?.(verdict, drafted.text);
    // Another device of ours drafted meanwhile, with a higher number: this is the newest all the same.
    if (verdict.number > drafted.number && this.#draft === drafted.text) {
      this.#drafted = null;
      this.#sendDraft();
    }
  }

  #send(command: Command): void {
    this.#socket?.send(JSON.stringify(command));
  }

  #newId(): string {
    return `${this.#prefix}-${++this.#count}`;
  }
}

const MADE_AT_A_REVISION: ReadonlySet<string> = new Set(["play", "draw", "keep", "pass", "hint"]);
