/** The components; everything else is oxlint's, which knows types and takes a twentieth of the time: .oxlintrc.json. */

import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
    globalIgnores([
        "dist/",
        "mutation/.tmp/",
        "mutation/.report/",
        ".pseudo/",
        ".svelte-check/",
        "**/*.js",
        "**/*.ts",
        "!**/*.svelte.ts",
    ]),
    ts.configs.recommended,
    svelte.configs.recommended,
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
        rules: {
            "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
            "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
            // Sets and maps are replaced as a whole here, never changed where a component looks on.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
);
