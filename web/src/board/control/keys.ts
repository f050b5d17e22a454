/** The keys that move tiles. */

import type { BoardKey } from "../state";

const KEYS: Readonly<Record<string, BoardKey["key"]>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  " ": "lift",
  Escape: "cancel",
  x: "toggle",
  n: "new",
  r: "rack",
};

/** What a key means for the hand; null when nothing. */
export function keyOf(event: KeyboardEvent): BoardKey | "undo" | "redo" | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  if (key === "y") return "redo";
  if (event.ctrlKey || event.metaKey) return null;
  const found = KEYS[key];
  if (found === undefined) return null;
  return { key: found, shift: event.shiftKey };
}
