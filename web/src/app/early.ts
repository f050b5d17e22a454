/**
 * Asks for the words of the language that will be spoken. It is a file of its own beside the app's, small and read
 * first, so that the words come while the app still does.
 */

import { preferred, spoken } from "./languages";
import { readLocal } from "./local";
import { fetchWords } from "./wordfiles";

const kept = readLocal("settings") as { readonly language?: unknown } | null;
const chosen = typeof kept?.language === "string" ? spoken(kept.language) : null;

// Whoever needs them asks again, and is told when they don't come.
fetchWords(chosen ?? preferred(navigator.languages), location.pathname !== "/").catch(() => {});
