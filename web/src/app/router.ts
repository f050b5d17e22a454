/** The addresses inside the app, and going from one to another. */

import { createSubscriber } from "svelte/reactivity";

export type ScreenRoute =
  | { readonly screen: "home" }
  | { readonly screen: "new" }
  | { readonly screen: "lobby" }
  | { readonly screen: "settings" }
  | { readonly screen: "join" }
  | { readonly screen: "history" }
  | { readonly screen: "statistics" }
  | { readonly screen: "games" }
  | { readonly screen: "score" }
  | { readonly screen: "learn" }
  | { readonly screen: "lesson"; readonly lesson: string }
  | { readonly screen: "solve" }
  | { readonly screen: "puzzles" }
  | { readonly screen: "storm" }
  | { readonly screen: "puzzle"; readonly puzzle: string }
  | { readonly screen: "table"; readonly id: string }
  | { readonly screen: "code"; readonly code: string }
  | { readonly screen: "rules"; readonly edition: string }
  | { readonly screen: "game"; readonly id: string }
  | { readonly screen: "record" }
  | { readonly screen: "nowhere" };

/** Places whose address is their name. */
const PLAIN = (
  ["new", "lobby", "settings", "join", "history", "games", "score", "learn", "solve", "puzzles"] as const
).map((screen) => ({ screen }));

/** Where an address leads. */
export function routeOf(path: string): ScreenRoute {
  const [first = "", second, ...more] = path.split("/").filter(Boolean).map(decoded);
  if (more.length) return { screen: "nowhere" };
  if (second === undefined) {
    if (first === "") return { screen: "home" };
    if (first === "g") return { screen: "record" };
    if (first === "rules") return { screen: "rules", edition: "classic-2015" };
    return PLAIN.find((route) => route.screen === first) ?? { screen: "nowhere" };
  }
  switch (first) {
    case "t":
      return { screen: "table", id: second };
    case "c":
      return { screen: "code", code: second };
    case "rules":
      return { screen: "rules", edition: second };
    case "learn":
      return { screen: "lesson", lesson: second };
    case "puzzles":
      return second === "storm" ? { screen: "storm" } : { screen: "puzzle", puzzle: second };
    case "g":
      return { screen: "game", id: second };
    case "history":
      return { screen: second === "statistics" ? "statistics" : "nowhere" };
    default:
      return { screen: "nowhere" };
  }
}

/** The address of a place in the app. */
export function pathOf(route: ScreenRoute): string {
  switch (route.screen) {
    case "home":
    case "nowhere":
      return "/";
    case "table":
      return `/t/${encodeURIComponent(route.id)}`;
    case "code":
      return `/c/${encodeURIComponent(route.code)}`;
    case "rules":
      return `/rules/${encodeURIComponent(route.edition)}`;
    case "lesson":
      return `/learn/${encodeURIComponent(route.lesson)}`;
    case "storm":
      return "/puzzles/storm";
    case "puzzle":
      return `/puzzles/${encodeURIComponent(route.puzzle)}`;
    case "record":
      return "/g";
    case "game":
      return `/g/${encodeURIComponent(route.id)}`;
    case "statistics":
      return "/history/statistics";
    default:
      return `/${route.screen}`;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The page's own place; reading `router.route` in a component follows it. */
export class Router {
  readonly #follow: () => void;
  #changed = (): void => {};

  constructor() {
    this.#follow = createSubscriber((changed) => {
      this.#changed = changed;
      window.addEventListener("popstate", changed);
      return () => window.removeEventListener("popstate", changed);
    });
  }

  get route(): ScreenRoute {
    this.#follow();
    return routeOf(location.pathname);
  }

  /** What stands behind the question mark of the address. */
  get query(): URLSearchParams {
    this.#follow();
    return new URLSearchParams(location.search);
  }

  /** Go somewhere; with `replace` one cannot come back from there to here. */
  go(to: ScreenRoute | string, replace = false): void {
    const path = typeof to === "string" ? to : pathOf(to);
    if (path !== location.pathname + location.search + location.hash) {
      history[replace ? "replaceState" : "pushState"](null, "", path);
      scrollTo(0, 0);
    }
    this.#changed();
  }

  /** Note in the address where one is in this very place; one comes back to it, or with `replace` to what was before. */
  note(query: Readonly<Record<string, string>>, replace: boolean): void {
    const search = new URLSearchParams(query).toString();
    try {
      history[replace ? "replaceState" : "pushState"](null, "", location.pathname + (search && `?${search}`));
    } catch {
      // A browser counts such notes and has had enough of them: the next one says it, too.
    }
    this.#changed();
  }

  /** Follow a click on a link inside the app; for a click listener of the whole page. */
  click = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const special = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (link === null || special || event.altKey || link.target !== "" || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || routeOf(address.pathname).screen === "nowhere") return;
    event.preventDefault();
    this.go(address.pathname + address.search + address.hash);
  };
}

export const router = new Router();
