/** The form of a new table: what is chosen so far, kept possible while it is being chosen. */

import type { RowName } from "../core/rules";
import type { ShownEdition, ShownTileSet, Setup } from "../net/routes";
import type { Spectators } from "../net/seen";
import { m } from "../paraglide/messages.js";
import { ME, OPEN, setupFor, type Company } from "./setups";

export const CLOCKS = ["none", "turn", "bank", "days"] as const;
export type ClockKind = (typeof CLOCKS)[number];

/** Natural kinds of tiles: thirteen numbers in four colours. */
const KINDS = 52;
const DAY = 86_400;
/** Seconds that can be chosen for a turn. */
export const TURNS: readonly number[] = [30, 45, 60, 90, 120, 180, 300];
/** Seconds that can be chosen for a bank. */
export const BANKS: readonly number[] = [60, 120, 180, 300, 600, 1200];

/** House rules that can be changed in the form, with the least and the most of those that are numbers. */
export const HOUSE_NUMBERS: Readonly<Partial<Record<RowName, readonly [least: number, most: number]>>> = {
  opening: [1, 100],
  rack_size: [5, 26],
  overtime_draw: [1, 10],
  idle_draw: [1, 10],
  joker_penalty: [1, 50],
};

/** A tile set of the house's own: copies of every natural tile, and how many of each joker. */
export const OWN_TILES = { copies: [2, 3], j: [0, 4], d: [0, 2], c: [0, 2], m: [0, 2] } as const;
export type OwnPart = keyof typeof OWN_TILES;
export type OwnTiles = ShownTileSet["made_of"];
const FEWEST: OwnTiles = { copies: 2, j: 0, d: 0, c: 0, m: 0 };
/** The natural kinds. */
const NATURALS = 52;

const jokersOf = ({ copies: _copies, ...jokers }: OwnTiles): number[] => Object.values(jokers);
/** How many tiles there are. */
export const countTiles = (tiles: OwnTiles): number =>
  tiles.copies * NATURALS + jokersOf(tiles).reduce((sum, each) => sum + each, 0);
const isSpecial = ({ d, c, m: mirrors }: OwnTiles): boolean => d + c + mirrors > 0;

export class TableForm {
  company = $state<Company>("bots");
  edition = $state("classic-2015");
  tileSet = $state("106");
  seats = $state<string[]>([ME, OPEN]);
  names = $state<string[]>([]);
  clock = $state<ClockKind>("turn");
  turn = $state(60);
  bank = $state(180);
  days = $state(2);
  counted = $state<"games" | "rounds">("games");
  length = $state(1);
  listed = $state(false);
  spectators = $state<Spectators>("table");
  hints = $state(true);
  talk = $state(false);
  house = $state<Record<string, unknown>>({});
  #editions = $state.raw<readonly ShownEdition[]>([]);
  /** Whether the time of a turn is the rules' own, once they are known. */
  #ownTime = false;

  constructor(company: Company, last: Setup | null) {
    this.#fill(company, setupFor(company, last));
  }

  /** The editions have come: from here on the form keeps to them. */
  know(editions: readonly ShownEdition[]): void {
    this.#editions = editions;
    this.#keepPossible();
    if (this.#ownTime) this.#takeTime();
  }

  /** A turn has the time that the rules give it. */
  #takeTime(): void {
    const limit = this.row("time_limit");
    this.clock = typeof limit === "number" ? "turn" : "none";
    if (typeof limit === "number") this.turn = limit;
    this.#ownTime = false;
  }

  get editions(): readonly ShownEdition[] {
    return this.#editions;
  }

  get chosen(): ShownEdition | undefined {
    return this.#editions.find((one) => one.name === this.edition);
  }

  get tileSets(): readonly ShownTileSet[] {
    return this.chosen?.tile_sets ?? [];
  }

  /** The house's own tiles, where it has some. */
  get ownTiles(): OwnTiles | null {
    return (this.house["tile_set"] as OwnTiles | undefined) ?? null;
  }

  /** The tiles as they would be played with. */
  get tiles(): OwnTiles {
    return this.ownTiles ?? this.tileSets.find((one) => one.name === this.tileSet)?.made_of ?? FEWEST;
  }

  /** Whether there are jokers that no tile stands for. */
  get special(): boolean {
    return isSpecial(this.tiles);
  }

  /** Play with tiles of the house's own, or with the edition's again; rules about jokers come and go with them. */
  chooseTiles(tiles: OwnTiles | null): void {
    const { tile_set: _old, freeing, mirror, ...rest } = this.house;
    const kept = this.special ? {} : { ...(freeing === undefined ? {} : { freeing }) };
    this.house = tiles === null ? { ...rest, ...kept } : { ...rest, ...kept, tile_set: tiles };
    if (tiles !== null && isSpecial(tiles) && this.row("freeing") === "replace") this.change("freeing", "free");
    if (tiles !== null && tiles.m > 0 && this.row("mirror") == null) this.change("mirror", mirror ?? "middle");
    this.#keepPossible();
  }

  /** How many may sit here. */
  get players(): readonly [least: number, most: number] {
    if (this.ownTiles) return [2, this.ownTiles.copies === 3 ? 6 : 4];
    return this.tileSets.find((one) => one.name === this.tileSet)?.players ?? [2, 4];
  }

