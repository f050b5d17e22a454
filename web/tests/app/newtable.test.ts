import { expect, test } from "vitest";
import { countTiles, TableForm } from "../../src/app/newtable.svelte";
import type { ShownEdition } from "../../src/net/routes";

const row = (value: unknown) => ({ value, note: "", source: "", where: [], silent: false, reading: false });
const set = (name: string, most: number) => {
  const made_of = { copies: most === 6 ? 3 : 2, j: most === 6 ? 4 : 2, d: 0, c: 0, m: 0 };
  return { name, tiles: 0, text: "", players: [2, most] as const, made_of };
};
const EDITIONS: readonly ShownEdition[] = [
  {
    name: "classic-2015",
    title: "",
    booklet: "",
    year: 2015,
    languages: [],
    parts: {},
    tile_sets: [set("106", 4)],
    rows: { opening: row(30), freeing: row("replace"), time_limit: row(60) },
  },
  {
    name: "sabra",
    title: "",
    booklet: "",
    year: 2015,
    languages: [],
    parts: {},
    tile_sets: [set("106", 4), set("160", 6)],
    rows: { opening: row(30), time_limit: row(120) },
  },
];

function form(): TableForm {
  const made = new TableForm("friends", null);
  made.know(EDITIONS);
  return made;
}

test("another edition takes away seats and tiles that it has not", () => {
  const made = form();
  made.chooseEdition("sabra");
  made.chooseTileSet("160");
  made.resize(6);
  expect(made.setup()).toMatchObject({ tile_set: "160", seats: ["me", "open", "open", "open", "open", "open"] });
  made.chooseEdition("classic-2015");
  expect(made.setup().tile_set).toBe("106");
  expect(made.setup().seats).toHaveLength(4);
});

test("a new table takes the time of its rules, the edition's or the house's", () => {
  const made = form();
  expect(made.setup().clock).toEqual({ turn: 60, bank: 0 });
  made.chooseEdition("sabra");
  expect(made.setup().clock).toEqual({ turn: 120, bank: 0 });
  made.clock = "days";
  made.chooseEdition("classic-2015");
  expect(made.setup().clock?.turn).toBe(172_800);
  const { clock: _clock, ...rest } = made.setup();
  const house = new TableForm("friends", { ...rest, house: { time_limit: 90 } });
  house.know(EDITIONS);
  expect(house.setup().clock).toEqual({ turn: 90, bank: 0 });
});

test("a house rule that says what the booklet says is none", () => {
  const made = form();
  made.change("opening", 50);
  expect(made.setup().house).toEqual({ opening: 50 });
  made.change("opening", 30);
  expect(made.changes).toBe(0);
});

test("tiles of the house's own bring the rules that their jokers need, and take them away again", () => {
  const made = form();
  made.chooseTiles({ ...made.tiles, copies: 3, m: 1 });
  const tiles = { copies: 3, j: 2, d: 0, c: 0, m: 1 };
  expect(made.setup()).toMatchObject({
    tile_set: "house",
    house: { tile_set: tiles, freeing: "free", mirror: "middle" },
  });
  expect([countTiles(tiles), made.players]).toEqual([159, [2, 6]]);
  expect(new TableForm("friends", made.setup()).ownTiles).toEqual(tiles);
  made.chooseTiles(null);
  expect(made.setup()).toMatchObject({ tile_set: "106", house: {} });
  expect(made.changes).toBe(0);
});

test("a clock of days is many seconds and has no bank", () => {
  const made = form();
  made.clock = "days";
  made.days = 3;
  expect(made.setup().clock).toEqual({ turn: 259_200, bank: 0 });
  const again = new TableForm("friends", made.setup());
  expect([again.clock, again.days]).toEqual(["days", 3]);
});

test("people around one screen without a name are numbered", () => {
  const made = new TableForm("shared", null);
  made.know(EDITIONS);
  made.resize(2);
  made.names = ["Ann", " "];
  expect(made.setup().names).toEqual(["Ann", "Player 2"]);
  expect(made.setup().shared).toBe(true);
});
