/** Whether every form of every message is there, and filled with the same names. */

import { catalogues, english, filled, forms, plurals, variants } from "./catalogues.js";

/** Names that are filled with how many of something there are. */
const COUNTS = new Set(["count", "left", "missing", "most", "needed", "points", "rack", "total"]);

/** Numbers that nothing in the sentence follows, or that are never so few that it would. */
const UNCOUNTED = new Set([
    "games_more", // no word follows the number
    "games_title_wait",
    "history_more",
    "misfit_tile_count",
    "moves_of",
    "new_contradiction_pool", // two racks of two tiles at least
    "new_contradiction_racks",
    "reason_too_long", // thirteen
    "reason_too_many", // five at least
    "rules_players",
    "stats_all", // more than are shown at first
    "stats_missed_help", // at least two games each
    "stats_moving",
    "stats_moving_is",
    "stats_newest",
    "stats_results_halves",
    "stats_results_many",
    "table_rules_copies", // no word follows the number
]);

/**
 * The plural categories that a language has for numbers one can count to.
 * @param {string} language
 */
function categories(language) {
    const rules = new Intl.PluralRules(language);
    return new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
}

/** @param {Iterable<string>} names */
const told = (names) => [...names].sort().join(", ") || "nothing";

/**
 * @param {string} language
 * @param {import("./catalogues.js").Message} message
 * @param {Set<string>} wanted
 * @returns {Generator<string>}
 */
function* faultsOf(language, message, wanted) {
    const counted = plurals(message);
    for (const { when, text } of forms(message)) {
        const names = filled(text);
        // The one of something may be written out, as in "a tile".
        for (const [local, input] of counted) if (when[local] === "one" && wanted.has(input)) names.add(input);
        if (told(names) !== told(wanted)) yield `is filled with ${told(names)} instead of ${told(wanted)}`;
    }
    for (const local of variants(message)?.selectors ?? []) {
        const has = new Set(forms(message).map(({ when }) => when[local] ?? "*"));
        if (!has.has("*")) yield `has no form for every other ${local}`;
        if (!counted.has(local)) continue;
        const needs = categories(language);
        for (const category of needs)
            if (category !== "other" && !has.has(category)) yield `has no form for ${category}`;
        for (const category of has)
            if (category !== "*" && !needs.has(/** @type {Intl.LDMLPluralRule} */ (category)))
                yield `has a form for ${category}, which the language does not have`;
    }
}

/** @returns {string[]} */
export function formFaults() {
    const faults = [];
    for (const [language, own] of catalogues)
        for (const [key, message] of Object.entries(own)) {
            const wanted = new Set(forms(english[key] ?? message).flatMap(({ text }) => [...filled(text)]));
            for (const fault of faultsOf(language, message, wanted)) faults.push(`${language}: ${key} ${fault}`);
            const count = [...wanted].some((name) => COUNTS.has(name));
            if (count && !plurals(message).size && !UNCOUNTED.has(key))
                faults.push(`${language}: ${key} counts, but has no plural forms`);
        }
    return faults;
}
