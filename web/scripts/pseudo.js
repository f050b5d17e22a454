/**
 * Two languages that nobody speaks, made of English for the tests and never in the menu: `en-XA` with accents and words
 * two fifths longer, `ar-XB` written from right to left, with the plurals of Arabic. `npm run pseudo` builds an app that
 * speaks them into `.pseudo/dist`: where it holds, the next language needs a catalogue and nothing else.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { english, forms, plurals, variants } from "./catalogues.js";
import { list, textOf, WEB } from "./sources.js";

export const FOLDER = join(WEB, ".pseudo");

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const ACCENTS = "áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýž";
const HEBREW = "אבגדהוזחטיכלמנסעפצקרשתםןףך";

/**
 * A text with every letter changed, but not the names of what fills it.
 * @param {string} text
 * @param {(words: string) => string} change
 */
const changed = (text, change) =>
    text
        .split(/(\{\w+\})/)
        .map((part) => (part.startsWith("{") ? part : change(part)))
        .join("");

/** @param {string} letters */
const letter = (letters) => (/** @type {string} */ found) => {
    const other = letters[LATIN.indexOf(found.toLowerCase())] ?? found;
    return found === found.toLowerCase() ? other : other.toUpperCase();
};

/** Every other letter comes twice. @param {string} words */
function longer(words) {
    let count = 0;
    return words.replaceAll(/\p{L}/gu, (found) => (++count % 2 ? found : found + found.toLowerCase()));
}

/** @type {Record<string, (words: string) => string>} */
const SPEECH = {
    "en-XA": (words) => longer(words).replaceAll(/[a-z]/gi, letter(ACCENTS)),
    "ar-XB": (words) => words.replaceAll(/[a-z]/gi, letter(HEBREW)),
};

/** What the languages are, in the form of `languages.json`. */
export const PSEUDO = [
    { code: "en-XA", name: "Accents", english: "Accents", dir: "ltr" },
    { code: "ar-XB", name: "Sides", english: "Sides", dir: "rtl" },
];

/**
 * A message with the forms that a language needs.
 * @param {import("./catalogues.js").Message} message
 * @param {string} code
 * @returns {import("./catalogues.js").Message}
 */
function inLanguage(message, code) {
    const say = (/** @type {string} */ text) => changed(text, SPEECH[code] ?? String);
    const found = variants(message);
    if (typeof message === "string" || !found) return say(String(message));
    const counted = plurals(message);
    const [selector = ""] = found.selectors;
    /** @type {Record<string, string>} */
    const match = {};
    const every = forms(message).find(({ when }) => when[selector] === "*")?.text ?? "";
    if (counted.has(selector) && found.selectors.length === 1)
        for (const category of new Intl.PluralRules(code).resolvedOptions().pluralCategories)
            if (category !== "other")
                match[`${selector}=${category}`] = say(found.match[`${selector}=${category}`] ?? every);
    if (selector === "form") match["form=after"] = `${say("the")} ${say(every)}`;
    for (const [keys, text] of Object.entries(found.match)) match[keys] ??= say(text);
    // What holds for all others comes last.
    return [
        {
            ...found,
            match: Object.fromEntries(
                Object.entries(match).sort(([a], [b]) => Number(a.includes("*")) - Number(b.includes("*"))),
            ),
        },
    ];
}

/**
 * The guide's words as they are read; how they're searched stays English.
 * @param {any} guide
 * @param {string} code
 */
function guideIn(guide, code) {
    /** @type {(value: any) => any} */
    const say = (value) =>
        typeof value === "string"
            ? changed(value, SPEECH[code] ?? String)
            : Array.isArray(value)
              ? value.map(say)
              : Object.fromEntries(
                    Object.entries(value).map(([key, each]) => [key, key === "also" ? each : say(each)]),
                );
    const { search, ...read } = guide;
    return { search, ...say(read) };
}

/** Write the two catalogues beside the English one, and the list of the three. */
export function writePseudo() {
    mkdirSync(join(FOLDER, "messages"), { recursive: true });
    const write = (/** @type {string} */ name, /** @type {unknown} */ value) =>
        writeFileSync(join(FOLDER, name), JSON.stringify(value, null, 2));
    write("messages/en.json", english);
    const guide = JSON.parse(textOf("../src/tilery/guide/words/en.json"));
    for (const { code } of PSEUDO) write(`guide-${code}.json`, guideIn(guide, code));
    const loaders = PSEUDO.map(
        ({ code }) => `"${code}": () => import("./guide-${code}.json").then((it) => it.default)`,
    );
    const own = `en: () => import("${join(WEB, "../src/tilery/guide/words/en.json")}").then((it) => it.default)`;
    writeFileSync(join(FOLDER, "guidewords.js"), `export const GUIDE_WORDS = { ${[own, ...loaders].join(", ")} };\n`);
    for (const { code } of PSEUDO)
        write(
            `messages/${code}.json`,
            Object.fromEntries(Object.entries(english).map(([key, message]) => [key, inLanguage(message, code)])),
        );
    write("languages.json", [...list.filter(({ code }) => code === "en"), ...PSEUDO]);
}
