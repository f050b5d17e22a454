/** Passkeys: the browser makes one or uses one, the server checks it. The library comes when somebody wants it. */

import { api } from "../net/api";
import type { Me, ShownPasskey } from "../net/routes";
import { m } from "../paraglide/messages.js";

/** Whether this browser knows passkeys. */
export const known = (): boolean => typeof PublicKeyCredential === "function";

/** Have the device make a passkey; null where its owner thought better of it. */
export async function addPasskey(): Promise<ShownPasskey | null> {
  const [{ startRegistration }, { options }] = await Promise.all([library(), api.passkeyToMake()]);
  const answer = await unlessCancelled(startRegistration({ optionsJSON: options as never }));
  return answer && api.addPasskey(m.ways_passkey_label(), answer);
}

/** Who this browser is by one of the device's passkeys; null where its owner thought better of it. */
export async function usePasskey(): Promise<Me | null> {
  const [{ startAuthentication }, { options }] = await Promise.all([library(), api.passkeyToUse()]);
  const answer = await unlessCancelled(startAuthentication({ optionsJSON: options as never }));
  return answer && api.enterByPasskey(answer);
}

const library = (): Promise<typeof import("@simplewebauthn/browser")> => import("@simplewebauthn/browser");

/** Browsers say the same whether the owner said no, or had nothing to say yes with. */
async function unlessCancelled<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError")) return null;
    throw error;
  }
}
