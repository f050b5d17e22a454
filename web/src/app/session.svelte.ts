/** Who is sitting here: a guest, made when one is first needed. */

import { api as theApi, ApiError, type Api } from "../net/api";
import type { DeviceCode, Me } from "../net/routes";
import type { FaceName } from "../net/seen";
import { usePasskey } from "./passkeys";
import { readLocal, writeLocal } from "./local";
import { settings as theSettings, type AppSettings } from "./settings.svelte";

/** Codes that say that the key of this browser is nobody's. */
const NOBODY = new Set(["no-key", "unknown-key"]);

export class Session {
  /** The guest; null for somebody who has not needed to be one, or while that is being asked. */
  #me = $state.raw<Me | null>(null);
  #asked = $state(false);
  #arriving: Promise<Me> | null = null;
  readonly #api: Api;
  readonly #settings: AppSettings;

  constructor(api: Api = theApi, settings: AppSettings = theSettings) {
    this.#api = api;
    this.#settings = settings;
  }

  get me(): Me | null {
    return this.#me;
  }

  /** Whether it is known who is here. */
  get asked(): boolean {
    return this.#asked;
  }

  /** Ask who is here; somebody who never was a guest in this browser is not asked for. */
  async start(): Promise<void> {
    if (readLocal("guest") === true) {
      try {
        this.#enter(await this.#api.me());
      } catch (error) {
        if (!isNobody(error)) throw error;
        this.#leave();
      }
    }
    this.#asked = true;
  }

  /** Be a guest: the one that is here, or a new one of this name. */
  become(name: string): Promise<Me> {
    if (this.#me !== null) return Promise.resolve(this.#me);
    this.#arriving ??= this.#arrive(name).finally(() => (this.#arriving = null));
    return this.#arriving;
  }

  async #arrive(name: string): Promise<Me> {
    try {
      return this.#enter(await this.#api.arrive(name));
    } catch (error) {
      // Another window may have been first, and the cookie is there already.
      if (error instanceof ApiError && error.code === "already-a-guest") return this.#enter(await this.#api.me());
      throw error;
    }
  }

  /** The key of this browser is nobody's any more: become a new guest when one is needed. */
  lost(): void {
    this.#leave();
  }

  async rename(name: string): Promise<void> {
    this.#me = await this.#api.change({ name });
  }

  async chooseFace(face: FaceName): Promise<void> {
    this.#me = await this.#api.change({ face });
  }

  /** A code that makes another device this guest's too. */
  inviteDevice(): Promise<DeviceCode> {
    return this.#api.inviteDevice();
  }

  /** Be here who made the code on another device. */
  async enterDevice(code: string): Promise<void> {
    this.#return(await this.#api.enterDevice(code));
  }

  /** Be here whose recovery words these are. */
  async enterByWords(words: string): Promise<void> {
    this.#return(await this.#api.enterByWords(words));
  }

  /** Be here whose passkey this device has; whether its owner wanted that. */
  async enterByPasskey(): Promise<boolean> {
    const me = await usePasskey();
    if (me !== null) this.#return(me);
    return me !== null;
  }

  #return(me: Me): void {
    this.#settings.part(true);
    this.#enter(me);
  }

  async putWarningAway(): Promise<void> {
    await this.#api.putWarningAway();
    if (this.#me !== null) this.#me = { ...this.#me, warning: "" };
  }

  async signOut(): Promise<void> {
    await this.#settings.flush();
    await this.#api.signOut();
    this.#leave(true);
  }

  /** Delete this guest and everything of theirs. */
  async forget(): Promise<void> {
    await this.#api.forget();
    this.#leave(true);
  }

  #enter(me: Me): Me {
    this.#me = me;
    this.#asked = true;
    writeLocal("guest", true);
    this.#settings.meet(me.settings, (settings) => this.#api.change({ settings }));
    return me;
  }

  #leave(forgets = false): void {
    this.#me = null;
    writeLocal("guest", null);
    this.#settings.part(forgets);
    writeLocal("statistics", null);
    if (forgets) writeLocal("drafts", null);
  }
}

const isNobody = (error: unknown): boolean => error instanceof ApiError && NOBODY.has(error.code);

export const session = new Session();
