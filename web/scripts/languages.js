/**
 * Compiles the messages, once for each state of them, and says in one file what each takes: to read that from the code of
 * fifteen hundred messages in six languages takes TypeScript longer than all the rest.
 */

import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { languages } from "../languages.js";
import { list, textOf } from "./sources.js";

const FOLDER = "src/paraglide";
const HEAD = `/* eslint-disable */
import type { LocalizedString } from "./runtime.js";
export * as m from "./messages.js";
`;

/**
 * What each message takes and gives, from the code of them all.
 * @param {string} code
 */
function declared(code) {
    const inputs = new Map(
        [...code.matchAll(/^\/\*\* @typedef \{(\{.*\})\} (\w+) \*\/$/gm)].map(([, own, name]) => [name, own]),
    );
    const found = [...code.matchAll(/^export const (\w+) = \/\*\* @type \{\(\(inputs(\??): (\w+),/gm)];
    if (!found.length || found.length !== code.match(/^export /gm)?.length)
        throw new Error("the code of the messages is written another way now");
    return found.map(
        ([, name, optional, own]) =>
            `export const ${name}: (inputs${optional}: ${inputs.get(own)}) => LocalizedString;\n`,
    );
}

const made = createHash("sha256");
const from = [
    "package-lock.json",
    "languages.js",
    "scripts/languages.js",
    ...list.map(({ code }) => `messages/${code}.json`),
];
for (const path of from) made.update(textOf(path));
const digest = made.digest("hex");
const written = `${FOLDER}/messages.d.ts`;
if (existsSync(written) && textOf(written).startsWith(`// ${digest}\n`)) process.exit();
const { compile } = await import("@inlang/paraglide-js");
await compile(languages());
writeFileSync(written, `// ${digest}\n${HEAD}${declared(textOf(`${FOLDER}/messages/_index.js`)).join("")}`);
