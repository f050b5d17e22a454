import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseTiles } from "../../src/core/notation";
import { read } from "../../src/core/reading";
import { explain } from "../../src/core/reasons";
import type { Mirror } from "../../src/core/rules";
import { sentence } from "./sentences";

interface Vector {
  readonly id: string;
  readonly edition: string;
  readonly sets: string;
  readonly legal: boolean;
  readonly value: number | null;
}

const MIRRORS: Record<string, Mirror> = { "twist-2015": "middle", "twist-2016": "none" };
const recorded = (name: string): unknown[] =>
  readFileSync(resolve(import.meta.dirname, `../../../tests/vectors/${name}.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
const vectors = recorded("sets") as Vector[];
const reasons = recorded("reasons") as { set: string; mirror: Mirror | null; reasons: [string, string][] }[];

test("there are vectors with and without special jokers", () => {
  expect(new Set(vectors.map(({ edition }) => edition))).toEqual(
    new Set(["classic-2015", "sabra", "twist-2015", "twist-2016"]),
  );
});

test.each(vectors)("$id, $edition: $sets", ({ edition, sets, legal, value }) => {
  const mirror = MIRRORS[edition] ?? null;
  const reading = read(parseTiles(sets), mirror);
  expect(reading !== null).toBe(legal);
  expect(reading?.value ?? null).toBe(value);
  expect(explain(parseTiles(sets), mirror).length === 0).toBe(legal);
});

test.each(reasons)("every reason is given in order and no other: $set, $mirror", ({ set, mirror, reasons }) => {
  const found = explain(parseTiles(set), mirror);
  expect(found.map((reason) => [reason.code, sentence(reason)])).toEqual(reasons);
});
