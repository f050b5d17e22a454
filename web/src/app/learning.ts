/** How far somebody is in the course; kept with the settings, so it follows to their other devices. */

import { EDITION_NAMES } from "../core/lesson";
import type { Exercise, Lesson } from "../core/lesson";
import type { EditionName } from "../core/rules";
import { CHAPTERS, LESSONS } from "./lessons";
import { settings } from "./settings.svelte";

/** The edition that is learnt. */
export const learntEdition = (): EditionName =>
  EDITION_NAMES.find((name) => name === settings.now.learns) ?? EDITION_NAMES[0] ?? "classic-2015";

export const learnEdition = (edition: EditionName): void => settings.choose({ learns: edition });

/** Whether an exercise was done once. */
export const isDone = (lesson: Lesson, exercise: Exercise): boolean =>
  settings.now.learned[lesson.id]?.includes(exercise.id) ?? false;

/** How many exercises of a lesson were done. */
export const doneIn = (lesson: Lesson): number => lesson.exercises.filter((each) => isDone(lesson, each)).length;

/** Whether all of a lesson was done: then its tile is laid. */
export const isLaid = (lesson: Lesson): boolean => doneIn(lesson) === lesson.exercises.length;

/** The first exercise that wasn't done; the first of all in a lesson that was done. */
export const firstOpen = (lesson: Lesson): number =>
  Math.max(
    0,
    lesson.exercises.findIndex((each) => !isDone(lesson, each)),
  );

/** The lesson to go on with: the first begun, else the first that isn't laid; null when all are. */
export const nextLesson = (): Lesson | null =>
  LESSONS.find((each) => doneIn(each) > 0 && !isLaid(each)) ?? LESSONS.find((each) => !isLaid(each)) ?? null;

/** About how many minutes there are to go. */
export const minutesLeft = (): number =>
  Math.ceil(LESSONS.reduce((sum, each) => sum + each.minutes * (1 - doneIn(each) / each.exercises.length), 0));

/** Whether somebody has done what it takes to play a first game. */
export const canPlay = (): boolean => CHAPTERS[0]?.lessons.every(isLaid) ?? false;

/** An exercise was done. */
export function keepDone(lesson: Lesson, exercise: Exercise): void {
  if (isDone(lesson, exercise)) return;
  const before = settings.now.learned[lesson.id] ?? [];
  settings.choose({ learned: { ...settings.now.learned, [lesson.id]: [...before, exercise.id] } });
}
