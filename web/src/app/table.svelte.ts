/**
 * A table as the screen sees it: what the server says and what the player's hand does, together.
 *
 * Everything read from a `LiveTable` in a component is followed. The player's hand goes through `edit` with the
 * functions of ../table; commands are methods and say whether they were carried out, with `refusal` for why not.
 */

import {
  TableConnection,
  RefusedError,
  type AskedCommand,
  type ConnectionEnd,
  type ConnectionStatus,
} from "../net/connection";
import type { SeenGame } from "../net/game";
import { gameEvents, movedBy, type BotLine, type KnownTable } from "../net/known";
import type { ChangeMessage, EmoteName, HintMessage, HintStep } from "../net/protocol";
import type { BotPace, PublicSeat } from "../net/seen";
import type { SaidMessage, StateMessage, VerdictMessage } from "../net/protocol";
import { browser, type World } from "../net/world";
import { differs, EMPTY_DRAFT, EMPTY_RACK, hear, laid, putBack } from "../board/state";
import type { Conflict, TableDraft, Heard, BoardTile, TableReport } from "../board/state";
import type { Mirror } from "../core/rules";
import type { ClockShown } from "./clock";
import { arranged, isPlan, readKept, takeUp, toKept, writeKept, type Kept } from "./kept";
import { reportOf, restored, tableText } from "./written";

/**
 * Is told of all that happens as it comes, with the movements of the tiles and how they lay before; a state is no move
 * but may have some.
 */
export type MoveListener = (heard: Heard, by: ChangeMessage | StateMessage, lay: TableDraft) => void;

const TICK = 0.25;
const NO_CONFLICTS: readonly Conflict[] = [];
/** What is heard where no tile moved. */
const STILL = { conflicts: NO_CONFLICTS, changed: { sets: [], tiles: [] }, movements: [] };

/** Somebody who has asked to see the racks, as one's own seat sees it. */
export interface WatcherShown {
  readonly number: number;
  readonly name: string;
  readonly agreed: boolean;
  readonly waits: boolean;
}

export class LiveTable {
  readonly id: string;
  #known = $state.raw<KnownTable | null>(null);
  #status = $state.raw<ConnectionStatus>("connecting");
  #closing = $state.raw<ConnectionEnd | null>(null);
  #draft = $state.raw<TableDraft>(EMPTY_DRAFT);
  #shown = $state.raw<TableDraft | null>(null);
  #judged = $state.raw<{ readonly verdict: VerdictMessage; readonly text: string } | null>(null);
  #conflicts = $state.raw<readonly Conflict[]>(NO_CONFLICTS);
  #hint = $state.raw<HintMessage | null>(null);
  #busy = $state.raw<AskedCommand["do"] | null>(null);
  /** The screen is being handed on; what the server thinks of it comes later. */
  #covering = $state(false);
  /** Whether this player has drawn since they were to move, and has something to look at. */
  #drew = $state(false);
  #refusal = $state.raw<RefusedError | null>(null);
  #time = $state(0);
  // Whatever else is known anew, these stay, and what follows only them isn't so much as asked whether it has changed.
  #you = $state.raw<number | null>(null);
  #mirror = $state.raw<Mirror | null>(null);
  #text = $derived(tableText(this.#draft.now.sets));
  #drafting = $derived(differs(this.#draft));
  #laid = $derived(laid(this.#draft));

  readonly #world: World;
  readonly #connection: TableConnection;
  readonly #listeners = new Set<MoveListener>();
  /** The game that the draft is of. */
  #on = "";
  #drafted = false;
  #stopTick = (): void => {};

  constructor(id: string, world: World = browser) {
    this.id = id;
    this.#world = world;
    this.#connection = this.#connect();
    this.#tick();
  }

  // What is known

  /** All that the server says; null until it has. */
  get known(): KnownTable | null {
    return this.#known;
  }

