/** Compiles the messages for checks that do not go through Vite. */

import { compile } from "@inlang/paraglide-js";
import { languages } from "../languages.js";

await compile(languages());
