/**
 * A Vitest environment in which Svelte's state is alive, as in a browser, though there is no page: without it Svelte
 * compiles for a server, where nothing is ever followed.
 */

import type { Environment } from "vitest/environments";

export default {
  name: "reactive",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => {} }),
} satisfies Environment;
