import { afterEach, expect, test, vi } from "vitest";
import { chooseLanguage } from "../../src/app/language";
import { settings } from "../../src/app/settings.svelte";
import { language, later, speak } from "../../src/app/speech.svelte";
import { m } from "../../src/paraglide/messages.js";
import { WORDS } from "../../src/paraglide/words.js";

afterEach(() => {
  vi.restoreAllMocks();
  settings.choose({ language: null });
});

interface File {
  first: () => Promise<unknown>;
  rest: () => Promise<unknown>;
}

/** Let the first words of a language come when they're told to, or never. */
function hold(code: keyof typeof WORDS): { come: () => void; fail: () => void } {
  const file = WORDS[code] as File;
  const own = file.first;
  let [come, fail] = [(): void => {}, (): void => {}];
  const held = new Promise<void>((resolve, reject) => {
    [come, fail] = [resolve, () => reject(new Error("no network"))];
  });
  vi.spyOn(file, "first").mockImplementation(() => held.then(own));
  return { come, fail };
}

test("what is spoken stays until the words of another language are there", async () => {
  const german = hold("de");
  const spoken = speak("de");
  await Promise.resolve();
  expect([language(), m.common_again()]).toEqual(["en", "Try again"]);
  german.come();
  expect(await spoken).toBe(true);
  expect([language(), m.common_again()]).toEqual(["de", "Noch mal versuchen"]);
});

test("the language that was asked for last is spoken, whichever comes first", async () => {
  const [german, dutch] = [hold("de"), hold("nl")];
  const [one, two] = [chooseLanguage("de"), chooseLanguage("nl")];
  dutch.come();
  await two;
  german.come();
  await one;
  expect([language(), settings.now.language]).toEqual(["nl", "nl"]);
});

test("where the words of a language don't come all stays as it was, and other screens still open", async () => {
  await chooseLanguage("fr");
  const german = hold("de");
  const chosen = chooseLanguage("de");
  german.fail();
  await expect(chosen).rejects.toThrow("no network");
  expect([language(), m.common_again(), settings.now.language]).toEqual(["fr", "Réessayer", "fr"]);
  expect(await later(() => Promise.resolve("a screen"))()).toBe("a screen");
  expect(language()).toBe("fr");
});

test("a screen comes with the rest of the words, and so does the next language", async () => {
  const file = WORDS.nl as File;
  vi.spyOn(file, "rest").mockResolvedValue({ default: { common_again: "the rest" } });
  // The language is asked for before the screen is.
  const dutch = hold("nl");
  const next = speak("nl");
  const opened = later(() => Promise.resolve("a screen"))();
  dutch.come();
  await Promise.all([next, opened]);
  expect([language(), m.common_again()]).toEqual(["nl", "the rest"]);
  vi.spyOn(WORDS.de as File, "rest").mockResolvedValue({ default: { common_again: "der Rest" } });
  await speak("de");
  expect(m.common_again()).toBe("der Rest");
});

test("a screen doesn't open without its words", async () => {
  const german = hold("de");
  const asked = speak("de");
  const opened = later(() => Promise.resolve("a screen"))();
  german.fail();
  await expect(asked).rejects.toThrow("no network");
  await expect(opened).rejects.toThrow("no network");
});

test("where there are no words nothing is said, and never the name of the message", () => {
  const words = m as unknown as Record<string, (inputs?: object) => string>;
  expect(words["no_such_message"]?.({ count: 1 })).toBe("");
});
