/** How the messages become code; the app itself decides and remembers which language is spoken. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * The languages of the app, from the only list of them.
 * @type {{ code: string, name: string, english: string, dir: "ltr" | "rtl" }[]}
 */
export const list = JSON.parse(readFileSync(new URL("./languages.json", import.meta.url), "utf8"));

const PROJECT = new URL("./project.inlang/settings.json", import.meta.url);

/** Paraglide has a list of languages of its own; it's made from ours. */
function writeProject() {
    const settings = {
        baseLocale: "en",
        locales: list.map(({ code }) => code),
        modules: ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
        "plugin.inlang.messageFormat": { pathPattern: "./messages/{locale}.json" },
        telemetry: "off",
    };
    const text = `${JSON.stringify(settings, null, 2)}\n`;
    mkdirSync(new URL("./", PROJECT), { recursive: true });
    if (textOf(PROJECT) !== text) writeFileSync(PROJECT, text);
}

/** @param {URL} file */
function textOf(file) {
    try {
        return readFileSync(file, "utf8");
    } catch {
        return "";
    }
}

writeProject();

/** @type {import("@inlang/paraglide-js").CompilerOptions} */
export const languages = {
    project: "./project.inlang",
    outdir: "./src/paraglide",
    strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    isServer: "false",
};
