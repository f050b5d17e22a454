/** Follows tables from standard input with the app's own fold, one line of JSON each: for tests/web beside it. */

import { text } from "node:stream/consumers";
import { load } from "./bundle.js";

const { folded } = await load("tests/net/fold.ts");
const lines = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => `${JSON.stringify(folded(JSON.parse(line)))}\n`).join(""));
