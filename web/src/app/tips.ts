/** Tips at the table of a first game: each is given once, and all can be switched off. */

import { routeOf } from "./router";
import { readLocal, writeLocal } from "./local";

/** When a tip is given: the first turn, when there's nothing to open with, when there's something to rearrange, and when somebody has few tiles left. */
export const TIPS = ["opening", "draw", "rearrange", "low"] as const;
export type TipName = (typeof TIPS)[number];

interface KeptTips {
  readonly table: string;
  readonly left: readonly TipName[];
}

/** From now on there are tips at the table with this address. */
export function startTips(path: string): void {
  const route = routeOf(path);
  if (route.screen === "table") writeLocal("tips", { table: route.id, left: TIPS } satisfies KeptTips);
}

/** The tips that are left to be given at a table. */
export function tipsLeft(table: string): readonly TipName[] {
  const kept = readLocal("tips") as Partial<KeptTips> | null;
  return kept?.table === table && Array.isArray(kept.left) ? TIPS.filter((tip) => kept.left?.includes(tip)) : [];
}

/** A tip was given. */
export function tipGiven(table: string, tip: TipName): void {
  const left = tipsLeft(table).filter((one) => one !== tip);
  writeLocal("tips", left.length ? ({ table, left } satisfies KeptTips) : null);
}

export const noMoreTips = (): boolean => writeLocal("tips", null);
