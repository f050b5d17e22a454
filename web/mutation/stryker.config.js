/** Which files of the board are changed, and how they're tried. `mutate.js` reckons the score. */

import { SHARE } from "./sample.js";

const all = { incremental: true, incrementalFile: "mutation/.report/incremental.json" };
const some = { checkers: ["sample"] };

export default {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", "./mutation/sample.js"],
    vitest: { configFile: "mutation/vitest.config.ts" },
    mutate: ["src/board/**/*.ts"],
    ignorePatterns: ["dist", "mutation/node_modules", "src/paraglide"],
    tempDirName: "mutation/.tmp",
    coverageAnalysis: "perTest",
    concurrency: 1,
    timeoutMS: 300_000, // a busy machine is no endless loop: those Stryker finds by counting
    timeoutFactor: 4,
    ...(SHARE < 1 ? some : all),
    reporters: ["json"],
    jsonReporter: { fileName: "mutation/.report/mutation.json" },
    allowConsoleColors: false,
    thresholds: { high: 95, low: 90, break: null },
    warnings: { slow: false },
};
