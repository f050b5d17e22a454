import { expect, test } from "vitest";
import { restored, tableText } from "../../../src/app/written";
import { formatTable, formatTiles } from "../../../src/core/notation";
import { byColour, byNumber } from "../../../src/core/sort";
import type { Kind } from "../../../src/core/tiles";
import {
  EMPTY_DRAFT,
  join,
  layOut,
  move,
  putBack,
  redo,
  redoAll,
  SIZES,
  sortRack,
  split,
  tilesLeft,
  tilesOf,
  tilesOn,
  undo,
  undoAll,
} from "../../../src/board/state";
import type { TableDraft, ClothLayout, Spot } from "../../../src/board/state";
import { ALL, Chance, faults, hear } from "./kit";

/** How many steps each walk takes; TILERY_WALK=25000 makes them a hundred thousand together. */
const STEPS = Number(process.env["TILERY_WALK"] ?? 2_500);

/** A server that moves tiles about by chance, without any rules. */
class Server {
  table: Kind[][] = [];
  rack: Kind[];
  other: Kind[];
  pool: Kind[];

  constructor(readonly chance: Chance) {
    const tiles = chance.shuffled(ALL);
    this.rack = tiles.splice(0, 14);
    this.other = tiles.splice(0, 14);
    this.pool = tiles;
  }

  get news() {
    // The order of sets and racks is not to be relied on.
    const sets = this.chance.shuffled(this.table);
    return { table: formatTable(sets), rack: formatTiles(this.chance.shuffled(this.rack)) };
  }

  draw(rack: Kind[]): void {
    rack.push(...this.pool.splice(0, 1));
  }

  /** Another player lays some tiles and moves some of the table's. */
  otherPlays(): void {
    const { chance } = this;
    for (let times = chance.below(4); times > 0; times--) {
      const from = chance.pick([this.other, ...this.table]);
      const tile = from?.splice(chance.below(from.length), 1)[0];
      if (tile === undefined) continue;
      const to = chance.pick([...this.table, [] as Kind[]]) ?? [];
      to.splice(chance.below(to.length + 1), 0, tile);
      this.table = [...new Set([...this.table, to])].filter((set) => set.length);
    }
    if (!this.other.length) for (let count = 0; count < 5; count++) this.draw(this.other);
  }
}

function spotOf(chance: Chance, draft: TableDraft): Spot {
  const set = chance.pick(draft.now.sets)?.id ?? -1;
  const place = chance.below(8) - 1;
  const spots: Spot[] = [
    { to: "set", set, place },
    { to: "split", set, place, side: chance.pick(["left", "right"] as const) ?? "left" },
    { to: "new", place: chance.below(2) ? { row: chance.below(5), x: chance.below(20) } : null },
    { to: "rack", row: chance.below(4) - 1, slot: chance.below(20) - 2 },
  ];
  return chance.pick(spots) ?? { to: "new", place: null };
}

/** One step of the player's hand. */
function handled(chance: Chance, draft: TableDraft): TableDraft {
  const tiles = [...tilesOf(draft.now.rack), ...tilesOn(draft.now.sets)].map((each) => each.id);
  const set = chance.pick(draft.now.sets)?.id ?? -1;
  switch (chance.below(8)) {
    case 0:
      return split(draft, set, chance.below(6));
    case 1:
      return join(draft, set, chance.pick(draft.now.sets)?.id ?? -1, chance.below(6));
    case 2:
      return sortRack(draft, (own) => (chance.below(2) ? byColour : byNumber)(own, (each) => each.kind));
    case 3:
      return chance.below(8) ? draft : putBack(draft);
    default: {
      const some = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(tiles) ?? -1);
      return move(draft, some, spotOf(chance, draft), () => chance.below(2) === 0);
    }
  }
}

/** The kinds of tiles there are, on the table and of one's own, in one order. */
const counted = (kinds: readonly Kind[]): string => [...kinds].sort((one, two) => one - two).join();

/** One step of a walk: the hand, a step back or again, or a word from the server. */
function step(chance: Chance, server: Server, before: TableDraft): TableDraft {
  const what = chance.below(100);
  if (what < 70) {
    const draft = handled(chance, before);
    if (draft === before) return draft;
    if (undo(draft).now !== before.now || redo(undo(draft)).now !== draft.now) throw new Error("undo is not exact");
    return draft;
  }
  if (what < 80) return undo(before);
  if (what < 85) return redo(before);
  if (what < 87) return chance.below(2) ? undoAll(before) : redoAll(before);
  if (what < 94) return otherMoved(chance, server, before);
  if (what < 97) return accepted(server, before);
  if (what < 99) {
    if (server.rack.length < 30) server.draw(server.rack);
    return hear(before, { ...server.news, seat: 0 }, true).draft;
  }
  const again = restored({ ...before, now: { ...before.now, sets: before.base } }, tableText(before.now.sets));
  expect(again && tableText(again.now.sets)).toBe(tableText(before.now.sets));
  return before;
}

function otherMoved(chance: Chance, server: Server, before: TableDraft): TableDraft {
  if (chance.below(3)) server.otherPlays();
  else server.draw(server.other);
  const { news } = server;
  const heard = hear(before, { ...news, seat: 1 }, false);
  expect(tableText(heard.draft.base)).toBe(news.table);
  if (!heard.changed.sets.length) {
    expect(heard.conflicts).toEqual([]);
    expect(heard.movements).toEqual([]);
    expect(heard.draft.past.length).toBe(before.past.length);
  }
  return heard.draft;
}

function accepted(server: Server, before: TableDraft): TableDraft {
  server.table = before.now.sets.map((set) => set.tiles.map((each) => each.kind));
  server.rack = tilesLeft(before.now).map((each) => each.kind);
  const heard = hear(before, { ...server.news, seat: 0 }, true);
  expect(heard.movements).toEqual([]);
  return heard.draft;
}

test.each([1, 2, 3, 4])("walk %i never loses, doubles or misplaces a tile", { timeout: 120_000 }, (seed) => {
  const chance = new Chance(seed);
  let server = new Server(chance);
  let draft = EMPTY_DRAFT;
  let layout: ClothLayout | null = null;
  for (let count = 0; count < STEPS; count++) {
    if (count % 1_000 === 0) {
      server = new Server(chance);
      draft = hear(draft, { ...server.news, seat: null }, true).draft;
    }
    const { base } = draft;
    draft = step(chance, server, draft);
    // A step of the past was looked at when it was made; only a word from the server makes it anew.
    const wrong = faults(draft, draft.base !== base);
    if (wrong.length) throw new Error(`step ${count}: ${wrong.join("; ")}`);
    const kinds = counted([...tilesOn(draft.base), ...tilesOf(draft.now.rack)].map((each) => each.kind));
    if (kinds !== counted([...server.table.flat(), ...server.rack])) throw new Error(`step ${count}: other tiles`);
    if (count % 10 === 0) {
      layout = layOut(draft.now.sets, { ...SIZES.phone, width: 372, height: 420 }, layout, count % 100 === 0);
      if (layout.sets.size !== draft.now.sets.length) throw new Error(`step ${count}: a set is not laid out`);
    }
  }
});
