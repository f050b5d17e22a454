/** Answers lines of JSON from standard input with a test's own file, a line each: for tests/web beside it. */

import { text } from "node:stream/consumers";
import { load } from "./bundle.js";

const { answer } = await load(`tests/${process.argv[2]}.ts`);
const lines = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => `${JSON.stringify(answer(JSON.parse(line)))}\n`).join(""));
