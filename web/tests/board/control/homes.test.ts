import { expect, test } from "vitest";
import { TileHomes } from "../../../src/board/control/homes";
import type { SetId, TileId } from "../../../src/board/state";
import { begun, hear } from "../state/kit";

/** An element as far as homes need one. */
class TestElement {
  parent: TestElement | null = null;
  readonly inside: TestElement[] = [];

  get firstElementChild(): TestElement | null {
    return this.inside[0] ?? null;
  }

  get nextElementSibling(): TestElement | null {
    return this.parent?.inside[this.parent.inside.indexOf(this) + 1] ?? null;
  }

  insertBefore(one: TestElement, next: TestElement | null): void {
    one.parent?.inside.splice(one.parent.inside.indexOf(one), 1);
    this.inside.splice(next ? this.inside.indexOf(next) : this.inside.length, 0, one);
    one.parent = this;
    moved += 1;
  }
}

let moved = 0;
const plain = () => ({ state: "", mark: "" });
const element = (one: TestElement | undefined): Element => one as unknown as Element;

test("tiles are brought into their sets in their order, before what else is there, and only those that moved", () => {
  const old = begun("k1 r1 b1 y1 | k2 r2 b2");
  const now = hear(old, { table: "k1 r1 b1 | y1 y2 y3 | k2 r2 b2", rack: null, seat: 1 }, true).draft;
  const homes = new TileHomes<string>();
  const tiles = new Map<TileId, TestElement>();
  const boxes = new Map<SetId, TestElement>();
  const bring = ({ now: { sets } }: typeof old): TestElement[][] => {
    for (const { id } of sets) {
      if (boxes.has(id)) continue;
      const box = new TestElement();
      box.insertBefore(new TestElement(), null);
      boxes.set(id, box);
      homes.open(id, "")(element(box));
    }
    for (const { tile } of homes.lying(sets, plain)) if (!tiles.has(tile.id)) tiles.set(tile.id, new TestElement());
    moved = 0;
    homes.bring(sets, (id) => element(tiles.get(id)));
    return sets.map(({ id }) => boxes.get(id)?.inside.slice(0, -1) ?? []);
  };
  const expected = ({ now: { sets } }: typeof old) => sets.map((set) => set.tiles.map(({ id }) => tiles.get(id)));
  expect(bring(old)).toEqual(expected(old));
  expect(bring(now)).toEqual(expected(now));
  expect(moved).toBe(3);
  bring(now);
  expect(moved).toBe(0);
});

test("tiles are listed by their ids, and one that lies where it did, marked as it was, is the same value", () => {
  const old = begun("y1 y2 y3 | k1 r1 b1");
  const homes = new TileHomes<string>();
  const before = homes.lying(old.now.sets, plain);
  const now = hear(old, { table: "k1 r1 b1 | y1 y2 y3 y4", rack: null, seat: 1 }, true).draft;
  const after = homes.lying(now.now.sets, plain);
  expect(after.map(({ tile }) => tile.id)).toEqual([...after.map(({ tile }) => tile.id)].sort((a, b) => a - b));
  expect(after.filter((one) => !before.includes(one))).toHaveLength(1);
  const [first, second] = after.map(({ tile }) => tile.id);
  const marked = homes.lying(now.now.sets, (id) => ({
    state: id === first ? "new" : "",
    mark: id === second ? "red" : "",
  }));
  expect(marked.filter((one) => !after.includes(one)).map(({ tile }) => tile.id)).toEqual([first, second]);
});

test("a home is open until its set has gone", () => {
  const homes = new TileHomes<string>();
  const gone = homes.open(1, "old")(element(new TestElement()));
  expect(homes.of(1)).toBe("old");
  const goneToo = homes.open(1, "new")(element(new TestElement()));
  gone();
  expect(homes.of(1)).toBe("new");
  goneToo();
  expect(homes.of(1)).toBeUndefined();
});
