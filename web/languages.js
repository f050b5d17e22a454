/** How the messages become code; the app itself decides and remembers which language is spoken. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { FOLDER, PSEUDO, writePseudo } from "./scripts/pseudo.js";
import { list, textOf, WEB } from "./scripts/sources.js";

/**
 * Paraglide has a list of languages of its own; it's made from ours.
 * @param {string} folder
 * @param {string[]} locales
 * @param {string} modules
 */
function writeProject(folder, locales, modules) {
    const settings = {
        baseLocale: "en",
        locales,
        modules: [`${modules}/@inlang/plugin-message-format/dist/index.js`],
        "plugin.inlang.messageFormat": { pathPattern: "./messages/{locale}.json" },
        telemetry: "off",
    };
    const [text, file] = [`${JSON.stringify(settings, null, 2)}\n`, join(folder, "project.inlang/settings.json")];
    mkdirSync(join(folder, "project.inlang"), { recursive: true });
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

/** What must be said in a language whose words aren't there, or may never come. */
const ALWAYS = ["error_screen", "common_guest_name"];

/**
 * Where the words of each language are, in two files (see wordfiles.js), and what is said without them.
 * @param {string} folder
 * @param {string[]} locales
 */
function wordsByLanguage(folder, locales) {
    const lines = locales.map((code) => {
        const catalogue = JSON.parse(textOf(join(relative(WEB, folder), `messages/${code}.json`)));
        const always = JSON.stringify(Object.fromEntries(ALWAYS.map((name) => [name, catalogue[name]])));
        const [first, rest] = ["first", "rest"].map((part) => `() => import("./messages/${code}.js?${part}")`);
        return `  ${JSON.stringify(code)}: { first: ${first}, rest: ${rest}, always: ${always} },\n`;
    });
    return `// @ts-nocheck\nexport const WORDS = {\n${lines.join("")}};\n`;
}

/**
 * @param {string} folder
 * @param {string} outdir
 * @param {string[]} locales
 * @returns {import("@inlang/paraglide-js").CompilerOptions}
 */
const options = (folder, outdir, locales) => ({
    project: join(folder, "project.inlang"),
    outdir: join(folder, outdir),
    outputStructure: "locale-modules",
    additionalFiles: { "words.js": wordsByLanguage(folder, locales) },
    strategy: ["baseLocale"],
    isServer: "false",
});

/** The languages of the app. */
export function languages() {
    const codes = list.map(({ code }) => code);
    writeProject(WEB, codes, "./node_modules");
    return options(WEB, "src/paraglide", codes);
}

/** English and the two languages of the tests. */
export function pseudoLanguages() {
    const codes = ["en", ...PSEUDO.map(({ code }) => code)];
    writePseudo();
    writeProject(FOLDER, codes, "../node_modules");
    return options(FOLDER, "paraglide", codes);
}
