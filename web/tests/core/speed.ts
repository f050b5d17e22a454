/** What the benchmark measures. */

export { parseTiles } from "../../src/core/notation";
export { read } from "../../src/core/reading";
export { explain } from "../../src/core/reasons";
