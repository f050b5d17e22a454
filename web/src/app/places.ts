/** Where a booklet says something, and what the booklet is called, in the reader's language. */

import type { BookletPlace, PlacePart, ShownEdition } from "../net/routes";
import { m } from "../paraglide/messages.js";
import { language, sayList } from "./language";
import { editionName } from "./words";

const PLACES: Readonly<Record<PlacePart, (words: string, number: number) => string>> = {
  heading: (words) => m.rules_place_heading({ words }),
  cover: (words) => m.rules_place_cover({ words }),
  introduction: () => m.rules_place_introduction(),
  rule: (_, number) => m.rules_place_rule({ number }),
  example: (words) => m.rules_place_example({ words }),
};

/** What is printed there: in the reader's language where the booklet has it, else as it comes first. */
function printedIn({ printed = {} }: BookletPlace): string {
  const [short = ""] = language().split("-");
  return printed[short] ?? Object.values(printed)[0] ?? "";
}

/** Places in a booklet: the part in the reader's language, what is printed there as it is. */
export const placesWords = (places: readonly BookletPlace[]): string =>
  sayList(places.map((place) => PLACES[place.part ?? "heading"](printedIn(place), place.number ?? 0)));

/** Where an edition's booklet has a rule, in a sentence; an empty text where that isn't known. */
export function sourceWords(edition: ShownEdition, rule: string): string {
  const part = edition.parts[rule];
  if (part) return m.rules_source({ where: placesWords(part) });
  const row = edition.rows[rule];
  if (!row) return "";
  if (row.silent) return m.rules_silent();
  const where = placesWords(row.where);
  return row.reading ? m.rules_source_reading({ where }) : m.rules_source({ where });
}

/** A booklet by its edition, year and languages: "Sabra 2022 (German, Spanish and French)". */
export function bookletName({ name, year, languages }: ShownEdition): string {
  const edition = editionName(name);
  const names = new Intl.DisplayNames([language()], { type: "language" });
  return m.rules_booklet_languages({
    booklet: edition.includes(String(year)) ? edition : m.rules_booklet_year({ edition, year: String(year) }),
    languages: sayList(languages.map((one) => names.of(one) ?? one)),
  });
}
