/** The server's English sentence for each reason, made of its code and parameters: so these are enough for one. */

import type { Reason, StandingJokers } from "../../src/core/reasons";
import { CHANGE, COLOUR_NAMES, colourOf, DOUBLE, isJoker, MIRROR, numberOf } from "../../src/core/tiles";
import type { Kind } from "../../src/core/tiles";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const JOKERS = new Map([
  [DOUBLE, "double joker"],
  [CHANGE, "colour-change joker"],
  [MIRROR, "mirror joker"],
]);
const WHERE = { group: "group", run: "run", mirrored: "mirrored set" };

const word = (number: number): string => WORDS[number] ?? String(number);

function name(kind: Kind): string {
  return isJoker(kind) ? (JOKERS.get(kind) ?? "joker") : `${COLOUR_NAMES[colourOf(kind)]} ${numberOf(kind)}`;
}

/** Tiles in words. */
export function and(kinds: readonly Kind[]): string {
  const names = kinds.map(name);
  const last = names.pop() ?? "";
  return names.length ? `${names.join(", ")} and ${last}` : last;
}

function jokers({ places, double }: StandingJokers): string {
  if (double) return `the jokers stand for ${word(places)}`;
  if (places === 1) return "there is one joker";
  return places ? `there are ${word(places)} jokers` : "there is no joker";
}

const has = (kinds: readonly Kind[]): string => (kinds.length === 1 ? "has" : "have");

function times(count: number): string {
  return ["never", "once", "twice"][count] ?? `${word(count)} times`;
}

function changeJokers(count: number): string {
  return count === 1 ? "there is one colour-change joker" : `there are ${word(count)} colour-change jokers`;
}

/** One reason in the server's words. */
export function sentence(reason: Reason): string {
  switch (reason.code) {
    case "too-few-tiles":
      return `a set needs at least 3 tiles, this one has ${reason.count || "none"}`;
    case "two-mirrors":
      return `a set has one middle: ${word(reason.count)} mirror jokers cannot be in it`;
    case "no-mirror-rule":
      return "this game has no rule for a mirror joker";
    case "change-outside-run":
      return "a colour-change joker belongs in runs only";
    case "twice":
      return `${word(reason.count)} ${name(reason.tile)}s in one ${WHERE[reason.where]}`;
    case "same-number": {
      const where = reason.half ? "half of a mirrored run" : "run";
      return `${name(reason.one)} and ${name(reason.two)} cannot both be in one ${where}`;
    }
    case "wrong-number":
      return `a ${name(reason.tile)} does not belong in a group of ${reason.number}s`;
    case "wrong-colour":
      return `a ${name(reason.tile)} does not belong in a ${COLOUR_NAMES[reason.colour]} run`;
    case "too-many-colours":
      return `a group has at most 4 colours; ${reason.half ? "half of this" : "this"} one covers ${reason.count}`;
    case "too-long": {
      const what = reason.half ? "half of a mirrored run" : "a run";
      return `${what} covers at most ${reason.most} numbers; this one would cover ${reason.count}`;
    }
    case "wrap":
      return "1 does not follow 13";
    case "gap": {
      const numbers = reason.missing === 1 ? "number is" : "numbers are";
      const alone = reason.alone.length ? `, ${and(reason.alone)} ${has(reason.alone)} no partner,` : "";
      const missing = `${word(reason.missing)} ${numbers} missing${reason.half ? " on each side" : ""}${alone}`;
      return `between ${name(reason.one)} and ${name(reason.two)} ${missing} and ${jokers(reason.jokers)}`;
    }
    case "double-needs-two": {
      const one = "two tiles, here only one is missing";
      return `a double joker stands for ${reason.apart ? "two numbers side by side, not for single ones" : one}`;
    }
    case "double-no-room":
      return `a double joker has no room ${reason.side} a ${reason.number}`;
    case "no-room-for-change":
      return `between ${name(reason.one)} and ${name(reason.two)} there is no room for a colour-change joker`;
    case "too-few-changes":
      return `the colour changes ${times(reason.needed)}, and ${changeJokers(reason.count)}`;
    case "change-without-change": {
      const between = `between ${name(reason.one)} and ${name(reason.two)}`;
      return `a colour-change joker ${between} cannot leave the colour as it is`;
    }
    case "change-unmirrored":
      return "a colour-change joker must have another one opposite";
    case "no-partner": {
      const spare = reason.jokers ? `, and ${jokers(reason.jokers)}` : "";
      return `the two sides of the mirror do not match: ${and(reason.alone)} ${has(reason.alone)} no partner${spare}`;
    }
    case "uneven-sides":
      return "the two sides of the mirror cannot be equally long";
    case "mirror-too-high":
      return "the mirror's number would be 14";
    case "no-order":
      return `these tiles make ${reason.mirrored ? "no mirrored set" : "neither a group nor a run"}, in any order`;
  }
}
