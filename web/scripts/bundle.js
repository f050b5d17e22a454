/** Runs TypeScript of this tree in Node, as the app's own build makes it. */

import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What a file of the tree exports, with all it imports.
 * @param {string} entry
 */
export async function load(entry) {
    const lib = { entry, formats: /** @type {["es"]} */ (["es"]) };
    const built = await build({
        root,
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        build: { write: false, lib },
    });
    const [bundle] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ (built);
    const code = Buffer.from(bundle?.output[0].code ?? "").toString("base64");
    return import(`data:text/javascript;base64,${code}`);
}
