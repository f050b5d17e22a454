/** How the messages become code; the app itself decides and remembers which language is spoken. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { list, textOf, WEB } from "./scripts/sources.js";

const PROJECT = "project.inlang/settings.json";

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
    mkdirSync(join(WEB, "project.inlang"), { recursive: true });
    if (!existsSync(join(WEB, PROJECT)) || textOf(PROJECT) !== text) writeFileSync(join(WEB, PROJECT), text);
}

writeProject();

/** @type {import("@inlang/paraglide-js").CompilerOptions} */
export const languages = {
    project: "./project.inlang",
    outdir: "./src/paraglide",
    strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    isServer: "false",
};
