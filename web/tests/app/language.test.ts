import { afterEach, expect, test, vi } from "vitest";
import { sayNumber, sayScore, sayTime } from "../../src/app/language";
import { speak } from "../../src/app/speech.svelte";

afterEach(() => vi.unstubAllGlobals());

test("times are told in their largest whole unit", async () => {
  await speak("de");
  vi.stubGlobal("navigator", { languages: ["de-DE"] });
  expect([60, 90, 120, 7200, 86_400, 172_800].map((time) => sayTime(time))).toEqual([
    "60 Sekunden",
    "90 Sekunden",
    "2 Minuten",
    "2 Stunden",
    "1 Tag",
    "2 Tage",
  ]);
});

test("short times have signs that every language reads", async () => {
  await speak("nl");
  vi.stubGlobal("navigator", { languages: ["nl"] });
  expect([90, 120].map((time) => sayTime(time, "short"))).toEqual(["90\u00A0s", "2\u00A0min"]);
});

test("numbers and scores are written as the language writes them", async () => {
  await speak("fr");
  vi.stubGlobal("navigator", { languages: ["fr-FR"] });
  expect([sayScore(-12), sayScore(0), sayScore(12)]).toEqual(["−12", "0", "+12"]);
  expect(sayNumber(1.5)).toBe("1,5");
});
