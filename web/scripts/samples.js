/**
 * `npm run samples -- FOLDER`: a page for each language with every message, filled with hard examples (a name of 24
 * letters, a bot, 0, 1, 2 and 5 of everything), to be read whole by somebody who speaks it.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compile } from "@inlang/paraglide-js";
import { languages } from "../languages.js";
import { english, filled, forms, plurals } from "./catalogues.js";
import { list, WEB } from "./sources.js";

const LONGEST = "Maximiliane Constantinos";
const COUNTS = [0, 1, 2, 5];
/** Names that are filled with how many of something there are. */
const NUMBERS = [
    ...["ahead", "all", "count", "done", "enough", "exist", "games", "laid", "least", "left", "missing", "most"],
    ...["needed", "newer", "older", "own", "points", "possible", "rack", "score", "sets", "slips", "slot", "table"],
    ...["total", "value", "won"],
];

/** @typedef {Record<string, (inputs: Record<string, unknown>, options: { locale: string }) => string>} Messages */

/** What a tile does in a message that needs a form of its name for it. */
/** @type {Record<string, string>} */
const FORMS = {
    draw_drew: "object",
    hint_tiles: "object",
    moves_added: "object",
    moves_laid: "object",
    moves_took: "object",
    reason_change_room: "between",
    reason_gap: "between",
    reason_joker_stood: "for",
    solve_step_add: "object",
    solve_step_lay: "object",
    solve_step_split: "object",
    solve_step_take: "object",
    study_bot_hold: "object",
    study_bot_keep: "object",
    study_told_drew: "object",
    study_told_drew_you: "object",
    study_told_played: "object",
    study_told_played_you: "object",
    table_news_you_drew: "object",
    table_said_after: "after",
    table_said_before: "before",
    table_said_fits_after: "after",
    table_said_fits_before: "before",
};

/**
 * What a message is filled with, name by name: all that should be looked at.
 * @param {Messages} m
 * @param {string} key
 * @param {string} locale
 * @returns {Record<string, unknown[]>}
 */
function examples(m, key, locale) {
    const say = (/** @type {string} */ name, inputs = {}) => String(m[name]?.(inputs, { locale }) ?? name);
    const tile = (/** @type {string} */ name, /** @type {number | string} */ number, form = FORMS[key] ?? "alone") =>
        say(`tile_${name}`, { number, form });
    const home = /_took$|_take$|_split$/.test(key) ? "from" : "to";
    const role = FORMS[key] === "object" ? "object" : "alone";
    const several = [tile("red", 7, role), tile("joker", 0, role), tile("yellow", 13, role)];
    const [time, date] = [
        new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "long" }).format(90),
        new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(2026, 10, 17, 9)),
    ];
    const bot = say("common_with_level", { name: "Remy", level: say("common_veteran") });
    const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0.46);
    const noon = new Date(2026, 10, 17, 12);
    const day = new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(noon);
    const month = new Intl.DateTimeFormat(locale, { month: "long" }).format(noon);
    const hour = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(noon);
    const both = new Intl.ListFormat(locale).format([say("common_sabra"), say("common_twist_2016")]);
    return {
        ...Object.fromEntries(NUMBERS.map((name) => [name, COUNTS])),
        action: [say("score_begin_turn")],
        app: ["Tilery"],
        as: [tile("blue", 6, "as")],
        bank: [time],
        before: [1480],
        booklet: [say("rules_booklet_year", { edition: say("common_sabra"), year: 2022 })],
        chapter: [say("rules_short_joker")],
        character: [say("common_hoarder")],
        clock: [time],
        colour: [say("solve_red")],
        date: [date],
        day: [day],
        each: [time],
        editions: [both],
        edition: [say("common_sabra"), say("common_twist_2016")],
        first: [say("late_you_drew", { count: 1 })],
        from: [1480],
        heading: ["Jokers"],
        joker: [tile("joker", 0)],
        kind: [say("tile_run"), say("tile_mirrored_group")],
        label: [say("rules_picture_rack")],
        languages: [new Intl.ListFormat(locale).format(list.map(({ name }) => name))],
        level: [say("common_veteran"), say("common_newcomer")],
        line: [7],
        list: [new Intl.ListFormat(locale).format([`${LONGEST} ${percent}`, `Anne ${percent}`])],
        luck: [new Intl.NumberFormat(locale, { signDisplay: "exceptZero" }).format(1.9)],
        month: [month],
        name: [LONGEST, "Anne", bot],
        names: [new Intl.ListFormat(locale).format([LONGEST, "Anne", bot])],
        news: [say("table_news_laid", { name: LONGEST, count: 5 })],
        number: [1, 13],
        one: [tile("red", 4)],
        opened: [say("table_opened"), say("table_not_opened")],
        other: ["Anne"],
        part: [say("rules_short_double")],
        percent: [percent],
        player: [LONGEST],
        players: [say("rules_players", { least: 2, most: 4 })],
        puzzle: [1520],
        question: [say("rules_ask_example")],
        rating: [1500],
        reaches: [24],
        row: key.startsWith("misfit") ? [say("rules_row_freeing")] : [1],
        rule: [say("rules_row_freeing")],
        rules: [say("common_sabra")],
        run: ["black", "red", "blue", "yellow"].map((colour) => say(`tile_run_${colour}`)),
        said: ["plaque"],
        seat: [say("new_seat", { number: 1 })],
        seats: [say("common_seats", { count: 4 })],
        set: [say("moves_group", { number: 12, form: home }), tile("blue", "9–12", home)],
        state: [say("table_seat_playing")],
        text: ["Hallo"],
        then: [say("late_you_drew", { count: 2 })],
        // What's wrong with a set is said of numbered tiles only.
        tile: [tile("black", 1), tile("red", 13), ...(key.startsWith("reason_") ? [] : [tile("double", 0)])],
        tiles: [several[0], new Intl.ListFormat(locale).format(several)],
        time: [time],
        title: [say("stats_results")],
        to: [1520],
        turn: [1, 12],
        turns: [say("study_turns", { count: 12 })],
        two: [tile("yellow", 9)],
        what: [say(key.startsWith("study_") ? "study_what_best" : "rules_row_opening")],
        where: [say("rules_place_heading", { words: "Jokers" })],
        why: [say("reason_no_order")],
        winner: [say("history_winner", { name: LONGEST })],
        word: [say("rules_word_tile")],
        words: ["Jokers"],
        worth: [30],
        year: [2022],
        ...(key.startsWith("puzzle_offline") ? { time: [hour] } : {}),
        ...(key === "rules_players_with" ? { tiles: [say("new_tiles_other")] } : {}),
    };
}

