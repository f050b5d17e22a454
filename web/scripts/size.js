/** Prints what a first visit loads, compressed, and fails when its script is above the limit. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const LIMIT = 80_000;
const dist = new URL("../dist/", import.meta.url);
const page = readFileSync(new URL("index.html", dist), "utf8");

/**
 * The files the first page names, and the scripts those import at once; what is imported later is not first load.
 * @param {RegExp} pattern
 */
function named(pattern) {
    const found = new Set([...page.matchAll(pattern)].map((match) => String(match[1])));
    for (const path of found) {
        const text = readFileSync(new URL(path, dist), "utf8");
        for (const match of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) found.add(`assets/${match[1]}`);
    }
    return [...found];
}

/** The words of the first screen, in the language that takes most. */
function words() {
    const found = readdirSync(new URL("assets/", dist)).filter((name) => /^first-.*\.js$/.test(name));
    const size = (/** @type {string} */ name) => statSync(new URL(`assets/${name}`, dist)).size;
    const [largest = ""] = found.sort((one, two) => size(two) - size(one));
    return [`assets/${largest}`];
}

/**
 * @param {string} what
 * @param {string[]} paths
 */
function measure(what, paths) {
    const files = paths.map((path) => readFileSync(new URL(path, dist)));
    const sum = (/** @type {(data: Buffer) => Buffer} */ pack) =>
        files.reduce((total, file) => total + pack(file).length, 0);
    const [plain, gzip, brotli] = [
        sum((data) => data),
        sum((data) => gzipSync(data, { level: 9 })),
        sum((data) => brotliCompressSync(data)),
    ];
    console.log(`first load, ${what}: ${plain} bytes, ${gzip} gzip, ${brotli} brotli`);
    return gzip;
}

const script = measure("script", [...named(/(?:src|href)="\/([^"]+\.js)"/g), ...words()]);
measure("style", named(/href="\/([^"]+\.css)"/g));
if (script > LIMIT) {
    console.error(
        `The first load's script is above ${LIMIT} bytes compressed: load what is not needed at once with import().`,
    );
    process.exit(1);
}
