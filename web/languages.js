/** How the messages of the six languages become code; the app itself decides and remembers which one is spoken. */

/** @type {import("@inlang/paraglide-js").CompilerOptions} */
export const languages = {
    project: "./project.inlang",
    outdir: "./src/paraglide",
    strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    isServer: "false",
};
