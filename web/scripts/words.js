/** Fails where the words of a language break the rules of docs/languages.md, or code puts sentences together. */

import { controlFaults } from "./controls.js";
import { formFaults } from "./forms.js";
import { joinFaults } from "./joined.js";
import { englishFaults, wordFaults } from "./wording.js";

const faults = [...formFaults(), ...wordFaults(), ...englishFaults(), ...controlFaults(), ...joinFaults()];
for (const fault of faults) console.error(fault);
console.log(`${faults.length} faults in the words`);
process.exit(faults.length ? 1 : 0);