  /** The seat of who looks at this screen; null for a spectator. */
  get you(): number | null {
    return this.#you;
  }

  /** The rule for a mirror joker. */
  get mirror(): Mirror | null {
    return this.#mirror;
  }

  get game(): SeenGame | null {
    return this.#known?.game ?? null;
  }

  get seats(): readonly PublicSeat[] {
    return this.#known?.table.seats ?? [];
  }

  get lines(): readonly SaidMessage[] {
    return this.#known?.lines ?? [];
  }

  /** What bots have said of their moves. */
  get whys(): readonly BotLine[] {
    return this.#known?.whys ?? [];
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** Why the server ended the connection. */
  get closing(): ConnectionEnd | null {
    return this.#closing;
  }

  /** Whether a game is being played. */
  get playing(): boolean {
    return this.#known?.table.phase === "playing" && this.game?.phase === "playing";
  }

  /** Whose turn it is, while a game is being played. */
  get turn(): number | null {
    return this.playing ? (this.game?.turn ?? null) : null;
  }

  get myTurn(): boolean {
    return this.turn !== null && this.turn === this.you;
  }

  get isHost(): boolean {
    return this.you !== null && this.#known?.table.host === this.you;
  }

  /** Whether this seat is played on this screen. */
  isMine(seat: number): boolean {
    const around = this.#known?.terms.shared === true && (this.you !== null || this.#known.covered);
    return around ? this.seats[seat]?.kind === "person" : seat === this.you;
  }

  /** Whether nobody's rack is shown until somebody around this screen says who has it. */
  get covered(): boolean {
    return this.#covering || this.#known?.covered === true;
  }

  /** Who around this screen is to have it next; null while nobody else is to move. */
  get handsTo(): number | null {
    const { turn, you } = this;
    return turn !== null && turn !== you && this.isMine(turn) && !this.seats[turn]?.stand_in ? turn : null;
  }

  /** Whether who has this screen has drawn and not handed it on yet: they want to see what. */
  get drew(): boolean {
    return this.#drew;
  }

  /** Whether the person of this seat is connected. */
  isHere(seat: number): boolean {
    return this.#known?.present.seats.includes(seat) ?? false;
  }

  /** Which of those who have asked to see the racks one is. */
  get watcher(): number | null {
    return this.#known?.watcher ?? null;
  }

  /** Who has asked to see the racks: whether it waits for this player's word, and whether they have said yes. */
  get watchers(): readonly WatcherShown[] {
    return (this.#known?.table.watchers ?? []).flatMap(({ name, agreed = [], declined = false }, number) => {
      const own = this.you !== null && agreed.includes(this.you);
      return name === "" ? [] : [{ number, name, agreed: own, waits: !own && !declined }];
    });
  }

  /** How much time the bots take. */
  get pace(): BotPace {
    return this.#known?.table.pace ?? "normal";
  }

  get paused(): boolean {
    return this.#known?.table.pause?.since != null;
  }

