/**
 * Whether two different controls of one screen say the same. It's read from the sources, not from pages: so it sees
 * every control of a screen in every language, those too that only a rare moment shows.
 */

import { posix } from "node:path";
import { parse } from "svelte/compiler";
import { catalogues, english, forms } from "./catalogues.js";
import { sources, textOf } from "./sources.js";

/** Elements and components that something is done with, each with what names it, if not what's inside. */
/** @type {Record<string, string[]>} */
const CONTROLS = {
    a: ["aria-label"],
    button: ["aria-label"],
    Button: ["label"],
    Choice: ["legend"],
    Field: ["label"],
    Fold: ["title"],
    ShareButton: ["label"],
    Slab: ["title"],
    Toggle: ["label"],
};

/** @typedef {string[]} Control the messages that name it: more than one where it has several names in turn */

/** @param {string} source */
const keysIn = (source) => [...source.matchAll(/\bm\.([a-z]\w*)/g)].map((match) => String(match[1]));

/**
 * The controls in a part of a component.
 * @param {any} node
 * @param {string} text
 * @param {Control[]} found
 */
function controlsIn(node, text, found) {
    if (node === null || typeof node !== "object") return found;
    if (Array.isArray(node)) {
        node.forEach((each) => controlsIn(each, text, found));
        return found;
    }
    const named = ["RegularElement", "Component"].includes(node.type) ? CONTROLS[node.name] : undefined;
    if (named) {
        const label = node.attributes.find((/** @type {any} */ each) => named.includes(each.name));
        const inside = label ?? (node.fragment.nodes.length ? { ...span(node.fragment.nodes) } : node);
        const keys = keysIn(text.slice(inside.start, inside.end));
        if (keys.length) found.push(keys);
    }
    for (const key of ["nodes", "fragment", "consequent", "alternate", "body", "fallback", "pending", "then", "catch"])
        controlsIn(node[key], text, found);
    return found;
}

/** @param {{ start: number, end: number }[]} nodes */
const span = (nodes) => ({ start: nodes[0]?.start ?? 0, end: nodes.at(-1)?.end ?? 0 });

/** @type {Map<string, { controls: Control[], words: string[], uses: string[] }>} */
const parts = new Map();
for (const path of sources(/\.svelte$/)) {
    const text = textOf(path);
    const uses = [...text.matchAll(/import \w+ from "(\.[^"]+\.svelte)"/g)].map((match) =>
        posix.join(posix.dirname(path), String(match[1])),
    );
    const controls = controlsIn(parse(text, { modern: true }).fragment, text, []);
    parts.set(path, { controls, words: keysIn(text), uses });
}

/**
 * A screen's component with all that it is made of.
 * @param {string} path
 * @param {Set<string>} seen
 */
function closure(path, seen = new Set()) {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const used of parts.get(path)?.uses ?? []) closure(used, seen);
    return seen;
}

/** @param {import("./catalogues.js").Message | undefined} message */
const said = (message = "") =>
    forms(message)
        .map(({ text }) => text)
        .join(" / ")
        .toLowerCase();

/**
 * What the words on a screen have in common that should not: two controls, or a control and another word that English
 * tells from it, such as Ready and Done.
 * @param {Control[]} controls
 * @param {string[]} words
 * @param {import("./catalogues.js").Catalogue} own
 * @returns {Generator<[string, string]>}
 */
function* alike(controls, words, own) {
    const acts = [...new Set(controls.flat())];
    for (const one of acts)
        for (const other of new Set([...acts, ...words])) {
            if (one === other || said(own[one]) !== said(own[other])) continue;
            const isControl = acts.includes(other);
            if (
                isControl
                    ? controls.some((keys) => keys.includes(one) && keys.includes(other))
                    : said(english[one]) === said(english[other])
            )
                continue;
            if (!isControl || one < other) yield [one, other];
        }
}

/** @returns {string[]} */
export function controlFaults() {
    const faults = new Set();
    for (const screen of [...parts.keys()].filter((path) => path.startsWith("src/screens/"))) {
        const made = [...closure(screen)].flatMap((path) => parts.get(path) ?? []);
        for (const [language, own] of catalogues)
            for (const [one, other] of alike(
                made.flatMap(({ controls }) => controls),
                made.flatMap(({ words }) => words),
                own,
            ))
                faults.add(`${language}: ${one} and ${other} are both called ${said(own[one])}`);
    }
    return [...faults];
}
