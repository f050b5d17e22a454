/**
 * Only a share of all changes, the same ones whenever that share of the same files is asked for: Stryker leaves out
 * what a checker turns down.
 */

import { createHash } from "node:crypto";

/** The share of the changes that are tried, and which share of many. */
export const SHARE = Number(process.env.TILERY_SHARE ?? 1);
const SEED = process.env.TILERY_SEED ?? "1";

/** Whether a change is among those that are tried. @param {{ id: string }} mutant */
export const isChosen = ({ id }) =>
    createHash("sha256").update(`${SEED} ${id}`).digest().readUInt32BE() < SHARE * 2 ** 32;

const LEFT_OUT = { status: "compileError", reason: "not in the sample" };

const checker = {
    init: () => Promise.resolve(),
    /** @param {readonly { id: string }[]} mutants */
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
    /** @param {readonly { id: string }[]} mutants */
    check: (mutants) =>
        Promise.resolve(
            Object.fromEntries(
                mutants.map((mutant) => [mutant.id, isChosen(mutant) ? { status: "passed" } : LEFT_OUT]),
            ),
        ),
};

export const strykerPlugins = [{ kind: "Checker", name: "sample", value: checker }];
