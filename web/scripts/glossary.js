/** The glossary as the tables of docs/languages.md, which `npm run glossary` writes anew. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { list, textOf, WEB } from "./sources.js";

/**
 * What a language says for a term: the word, and words that are not to be used, `*` for any ending.
 * @typedef {{ say: string, avoid?: string[] }} Said
 */

/**
 * Names that no language changes; what each language says; of each its tone, in words that spoil it, and what it says
 * just as English does; and the words of the booklets, by edition and language.
 * @typedef {{
 *     names: string[],
 *     terms: Record<string, Record<string, Said>>,
 *     register: Record<string, { avoid: string[], same: string[] }>,
 *     booklets: Record<string, Record<string, Record<string, string>>>,
 * }} Glossary
 */

/** @type {Glossary} */
export const glossary = JSON.parse(textOf("glossary.json"));

export const PAGE = join(WEB, "../docs/languages.md");

/**
 * A table in Markdown, the first row its head.
 * @param {string[][]} rows
 */
const table = ([head = [], ...rows]) =>
    [head, head.map(() => "---"), ...rows]
        .map((row) => `| ${row.join(" | ")} |`)
        .join("\n")
        .replace(/\|  (?=\|)/g, "| ");

const words = () =>
    table([
        ["", ...list.map(({ name }) => name)],
        ...Object.entries(glossary.terms).map(([term, said]) => [
            term,
            ...list.map(({ code }) => said[code]?.say ?? ""),
        ]),
    ]);

const avoided = () =>
    table([
        ["", "say", "not"],
        ...list.flatMap(({ code, name }) => [
            ...Object.values(glossary.terms).flatMap((said) => {
                const { say = "", avoid = [] } = said[code] ?? {};
                return avoid.length ? [[name, say, avoid.join(", ")]] : [];
            }),
            ...(glossary.register[code]?.avoid.length ? [[name, "", glossary.register[code].avoid.join(", ")]] : []),
        ]),
    ]).replaceAll("*", "…");

function booklets() {
    const editions = Object.entries(glossary.booklets).flatMap(([edition, said]) =>
        Object.entries(said).map(([code, words]) => ({ edition, code, words })),
    );
    const terms = Object.keys(glossary.terms).filter((term) => editions.some(({ words }) => term in words));
    return table([
        ["edition", "language", ...terms],
        ...editions.map(({ edition, code, words }) => [
            edition,
            list.find((one) => one.code === code)?.name ?? code,
            ...terms.map((term) => words[term] ?? ""),
        ]),
    ]);
}

/** The page with its tables as the glossary has them; each is between a mark with its name and the next one. */
export function page() {
    let text = readFileSync(PAGE, "utf8");
    for (const [name, made] of Object.entries({ words: words(), avoided: avoided(), booklets: booklets() }))
        text = text.replace(
            new RegExp(`(<!-- glossary: ${name} -->\n)[^]*?(?=\n<!-- end -->)`),
            (_, mark) => `${mark}\n${made}\n`,
        );
    return text;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, page());
