/** Fails where a language lacks something, where nothing uses a message, and where a component has words of its own. */

import { parse } from "svelte/compiler";
import { list, sources, textOf } from "./sources.js";

/** @type {string[]} */
const complaints = [];

const languages = list.map(({ code }) => code);
/** @type {Map<string, Record<string, unknown>>} */
const messages = new Map(languages.map((language) => [language, JSON.parse(textOf(`messages/${language}.json`))]));
const english = messages.get("en") ?? {};

/**
 * The names a message is filled with.
 * @param {unknown} message
 */
const names = (message) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort().join(" ");

/**
 * The texts of a message, of all its forms.
 * @param {unknown} message
 * @returns {string[]}
 */
function forms(message) {
    if (typeof message === "string") return [message];
    const [variants] = /** @type {{ match: Record<string, string> }[]} */ (message);
    return Object.values(variants?.match ?? {});
}

for (const [language, own] of messages) {
    const keys = [...textOf(`messages/${language}.json`).matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key);
    for (const key of keys.filter((key, at) => keys.indexOf(key) !== at))
        complaints.push(`${language}: ${key} is there twice`);
    for (const key of Object.keys(english)) if (!(key in own)) complaints.push(`${language}: ${key} is missing`);
    for (const [key, message] of Object.entries(own)) {
        if (!(key in english)) complaints.push(`${language}: ${key} is not there in English`);
        else if (names(message) !== names(english[key]))
            complaints.push(`${language}: ${key} is filled with other names`);
        const texts = forms(message);
        if (!texts.length || texts.some((text) => !text.trim())) complaints.push(`${language}: ${key} is empty`);
        if (texts.some((text) => /[!¡]/.test(text))) complaints.push(`${language}: ${key} has an exclamation mark`);
    }
}

const code = sources(/\.(svelte|ts)$/);
const used = new Set(code.flatMap((path) => textOf(path).match(/(?<=\bm\.)[a-z]\w*/g) ?? []));
used.add("app_no_script"); // in the page itself, by vite.config.ts
for (const key of Object.keys(english)) if (!used.has(key)) complaints.push(`nothing uses ${key}`);

/** Attributes that people read or hear. */
const SPOKEN = new Set([
    "alt",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "label",
    "placeholder",
    "title",
]);
const WORD = /\p{L}{2,}/u;

/**
 * The words in a component's markup that are not messages.
 * @param {any} node
 * @param {string[]} found
 */
function ownWords(node, found) {
    if (node === null || typeof node !== "object") return found;
    if (Array.isArray(node)) node.forEach((each) => ownWords(each, found));
    else if (node.type === "Text") {
        if (WORD.test(node.data)) found.push(node.data.trim());
    } else if (node.type === "Attribute") {
        if (SPOKEN.has(node.name)) ownWords(node.value, found);
    } else if (node.type === "ExpressionTag" && node.expression.type === "Literal") {
        if (typeof node.expression.value === "string" && WORD.test(node.expression.value))
            found.push(node.expression.value);
    } else
        for (const key of [
            "nodes",
            "fragment",
            "attributes",
            "consequent",
            "alternate",
            "body",
            "fallback",
            "pending",
            "then",
            "catch",
        ])
            ownWords(node[key], found);
    return found;
}

for (const path of code.filter((each) => each.endsWith(".svelte"))) {
    const { fragment } = parse(textOf(path), { modern: true, filename: path });
    for (const words of ownWords(fragment, [])) complaints.push(`${path} says "${words}" in one language only`);
}

for (const complaint of complaints) console.error(complaint);
console.log(
    `${Object.keys(english).length} messages in ${languages.length} languages, ${complaints.length} complaints`,
);
process.exit(complaints.length ? 1 : 0);
