/** Rules to read without a network: the editions' as last fetched, and those of the tables one was at. */

import type { Rules } from "../core/rules";
import { api } from "../net/api";
import type { ShownEdition } from "../net/routes";
import { readLocal, writeLocal } from "./local";

/** More tables than this are not remembered. */
const MOST = 20;

/** Every edition, from the server or as it was last time. */
export async function editions(): Promise<readonly ShownEdition[]> {
  try {
    const found = await api.editions();
    writeLocal("editions", found);
    return found;
  } catch (error) {
    const kept = readLocal("editions");
    if (isKept(kept)) return kept;
    throw error;
  }
}

/** Whether editions were kept; what an older app kept lacks their places in the booklets. */
const isKept = (kept: unknown): kept is ShownEdition[] =>
  Array.isArray(kept) && kept.length > 0 && kept.every((one: Partial<ShownEdition>) => one.parts !== undefined);

/** Remember by which rules a table plays. */
export function keepRules(table: string, rules: Rules): void {
  const { [table]: _old, ...rest } = all();
  const latest = Object.entries(rest).slice(-MOST + 1);
  writeLocal("table-rules", Object.fromEntries([...latest, [table, rules]]));
}

/** The rules of a table one was at; null when they are not remembered. */
export const keptRules = (table: string): Rules | null => all()[table] ?? null;

function all(): Record<string, Rules> {
  const found = readLocal("table-rules");
  return typeof found === "object" && found !== null ? (found as Record<string, Rules>) : {};
}
