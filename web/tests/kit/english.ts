/** Before every test messages are English, whatever the machine speaks and the test before chose. */

import { beforeEach } from "vitest";
import { overwriteGetLocale } from "../../src/paraglide/runtime.js";

beforeEach(() => {
  overwriteGetLocale(() => "en");
});
