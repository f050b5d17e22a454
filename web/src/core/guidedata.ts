/**
 * What the files of the guide hold, which the package and the app both read.
 *
 * Made from the server's types by `make contract`: not to be edited by hand.
 */

import type { DefectCode, Verdict } from "./rules";

/** A question that players ask: the chapter it belongs to, the lesson that teaches it, and its answers. */
export interface GuideEntry {
  readonly id: string;
  readonly chapter: string;
  readonly cases: readonly GuideCase[];
  readonly lesson?: string;
}

/** An answer, for editions that have the rows of `when`; `say` names its words if they aren't the answer's. */
export interface GuideCase {
  readonly answer: "if" | "no" | "yes";
  readonly rule: string;
  readonly when?: Readonly<Record<string, unknown>>;
  readonly say?: string;
  readonly picture?: GuidePicture;
  readonly silent?: boolean;
}

/**
 * A position in notation, and what the referee says of it: a test asks.
 *
 * It's a `set`; or a turn from `table` and `rack` to `after`; or a `draft` that lies there when time is up;
 * or the `racks` at the end of a game.
 */
export interface GuidePicture {
  readonly set?: string;
  readonly table?: string;
  readonly rack?: string;
  readonly after?: string;
  readonly draft?: string;
  readonly racks?: readonly string[];
  readonly opened?: boolean;
  readonly drawn?: string;
  readonly out?: number;
  readonly legal?: boolean;
  readonly code?: DefectCode;
  readonly worth?: number;
  readonly stands?: Verdict;
  readonly draws?: number;
  readonly scores?: readonly number[];
}

/** A chapter of the booklet, and the lesson to try it in. */
export interface GuideChapter {
  readonly id: string;
  readonly points: readonly GuidePoint[];
  readonly lesson?: string;
}

/** A point of a chapter: with an `id` it has words of its own, without it's the row `rule`. */
export interface GuidePoint {
  readonly rule: string;
  readonly id?: string;
  readonly when?: Readonly<Record<string, unknown>>;
  readonly lesson?: string;
  readonly picture?: GuidePicture;
}

/** The guide in one language. */
export interface GuideWords {
  readonly search: SearchWords;
  readonly chapters: Readonly<Record<string, string>>;
  readonly points: Readonly<Record<string, PointWords>>;
  readonly common: Readonly<Record<string, readonly [string, string]>>;
  readonly questions: Readonly<Record<string, GuideSaying>>;
}

/** How a language is searched: words that say nothing, endings that don't matter, words that mean the same. */
export interface SearchWords {
  readonly stop: string;
  readonly ends: string;
  readonly same: readonly string[];
}

/** The words of a point. */
export interface PointWords {
  readonly title: string;
  readonly text: string;
}

/** The words of a question: how it goes on after "May I", other words people use, and the answers. */
export interface GuideSaying {
  readonly asks: string;
  readonly also: string;
  readonly answers: Readonly<Record<string, readonly [string, string]>>;
}
