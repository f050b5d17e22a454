import { expect, test } from "vitest";
import { refusalWords } from "../../src/app/refusals";
import { RefusedError } from "../../src/net/connection";

test.each<[RefusedError["code"], string]>([
  ["stale", "The game has moved on in the meantime."],
  ["paused", "The game is paused. Resume it first."],
  ["away", "A bot is playing for you. Take your seat back first."],
  ["busy", "Still busy. Ask again in a moment."],
  ["no-hints", "There are no hints at this table."],
  ["taken", "This seat is taken."],
  ["full", "Every seat is taken."],
  ["kicked", "The host has removed you from this table."],
  ["started", "The game has already started."],
  ["not-ready", "Not everyone is ready yet."],
  ["too-few", "There aren’t enough players yet."],
  ["not-host", "Only the host can do that."],
  ["connected", "They’re still connected."],
  ["unavailable", "The server can’t be reached right now."],
  ["cannot-save", "The server can’t save anything right now. Nothing has changed; please try again later."],
  ["yourself", "You can’t remove yourself. Leave the table instead."],
])("a command refused as %s is told so: %s", (code, words) => {
  expect(refusalWords(new RefusedError(code, "in the server's words"))).toBe(words);
});
