/** The board's tests by themselves, the random walks cut short: they run once for every mutant. */

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    include: ["tests/board/**/*.test.ts"],
    env: { TILERY_WALK: "300" },
    environment: "./tests/kit/reactive.ts",
    // A test that takes long on a busy machine has noticed nothing; one that never ends Stryker ends.
    testTimeout: 300_000,
  },
});