  /** The running clock; null where there is none, and for bots. */
  get clock(): ClockShown | null {
    const [known, seat] = [this.#known, this.turn];
    const time = known?.terms.clock.turn ?? null;
    if (known === null || seat === null || time === null || known.table.turn_at === undefined) return null;
    if (!this.paused && known.table.due === undefined) return null;
    const used = this.paused ? (known.table.pause?.used ?? 0) : this.#time - known.behind - known.table.turn_at;
    const bank = known.table.seats[seat]?.bank ?? 0;
    const left = Math.min(time, Math.max(0, time - used));
    return {
      seat,
      left,
      bank: Math.min(bank, Math.max(0, time + bank - used)),
      turn: time,
      paused: this.paused,
    };
  }

  /** The server's time, in seconds since 1970. */
  now(): number {
    return this.#connection.now();
  }

  // The player's hand

  get draft(): TableDraft {
    return this.#draft;
  }

  /** Whether the table lies otherwise than the server has it. */
  get drafting(): boolean {
    return this.#drafting;
  }

  /** One's own tiles that lie on the table in the draft. */
  get laid(): readonly BoardTile[] {
    return this.#laid;
  }

  /** The referee on the table exactly as it lies now; null while that is not known. */
  get verdict(): VerdictMessage | null {
    return this.#judged?.text === this.#text ? this.#judged.verdict : null;
  }

  /** What of a plan could not stay when somebody else moved; gone with the next thing the hand does. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  /** Whether a bot plays for this player, who has come back or may do so. */
  get standsIn(): boolean {
    return this.you !== null && this.seats[this.you]?.stand_in != null;
  }

  /**
   * Do something with the draft: `edit((draft) => move(draft, tiles, spot))`. Says whether anything changed.
   *
   * What is only `shown` on the way to something else is not to be played by a press that comes just then.
   */
  edit(change: (draft: TableDraft) => TableDraft, shown = false): boolean {
    if (this.you === null || this.#busy === "play" || this.standsIn) return false;
    const next = change(this.#draft);
    this.#shown = shown ? next : null;
    if (next === this.#draft) return false;
    this.#draft = next;
    this.#conflicts = NO_CONFLICTS;
    this.#refusal = null;
    this.#sendDraft();
    return true;
  }

  /** Hear of every move as it comes; what is given back ends it. */
  watch(listener: MoveListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Commands

  /** The command that is on its way. */
  get busy(): AskedCommand["do"] | null {
    return this.#busy;
  }

  /** Why the last command was not carried out. */
  get refusal(): RefusedError | null {
    return this.#refusal;
  }

  get hint(): HintMessage | null {
    return this.#hint;
  }

  /** Whether the turn can be ended as the table lies: the server says so. */
  get canPlay(): boolean {
    return this.#canMove && this.#shown !== this.#draft && this.verdict?.legal === true;
  }

  /** Whether a tile was drawn that may free a joker: it is played, or kept. */
  get canKeep(): boolean {
    return this.#canMove && this.game?.drawn !== undefined;
  }

  get canDraw(): boolean {
    return this.#canMove && !this.canKeep && (this.game?.pool ?? 0) > 0;
  }

  get canPass(): boolean {
    return this.#canMove && !this.canKeep && this.game?.pool === 0;
  }

  get #canMove(): boolean {
    return this.myTurn && !this.paused && !this.standsIn && this.#busy === null && this.#status === "open";
  }

  play = (): Promise<boolean> => this.#ask({ do: "play", table: this.#text });
  draw = (): Promise<boolean> => this.#ask({ do: "draw" });
  keep = (): Promise<boolean> => this.#ask({ do: "keep" });
  pass = (): Promise<boolean> => this.#ask({ do: "pass" });
  resign = (): Promise<boolean> => this.#ask({ do: "resign" });
  sit = (seat: number | null = null): Promise<boolean> => this.#ask({ do: "sit", seat });
  leave = (): Promise<boolean> => this.#ask({ do: "leave" });
  back = (): Promise<boolean> => this.#ask({ do: "back" });
  ready = (words = ""): Promise<boolean> => this.#ask({ do: "ready", words });
  unready = (): Promise<boolean> => this.#ask({ do: "unready" });
  start = (): Promise<boolean> => this.#ask({ do: "start" });
  seatBot = (seat: number, level: string): Promise<boolean> => this.#ask({ do: "seat-bot", seat, level });
  kick = (seat: number): Promise<boolean> => this.#ask({ do: "kick", seat });
  standIn = (seat: number): Promise<boolean> => this.#ask({ do: "stand-in", seat });
  pause = (): Promise<boolean> => this.#ask({ do: "pause" });
  resume = (): Promise<boolean> => this.#ask({ do: "resume" });
  choosePace = (pace: BotPace): Promise<boolean> => this.#ask({ do: "pace", pace });
  askToWatch = (): Promise<boolean> => this.#ask({ do: "watch" });
  letIn = (watcher: number, on: boolean): Promise<boolean> => this.#ask({ do: "let-in", watcher, on });
  rematch = (words = ""): Promise<boolean> => this.#ask({ do: "rematch", words });
  say = (text: string): Promise<boolean> => this.#ask({ do: "say", text });
  emote = (name: EmoteName): Promise<boolean> => this.#ask({ do: "emote", name });

  /** Hear nothing more of a seat, or hear it again. */
  async mute(seat: number, on = true): Promise<boolean> {
    const done = await this.#ask({ do: "mute", seat, on });
    if (done && this.#known !== null) {
      const others = this.#known.muted.filter((each) => each !== seat);
      this.#known = this.#connection.known = { ...this.#known, muted: on ? [...others, seat] : others };
    }
    return done;
  }

  /** Ask for a hint: 1 how many tiles, 2 which, 3 the whole play. */
  async askHint(step: HintStep): Promise<boolean> {
    const revision = this.#known?.revision;
    return this.#carryOut("hint", async () => {
      const hint = await this.#connection.ask({ do: "hint", step });
      if (this.#known?.revision === revision) this.#hint = hint;
    });
  }

  forgetHint(): void {
    this.#hint = null;
  }

  #ask(command: Exclude<AskedCommand, { do: "hint" }>): Promise<boolean> {
    return this.#carryOut(command.do, () => this.#connection.ask(command));
  }

  async #carryOut(name: AskedCommand["do"], work: () => Promise<unknown>): Promise<boolean> {
    if (this.#busy === name) return false;
    const chat = name === "say" || name === "emote" || name === "mute" || name === "hint";
    if (!chat) this.#busy = name;
    this.#refusal = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#refusal = error;
      return false;
    } finally {
      if (this.#busy === name) this.#busy = null;
    }
  }

  // The connection

  /** Say around one screen who has it now. */
  take = (seat: number): Promise<boolean> => this.#carryOut("i-am", () => this.#connection.hold(seat));

  /** Hand the screen on: nobody's rack is shown until somebody takes it. */
  handOver(): Promise<boolean> {
    this.#covering = true;
    return this.#carryOut("hand-over", () => this.#connection.hold(null));
  }

  /** Connect again after the end, for whoever has become a guest by now. */
  again(): void {
    this.#connection.again();
  }

  /** Be done with this table. */
  close(): void {
    this.#stopTick();
    this.#connection.close();
    this.#listeners.clear();
  }

  #connect(): TableConnection {
    return new TableConnection(
      this.id,
      {
        known: (known, by) => this.#hear(known, by),
        verdict: (verdict, text) => this.#judge(verdict, text),
        status: (status, closing) => {
          this.#status = status;
          this.#closing = closing;
        },
      },
      this.#world,
    );
  }

  #tick(): void {
    this.#stopTick = this.#world.later(TICK, () => {
      if (this.#known?.table.due !== undefined) this.#time = this.now();
      this.#tick();
    });
  }

  #hear(known: KnownTable, by: ChangeMessage | StateMessage | null): void {
    const before = this.#known;
    this.#known = known;
    this.#you = known.you;
    this.#mirror = known.terms.rules.mirror ?? null;
    this.#time = this.now();
    if (by === null) return;
    if (by.tell === "state") this.#meet(before, known);
    if (by.tell === "change" && !gameEvents(by).length) {
      for (const listener of this.#listeners) listener({ ...STILL, draft: this.#draft }, by, this.#draft);
      return;
    }
    this.#hint = this.#judged = null;
    if (known.game === null) {
      this.#draft = EMPTY_DRAFT;
      this.#on = "";
      return;
    }
    const heard = this.#follow(before, known, known.game, by);
    const lay = this.#draft;
    this.#draft = heard.draft;
    this.#conflicts = heard.conflicts.length ? heard.conflicts : NO_CONFLICTS;
    if (by.tell === "change") {
      if (gameEvents(by).some((event) => event.event === "drew" && event.seat === known.you)) this.#drew = true;
      else if (this.myTurn) this.#drew = false;
    }
    this.#sendDraft();
    for (const listener of this.#listeners) listener(heard, by, lay);
  }

  /** Another pair of eyes looks at this screen: what was for the last one is not for them. */
  #meet(before: KnownTable | null, known: KnownTable): void {
    if (known.covered || known.you !== null) this.#covering = false;
    if (before === null || before.you === known.you) return;
    this.#refusal = null;
    this.#drew = false;
  }

  #follow(before: KnownTable | null, known: KnownTable, game: SeenGame, by: ChangeMessage | StateMessage): Heard {
    const report = reportOf(game.table, game.rack, by.tell === "change" ? movedBy(by) : null);
    const same = before?.game != null && before.table.game === known.table.game && before.you === known.you;
    if (same) {
      const over = turnIsOver(before, known, by);
      if (over) this.#drafted = false;
      return hear(this.#draft, report, over);
    }
    this.#drafted = known.draft !== null;
    const stored = known.you === null || game.phase === "over" ? null : readKept(this.id, known.you);
    const kept = stored?.game === known.table.game ? stored : null;
    const found = kept && (this.#on !== known.table.game || isPlan(kept)) ? takeUp(kept, report) : null;
    const heard = found ?? this.#begun(known, kept, report);
    this.#on = known.table.game;
    // What was done here and never reached the server is newer than what the server has.
    if (known.draft === null || (found !== null && kept?.sent === false)) return heard;
    return { ...heard, draft: restored(putBack(heard.draft), known.draft, laid(heard.draft)) ?? heard.draft };
  }

  /** The table as it lies, with a rack of one's own in its own order; sets stay where somebody else saw them. */
  #begun(known: KnownTable, kept: Kept | null, report: TableReport): Heard {
    const heard = hear(this.#on === known.table.game ? withoutRack(this.#draft) : EMPTY_DRAFT, report, true);
    return kept === null ? heard : { ...heard, draft: arranged(heard.draft, kept) };
  }

  /** Out of turn only a plan is worth a verdict; in turn the server also hears that everything lies as it did. */
  #sendDraft(): void {
    const wanted = this.playing && this.you !== null && (this.drafting || (this.myTurn && this.#drafted));
    this.#drafted = wanted && this.myTurn;
    this.#connection.draft(wanted ? this.#text : null);
    this.#keep(!wanted);
  }

  #judge(verdict: VerdictMessage, text: string): void {
    this.#judged = { verdict, text };
    if (text === this.#text && this.myTurn) this.#keep(true);
  }

  #keep(sent: boolean): void {
    const known = this.#known;
    if (known === null || known.you === null || known.game === null) return;
    writeKept(this.id, known.you, toKept(this.#draft, known.table.game, sent, this.#world.now()));
  }
}

/** What lies on the table for everybody: the next player's rack comes to the same sets in the same places. */
const withoutRack = ({ base, next }: TableDraft): TableDraft => ({
  ...EMPTY_DRAFT,
  base,
  now: { sets: base, rack: EMPTY_RACK },
  next,
});

/** Whether one's own turn has ended, and the draft with it: by what happened, or by how things lie after a gap. */
function turnIsOver(before: KnownTable, known: KnownTable, by: ChangeMessage | StateMessage): boolean {
  const [old, now, you] = [before.game, known.game, known.you];
  if (old === null || now === null || now.phase === "over") return true;
  if (by.tell === "change") return gameEvents(by).some((event) => "seat" in event && event.seat === you);
  const moved = now.turn !== you || now.table !== old.table || (you !== null && now.counts[you] !== old.counts[you]);
  return old.turn === you && moved;
}
