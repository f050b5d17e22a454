/** Before every test messages are English, whatever the test before chose. */

import { beforeEach } from "vitest";
import { speak } from "../../src/app/speech.svelte";

beforeEach(async () => {
  await speak("en");
});
