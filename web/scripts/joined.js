/** Whether sentences are put together in code: which sign stands between them, and in which order, is the language's. */

import { parse } from "svelte/compiler";
import { sources, textOf } from "./sources.js";

/** Folders whose strings people read. */
const SPOKEN = /^src\/(app|screens|ui)\//;

/** Two filled places, or the list of a join, with nothing but a sign between them. */
const JOINS = [/\}\s?[,;:.]\s+\$\{/, /\.join\(\s*["'`][^"'`]*[,;:.][^"'`]*["'`]\s*\)/, /\+\s*["'`]\s*[,;:.]\s+["'`]/];

/**
 * The signs in a component's markup that stand between two things that are filled in.
 * @param {any} node
 * @param {string[]} found
 */
function signs(node, found) {
    if (node === null || typeof node !== "object") return found;
    if (Array.isArray(node)) {
        node.forEach((each, at) => {
            const between = node[at - 1]?.type === "ExpressionTag" && node[at + 1]?.type === "ExpressionTag";
            if (each?.type === "Text" && between && /^\s*[,;:.]\s*$/.test(each.data)) found.push(each.data);
            signs(each, found);
        });
        return found;
    }
    for (const key of ["nodes", "fragment", "consequent", "alternate", "body", "fallback", "pending", "then", "catch"])
        signs(node[key], found);
    return found;
}

/** @returns {string[]} */
export function joinFaults() {
    const faults = [];
    for (const path of sources(/\.(svelte|ts)$/).filter((each) => SPOKEN.test(each))) {
        const text = textOf(path);
        text.split("\n").forEach((line, at) => {
            if (JOINS.some((join) => join.test(line)))
                faults.push(`${path}:${at + 1} joins what a message or sayList should: ${line.trim()}`);
        });
        if (path.endsWith(".svelte"))
            for (const sign of signs(parse(text, { modern: true }).fragment, []))
                faults.push(`${path} joins two things with "${sign}"`);
    }
    return faults;
}
