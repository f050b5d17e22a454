import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "../../src/app/languages";
import { misfitWords } from "../../src/app/misfits";
import { CLOSINGS, closingWords, PROBLEMS, told } from "../../src/app/problems";
import { DEFECTS, REFUSALS, refusalWords } from "../../src/app/refusals";
import { speak } from "../../src/app/speech.svelte";
import { ApiError } from "../../src/net/api";
import { RefusedError } from "../../src/net/connection";
import { m } from "../../src/paraglide/messages.js";

vi.stubGlobal("navigator", { languages: ["en"] });

/** The codes of a list, as the server's types have it. */
function codesOf(file: string, name: string): string[] {
  const text = readFileSync(resolve(import.meta.dirname, "../../src", file), "utf8");
  const [, union = ""] = new RegExp(`export type ${name} =([^;]+);`).exec(text) ?? [];
  const codes = [...union.matchAll(/"([^"]+)"/g)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(5);
  return codes;
}

/** Every list of codes, how one of them is told, and what is only for codes of a newer server. */
const LISTS: readonly (readonly [name: string, codes: string[], tell: (code: string) => string, last: () => string])[] =
  [
    [
      "refusals",
      [...codesOf("net/protocol.ts", "RefusalCode"), "lost"],
      (code) => refusalWords(new RefusedError(code as keyof typeof REFUSALS, "")),
      m.reason_refused,
    ],
    ["closings", [...codesOf("net/protocol.ts", "ClosingCode"), "outdated"], closingWords, m.error_lost],
    [
      "problems",
      [...codesOf("net/routes.ts", "ProblemCode"), "offline"],
      (code) => told(new ApiError(code as keyof typeof PROBLEMS, 400, "")),
      m.error_other,
    ],
    [
      "defects",
      // These two are told with their numbers, which turn.test.ts looks at.
      codesOf("core/rules.ts", "DefectCode").filter((code) => code !== "illegal-set" && code !== "opening-too-low"),
      (code) => refusalWords(new RefusedError("illegal", "", [{ code, text: "", rule: "", booklet: "" } as never])),
      m.reason_other,
    ],
    [
      "misfits",
      codesOf("net/routes.ts", "MisfitCode"),
      (code) =>
        misfitWords({ code: code as never, text: "", row: "opening", values: { part: "j", least: 1, most: 4 } }),
      m.error_rules,
    ],
  ];

describe.each(LANGUAGES)("in %s", (language) => {
  test.each(LISTS)("every one of the %s has a sentence of its own", async (_, codes, tell, last) => {
    await speak(language);
    const sentences = codes.map((code) => [code, tell(code)] as const);
    const seen = new Map<string, string>();
    for (const [code, words] of sentences) {
      expect([code, words]).not.toEqual([code, last()]);
      expect([code, words, seen.get(words)]).toEqual([code, words, undefined]);
      seen.set(words, code);
    }
  });
});

test("nothing is told of codes that the server doesn't have", () => {
  const known = new Set(LISTS.flatMap(([, codes]) => codes));
  const told = [REFUSALS, CLOSINGS, PROBLEMS, DEFECTS].flatMap((one) => Object.keys(one));
  expect(told.filter((code) => !known.has(code))).toEqual([]);
});

test("a code of a newer server is told as well as can be", () => {
  expect(refusalWords(new RefusedError("newer" as never, ""))).toBe(m.reason_refused());
  expect(told(new ApiError("newer" as never, 400, ""))).toBe(m.error_other());
  expect(misfitWords({ code: "newer" as never, text: "" })).toBe(m.error_rules());
});
