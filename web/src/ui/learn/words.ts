/** What a lesson says: its own sentences with tiles named in them, and the referee's word on a try. */

import { defectWords } from "../../app/refusals";
import { sayList } from "../../app/language";
import { ruleOf, rulingWords, type RuleName } from "../../app/rulings";
import { editionName } from "../../app/words";
import { EDITION_RULES } from "../../core/editionrules";
import type { LessonSource, SettledTime } from "../../core/lesson";
import { parseTiles } from "../../core/notation";
import type { EditionName } from "../../core/rules";
import { colourOf, isJoker, numberOf, type Kind } from "../../core/tiles";
import type { Breach } from "../../core/turn";
import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";
import { coloursName, tileNames, troubleOf } from "../tiles/words";

/** A sentence of a lesson, in which tiles are named: `Lay your {r6}.` */
export function said(text: string): string {
  const filled = text.replace(/\{([^}]+)\}/g, (_, tiles: string) => tilesSaid(parseTiles(tiles)));
  return text.startsWith("{") ? filled.charAt(0).toLocaleUpperCase(getLocale()) + filled.slice(1) : filled;
}

/** Tiles of one colour by their numbers, "red 4, 5 and 6"; others one by one. */
function tilesSaid(kinds: readonly Kind[]): string {
  const [first] = kinds;
  const alike = kinds.every((kind) => !isJoker(kind) && first !== undefined && colourOf(kind) === colourOf(first));
  return alike && first !== undefined && kinds.length > 1
    ? coloursName(colourOf(first), kinds.map(numberOf))
    : tileNames(kinds);
}

/** Something to tell: a title, a sentence, the rule behind it, where else it would be legal, and what sort of news it is. */
export interface LessonNote {
  readonly kind: "calm" | "hint" | "wrong" | "right";
  readonly title: string;
  readonly text: string;
  readonly rule?: RuleName | null;
  readonly ruling?: string;
  readonly elsewhere?: string;
}

/** What the referee has against a try, with its rule and booklet; `better` is a sentence of the exercise's own. */
export function breachNote(
  breach: Breach,
  edition: EditionName,
  fine: readonly EditionName[],
  better = "",
): LessonNote {
  const rules = EDITION_RULES[edition];
  const [title, help] = breachWords(breach, edition);
  const rule = ruleOf(breach.rule);
  return {
    kind: "wrong",
    title,
    text: better || help,
    rule,
    ruling: rule ? rulingWords(rules, rule) : "",
    elsewhere: elsewhereWords(fine),
  };
}

function breachWords(breach: Breach, edition: EditionName): readonly [title: string, help: string] {
  switch (breach.code) {
    case "illegal-set": {
      const trouble = troubleOf(breach.tiles, EDITION_RULES[edition].mirror ?? null);
      return [trouble?.short ?? m.reason_no_order(), trouble?.help ?? ""];
    }
    case "opening-too-low":
      return [
        m.table_points_of({ points: breach.worth.value, needed: breach.needed }),
        m.table_opening_needs({ points: breach.needed }),
      ];
    case "joker-not-freed":
      return breach.stood.length
        ? [m.reason_joker_stood({ tile: tileNames(breach.stood, "for") }), m.reason_joker_not_freed()]
        : [m.reason_joker_not_freed(), ""];
    default:
      return [defectWords(breach.code), ""];
  }
}

/** Where a try would be fine. */
const elsewhereWords = (fine: readonly EditionName[]): string =>
  fine.length ? m.learn_elsewhere({ editions: sayList(fine.map(editionName)) }) : "";

/** What becomes of a turn when time is up, as an answer. */
export function timeWords({ stands, draws }: SettledTime): string {
  if (stands) return draws ? m.learn_time_kept({ count: draws }) : m.learn_time_stands();
  return m.learn_time_back({ count: draws });
}

/** Where the booklets have what an exercise is about: those of this edition, or else of any. */
export function sourceLine(sources: readonly LessonSource[], edition: EditionName): string {
  const own = sources.filter(({ booklet }) => booklet === edition);
  const [shown = null] = own.length ? own : sources;
  return shown ? m.learn_source({ edition: editionName(shown.booklet), heading: shown.heading }) : "";
}
