/** What the app says in each of its languages, as the catalogues have it. */

import { list, textOf } from "./sources.js";

/** @typedef {{ declarations: string[], selectors: string[], match: Record<string, string> }} Variants */
/** @typedef {string | Variants[]} Message */
/** @typedef {Record<string, Message>} Catalogue */

/** @param {string} language @returns {Catalogue} */
const read = (language) => JSON.parse(textOf(`messages/${language}.json`));

/** Each language's messages by key. */
export const catalogues = new Map(list.map(({ code }) => [code, read(code)]));

export const english = catalogues.get("en") ?? {};

/**
 * The variants of a message that has any.
 * @param {Message} message
 */
export const variants = (message) => (typeof message === "string" ? undefined : message[0]);

/**
 * The texts of a message, each with the values that select it.
 * @param {Message} message
 * @returns {{ when: Record<string, string>, text: string }[]}
 */
export function forms(message) {
    if (typeof message === "string") return [{ when: {}, text: message }];
    return Object.entries(variants(message)?.match ?? {}).map(([keys, text]) => ({
        when: Object.fromEntries(keys.split(",").map((each) => each.trim().split("="))),
        text,
    }));
}

/**
 * The names a text is filled with.
 * @param {string} text
 */
export const filled = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1])));

/**
 * Which input each local name of a message is the plural of.
 * @param {Message} message
 * @returns {Map<string, string>}
 */
export const plurals = (message) =>
    new Map(
        (variants(message)?.declarations ?? []).flatMap((line) => {
            const found = /^local (\w+) = (\w+): plural$/.exec(line);
            return found ? [[String(found[1]), String(found[2])]] : [];
        }),
    );
