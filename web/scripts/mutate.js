/**
 * Changes every line of the board, one change at a time, and tells which of them its tests do not notice.
 *
 * What is named on the command line goes to Stryker: `npm run mutate -- --mutate src/board/state/rack.ts` for one file.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../mutation/", import.meta.url);
const report = new URL(".report/mutation.json", folder);
const root = fileURLToPath(new URL("..", import.meta.url));
const unnoticed = new Set(["Survived", "NoCoverage"]);
const noticed = new Set(["Killed", "Timeout"]);

/** @typedef {{ mutatorName: string, replacement?: string, status: string, location: { start: { line: number } } }} Mutant */

if (!existsSync(new URL("node_modules/@stryker-mutator/core", folder))) {
    const { status } = spawnSync("npm", ["ci", "--prefix", "mutation"], { cwd: root, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
}
const stryker = fileURLToPath(new URL("node_modules/@stryker-mutator/core/bin/stryker.js", folder));
const words = [stryker, "run", "mutation/stryker.config.json", ...process.argv.slice(2)];
rmSync(report, { force: true });
const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" });
if (!existsSync(report)) process.exit(status || 1);

/** @type {{ files: Record<string, { source: string, mutants: Mutant[] }> }} */
const { files } = JSON.parse(readFileSync(report, "utf8"));
const survivors = [];
let [all, killed] = [0, 0];
for (const [path, { source, mutants }] of Object.entries(files).sort()) {
    const lines = source.split("\n");
    const own = mutants.filter((mutant) => noticed.has(mutant.status)).length;
    const counted = own + mutants.filter((mutant) => unnoticed.has(mutant.status)).length;
    [all, killed] = [all + counted, killed + own];
    console.log(`${((100 * own) / Math.max(1, counted)).toFixed(1).padStart(5)} %  ${own} of ${counted}  ${path}`);
    for (const { mutatorName, replacement = "", status, location } of mutants) {
        if (!unnoticed.has(status)) continue;
        const { line } = location.start;
        const now = replacement.replaceAll(/\s+/g, " ").slice(0, 60);
        survivors.push(`${path}:${line} ${mutatorName} (${status}) ${lines[line - 1]?.trim()} → ${now}`);
    }
}
writeFileSync(new URL(".report/survivors.txt", folder), `${survivors.join("\n")}\n`);
console.log(
    `${((100 * killed) / Math.max(1, all)).toFixed(1)} % of ${all} changes are noticed; the others: mutation/.report/survivors.txt`,
);
process.exit(status ?? 1);
