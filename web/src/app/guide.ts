/** The guide: what a booklet says, chapter by chapter, and "may I …?" answered from an edition's own rows. */

import chapterData from "../../../src/tilery/guide/chapters.json";
import questionData from "../../../src/tilery/guide/questions.json";
import type { GuideCase, GuideChapter, GuideEntry, GuidePicture, GuidePoint, GuideWords } from "../core/guidedata";
import { SearchIndex } from "../core/search";
import type { ShownEdition } from "../net/routes";
import { m } from "../paraglide/messages.js";
import { GUIDE_WORDS } from "./guidewords";
import { sayNumber } from "./language";
import { sourceWords } from "./places";

/** What an edition answers: yes, no or yes if, in words, with its place in the booklet. */
export interface GuideAnswer {
  readonly asks: string;
  readonly answer: "yes" | "no" | "if";
  readonly lead: string;
  readonly text: string;
  readonly source: string;
  readonly picture: GuidePicture | null;
}

export const ENTRIES = questionData as unknown as readonly GuideEntry[];
export const CHAPTERS = chapterData as unknown as readonly GuideChapter[];
/** Questions to try where somebody doesn't know what to ask. */
export const EXAMPLES: readonly string[] = ["joker-before-opening", "one-after-thirteen", "play-drawn"];

/** The guide in a language, fetched when it's asked for; in English where there's none. */
export async function loadGuide(language: string): Promise<Guide> {
  const load = GUIDE_WORDS[language] ?? GUIDE_WORDS["en"];
  if (load === undefined) throw new Error("there is no guide");
  return new Guide((await load()) as GuideWords);
}

/** The guide in one language. */
export class Guide {
  readonly words: GuideWords;
  readonly #index: SearchIndex;

  constructor(words: GuideWords) {
    this.words = words;
    const said = ENTRIES.map(({ id }) => words.questions[id]);
    this.#index = new SearchIndex(
      words.search,
      said.map((one) => [one?.asks ?? "", one?.also ?? ""]),
    );
  }

  /** The questions these words are about, best first. */
  find(query: string): GuideEntry[] {
    return this.#index.find(query).flatMap((place) => ENTRIES[place] ?? []);
  }

  /** How a question is asked, by an edition. */
  asks(edition: ShownEdition, { id }: GuideEntry): string {
    return fill(this.words.questions[id]?.asks ?? "", edition);
  }

  /** What an edition answers to a question. */
  answer(edition: ShownEdition, entry: GuideEntry): GuideAnswer {
    const found = entry.cases.find(({ when }) => holds(when, edition));
    if (found === undefined) throw new Error(`${entry.id} has no answer in ${edition.name}`);
    const say = found.say ?? found.answer;
    const [lead = "", text = ""] = this.words.questions[entry.id]?.answers[say] ?? this.words.common[say] ?? [];
    return {
      asks: this.asks(edition, entry),
      answer: found.answer,
      lead: fill(lead, edition),
      text: fill(text, edition),
      source: found.silent ? m.rules_silent() : sourceWords(edition, found.rule),
      picture: found.picture ?? null,
    };
  }

  /** The words of a point that has its own. */
  point(edition: ShownEdition, id: string): { readonly title: string; readonly text: string } {
    const { title = "", text = "" } = this.words.points[id] ?? {};
    return { title, text: fill(text, edition) };
  }
}

/** What a chapter says of an edition: of points about the same thing, the first that holds there. */
export function pointsOf({ points }: GuideChapter, edition: ShownEdition): readonly GuidePoint[] {
  const seen = new Set<string>();
  return points.filter((point) => {
    const about = point.id ?? point.rule;
    if (seen.has(about) || !holds(point.when, edition)) return false;
    seen.add(about);
    return true;
  });
}

/** Whether an edition has these rows; `special` is whether it has special jokers. */
function holds(when: GuideCase["when"] = {}, edition: ShownEdition): boolean {
  const special = edition.tile_sets.some(({ made_of: { d, c, m: mirrors } }) => d + c + mirrors > 0);
  return Object.entries(when).every(([key, value]) => {
    const own = key === "special" ? special : edition.rows[key]?.value;
    return JSON.stringify(own) === JSON.stringify(value);
  });
}

/** A text with the numbers of an edition. */
const fill = (text: string, edition: ShownEdition): string =>
  text.replace(/\{(\w+)\}/g, (_, row: string) => sayNumber(Number(edition.rows[row]?.value ?? 0)));
