/** The time of a turn as it is shown: its figure and its ring say the same. */

/** The clock of whoever is to move: seconds left of the turn, which has `turn` of them, and then of the bank. */
export interface ClockShown {
  readonly seat: number;
  readonly left: number;
  readonly bank: number;
  readonly turn: number;
  readonly paused: boolean;
}

/** What is read from it: whole seconds, and how much of the ring they are; `banking` says that it is the bank's. */
export interface ClockFace {
  readonly seconds: number;
  readonly part: number;
  readonly banking: boolean;
  readonly late: boolean;
}

/** Time is late when so many seconds are left in all. */
export const LATE = 10;

/** A clock as it is read; `bank` is the whole bank. The ring goes by the seconds of the figure, so they agree. */
export function clockShown(clock: ClockShown, bank: number): ClockFace {
  const banking = clock.left <= 0 && bank > 0;
  const seconds = Math.ceil(banking ? clock.bank : clock.left);
  const whole = banking ? bank : clock.turn;
  return { seconds, part: Math.min(1, seconds / whole), banking, late: isLate(clock) };
}

/** Whether these are the last seconds. */
export const isLate = ({ left, bank }: ClockShown): boolean => left + bank <= LATE;
