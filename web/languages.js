/** How the messages become code; the app itself decides and remembers which language is spoken. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDER, PSEUDO, writePseudo } from "./scripts/pseudo.js";
import { list, WEB } from "./scripts/sources.js";

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

/** @type {import("@inlang/paraglide-js").CompilerOptions} */
const OPTIONS = {
    project: "./project.inlang",
    outdir: "./src/paraglide",
    strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    isServer: "false",
};

/** The languages of the app. */
export function languages() {
    const codes = list.map(({ code }) => code);
    writeProject(WEB, codes, "./node_modules");
    return OPTIONS;
}

/** English and the two languages of the tests. */
export function pseudoLanguages() {
    const codes = ["en", ...PSEUDO.map(({ code }) => code)];
    writePseudo();
    writeProject(FOLDER, codes, "../node_modules");
    return { ...OPTIONS, project: "./.pseudo/project.inlang", outdir: "./.pseudo/paraglide" };
}