  chooseCompany(company: Company): void {
    this.#fill(company, setupFor(company, { ...this.setup(), hints: company === "bots" }));
    this.#keepPossible();
    if (this.#ownTime && this.chosen) this.#takeTime();
  }

  chooseEdition(name: string): void {
    this.edition = name;
    this.house = {};
    this.#keepPossible();
    if (this.clock === "turn") this.#takeTime();
  }

  chooseTileSet(name: string): void {
    this.tileSet = name;
    this.#keepPossible();
  }

  resize(count: number): void {
    const other = {
      bots: this.seats.find((seat) => seat !== ME && seat !== OPEN) ?? "casual",
      friends: OPEN,
      shared: ME,
    };
    this.seats = Array.from({ length: count }, (_, index) => this.seats[index] ?? other[this.company]);
  }

  /** A row of the house's own; what the edition says itself is no change. */
  change(row: RowName, value: unknown): void {
    const { [row]: _old, ...rest } = this.house;
    this.house = this.chosen?.rows[row]?.value === value ? rest : { ...rest, [row]: value };
    this.#dropContradictions();
  }

  /** Rows of the house that make no sense beside another are the edition's again. */
  #dropContradictions(): void {
    const { opening_sets, freed_joker, ending, ...rest } = this.house;
    this.house = {
      ...rest,
      ...(opening_sets === undefined || this.special ? {} : { opening_sets }),
      ...(freed_joker === undefined || this.row("freeing") !== "replace" ? {} : { freed_joker }),
      ...(ending === undefined || this.row("pool_empty") !== "play-on" ? {} : { ending }),
    };
  }

  /** A row as it would be played. */
  row(row: RowName): unknown {
    return row in this.house ? this.house[row] : this.chosen?.rows[row]?.value;
  }

  /** Why no game could be played so; as the server would refuse it. */
  get contradictions(): readonly string[] {
    const { copies, j, d, c, m: mirrors } = this.tiles;
    const [total, most] = [copies * KINDS + j + d + c + mirrors, this.players[1]];
    const [rack, needed] = [Number(this.row("rack_size")), Number(this.row("rack_size")) * most];
    if (this.chosen === undefined) return [];
    if (needed > total) return [m.new_contradiction_racks({ most, rack, needed, total })];
    if (needed === total && this.row("pool_empty") === "stop") return [m.new_contradiction_pool({ most, rack })];
    return [];
  }

  /** How many rows the house has changed. */
  get changes(): number {
    return Object.keys(this.house).length;
  }

  /** All of it as the server takes it. */
  setup(): Setup {
    const seconds = this.clock === "none" ? null : this.clock === "days" ? this.days * DAY : this.turn;
    return {
      edition: this.edition,
      tile_set: this.ownTiles ? "house" : this.tileSet,
      house: this.house,
      seats: this.seats,
      ...(this.company === "shared" ? { names: this.#people() } : {}),
      shared: this.company === "shared",
      length: this.counted === "games" ? { games: this.length, rounds: null } : { rounds: this.length, games: null },
      clock: { turn: seconds, bank: this.clock === "bank" ? this.bank : 0 },
      listed: this.company === "friends" && this.listed,
      spectators: this.spectators,
      hints: this.hints,
      talk: this.talk && this.seats.some((seat) => seat !== ME && seat !== OPEN),
    };
  }

  /** The names of the people around the screen, in the order of their seats. */
  #people(): string[] {
    return this.seats.flatMap((seat, index) =>
      seat === ME ? [this.names[index]?.trim() || m.new_player({ number: index + 1 })] : [],
    );
  }

  #fill(company: Company, setup: Setup): void {
    const { turn = null, bank = 0 } = setup.clock ?? {};
    this.#ownTime = setup.clock == null;
    const { games = 1, rounds = null } = setup.length ?? {};
    this.company = company;
    this.edition = setup.edition ?? this.edition;
    this.tileSet = setup.tile_set ?? this.tileSet;
    this.seats = [...(setup.seats ?? [ME, OPEN])];
    this.names = this.#namesOf(setup);
    this.clock = turn === null ? "none" : turn >= DAY ? "days" : bank > 0 ? "bank" : "turn";
    if (this.clock === "days") this.days = Math.round((turn ?? DAY) / DAY);
    else if (turn !== null) this.turn = turn;
    if (bank > 0) this.bank = bank;
    this.counted = rounds === null ? "games" : "rounds";
    this.length = rounds ?? games ?? 1;
    this.listed = setup.listed ?? false;
    this.spectators = setup.spectators ?? "table";
    this.hints = setup.hints ?? false;
    this.talk = setup.talk ?? false;
    this.house = { ...setup.house };
  }

  #namesOf(setup: Setup): string[] {
    const names = [...(setup.names ?? [])];
    return (setup.seats ?? []).map((seat) => (seat === ME ? (names.shift() ?? "") : ""));
  }

  /** What was chosen last may not fit what was chosen now. */
  #keepPossible(): void {
    if (this.chosen === undefined) return;
    const sets = this.tileSets.map((one) => one.name);
    if (!this.ownTiles && !sets.includes(this.tileSet)) this.tileSet = sets[0] ?? "106";
    this.#dropContradictions();
    const [least, most] = this.players;
    const count = Math.min(most, Math.max(least, this.seats.length));
    if (count !== this.seats.length) this.resize(count);
  }
}
