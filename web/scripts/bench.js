/** Measures how long reading one set takes, and fails above 20 microseconds. */

import { load } from "./bundle.js";

const LIMIT = 20;
const { parseTiles, read, explain } = await load("tests/core/speed.ts");
const sets = [
    "r4 r5 r6",
    "b8 k8 j y8",
    "r7 r7 b7",
    "r2 d r5 c b7",
    "d b6 m b6 b5 b4",
    "r1 j r3 r4 r5 r6 d r9 r10 c b12",
];

/**
 * Microseconds of one call, the best of several rounds.
 * @param {() => unknown} call
 */
function measure(call) {
    const calls = 2_000;
    const rounds = Array.from({ length: 10 }, () => {
        const began = performance.now();
        for (let count = 0; count < calls; count++) call();
        return ((performance.now() - began) * 1_000) / calls;
    });
    return Math.min(...rounds);
}

const unit = measure(() => JSON.parse(JSON.stringify(sets)));
console.log(`for comparison, ${sets.length} texts to JSON and back: ${unit.toFixed(2)} µs`);
const figures = sets.map((text) => {
    const tiles = parseTiles(text);
    const [reading, explaining] = [measure(() => read(tiles, "none")), measure(() => explain(tiles, "none"))];
    console.log(
        `${text}: read in ${reading.toFixed(2)} µs (${(reading / unit).toFixed(2)}×), explained in ${explaining.toFixed(2)} µs`,
    );
    return reading;
});
if (Math.max(...figures) > LIMIT) {
    console.error(`Reading a set takes more than ${LIMIT} µs.`);
    process.exit(1);
}
