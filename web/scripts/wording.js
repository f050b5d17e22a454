/** Whether the words are the glossary's, and none of them English where another language is spoken. */

import { catalogues, english, forms } from "./catalogues.js";
import { glossary } from "./glossary.js";

/** English words that no other of the languages has. */
const ENGLISH = /(?<![\p{L}’'])(the|your|you|and|with|this|that|isn’t|can’t|won’t)(?![\p{L}’'])/iu;

/**
 * What a text says, without the names of what fills it.
 * @param {string} text
 */
const words = (text) => text.replaceAll(/\{\w+\}/g, "…");

/**
 * Finds a word; one in capitals is another word than one that is not, as the German Sie.
 * @param {string} word
 */
function finder(word) {
    const letters = word.replace("*", "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<!\\p{L})${letters}${word.endsWith("*") ? "\\p{L}*" : ""}(?!\\p{L})`, "iu");
}

/**
 * The words a language does not use, each with what it says instead.
 * @param {string} language
 */
const avoided = (language) => [
    ...Object.values(glossary.terms).flatMap((said) =>
        (said[language]?.avoid ?? []).map((word) => ({ word, find: finder(word), say: said[language]?.say ?? "" })),
    ),
    ...(glossary.register[language]?.avoid ?? []).map((word) => ({ word, find: finder(word), say: "" })),
];

/** @returns {string[]} */
export function wordFaults() {
    const faults = [];
    for (const [language, own] of catalogues) {
        const never = avoided(language);
        for (const [key, message] of Object.entries(own))
            for (const { text } of forms(message))
                for (const { word, find, say } of never)
                    if (find.test(words(text)))
                        faults.push(`${language}: ${key} says ${word}${say && ` for ${say}`}: ${text}`);
    }
    return [...new Set(faults)];
}

/** @returns {string[]} */
export function englishFaults() {
    const faults = [];
    for (const [language, own] of catalogues) {
        if (language === "en") continue;
        const known = [...glossary.names, ...(glossary.register[language]?.same ?? [])].map((each) =>
            each.toLowerCase(),
        );
        for (const [key, message] of Object.entries(own)) {
            const texts = forms(message).map(({ text }) => text);
            for (const text of texts)
                if (ENGLISH.test(words(text))) faults.push(`${language}: ${key} has English in it: ${text}`);
            const first = String(texts[0]);
            if (JSON.stringify(message) !== JSON.stringify(english[key]) || !/\p{L}{2}/u.test(words(first))) continue;
            if (!known.includes(first.toLowerCase()))
                faults.push(`${language}: ${key} is the same as in English: ${first}`);
        }
    }
    return faults;
}
