/** Imports go one way: from a layer to those below it, in no circle, and from the board to nothing at all. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../src");

/** What each folder may import, itself aside; "" holds what starts the app, ".." data that scripts read too. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  board: [],
  net: ["core"],
  app: ["core", "board", "net", "paraglide", ".."],
  ui: ["core", "board", "net", "app", "paraglide"],
  screens: ["core", "board", "net", "app", "ui", "paraglide"],
  "": ["app", "ui", "screens", "styles", "board", "paraglide"],
};
/** What others may use of the board: what its package.json names. */
const DOORS = Object.values(
  (JSON.parse(readFileSync(join(SOURCE, "board/package.json"), "utf8")) as { exports: Record<string, string> }).exports,
).map((path) => join("board", path));

interface Import {
  readonly from: string;
  /** A module of ours, by its path, or the name of a package. */
  readonly to: string;
}

const modules = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith("paraglide"))
  .sort();
const imports = modules.flatMap(importsOf);

/** Every import of a module, types included. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(SOURCE, from), "utf8");
  const found = text.matchAll(/(?:^\s*(?:import|export)\s[^"';]*?from\s*|^\s*import\s*|import\()"([^"]+)"/gm);
  return [...found].map(([, name = ""]) => ({ from, to: name.startsWith(".") ? fileOf(from, name) : name }));
}

function fileOf(from: string, name: string): string {
  const base = join(SOURCE, dirname(from), name);
  const path = [base, `${base}.ts`, join(base, "index.ts")].find((each) => existsSync(each) && /\.\w+$/.test(each));
  if (path === undefined) throw new Error(`${from} imports ${name}, which is not there`);
  return relative(SOURCE, path);
}

const layerOf = (path: string): string => (path.includes("/") ? (path.split("/")[0] ?? "") : "");
const isOurs = ({ to }: Import): boolean => existsSync(join(SOURCE, to));

/** A way that leads back to where it began; null when there is none. */
function circle(steps: readonly Import[]): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to } of steps) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const search = (at: string, way: readonly string[]): string[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return null;
    for (const to of next.get(at) ?? []) {
      const found = search(to, [...way, at]);
      if (found) return found;
    }
    done.add(at);
    return null;
  };
  for (const from of next.keys()) {
    const found = search(from, []);
    if (found) return found;
  }
  return null;
}

const told = ({ from, to }: Import): string => `${from} imports ${to}`;

test("a module is found with all that it imports", () => {
  expect(imports.filter(({ from }) => from === "main.ts").map(({ to }) => to)).toContain("App.svelte");
  expect(imports.filter(({ from }) => from === "App.svelte").map(({ to }) => to)).toContain("screens/NewTable.svelte");
  expect(imports.length).toBeGreaterThan(300);
});

test("a layer imports only layers below it", () => {
  const wrong = imports.filter(isOurs).filter(({ from, to }) => {
    const [own, other] = [layerOf(from), layerOf(to)];
    return own !== other && !LAYERS[own]?.includes(other);
  });
  expect(wrong.map(told)).toEqual([]);
});

test("the board imports nothing but Svelte", () => {
  const beyond = imports.filter(
    ({ from, to }) => layerOf(from) === "board" && !(layerOf(to) === "board" || /^svelte(\/|$)/.test(to)),
  );
  expect(beyond.map(told)).toEqual([]);
});

test("the board is used through its doors", () => {
  const around = imports.filter(
    ({ from, to }) => layerOf(from) !== "board" && layerOf(to) === "board" && !DOORS.includes(to),
  );
  expect(around.map(told)).toEqual([]);
});

test("no module imports itself, by whatever way round", () => {
  expect(
    circle([
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "c", to: "b" },
    ]),
  ).toEqual(["b", "c", "b"]);
  expect(circle(imports.filter(isOurs))).toBeNull();
});

test("the rooms of the interface lead into each other one way", () => {
  const roomOf = (path: string): string => path.split("/").slice(0, 2).join("/");
  const between = imports
    .filter(({ from, to }) => layerOf(from) === "ui" && layerOf(to) === "ui")
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to);
  expect(circle(between)).toBeNull();
});
