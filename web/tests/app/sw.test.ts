/** The service worker, the very file that browsers get, in a world where what it tells can be read. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";

const CODE = readFileSync(resolve(import.meta.dirname, "../../public/sw.js"), "utf8");
const ORIGIN = "https://tilery.example";

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: string;
}

interface Page {
  readonly url: string;
  readonly focused: boolean;
  readonly focus?: () => void;
}

let heard: Map<string, (event: object) => void>;
let shown: Shown[];
let opened: string[];
let pages: Page[];
let words: object | null;

beforeEach(() => {
  heard = new Map();
  shown = [];
  opened = [];
  pages = [];
  words = null;
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    location: { origin: ORIGIN },
    clients: { matchAll: () => Promise.resolve(pages), openWindow: (path: string) => opened.push(path) },
    registration: {
      showNotification: (title: string, { body, tag, data }: Shown) => shown.push({ title, body, tag, data }),
    },
  };
  const kept = {
    match: (path: string) => Promise.resolve(words && path === "/push" ? Response.json(words) : undefined),
  };
  const caches = { open: (name: string) => Promise.resolve(name === "tilery-words" ? kept : null) };
  runInNewContext(CODE, { self, caches, URL });
});

/** Let something happen to it, and wait until it has dealt with that. */
async function happen(name: string, event: object): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  heard.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
}

const push = (data: object | null): Promise<void> => happen("push", { data: data && { json: () => data } });
const page = (path: string, focused: boolean): Page => ({ url: ORIGIN + path, focused });

test("a push is told in the words that the app has left, once for each table", async () => {
  words = { title: "Tilery", text: "C’est ton tour." };
  await push({ table: "Kitchen2345" });
  expect(shown).toEqual([{ title: "Tilery", body: "C’est ton tour.", tag: "Kitchen2345", data: "/t/Kitchen2345" }]);
});

test("without words it is told in English, and a push without a table is told, too", async () => {
  await push(null);
  expect(shown).toMatchObject([{ title: "Tilery", body: "It’s your turn." }]);
});

test("who looks at that table isn't told, and who looks at another page is", async () => {
  pages = [page("/t/Kitchen2345", true), page("/", false)];
  await push({ table: "Kitchen2345" });
  expect(shown).toEqual([]);
  pages = [page("/t/Kitchen2345", false), page("/", true)];
  await push({ table: "Kitchen2345" });
  expect(shown).toHaveLength(1);
});

test("a name that is no path leads nowhere else", async () => {
  await push({ table: "../settings?a" });
  expect(shown[0]?.data).toBe("/t/..%2Fsettings%3Fa");
});

test("a tap on it goes to the page of the table, or opens one", async () => {
  const notification = { data: "/t/Kitchen2345", close: () => opened.push("closed") };
  await happen("notificationclick", { notification });
  expect(opened).toEqual(["closed", "/t/Kitchen2345"]);
  pages = [page("/", true), { ...page("/t/Kitchen2345", false), focus: () => void opened.push("focused") }];
  await happen("notificationclick", { notification });
  expect(opened.slice(2)).toEqual(["closed", "focused"]);
});
