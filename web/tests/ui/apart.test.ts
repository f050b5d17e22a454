import { expect, test } from "vitest";
import { parted } from "../../src/ui/people/apart";

test.each([
  ["Newcomer 1", ["Newcomer 2", "Casual"], ["Newcomer", " 1"]],
  ["Alexandra", ["Alexander", "Bo"], ["Alexand", "ra"]],
  ["Guest 1234", ["Guest 1277", "Guest 9"], ["Guest 12", "34"]],
  ["Anna", ["Annabel"], ["Anna", ""]],
  ["Annabel", ["Anna"], ["Anna", "bel"]],
  ["Mira", ["Max", "Otto"], ["Mira", ""]],
  ["Zoë 🎲🎲", ["Zoë 🎲🎯"], ["Zoë 🎲", "🎲"]],
  ["Ann", [], ["Ann", ""]],
])("%s beside %j is cut in its first part: %j", (name, others, parts) => {
  expect(parted(name, others)).toEqual(parts);
});
