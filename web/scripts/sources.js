/** The app's own files, for checks that read them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const WEB = join(import.meta.dirname, "..");

/**
 * The text of a file, by its path from `web`.
 * @param {string} path
 */
export const textOf = (path) => readFileSync(join(WEB, path), "utf8");

/**
 * Every file of the app with such a name, but not what is made of the messages.
 * @param {RegExp} named
 * @returns {string[]}
 */
export const sources = (named) =>
    readdirSync(join(WEB, "src"), { recursive: true })
        .map((path) => `src/${String(path).replaceAll("\\", "/")}`)
        .filter((path) => named.test(path) && !path.startsWith("src/paraglide/"))
        .sort();

/**
 * The languages of the app, from the only list of them.
 * @type {{ code: string, name: string, english: string, dir: "ltr" | "rtl" }[]}
 */
export const list = JSON.parse(textOf("languages.json"));
