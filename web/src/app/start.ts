/** Making a table, sitting down at it and leaving it. */

import { api } from "../net/api";
import type { Setup } from "../net/routes";
import { TableConnection } from "../net/connection";
import { m } from "../paraglide/messages.js";
import { router } from "./router";
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { companyOf } from "./setups";
import type { LiveTable } from "./table.svelte";

/** Be somebody: the guest that is here, or a new one called so in the player's language. */
export const arrive = (): ReturnType<typeof session.become> => session.become(m.common_guest_name());

/** Make the table and go there; where nobody else is awaited, the first game begins at once. */
export async function openTable(setup: Setup): Promise<void> {
  await arrive();
  settings.choose({ lastSetup: setup });
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
