import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { languages } from "./languages.js";

/** Where `tilery serve` listens while the app is worked on with `npm run dev`. */
const SERVER = process.env["TILERY_SERVER"] ?? "http://127.0.0.1:8420";

/** The page names the two fonts of its first words, so that they come together with the style that asks for them. */
const fontsFirst: Plugin = {
  name: "fonts-first",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /latin-(wght|standard)-normal.*woff2$/.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${name}` },
          injectTo: "head",
        })),
  },
};

export default defineConfig({
  plugins: [svelte(), paraglideVitePlugin(languages), fontsFirst],
  build: {
    // The page's policy allows no data: addresses for fonts and scripts, so nothing is put into the files themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the first screen needs is one file: on a phone every further request costs more than its bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "app", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { testTimeout: 60_000, include: ["tests/**/*.test.ts"], environment: "node" },
});
