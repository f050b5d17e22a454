/** What a connection needs of its surroundings: time, chance, sockets, and signs of sleep; tests have their own. */

/** As much of a WebSocket as is used. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(frame: string): void;
  close(): void;
}

export interface World {
  /** The time here, in seconds since 1970. */
  now(): number;
  /** Do something once, in so many seconds; what is given back takes it back. */
  later(seconds: number, what: () => void): () => void;
  /** At least 0 and less than 1. */
  random(): number;
  /** Letters that no other window has. */
  unique(): string;
  /** A socket to this path of the server. */
  open(path: string): Socket;
  /** Say whenever the network or the window may have come back; what is given back ends it. */
  watch(back: () => void): () => void;
}

/** The browser. */
export const browser: World = {
  now: () => Date.now() / 1000,
  later(seconds, what) {
    const timer = setTimeout(what, seconds * 1000);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  unique: () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join(""),
  open(path) {
    const address = new URL(path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address) as Socket;
  },
  watch(back) {
    const seen = (): void => {
      if (document.visibilityState === "visible") back();
    };
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("pageshow", back);
    window.addEventListener("online", back);
    window.addEventListener("offline", back);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("pageshow", back);
      window.removeEventListener("online", back);
      window.removeEventListener("offline", back);
    };
  },
};
