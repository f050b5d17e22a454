import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcer } from "../../src/app/announce";
import { pathOf, routeOf, type ScreenRoute } from "../../src/app/router";
import { Session } from "../../src/app/session.svelte";
import { DEFAULTS, readChoices, AppSettings } from "../../src/app/settings.svelte";
import { Sounds } from "../../src/app/sounds";
import { ApiError, type Api } from "../../src/net/api";
import type { Me } from "../../src/net/routes";
import { FakeWorld } from "./kit";

const me = (settings: Me["settings"] = {}): Me => ({
  id: "g1",
  name: "Ann",
  created: 1,
  settings,
  key: "k1",
  banned: null,
  warning: "",
  face: "",
});

/** A server of which a test says what it answers. */
const server = (answers: Partial<Api>): Api =>
  ({ change: vi.fn(() => Promise.resolve(me())), ...answers }) as unknown as Api;

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("every place of the app has an address that leads back to it", () => {
  const routes: ScreenRoute[] = [
    { screen: "home" },
    { screen: "new" },
    { screen: "lobby" },
    { screen: "settings" },
    { screen: "join" },
    { screen: "history" },
    { screen: "games" },
    { screen: "score" },
    { screen: "solve" },
    { screen: "learn" },
    { screen: "lesson", lesson: "colour-change" },
    { screen: "table", id: "KitchenTable2345" },
    { screen: "code", code: "KT CHN/7" },
    { screen: "rules", edition: "twist-2015" },
    { screen: "game", id: "cd22" },
  ];
  for (const route of routes) expect(routeOf(pathOf(route))).toEqual(route);
  for (const path of ["/nowhere", "/t", "/t/a/b", "/x/y"]) expect(routeOf(path).screen).toBe("nowhere");
  expect(routeOf("/t/%zz")).toEqual({ screen: "table", id: "%zz" });
});

test("settings of another app are read as far as they are understood", () => {
  expect(readChoices({ theme: "dark", palette: "plaid", sounds: 1, bigTiles: true })).toEqual({
    ...DEFAULTS,
    theme: "dark",
    bigTiles: true,
  });
  for (const odd of [null, 3, "x", []]) expect(readChoices(odd)).toEqual(DEFAULTS);
});

test("what is chosen is kept here at once and with the guest a moment later", async () => {
  const settings = new AppSettings();
  const save = vi.fn(() => Promise.resolve());
  settings.meet({ theme: "dark", novelty: 7 }, save);
  expect(settings.now.theme).toBe("dark");
  settings.choose({ sounds: false });
  settings.choose({ bigTiles: true });
  expect(new AppSettings().now).toMatchObject({ theme: "dark", sounds: false, bigTiles: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(save.mock.calls).toEqual([[{ ...DEFAULTS, theme: "dark", sounds: false, bigTiles: true, novelty: 7 }]]);
});

test("what could not be saved without a network is saved the next time", async () => {
  const offline = new AppSettings();
  offline.meet({ theme: "dark" }, () => Promise.reject(new ApiError("offline", 0, "")));
  offline.choose({ theme: "light" });
  await vi.advanceTimersByTimeAsync(1000);
  const later = new AppSettings();
  const save = vi.fn(() => Promise.resolve());
  later.meet({ theme: "dark" }, save);
  await vi.advanceTimersByTimeAsync(0);
  expect(later.now.theme).toBe("light");
  expect(save).toHaveBeenCalledOnce();
});

test("what was learnt here and elsewhere adds up, and goes with the guest who learnt it", async () => {
  const settings = new AppSettings();
  settings.choose({ learned: { sets: ["group"], opening: ["thirty"] } });
  const save = vi.fn((_: unknown) => Promise.resolve());
  settings.meet({ theme: "dark", learned: { sets: ["run"], adding: ["ends"] } }, save);
  await vi.advanceTimersByTimeAsync(1000);
  const learned = { sets: ["run", "group"], opening: ["thirty"], adding: ["ends"] };
  expect(settings.now.learned).toEqual(learned);
  expect(save.mock.calls.at(-1)?.[0]).toMatchObject({ learned });
  settings.part();
  expect(new AppSettings().now.learned).toEqual(learned);
  settings.meet({ theme: "dark", learned }, save);
  settings.part(true);
  expect(new AppSettings().now.learned).toEqual({});
});

test("a guest is made when first needed, and once", async () => {
  const arrive = vi.fn(() => Promise.resolve(me()));
  const asked = vi.fn(() => Promise.resolve(me({ theme: "dark" })));
  const api = server({ arrive, me: asked });
  const session = new Session(api, new AppSettings());
  await session.start();
  expect([session.asked, session.me, asked.mock.calls.length]).toEqual([true, null, 0]);
  await Promise.all([session.become("Guest"), session.become("Guest")]);
  await session.become("Guest");
  expect(arrive).toHaveBeenCalledOnce();
  const settings = new AppSettings();
  const again = new Session(api, settings);
  await again.start();
  expect([again.me?.name, settings.now.theme]).toEqual(["Ann", "dark"]);
});

test("a guest of another window is the same guest", async () => {
  const arrive = () => Promise.reject(new ApiError("already-a-guest", 409, ""));
  const session = new Session(server({ arrive, me: () => Promise.resolve(me()) }), new AppSettings());
  expect((await session.become("Guest")).name).toBe("Ann");
});

test("a key that is nobody's any more makes nobody of us, a lost network does not", async () => {
  localStorage.setItem("tilery.guest", "true");
  const offline = new Session(server({ me: () => Promise.reject(new ApiError("offline", 0, "")) }), new AppSettings());
  await expect(offline.start()).rejects.toMatchObject({ code: "offline" });
  expect(offline.asked).toBe(false);
  const gone = new Session(
    server({ me: () => Promise.reject(new ApiError("unknown-key", 401, "")) }),
    new AppSettings(),
  );
  await gone.start();
  expect([gone.asked, gone.me, localStorage.getItem("tilery.guest")]).toEqual([true, null, null]);
});

test("whoever deletes themselves leaves no tiles in this browser", async () => {
  const forget = vi.fn(() => Promise.resolve());
  const session = new Session(server({ forget, arrive: () => Promise.resolve(me()) } as never), new AppSettings());
  await session.become("Guest");
  localStorage.setItem("tilery.drafts", '{"table":{"rows":["r1 r2"]}}');
  await session.forget();
  expect([session.me, localStorage.getItem("tilery.drafts")]).toEqual([null, null]);
});

test("sentences are said one after the other, also the same one twice", () => {
  const world = new FakeWorld();
  const announcer = new Announcer(world);
  const heard: string[] = [];
  for (const text of ["Your turn.", "Bo drew."]) announcer.say(text);
  announcer.say("Ten seconds left.", true);
  expect([announcer.polite.text, announcer.urgent.text]).toEqual(["Your turn.", "Ten seconds left."]);
  for (let at = 0; at < 40; at++) {
    if (heard.at(-1) !== announcer.polite.text) heard.push(announcer.polite.text);
    if (at === 15) announcer.say("Bo drew.");
    world.pass(0.1);
  }
  expect(heard).toEqual(["Your turn.", "", "Bo drew.", "", "Bo drew.", ""]);
});

test("sounds that are off, or have no device, are silent", () => {
  const none = vi.fn((): AudioContext => {
    throw new Error("no device");
  });
  const [off, on] = [false, true].map((each) => new Sounds(() => each, none)) as [Sounds, Sounds];
  off.wake();
  expect(none).not.toHaveBeenCalled();
  on.wake();
  on.play("place");
  expect(none).toHaveBeenCalledOnce();
});
