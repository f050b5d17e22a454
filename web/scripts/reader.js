/** Answers sets from standard input with the app's own reader, one line of JSON each: for tests/web beside it. */

import { text } from "node:stream/consumers";
import { load } from "./bundle.js";

const { answer } = await load("tests/core/answer.ts");
const lines = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => `${JSON.stringify(answer(JSON.parse(line)))}\n`).join(""));
