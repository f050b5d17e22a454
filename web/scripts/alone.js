/** Builds a page of its own that uses the board, in the folder named on the command line. */

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

const [, , root = "."] = process.argv;

await build({ root, configFile: false, logLevel: "warn", plugins: [svelte()] });
