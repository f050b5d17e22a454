/**
 * Finding a question by the words somebody uses for it.
 *
 * The package has the same search in `tilery/guide/search.py`; a test compares the two. All sums are whole numbers, so
 * that both sides get the same ones.
 */

import type { SearchWords } from "./guidedata";

const SPELT: Readonly<Record<string, string>> = { ß: "ss", œ: "oe", æ: "ae" };
const MOST_WORDS = 24;
const [EXACT, BEGINS, MISTYPED] = [4, 3, 2];
const [ASKED, ALSO] = [3, 2];
/** What a word weighs that is in no question. */
const UNKNOWN = 3;

interface IndexedText {
  readonly asked: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/**
 * What there is to find: texts by how they're asked and by other words for the same.
 *
 * A word is what's left without its ending; words that mean the same are one. The rarer a word, the more it weighs.
 */
export class SearchIndex {
  readonly #stop: ReadonlySet<string>;
  readonly #ends: readonly string[];
  readonly #same = new Map<string, string>();
  readonly #forms = new Map<string, string>();
  readonly #texts: readonly IndexedText[];
  readonly #weights = new Map<string, number>();

  constructor(habits: SearchWords, texts: readonly (readonly [asks: string, also: string])[]) {
    this.#stop = new Set(fold(habits.stop));
    this.#ends = fold(habits.ends).sort((one, other) => other.length - one.length);
    for (const line of habits.same) {
      const words = fold(line);
      for (const word of words) setDefault(this.#same, this.#stem(word), this.#stem(words[0] ?? word));
    }
    this.#texts = texts.map(([asks, also]) => {
      const [asked, others] = [this.#meanings(asks), this.#meanings(also)];
      return { asked, others: new Set([...others].filter((word) => !asked.has(word))) };
    });
    const counts = new Map<string, number>();
    for (const { asked, others } of this.#texts)
      for (const word of [...asked, ...others]) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#weights.set(word, weightOf(texts.length, count));
    for (const word of habits.same.flatMap(fold)) setDefault(this.#forms, word, this.#meaning(word));
    for (const [form, word] of this.#forms) if (!this.#weights.has(word)) this.#forms.delete(form);
  }

  /** The texts these words are about, by number, best first. */
  find(query: string): number[] {
    const words = fold(query)
      .slice(0, MOST_WORDS)
      .filter((word) => !this.#stop.has(word));
    const candidates = words.map((word, place) => this.#candidates(word, place === words.length - 1));
    const possible = candidates.reduce((sum, one) => {
      const weights = [...one.keys()].map((word) => this.#weightOf(word));
      return sum + EXACT * ASKED * (weights.length ? Math.max(...weights) : UNKNOWN);
    }, 0);
    const found: (readonly [cost: number, place: number])[] = [];
    for (const [place, text] of this.#texts.entries()) {
      const met = new Set<string>();
      const gained = candidates.reduce((sum, one) => sum + this.#gain(one, text, met), 0);
      if (!gained || gained * 5 < possible * 2) continue;
      const left = [...text.asked].reduce((sum, word) => sum + (met.has(word) ? 0 : this.#weightOf(word)), 0);
      found.push([left * 3 - gained * 2, place]);
    }
    return found.sort((one, other) => one[0] - other[0] || one[1] - other[1]).map(([, place]) => place);
  }

  #gain(candidates: ReadonlyMap<string, number>, { asked, others }: IndexedText, met: Set<string>): number {
    let best = 0;
    for (const [word, quality] of candidates) {
      const part = asked.has(word) ? ASKED : others.has(word) ? ALSO : 0;
      if (!part) continue;
      met.add(word);
      best = Math.max(best, this.#weightOf(word) * quality * part);
    }
    return best;
  }

  #weightOf(word: string): number {
    return this.#weights.get(word) ?? 0;
  }

  #meanings(text: string): Set<string> {
    const words = fold(text.replace(/\{\w+\}/g, " ")).filter((word) => !this.#stop.has(word));
    for (const word of words) setDefault(this.#forms, word, this.#meaning(word));
    return new Set(words.map((word) => this.#meaning(word)));
  }

  #meaning(word: string): string {
    const stem = this.#stem(word);
    return this.#same.get(stem) ?? stem;
  }

  #stem(word: string): string {
    const end = this.#ends.find((one) => word.endsWith(one) && word.length - one.length >= 3);
    return end === undefined ? word : word.slice(0, -end.length);
  }

  /** The known words that somebody may mean with this one, and how sure that is. */
  #candidates(word: string, last: boolean): ReadonlyMap<string, number> {
    const meaning = this.#meaning(word);
    if (this.#weights.has(meaning)) return new Map([[meaning, EXACT]]);
    const found = new Map<string, number>();
    for (const [form, meant] of this.#forms) {
      const begins = last && word.length > 1 && form.startsWith(word);
      if (!begins && !(word.length > 3 && form.length > 3 && isOneOff(word, form))) continue;
      found.set(meant, Math.max(found.get(meant) ?? 0, begins ? BEGINS : MISTYPED));
    }
    return found;
  }
}

function setDefault(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

/** The words of a text in plain small letters. */
function fold(text: string): string[] {
  const spelt = text.toLowerCase().replace(/[ßœæ]/g, (letter) => SPELT[letter] ?? letter);
  return (
    spelt
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function weightOf(texts: number, count: number): number {
  let weight = 1;
  for (let many = count * 2; many <= texts; many *= 2) weight += 1;
  return weight;
}

/** Whether two words differ in one letter: another one, one more, one less, or two that changed places. */
function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return one === other;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return swapped && short.slice(start + 2) === long.slice(start + 2);
}
