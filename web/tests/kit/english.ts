/** Imported for what it does: messages are English, whatever the machine speaks. */

import { overwriteGetLocale } from "../../src/paraglide/runtime.js";

overwriteGetLocale(() => "en");
