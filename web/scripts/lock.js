/** Keeps hosts out of the lock files: who may be paid for a package is no part of what is installed. */

import { readFileSync, writeFileSync } from "node:fs";

for (const name of ["package-lock.json", "mutation/package-lock.json"]) {
    const path = new URL(`../${name}`, import.meta.url);
    const lock = JSON.parse(readFileSync(path, "utf8"), (key, value) => (key === "funding" ? undefined : value));
    const text = `${JSON.stringify(lock, null, 2)}\n`;
    if (text.includes("://")) {
        console.error(`${name} names a host: is omit-lockfile-registry-resolved in .npmrc?`);
        process.exit(1);
    }
    writeFileSync(path, text);
}
