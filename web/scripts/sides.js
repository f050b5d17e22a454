/** Fails where a style says left or right and means the start or the end of a line: not every language is written one way. */

import { sources, textOf } from "./sources.js";

/** Pictures of the table: there left and right are places, in every language. */
const ISLANDS = [
    "src/board/",
    "src/ui/solve/SolveCloth.svelte",
    "src/ui/start/HeroTiles.svelte",
    "src/ui/table/SetInfo.svelte",
    "src/styles/tokens.css",
];

/**
 * The parts of a value, what is in brackets as one.
 * @param {string} value
 */
const parts = (value) => value.match(/[^\s(]*(\([^()]*(\([^()]*\)[^()]*)*\))?[^\s(]*/g)?.filter(Boolean) ?? [];

/**
 * What to write instead of a declaration that knows left from right, or nothing.
 * @param {string} property
 * @param {string} value
 */
function instead(property, value) {
    // The edges of a phone are where they are; and the middle is the middle.
    if (/safe-area-inset-(left|right)/.test(value) || (property === "left" && value === "50%")) return "";
    if (/^(left|right)$/.test(property)) return "inset-inline-start or inset-inline-end";
    if (/-(left|right)\b/.test(property))
        return property.replace("left", "inline-start").replace("right", "inline-end");
    if (/^(text-align|float|clear|justify-\w+)$/.test(property) && /\b(left|right)\b/.test(value))
        return "start or end";
    if (/^(background(-position)?|object-position|transform-origin)$/.test(property) && /\b(left|right)\b/.test(value))
        return "var(--end)";
    const [top, right, bottom, left] = parts(value);
    if (left === undefined) return "";
    if (/^(margin|padding|inset|border-(width|style|color))$/.test(property) && right !== left)
        return `${property}-block and ${property}-inline`;
    if (property === "border-radius" && !value.includes("/") && (top !== right || bottom !== left))
        return "border-start-start-radius and its like";
    return "";
}

/** @type {string[]} */
const complaints = [];
for (const path of sources(/\.(svelte|css)$/)) {
    if (ISLANDS.some((island) => path.startsWith(island))) continue;
    const text = textOf(path);
    const style = path.endsWith(".css") ? text : text.slice(text.indexOf("<style>"));
    for (const [, property = "", value = ""] of style.matchAll(/(?<=[{;/]\s*)([a-z-]+):\s*([^;{}]+);/g)) {
        const better = instead(property, value.trim());
        if (better) complaints.push(`${path}: ${property}: ${value.trim()} should be ${better}`);
    }
    for (const [said] of text.matchAll(/style:(left|right|(margin|padding|border)-(left|right))\b/g))
        complaints.push(`${path}: ${said} should be a side of the line`);
}

for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length ? 1 : 0);
