import { expect, test } from "vitest";
import { companyOf, setupFor } from "../../src/app/setups";

test("a first visitor plays against three bots", () => {
  const setup = setupFor("bots", null);
  expect(setup.seats).toEqual(["me", "casual", "casual", "casual"]);
  expect(companyOf(setup)).toBe("bots");
});

test("the last setup is played again as it was", () => {
  const last = { edition: "sabra", seats: ["me", "regular"], clock: { turn: 120, bank: 0 } };
  expect(setupFor("bots", last)).toBe(last);
});

test("with other company the seats change hands and the rules stay", () => {
  const last = { edition: "sabra", tile_set: "160", seats: ["me", "open", "skilled", "open"], listed: true };
  const bots = setupFor("bots", last);
  expect(bots).toMatchObject({ edition: "sabra", tile_set: "160", seats: ["me", "skilled", "skilled", "skilled"] });
  expect(bots.listed).toBe(false);
  expect(setupFor("friends", bots).seats).toEqual(["me", "open", "open", "open"]);
});

test("around one screen every seat is the host's and no clock runs", () => {
  const shared = setupFor("shared", setupFor("bots", null));
  expect(shared).toMatchObject({ shared: true, seats: ["me", "me", "me", "me"], clock: { turn: null } });
  expect(companyOf(shared)).toBe("shared");
});

test("nobody hurries a newcomer, and friends have the edition's own time", () => {
  expect(setupFor("bots", null).clock).toEqual({ turn: null, bank: 0 });
  expect(setupFor("friends", null).clock).toBeNull();
  expect(setupFor("friends", { seats: ["me", "casual"], clock: { turn: 45 } }).clock).toEqual({ turn: 45 });
});
