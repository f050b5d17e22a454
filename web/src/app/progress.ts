/** What the start says of the course. All of it is fetched only for those who have begun. */

import { m } from "../paraglide/messages.js";
import type { Language } from "./languages";

/** How many lessons are laid and which comes next. */
export async function courseProgress(language: Language): Promise<string> {
  const [{ isLaid, nextLesson }, { courseWords, LESSONS }] = await Promise.all([
    import("./learning"),
    import("./lessons"),
  ]);
  const next = nextLesson();
  if (next === null) return m.learn_all_laid();
  const title = (await courseWords(language))[next.id]?.title ?? "";
  return m.home_learn_progress({ done: LESSONS.filter(isLaid).length, all: LESSONS.length, title });
}
