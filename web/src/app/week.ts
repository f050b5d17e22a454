/** The days of the puzzle of the day: the week that is shown, and days in a row. */

/** A day of the week that is shown: `2026-11-16`, whether its puzzle was solved, and whether it is today. */
export interface WeekDay {
  readonly day: string;
  readonly solved: boolean;
  readonly today: boolean;
}

/** Today stands so far from the left: what was comes before it, and one day after it. */
const BEFORE = 5;
const WEEK = 7;

/** A day so many days later. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The day that it is everywhere in puzzles: that of Greenwich. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Seconds since 1970 at the noon of a day: wherever one lives, that is the same day for the eye. */
export const noonOf = (day: string): number => {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12).getTime() / 1000;
};

/** The seven days that are shown around today. */
export const weekOf = (today: string, solved: ReadonlySet<string>): readonly WeekDay[] =>
  Array.from({ length: WEEK }, (_, at) => {
    const day = dayAfter(today, at - BEFORE);
    return { day, solved: solved.has(day), today: at === BEFORE };
  });
