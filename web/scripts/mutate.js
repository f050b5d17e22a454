/**
 * Changes every line of the board, one change at a time, and tells which of them its tests do not notice.
 *
 * `npm run mutate -- --share 0.1` tries every tenth change or so, with `--seed 2` others. The rest of the command line goes to Stryker:
 * `npm run mutate -- --mutate src/board/state/rack.ts` for one file.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ENOUGH = 0.9;
const folder = new URL("../mutation/", import.meta.url);
const report = new URL(".report/mutation.json", folder);
const root = fileURLToPath(new URL("..", import.meta.url));
const unnoticed = new Set(["Survived", "NoCoverage"]);
const noticed = new Set(["Killed", "Timeout"]);

/** @typedef {{ id: string, replacement?: string, status: string, location: { start: { line: number } } }} Mutant */

const words = process.argv.slice(2);
for (const option of ["share", "seed"]) {
    const at = words.indexOf(`--${option}`);
    const [, value] = at < 0 ? [] : words.splice(at, 2);
    if (value) process.env[`TILERY_${option.toUpperCase()}`] = value;
}
const { SHARE, isChosen } = await import("../mutation/sample.js");

if (!existsSync(new URL("node_modules/@stryker-mutator/core", folder))) {
    const { status } = spawnSync("npm", ["ci", "--prefix", "mutation"], { cwd: root, stdio: "inherit" });
    if (status !== 0) {
        console.log("board: NOT tried, for npm could not install Stryker here");
        process.exit(0);
    }
}
const stryker = fileURLToPath(new URL("node_modules/@stryker-mutator/core/bin/stryker.js", folder));
rmSync(report, { force: true });
const run = [stryker, "run", "mutation/stryker.config.js", ...words];
const { status } = spawnSync(process.execPath, run, { cwd: root, stdio: "inherit" });
if (status !== 0 || !existsSync(report)) process.exit(status || 1);

/** @type {{ files: Record<string, { source: string, mutants: Mutant[] }> }} */
const { files } = JSON.parse(readFileSync(report, "utf8"));
/** Changes that no test can notice, because they change nothing: each as it is printed, without the line's number. */
/** @type {{ why: string, changes: string[] }[]} */
const explained = JSON.parse(readFileSync(new URL("explained.json", folder), "utf8"));
const unmet = new Set(explained.flatMap(({ changes }) => changes));
const known = new Set(unmet);

const sum = { changes: 0, noticed: 0, endless: 0, explained: 0, unnoticed: 0 };
const survivors = [];
for (const [path, { source, mutants }] of Object.entries(files).sort()) {
    const lines = source.split("\n");
    const own = { changes: 0, noticed: 0 };
    for (const mutant of mutants) {
        const { replacement = "", status, location } = mutant;
        if (!isChosen(mutant) || !(noticed.has(status) || unnoticed.has(status))) continue;
        own.changes += 1;
        own.noticed += Number(noticed.has(status));
        sum.endless += Number(status === "Timeout");
        if (noticed.has(status)) continue;
        const { line } = location.start;
        const now = replacement.replaceAll(/\s+/g, " ").slice(0, 60);
        const change = `${path.replace("src/board/", "")}: ${lines[line - 1]?.trim() ?? ""} → ${now}`;
        unmet.delete(change);
        sum[known.has(change) ? "explained" : "unnoticed"] += 1;
        if (!known.has(change))
            survivors.push(change.replace(":", `:${line}:`) + (status === "Survived" ? "" : "  [no test]"));
    }
    sum.changes += own.changes;
    sum.noticed += own.noticed;
    if (own.changes) console.log(`${percent(own)}  ${own.noticed} of ${own.changes}  ${path}`);
}
for (const change of survivors) console.log(change);
writeFileSync(new URL(".report/survivors.txt", folder), `${survivors.join("\n")}\n`);
if (SHARE < 1) console.log(`a sample of ${SHARE}`);
console.log(
    `board: ${sum.changes} changes, ${sum.noticed} noticed (${sum.endless} of them without an end), ${sum.explained} explained, ${sum.unnoticed} unnoticed: ${percent(sum)}`,
);
const whole = SHARE >= 1 && !words.includes("--mutate");
if (whole) for (const change of unmet) console.log(`explained, but noticed or gone: ${change}`);
process.exit(sum.noticed >= ENOUGH * sum.changes && !(whole && unmet.size) ? 0 : 1);

/** @param {{ changes: number, noticed: number }} counts */
function percent({ changes, noticed }) {
    return `${((100 * noticed) / Math.max(1, changes)).toFixed(1).padStart(5)} %`;
}
