/** The app's own files, for checks that read them. */

import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);

/**
 * The text of a file, by its path from `web`.
 * @param {string} path
 */
export const textOf = (path) => readFileSync(new URL(path, root), "utf8");

/**
 * Every file of the app with such a name, but not what is made of the messages.
 * @param {RegExp} named
 * @returns {string[]}
 */
export const sources = (named) =>
    readdirSync(new URL("src/", root), { recursive: true, withFileTypes: false })
        .map((path) => `src/${String(path).replaceAll("\\", "/")}`)
        .filter((path) => named.test(path) && !path.startsWith("src/paraglide/"))
        .sort();
