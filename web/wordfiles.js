/**
 * The words of each language in files of their own, so that a page brings only what is spoken: one with what may be said
 * on the first screen, one with the rest. The app's messages look them up in what is loaded.
 */

import { posix, resolve } from "node:path";
import { sources, textOf, WEB } from "./scripts/sources.js";

/** The app's messages, which look for their words when they're said. */
const MESSAGES = `export { m } from ${JSON.stringify(resolve(WEB, "src/app/speech.svelte.ts"))};`;
/** An import, and whether it comes with the rest of the words. */
const IMPORT =
    /(?:^\s*(?:import|export)\s(?!type\b)[^"';]*?from\s*|(\blater\(\(\)\s*=>\s*)?import\(|^\s*import\s*)"(\.[^"]+)"/gm;
const MESSAGE = /^export const (\w+) = \/\*\*.*?\*\/ (\(i?\) => \{.*?\n\});$/gms;
const PLAIN = /^\(\) => \{\s*return \/\*\*.*?\*\/ \((`.*`)\)\s*\}$/s;

/** The messages that may be said before the rest is there: those of the app's first file, and of all it imports but later. */
export function firstNames() {
    const modules = new Set(sources(/\.(svelte|ts)$/));
    const reached = new Set(["src/main.ts"]);
    for (const path of reached)
        for (const [, later, name = ""] of textOf(path).matchAll(IMPORT)) {
            const plain = posix.join(posix.dirname(path), name);
            const found = [plain, `${plain}.ts`].find((each) => modules.has(each));
            if (found && !later) reached.add(found);
        }
    return new Set([...reached].flatMap((path) => textOf(path).match(/(?<=\bm\.)[a-z]\w*/g) ?? []));
}

/**
 * Some words of a language by the names of their messages: a text, or what makes one of its inputs.
 * @param {string} code
 * @param {(name: string) => boolean} wanted
 */
export function wordsOf(code, wanted) {
    const found = [...code.matchAll(MESSAGE)];
    if (found.length !== code.match(/^export /gm)?.length)
        throw new Error("the messages of a language are written another way now");
    const lines = found.flatMap(([, name = "", made = ""]) =>
        wanted(name) ? `${name}: ${PLAIN.exec(made)?.[1] ?? made},` : [],
    );
    return [...(code.match(/^import .*$/gm) ?? []), "export default {", ...lines, "};"].join("\n");
}

/** @returns {import("vite").Plugin} */
export function wordFiles() {
    /** While the app is worked on or tested all words come first: what its screens say may change. */
    let first = (/** @type {string} */ _name) => true;
    return {
        name: "word-files",
        configResolved({ command }) {
            if (command !== "build") return;
            const names = firstNames();
            first = (name) => names.has(name);
        },
        transform: {
            filter: { id: /\/paraglide\/messages(\/[\w-]+)?\.js(\?first|\?rest)?$/ },
            handler(code, id) {
                if (id.endsWith("/messages.js")) return { code: MESSAGES, map: null };
                const isFirst = id.endsWith("?first");
                return { code: wordsOf(code, (name) => first(name) === isFirst), map: null };
            },
        },
    };
}
