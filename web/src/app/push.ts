/** Being told that it is my turn though this page isn't open: where the browser can, and only if I ask for it. */

import { api } from "../net/api";
import { m } from "../paraglide/messages.js";

/** `none`: this browser or server cannot; `denied`: the browser was told never to ask again. */
export type PushState = "none" | "off" | "on" | "denied";

const able = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** How it stands in this browser. */
export async function pushState(): Promise<PushState> {
  if (!able() || !(await api.pushOffered()).available) return "none";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.ready;
  return (await registration.pushManager.getSubscription()) === null ? "off" : "on";
}

/** Ask the browser, and have the server tell it from now on. */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  const { key } = await api.pushOffered();
  const registration = await navigator.serviceWorker.ready;
  await leaveWords();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys } = made.toJSON();
  try {
    await api.subscribe({ endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return "on";
}

/** No more of it, here and at the server. */
export async function turnPushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.getSubscription();
  if (made !== null) {
    await api.unsubscribe(made.endpoint);
    await made.unsubscribe();
  }
  return "off";
}

/** What is said is said in the player's language: it lies where the service worker finds it. */
async function leaveWords(): Promise<void> {
  const words = { title: m.app_name(), text: m.push_text() };
  await (await caches.open("tilery-words")).put("/push", Response.json(words));
}
