import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { languages } from "./languages.js";

/** Where `tilery serve` listens while the app is worked on with `npm run dev`. */
const SERVER = process.env["TILERY_SERVER"] ?? "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [svelte(), paraglideVitePlugin(languages)],
  build: {
    // The page's policy allows no data: addresses for fonts and scripts, so nothing is put into the files themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { testTimeout: 60_000, include: ["tests/**/*.test.ts"], environment: "node" },
});
