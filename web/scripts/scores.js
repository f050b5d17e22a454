/** Scores matches from standard input, a line of JSON each, with the app's own score pad: for tests/web beside it. */

import { text } from "node:stream/consumers";
import { load } from "./bundle.js";

const { matched } = await load("tests/core/scored.ts");
const lines = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => `${JSON.stringify(matched(JSON.parse(line)))}\n`).join(""));
