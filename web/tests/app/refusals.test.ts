import { expect, test } from "vitest";
import "../kit/english";
import { refusalWords } from "../../src/app/refusals";
import { RefusedError } from "../../src/net/connection";

test.each<[RefusedError["code"], string]>([
  ["stale", "The game has moved on meanwhile."],
  ["paused", "Paused"],
  ["away", "A bot plays for you. Come back first."],
  ["busy", "One moment, and ask again."],
  ["no-hints", "There are no hints at this table."],
  ["taken", "This seat is taken."],
  ["full", "Every seat is taken."],
  ["kicked", "The host doesn’t want you at this table."],
  ["started", "The game has begun already."],
  ["not-ready", "Not everybody is ready."],
  ["too-few", "There are too few players."],
  ["not-host", "Only the host can do that."],
  ["connected", "They are connected."],
  ["unavailable", "The server is not there just now."],
  ["cannot-save", "The server can't save anything right now. Nothing has changed; please try again later."],
  ["yourself", "You can’t remove yourself. Leave the table instead."],
])("a command refused as %s is told so: %s", (code, words) => {
  expect(refusalWords(new RefusedError(code, "in the server's words"))).toBe(words);
});
