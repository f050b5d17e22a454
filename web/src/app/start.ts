/** Making a table, sitting down at it and leaving it. */

import { api } from "../net/api";
import type { Setup } from "../net/routes";
import type { FaceName } from "../net/seen";
import { TableConnection } from "../net/connection";
import { m } from "../paraglide/messages.js";
import { LANGUAGES } from "./languages";
import { router } from "./router";
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { companyOf } from "./setups";
import type { LiveTable } from "./table.svelte";
import { wordsIn } from "./wordfiles";

/** Be somebody: the guest that is here, or a new one called so in the player's language. */
export const arrive = (): ReturnType<typeof session.become> => session.become(m.common_guest_name());

/** Whether somebody who is about to meet others has no name of their own, and was not asked for one yet. */
export function needsName(): boolean {
  const guests: string[] = LANGUAGES.map((language) => wordsIn(language, "common_guest_name"));
  return !settings.now.askedName && (session.me === null || guests.includes(session.me.name));
}

/** Be called so, with this face, from now on. */
export async function introduce(name: string, face: FaceName): Promise<void> {
  await arrive();
  if (name !== session.me?.name) await session.rename(name);
  if (face !== session.me?.face) await session.chooseFace(face);
}

/** Make the table and go there; where nobody else is awaited, the first game begins at once. */
export async function openTable(setup: Setup): Promise<void> {
  await arrive();
  // A position one plays on from is of this once.
  if (!setup.play_on) settings.choose({ lastSetup: setup });
  const { terms } = await api.makeTable({ ...setup, pace: settings.now.pace });
  if (companyOf(setup) !== "friends") await begin(terms.id);
  router.go({ screen: "table", id: terms.id });
}

/** Give up one's seat and go to the start. */
export async function leaveTable(live: LiveTable): Promise<void> {
  if (await live.leave()) router.go("/");
}

/** Say at a table that one is ready, and wait until it is heard; without an answer the table's own button is there. */
async function begin(table: string): Promise<void> {
  const connection = new TableConnection(table, { known: () => {} });
  const patience = new Promise<void>((enough) => setTimeout(enough, 3000));
  try {
    await Promise.race([connection.ask({ do: "ready" }), patience]);
  } catch {
    // Whatever the table has against it, it says itself.
  } finally {
    connection.close();
  }
}
