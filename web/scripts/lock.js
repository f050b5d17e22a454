/** Keeps hosts out of the lock file: who may be paid for a package is no part of what is installed. */

import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"), (key, value) => (key === "funding" ? undefined : value));
const text = `${JSON.stringify(lock, null, 2)}\n`;
if (text.includes("://")) {
    console.error("package-lock.json names a host: is omit-lockfile-registry-resolved in .npmrc?");
    process.exit(1);
}
writeFileSync(path, text);
