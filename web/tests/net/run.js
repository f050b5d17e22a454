/** Runs play.ts against the server at the address given, and prints what came of it as JSON. */

import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const options = { root, configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ("warn") };
const lib = { entry: "tests/net/play.ts", formats: /** @type {["es"]} */ (["es"]) };
const built = await build({ ...options, publicDir: false, build: { write: false, lib } });
const [bundle] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ (built);
const code = bundle?.output[0].code ?? "";
const { play } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
process.stdout.write(JSON.stringify(await play(process.argv[2] ?? "")), () => process.exit(0));
