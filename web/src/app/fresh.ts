/** The installed app: it starts without a network, and renews itself when the server has a newer one. */

import { router } from "./router";

const LOOK_EVERY = 15 * 60_000;
/** What later starts need is fetched when this one is over, in milliseconds. */
const CALM = 2000;

/** The files this app began with: their names change with what is in them. */
const entry = (page: Document): string =>
  Array.from(page.querySelectorAll("script[type=module][src]"), (script) => script.getAttribute("src")).join(" ");

/** Keep the app for later starts, and look now and then whether there is a newer one. */
export function keepFresh(): void {
  if (!import.meta.env.PROD) return;
  if ("serviceWorker" in navigator) {
    setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => {}), CALM);
  }
  // A part of the app didn't come. If that's because the server has a newer app, only that one can be loaded.
  addEventListener("vite:preloadError", () => void look(true));
  setInterval(() => void look(), LOOK_EVERY);
  addEventListener("online", () => void look());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
    else if (outdated) renew();
  });
}

let outdated = false;

async function look(broken = false): Promise<void> {
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    if (!answer.ok) return;
    const newer = entry(new DOMParser().parseFromString(await answer.text(), "text/html"));
    outdated = newer !== "" && newer !== entry(document);
    // At a table it waits until nobody looks; what lies there is kept and taken up again either way.
    if (outdated && (broken || (router.route.screen !== "table" && !isTyping()))) renew();
  } catch {
    // Without a network this app is as new as can be.
  }
}

const isTyping = (): boolean => document.activeElement?.matches("input, textarea, select") === true;

function renew(): void {
  // Once a minute at most: when the newer app cannot be loaded either, loading it again and again would not help.
  const last = Number(sessionStorage.getItem("tilery.renewed") ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("tilery.renewed", String(Date.now()));
  location.reload();
}
