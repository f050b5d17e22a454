import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

type Message = string | readonly unknown[];

const folder = resolve(import.meta.dirname, "../messages");
const messages = new Map(
  readdirSync(folder).map((name) => [
    name.replace(".json", ""),
    JSON.parse(readFileSync(resolve(folder, name), "utf8")) as Record<string, Message>,
  ]),
);
const english = messages.get("en") ?? {};
const others = [...messages.keys()].filter((language) => language !== "en");

/** The names a message is filled with. */
const names = (message: Message | undefined): string[] =>
  [...new Set(JSON.stringify(message ?? "").match(/\{\w+\}/g))].sort();

test.each(others)("everything said in English is said in %s, with the same names to fill in", (language) => {
  const own = messages.get(language) ?? {};
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  for (const key of Object.keys(english)) expect([key, names(own[key])]).toEqual([key, names(english[key])]);
});

test("no message is empty", () => {
  for (const own of messages.values())
    for (const message of Object.values(own)) expect(message.length).toBeGreaterThan(0);
});

test.each(["web/messages/fr.json", "web/lessons/words/fr.json", "src/tilery/guide/words/fr.json"])(
  "no line breaks before a French sign: %s",
  (path) => {
    const text = readFileSync(resolve(import.meta.dirname, "../..", path), "utf8");
    expect(text.match(/\S+ [:;?!»]|« \S+/gu) ?? []).toEqual([]);
  },
);
