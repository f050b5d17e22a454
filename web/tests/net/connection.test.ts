import { expect, test, vi } from "vitest";
import { TableConnection, RefusedError, type Listener } from "../../src/net/connection";
import {
  VERSION,
  type ChangeMessage,
  type SaidMessage,
  type StateMessage,
  type VerdictMessage,
} from "../../src/net/protocol";
import { FakeWorld, state, type FakeSocket } from "./kit";

const change = (revision: number, more: Partial<ChangeMessage> = {}): ChangeMessage => ({
  tell: "change",
  revision,
  now: 5000,
  events: [{ event: "readied", seat: 0 }],
  position: "",
  ...more,
});

const verdict = (id: string, legal = true, number = 0): VerdictMessage => ({
  tell: "verdict",
  id,
  revision: 3,
  legal,
  played: "",
  value: 0,
  opening_value: null,
  defects: [],
  more: 0,
  number,
  table: null,
});

const line = (number: number, text: string): SaidMessage => ({
  tell: "said",
  number,
  at: 1,
  seat: 1,
  name: "Bo",
  text,
  emote: false,
});

/** A connection that has heard the state at revision 3. */
function seated(listener: Partial<Listener> = {}): { world: FakeWorld; at: TableConnection; socket: FakeSocket } {
  const world = new FakeWorld();
  const at = new TableConnection("KitchenTable2345", { known: () => {}, ...listener }, world);
  greet(world);
  return { world, at, socket: world.socket };
}

function greet(world: FakeWorld, revision = 3, changed: Partial<StateMessage> = {}): void {
  world.socket.onopen?.();
  world.socket.tell({ ...state(revision), ...changed });
  world.socket.pong(5000, revision);
}

test("who has a shared screen says so again when the connection was lost, and nobody else sees it meanwhile", async () => {
  const seen: (boolean | undefined)[] = [];
  const { world, at, socket } = seated({ known: (known) => seen.push(known.covered) });
  const held = at.hold(1);
  socket.tell({ ...state(3), you: 1 });
  socket.tell({ tell: "done", id: socket.all("i-am")[0]!.id, revision: 3 });
  await held;
  socket.cut();
  world.pass(5);
  seen.length = 0;
  world.socket.tell({ ...state(3), you: null, covered: true });
  expect(world.socket.all("i-am").map((each) => each.seat)).toEqual([1]);
  expect([seen, at.status]).toEqual([[], "connecting"]);
  world.socket.tell({ ...state(3), you: 1 });
  expect([seen, at.status]).toEqual([[false], "open"]);
  world.socket.cut();
  world.pass(5);
  world.socket.tell({ ...state(4), you: null, covered: true, table: { ...state(4).table, game: "another" } });
  expect(world.socket.all("i-am"), "new tiles: somebody has to say who they are").toEqual([]);
  expect(at.known?.covered).toBe(true);
});

test("the next change is applied, an old one dropped, and after a gap everything is asked for once", () => {
  const heard: number[] = [];
  const { at, socket } = seated({ known: (known, by) => by && heard.push(known.revision) });
  socket.tell(change(4));
  socket.tell(change(4));
  socket.tell(change(2));
  expect(heard).toEqual([3, 4]);
  socket.tell(change(6));
  socket.tell(change(7));
  expect(socket.all("sync").map((each) => each.revision)).toEqual([4]);
  socket.tell(state(7));
  socket.tell(change(8));
  expect(heard).toEqual([3, 4, 7, 8]);
  expect(at.known?.revision).toBe(8);
});

test("a gap that nobody noticed is found out by the next pong", () => {
  const { world, socket } = seated();
  world.pass(21);
  socket.pong(5021, 9);
  expect(socket.all("sync").map((each) => each.revision)).toEqual([3]);
});

