/** The course: its lessons in their order, and their words, one language at a time. */

import course from "../../lessons/course.json";
import type { Lesson } from "../core/lesson";
import type { Language } from "./languages";

/** A part of the course. */
export interface Chapter {
  readonly id: string;
  readonly lessons: readonly Lesson[];
}

/** What is said of an answer one can choose. */
export interface AnswerWords {
  readonly text: string;
  readonly why: string;
}

/** What an exercise says; `wrong` is by what the referee says of a try, `other` is for a turn that isn't what it's about. */
export interface ExerciseWords {
  readonly task: string;
  readonly aim: string;
  readonly hints: readonly string[];
  readonly done: string;
  readonly because: string;
  readonly other?: string;
  readonly wrong?: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, AnswerWords>>;
}

/** What a lesson says: its title, a line about it, and one about the editions. */
export interface LessonWords {
  readonly title: string;
  readonly about: string;
  readonly differs: string;
  readonly exercises: Readonly<Record<string, ExerciseWords>>;
}

/** All the words of the course, by lesson. */
export type CourseWords = Readonly<Record<string, LessonWords>>;

const FILES = import.meta.glob<Lesson>(["../../lessons/*.json", "!../../lessons/headings.json"], {
  eager: true,
  import: "default",
});
const WORDS = import.meta.glob<CourseWords>("../../lessons/words/*.json", { import: "default" });

const lessonOf = (id: string): readonly Lesson[] => {
  const found = FILES[`../../lessons/${id}.json`];
  return found ? [found] : [];
};

export const CHAPTERS: readonly Chapter[] = course.chapters.map(({ id, lessons }) => ({
  id,
  lessons: lessons.flatMap(lessonOf),
}));

/** Every lesson, as they follow one another. */
export const LESSONS: readonly Lesson[] = CHAPTERS.flatMap(({ lessons }) => lessons);

/** The words in a language; what it has no words for yet is said in English. */
export async function courseWords(language: Language): Promise<CourseWords> {
  const fetched = (code: string): Promise<CourseWords> =>
    WORDS[`../../lessons/words/${code}.json`]?.() ?? Promise.resolve({});
  const [own, english] = await Promise.all([fetched(language), fetched("en")]);
  return { ...english, ...own };
}
