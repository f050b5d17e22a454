/** Time as it is read from a clock. */

import { sayTime } from "../../app/language";

/** Seconds as m:ss; from two hours on in words. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 7200) return sayTime(Math.floor(whole / 3600) * 3600, "narrow");
  if (whole < 60) return String(whole);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