test("a position that is not the server's is asked for anew", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { at, socket } = seated();
  const seats = { counts: [14, 14], opened: [false, false], resigned: [] };
  const game = { phase: "playing", table: "", pool: 78, turn: 0, ...seats };
  socket.tell(state(5, { game: { ...game, rack: "r1" } as never, position: " / 14 14 / 78 / 0" }));
  const drew = { event: "drew", seat: 1, count: 1, tiles: null } as const;
  socket.tell(change(6, { events: [{ event: "moved", seat: 1, events: [drew] }], position: " / 14 16 / 76 / 0" }));
  expect(socket.all("sync").map((each) => each.revision)).toEqual([0]);
  expect(at.known?.revision).toBe(5);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test("an answer settles what was asked, and a refusal carries its code and defects", async () => {
  const { at, socket } = seated();
  const played = at.ask({ do: "play", table: "r4 r5 r6" });
  const drawn = at.ask({ do: "draw" });
  expect(socket.sent.slice(-2)).toEqual([
    { do: "play", id: "k3f9-2", revision: 3, table: "r4 r5 r6" },
    { do: "draw", id: "k3f9-3", revision: 3 },
  ]);
  const defect = { code: "opening-too-low" as const, text: "this is 15", rule: "opening", booklet: "" };
  socket.tell({
    tell: "refused",
    id: "k3f9-2",
    revision: 3,
    code: "illegal",
    text: "this is 15",
    defects: [defect],
    more: 0,
  });
  socket.tell({ tell: "done", id: "k3f9-3", revision: 4 });
  await expect(played).rejects.toMatchObject({ code: "illegal", defects: [defect] });
  expect((await drawn).revision).toBe(4);
});

test("what was not answered is sent again with the same id over the next connection", async () => {
  const { world, at, socket } = seated();
  const drawn = at.ask({ do: "draw" });
  socket.cut();
  const later = at.ask({ do: "pause" });
  world.pass(0.6);
  expect(world.sockets.length).toBe(2);
  expect(world.socket.sent).toEqual([]);
  greet(world, 4);
  expect(world.socket.sent.filter((each) => each.do !== "ping")).toEqual([
    { do: "draw", id: "k3f9-2", revision: 3 },
    { do: "pause", id: "k3f9-3" },
  ]);
  world.socket.tell({ tell: "done", id: "k3f9-2", revision: 4 });
  world.socket.tell({ tell: "done", id: "k3f9-3", revision: 5 });
  expect((await drawn).revision).toBe(4);
  expect((await later).revision).toBe(5);
  world.socket.cut();
  world.pass(2);
  greet(world, 5);
  expect(world.socket.all("draw")).toEqual([]);
});

test("what would be said twice is not sent again", async () => {
  const { world, at, socket } = seated();
  const said = at.ask({ do: "say", text: "Hello" });
  socket.cut();
  await expect(said).rejects.toMatchObject({ code: "lost" });
  await expect(at.ask({ do: "emote", name: "wave" })).rejects.toBeInstanceOf(RefusedError);
  world.pass(1);
  greet(world);
  expect(world.socket.all("say")).toEqual([]);
});

test("while the database cannot be reached a command is tried again, but not for ever", async () => {
  const { world, at, socket } = seated();
  const drawn = at.ask({ do: "draw" });
  const id = socket.all("draw")[0]!.id;
  for (let tries = 1; tries <= 5; tries++) {
    expect(socket.all("draw").length).toBe(tries);
    socket.tell({ tell: "refused", id, revision: 3, code: "unavailable", text: "not now", defects: [], more: 0 });
    world.pass(1);
  }
  await expect(drawn).rejects.toMatchObject({ code: "unavailable" });
});

test("one waits longer after every loss, and not the same time everywhere", () => {
  const { world, socket } = seated();
  socket.cut();
  const waits: number[] = [];
  for (let losses = 0; losses < 8; losses++) {
    const [began, sockets] = [world.now(), world.sockets.length];
    while (world.sockets.length === sockets) world.pass(0.25);
    waits.push(world.now() - began);
    world.socket.cut();
  }
  expect(waits).toEqual([0.5, 1, 2, 4, 8, 15, 15, 15]);
  world.chance = 0.5;
  world.pass(15);
  world.socket.cut();
  const sockets = world.sockets.length;
  world.pass(22);
  expect(world.sockets.length).toBe(sockets);
  world.pass(1);
  expect(world.sockets.length).toBe(sockets + 1);
});

test("after a steady connection a loss is met quickly again", () => {
  const { world, socket } = seated();
  socket.cut();
  world.pass(0.5);
  world.socket.cut();
  world.pass(1);
  greet(world);
  world.pass(16);
  world.socket.cut();
  world.pass(0.5);
  expect(world.sockets.length).toBe(4);
});

test("a server that restarts is waited for, one that sends us away is not", async () => {
  const seen: string[] = [];
  const { world, at, socket } = seated({ status: (status, closing) => seen.push(closing?.code ?? status) });
  socket.tell({ tell: "closing", code: "restarting", text: "", again: true });
  socket.cut();
  expect(at.status).toBe("waiting");
  world.pass(1);
  greet(world);
  expect(at.closing).toBeNull();
  const drawn = at.ask({ do: "draw" });
  world.socket.tell({ tell: "closing", code: "gone", text: "this table no longer exists", again: false });
  world.socket.cut();
  await expect(drawn).rejects.toMatchObject({ code: "gone" });
  await expect(at.ask({ do: "draw" })).rejects.toMatchObject({ code: "lost" });
  world.pass(100);
  expect(world.sockets.length).toBe(2);
  expect(seen).toEqual(["connecting", "open", "restarting", "connecting", "open", "gone"]);
  at.again();
  greet(world);
  expect(at.status).toBe("open");
});

test("a server of a newer version is not misunderstood", () => {
  const world = new FakeWorld();
  const at = new TableConnection("T1", { known: () => {} }, world);
  world.socket.tell(state(0, { version: VERSION + 1 }));
  expect([at.status, at.closing?.code, at.known]).toEqual(["ended", "outdated", null]);
});

test("a connection that is silent is pinged after 20 seconds and given up when no answer comes", () => {
  const { world, socket } = seated();
  world.pass(19);
  expect(socket.all("ping").length).toBe(1);
  world.pass(2);
  expect(socket.all("ping").length).toBe(2);
  world.pass(11);
  expect(socket.closed).toBe(true);
  expect(world.sockets.length).toBe(2);
  socket.tell(state(99));
  expect(world.socket.closed).toBe(false);
});

test("after sleep the connection is tried at once and soon given up", () => {
  const { world, socket } = seated();
  world.sleep(600);
  expect(socket.all("ping").length).toBe(2);
  world.pass(3);
  expect(socket.closed).toBe(true);
  world.pass(1);
  expect(world.sockets.length).toBe(2);
});

test("when the network comes back one does not wait any longer", () => {
  const { world, socket } = seated();
  socket.cut();
  for (let losses = 0; losses < 6; losses++) {
    world.pass(16);
    world.socket.cut();
  }
  const sockets = world.sockets.length;
  world.back();
  expect(world.sockets.length).toBe(sockets + 1);
  greet(world);
  world.back();
  expect(world.socket.all("ping").length).toBe(2);
});

test("an attempt that hangs is begun anew", () => {
  const world = new FakeWorld();
  new TableConnection("T1", { known: () => {} }, world);
  world.pass(2);
  world.back();
  expect(world.sockets.length).toBe(1);
  world.pass(2);
  world.back();
  expect(world.sockets.length).toBe(2);
  world.pass(22);
  expect(world.sockets.length).toBe(3);
});

test("drafts go out twice a second at most, and the latest wins", () => {
  const { world, at, socket } = seated();
  for (const table of ["r1", "r2", "r3"]) at.draft(table);
  expect(socket.all("draft").map((each) => each.table)).toEqual(["r1"]);
  world.pass(0.3);
  at.draft("r4");
  world.pass(0.3);
  expect(socket.all("draft").map((each) => each.table)).toEqual(["r1", "r4"]);
  at.draft("r5");
  at.draft(null);
  world.pass(2);
  expect(socket.all("draft").length).toBe(2);
});

test("a verdict comes with the draft it answers, an overtaken one not at all", () => {
  const heard: [boolean, string][] = [];
  const refused: string[] = [];
  const { world, at, socket } = seated({
    verdict: (told, draft) => heard.push([told.legal, draft]),
    undrafted: (code, draft) => refused.push(`${code} ${draft}`),
  });
  at.draft("r1");
  world.pass(1);
  at.draft("r2");
  const [one, two] = socket.all("draft");
  socket.tell(verdict(one!.id, false));
  socket.tell(verdict(two!.id, true));
  expect(heard).toEqual([[true, "r2"]]);
  world.pass(1);
  at.draft("r3");
  const id = socket.all("draft")[2]!.id;
  socket.tell({ tell: "refused", id, revision: 4, code: "stale", text: "", defects: [], more: 0 });
  expect(refused).toEqual(["stale r3"]);
});

test("drafts are numbered, and one that another device has overtaken goes out again", () => {
  const { world, at, socket } = seated();
  at.draft("r1");
  world.pass(1);
  at.draft("r2");
  const numbers = (): unknown[] => socket.all("draft").map((each) => each.number);
  expect(numbers()).toEqual([1, 2]);
  socket.tell(verdict(socket.all("draft")[1]!.id, true, 2));
  expect(numbers()).toEqual([1, 2]);
  world.pass(1);
  at.draft("r3");
  socket.tell(verdict(socket.all("draft")[2]!.id, true, 90));
  expect(socket.all("draft").map((each) => [each.table, each.number])[3]).toEqual(["r3", 91]);
});

test("after a lost connection drafts count on from those of another device", () => {
  const { world, at, socket } = seated();
  socket.cut();
  at.draft("r1");
  world.pass(1);
  greet(world, 8, { drafted: 40 });
  expect(world.socket.all("draft").map((each) => each.number)).toEqual([41]);
});

test("the draft is there again after a lost connection", () => {
  const { world, at, socket } = seated();
  at.draft("r1");
  socket.cut();
  at.draft("r1 r2");
  world.pass(1);
  greet(world, 8);
  expect(world.socket.all("draft").map((each) => [each.table, each.revision])).toEqual([["r1 r2", 8]]);
});

test("the server's time is known though its clock is another, and a slow answer does not spoil it", () => {
  const { world, at, socket } = seated();
  expect(at.now()).toBeCloseTo(5000, 1);
  world.pass(20.5);
  world.pass(4);
  socket.pong(5022.5, 3); // four seconds and a half on the way: it says less than the quick one before
  expect(at.now()).toBeCloseTo(5024.5, 1);
});

test("lines of chat are kept once and in order, also over a state that leaves them out", () => {
  const said: string[] = [];
  const { at, socket } = seated({ said: (told) => said.push(told.text) });
  socket.tell(line(1, "one"));
  socket.tell(line(3, "three"));
  socket.tell(line(2, "two"));
  socket.tell(state(9));
  socket.tell({ tell: "presence", seats: [0, 1], spectators: 4 });
  expect(at.known?.lines.map((each) => each.text)).toEqual(["one", "two", "three"]);
  expect(at.known?.present.spectators).toBe(4);
  expect(said).toEqual(["one", "three", "two"]);
});

test("who has left the table hears and sends nothing more", () => {
  const heard: unknown[] = [];
  const { world, at, socket } = seated({ known: (known) => heard.push(known) });
  at.close();
  socket.tell(change(4));
  world.pass(100);
  world.back();
  expect(socket.closed).toBe(true);
  expect(heard.length).toBe(1);
  expect(world.sockets.length).toBe(1);
});
