import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin, PluginOption } from "vite";
import { defineConfig } from "vitest/config";
import { languages, pseudoLanguages } from "./languages.js";
import { catalogues, forms } from "./scripts/catalogues.js";
import { list } from "./scripts/sources.js";
import { wordFiles } from "./wordfiles.js";

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

/** What is said where no script runs, in every language, since nothing can choose one there. */
const noScript: Plugin = {
  name: "no-script",
  transformIndexHtml: (page) => {
    const lines = list.map(({ code, dir }) => {
      const [said] = forms(catalogues.get(code)?.["app_no_script"] ?? "");
      return `<p lang="${code}" dir="${dir}">${said?.text ?? ""}</p>`;
    });
    return page.replace("<noscript></noscript>", `<noscript>${lines.join("")}</noscript>`);
  },
};

/** A hint to browsers: all of the first file is needed at once, so that it is compiled aside while the rest still comes. */
const compiledAside: Plugin = {
  name: "compiled-aside",
  // Not before all is written: it must be the first line, where Vite puts one of its own at the very end.
  writeBundle({ dir = "" }, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk" || file.name !== "app") continue;
      writeFileSync(join(dir, file.fileName), `//# allFunctionsCalledOnLoad\n${file.code}`);
    }
  },
};

/** Counted words ask for the rules of their language's plural, which take longer to make than to use: they are made once. */
const pluralsOnce: Plugin = {
  name: "plurals-once",
  transform: {
    filter: { id: /paraglide\/registry\.js$/ },
    handler(code) {
      const found = code.replace(
        "return new Intl.PluralRules(locale, options)",
        "return (made[locale] ??= new Intl.PluralRules(locale))",
      );
      if (found === code) throw new Error("the messages' registry makes plurals in another way now");
      return `${found}\nconst made = {};\n`;
    },
  },
};

/** In the build for the tests the app has other languages; see scripts/pseudo.js. */
const OTHER_LANGUAGES = [
  { find: /^.*\/paraglide\/(messages|runtime|words)\.js$/, replacement: resolve(".pseudo/paraglide/$1.js") },
  { find: /^.*\/guidewords$/, replacement: resolve(".pseudo/guidewords.js") },
  { find: /^.*\/languages\.json$/, replacement: resolve(".pseudo/languages.json") },
];

/** The messages become code here only where they may change meanwhile; else scripts/languages.js has seen to it. */
const messages = (mode: string, command: string): PluginOption => {
  if (mode === "pseudo") return paraglideVitePlugin(pseudoLanguages());
  return command === "serve" && !process.env["VITEST"] ? paraglideVitePlugin(languages()) : null;
};

export default defineConfig(({ mode, command }) => ({
  plugins: [svelte(), messages(mode, command), wordFiles(), pluralsOnce, fontsFirst, noScript, compiledAside],
  build: {
    outDir: mode === "pseudo" ? ".pseudo/dist" : "dist",
    minify: mode !== "pseudo",
    // The page's policy allows no data: addresses for fonts and scripts, so nothing is put into the files themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language, part] = /\/messages\/([\w-]+)\.js\?(\w+)$/.exec(facadeModuleId ?? "") ?? [];
          return `assets/${part ? `${part}-${language}` : "[name]"}-[hash].js`;
        },
        codeSplitting: {
          groups: [
            // A small file before it, so that the words of the language are asked for while the other is on its way.
            { name: "early", test: /\/(app\/early\.ts|paraglide\/registry\.js)$/, priority: 1 },
            // What the first screen needs is one file: on a phone every further request costs more than its bytes.
            { name: "app", tags: ["$initial"] },
          ],
        },
      },
    },
  },
  // The guide's data is the package's, beside this folder.
  server: { proxy: { "/api": { target: SERVER, ws: true } }, fs: { allow: [".."] } },
  // In tests too Svelte is the browser's, where state is followed: see tests/kit/reactive.ts.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  ...(mode === "pseudo" ? { resolve: { alias: OTHER_LANGUAGES } } : {}),
  // All files share their modules: to load them anew for each would take longer than the tests.
  test: {
    testTimeout: 60_000,
    include: ["tests/**/*.test.ts"],
    environment: "./tests/kit/reactive.ts",
    setupFiles: ["./tests/kit/english.ts"],
    isolate: false,
  },
}));
