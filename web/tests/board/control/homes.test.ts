import { expect, test } from "vitest";
import { TileHomes } from "../../../src/board/control/homes";

const element = (): HTMLElement => ({}) as HTMLElement;

test("a home is open until its set has gone, and tells how that is shown now", () => {
  const homes = new TileHomes<string>();
  const [one, two] = [element(), element()];
  let shown = "old";
  const gone = homes.open(1, () => shown)(one);
  expect([homes.look(1), homes.frame(1)]).toEqual(["old", one]);
  shown = "newer";
  expect(homes.look(1)).toBe("newer");
  const goneToo = homes.open(1, () => "another")(two);
  gone();
  expect([homes.look(1), homes.frame(1) === two]).toEqual(["another", true]);
  goneToo();
  expect([homes.look(1), homes.frame(1)]).toEqual([undefined, undefined]);
});
