import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const COMPONENTS = ["**/*.svelte"];
/** Plain scripts, which belong to no TypeScript project. */
const SCRIPTS = ["**/*.js"];

export default defineConfig(
    globalIgnores(["dist/", "mutation/.tmp/", "mutation/.report/", "src/paraglide/", "project.inlang/", ".pseudo/"]),
    ts.configs.recommendedTypeChecked,
    svelte.configs.recommended,
    {
        languageOptions: {
            parserOptions: {
                project: ["./tsconfig.json", "./tsconfig.node.json"],
                tsconfigRootDir: import.meta.dirname,
                extraFileExtensions: [".svelte"],
            },
        },
        rules: {
            "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
            "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            // Sets and maps are replaced as a whole here, never changed where a component looks on.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
    {
        files: ["**/*.svelte.ts", ...COMPONENTS],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    // Types of components are svelte-check's: what ESLint sees of them is often only `any`.
    { files: [...COMPONENTS, ...SCRIPTS], extends: [ts.configs.disableTypeChecked] },
);