/**
 * A message with everything it's filled with in turn.
 * @param {Messages} m
 * @param {string} key
 * @param {string} locale
 */
function filledIn(m, key, locale) {
    const known = examples(m, key, locale);
    const message = english[key] ?? "";
    const names = [
        ...new Set([...forms(message).flatMap(({ text }) => [...filled(text)]), ...plurals(message).values()]),
    ];
    const unknown = names.filter((name) => !known[name]);
    if (unknown.length)
        throw new Error(`${key} is filled with ${unknown.join(", ")}, of which samples.js has no example`);
    const most = Math.max(1, ...names.map((name) => known[name]?.length ?? 1));
    const texts = Array.from({ length: most }, (_, at) => {
        const inputs = names.map((name) => [name, known[name]?.[at % (known[name]?.length ?? 1)]]);
        return String(m[key]?.({ form: "alone", ...Object.fromEntries(inputs) }, { locale }));
    });
    return [...new Set(texts)];
}

/** @param {string} text */
const safe = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const STYLE = `body { font: 16px/1.4 system-ui; max-width: 70rem; margin: 2rem auto; padding-inline: 1rem }
td { padding: 0.3rem 1rem 0.3rem 0; border-top: 1px solid #ccc; vertical-align: top } td:first-child { color: #777 }`;

const [folder] = process.argv.slice(2);
if (!folder) {
    console.error("npm run samples -- FOLDER");
    process.exit(2);
}
await compile(languages());
/** @type {{ m: Messages }} */
const { m } = await import(join(WEB, "src/paraglide/messages.js"));
mkdirSync(folder, { recursive: true });
for (const { code, name, dir } of list) {
    const rows = Object.keys(english).map(
        (key) => `<tr><td>${key}<td>${filledIn(m, key, code).map(safe).join("<br>")}`,
    );
    const page = `<!doctype html><html lang="${code}" dir="${dir}"><meta charset="utf-8"><title>${name}</title>
<style>${STYLE}</style><h1>${name}</h1><table>${rows.join("\n")}</table></html>\n`;
    writeFileSync(join(folder, `${code}.html`), page);
}
console.log(`${Object.keys(english).length} messages in ${list.length} languages: ${resolve(folder)}`);
