/**
 * Keeps the app for a start without a network.
 *
 * Pages come from the network and only without one from here; files under /assets/ never change and come from here
 * first. Whatever the kept page needs is found by reading it, so this file is the same for every build.
 */

const KEPT = "tilery";
const PATIENCE = 4000;
const AT_ONCE = 8;
const PLAIN = ["/icon.svg", "/icon-192.png", "/manifest.webmanifest"];
const NAMED = /(?:assets\/|\.\/)([\w.-]+\.(?:js|css|woff2|png|svg))/g;

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== self.location.origin || /^\/(api|docs)(\/|$)/.test(pathname)) return;
    if (request.mode === "navigate") event.respondWith(page(event));
    else if (pathname.startsWith("/assets/") || PLAIN.includes(pathname)) event.respondWith(file(request));
});

/** It is somebody's turn: said in the words the app has left here, unless they look at that table already. */
self.addEventListener("push", (event) => event.waitUntil(tell(event.data?.json() ?? {})));

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
});

async function tell({ table = "" }) {
    const kept = await (await caches.open("tilery-words")).match("/push");
    const { title, text } = kept ? await kept.json() : { title: "Tilery", text: "It’s your turn." };
    const path = `/t/${encodeURIComponent(table)}`;
    const windows = await self.clients.matchAll({ type: "window" });
    if (windows.some((one) => one.focused && new URL(one.url).pathname === path)) return;
    await self.registration.showNotification(title, { body: text, icon: "/icon-192.png", tag: table, data: path });
}

async function open(path) {
    const found = (await self.clients.matchAll({ type: "window" })).find((one) => new URL(one.url).pathname === path);
    await (found ? found.focus() : self.clients.openWindow(path));
}

/** The newest page, or the kept one when there is no network or hardly any. */
async function page(event) {
    const kept = await caches.match("/");
    const asked = fetch(event.request);
    if (!kept) return asked;
    const enough = new Promise((_, reject) => setTimeout(reject, PATIENCE));
    try {
        const answer = await Promise.race([asked, enough]);
        if (answer.ok) event.waitUntil(renew(answer.clone(), kept.clone()));
        return answer.status < 500 ? answer : kept;
    } catch {
        return kept;
    }
}

/** A file from here, or else from the network and then from here. */
async function file(request) {
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
    return answer;
}

async function renew(answer, kept) {
    const [now, before] = await Promise.all([answer.text(), kept.text()]);
    if (now !== before) await keep(before);
}

/** Keep the app as it is now, with all its files; those of the app before it stay too, for windows still open. */
async function keep(before = "") {
    const cache = await caches.open(KEPT);
    const first = await fetch("/", { cache: "no-cache" });
    if (!first.ok) throw new Error(`the page answers ${first.status}`);
    const needed = new Set(["/", ...PLAIN]);
    await cache.addAll(PLAIN);
    await collect(await first.clone().text(), needed, cache);
    await cache.put("/", first);
    await collect(before, needed, cache);
    for (const one of await cache.keys()) if (!needed.has(new URL(one.url).pathname)) await cache.delete(one);
}

/** Put every file that a text names into the cache, and the files those name; some at once, for a server may be far. */
async function collect(text, needed, cache) {
    const found = named(text, needed);
    while (found.length) {
        const texts = await Promise.all(found.splice(0, AT_ONCE).map((path) => keepFile(path, cache)));
        for (const each of texts) found.push(...named(each, needed));
    }
}

/** The files that a text names, each once. */
function named(text, needed) {
    const paths = [...text.matchAll(NAMED)].map(([, name]) => `/assets/${name}`);
    const found = [...new Set(paths)].filter((path) => !needed.has(path));
    for (const path of found) needed.add(path);
    return found;
}

/** Keep a file that isn't kept yet; its text, where that may name others. */
async function keepFile(path, cache) {
    const kept = await cache.match(path);
    const answer = kept ?? (await fetch(path));
    if (!answer.ok) return "";
    if (!kept) await cache.put(path, answer.clone());
    return /\.(js|css)$/.test(path) ? answer.text() : "";
}
