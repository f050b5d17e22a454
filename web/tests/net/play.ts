/** Two people play a whole game against a real server, which tests/web/test_net_real.py starts. */

import { findSets } from "../../src/core/sort";
import { formatTiles, parseTiles } from "../../src/core/notation";
import { Api } from "../../src/net/api";
import { TableConnection } from "../../src/net/connection";
import type { KnownTable } from "../../src/net/known";
import type { VerdictMessage } from "../../src/net/protocol";
import type { Socket, World } from "../../src/net/world";

/** Somebody with a cookie of their own, as one browser has it. */
class Person {
  readonly api: Api;
  readonly sockets: Socket[] = [];
  readonly world: World;
  #cookie = "";

  constructor(base: string) {
    this.api = new Api(async (path, options) => {
      const headers = { ...(options.headers as Record<string, string>), cookie: this.#cookie };
      const answer = await fetch(base + path, { ...options, headers });
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) this.#cookie = set.slice(0, set.indexOf(";"));
      return answer;
    });
    this.world = {
      now: () => Date.now() / 1000,
      later(seconds, what) {
        const timer = setTimeout(what, seconds * 1000);
        return () => clearTimeout(timer);
      },
      random: Math.random,
      unique: () => crypto.randomUUID().slice(0, 8),
      open: (path) => {
        // Node's own sockets take headers where a browser shows its cookie by itself.
        const how = { headers: { cookie: this.#cookie } } as unknown as string[];
        const socket = new WebSocket(base.replace("http", "ws") + path, how) as Socket;
        this.sockets.push(socket);
        return socket;
      },
      watch: () => () => {},
    };
  }
}

/** A player at the table: waits for things to be known, and plays what lies ready on the rack. */
class Player {
  readonly at: TableConnection;
  verdicts = 0;
  plays = 0;
  states = 0;
  changes = 0;
  #waiting: (() => void)[] = [];
  #judged: ((verdict: VerdictMessage) => void) | null = null;

  constructor(
    readonly person: Person,
    table: string,
  ) {
    const woke = (): void => this.#waiting.splice(0).forEach((each) => each());
    this.at = new TableConnection(
      table,
      {
        known: (_, by) => {
          if (by?.tell === "state") this.states++;
          if (by?.tell === "change") this.changes++;
          woke();
        },
        verdict: (verdict) => {
          this.verdicts++;
          this.#judged?.(verdict);
        },
      },
      person.world,
    );
  }

  async until(holds: (known: KnownTable) => boolean): Promise<KnownTable> {
    for (;;) {
      if (this.at.known !== null && holds(this.at.known)) return this.at.known;
      await new Promise<void>((woke) => this.#waiting.push(woke));
    }
  }

  /** Lay every set found on the rack if the referee agrees, else draw. */
  async turn(known: KnownTable): Promise<void> {
    const game = known.game!;
    const used = new Set<number>();
    const rack = parseTiles(game.rack ?? "").map((kind, index) => ({ kind, index }));
    const found = findSets(rack, (tile) => tile.kind).filter(({ tiles }) => {
      const free = tiles.every((tile) => !used.has(tile.index));
      if (free) tiles.forEach((tile) => used.add(tile.index));
      return free;
    });
    const laid = found.map(({ tiles }) => formatTiles(tiles.map((tile) => tile.kind)));
    if (laid.length) {
      const table = [game.table, ...laid].filter(Boolean).join(" | ");
      const verdict = new Promise<VerdictMessage>((judged) => (this.#judged = judged));
      this.at.draft(table);
      const { legal } = await verdict;
      this.at.draft(null);
      if (legal) {
        this.plays++;
        await this.at.ask({ do: "play", table });
        return;
      }
    }
    await this.at.ask(game.pool > 0 ? { do: "draw" } : { do: "pass" });
  }

  /** Play until the game is over, pulling the plug twice in the middle of a turn. */
  async play(): Promise<void> {
    for (let turns = 1; ; turns++) {
      const mine = await this.until(
        ({ you, game, table }) => table.phase === "over" || (game?.phase === "playing" && game.turn === you),
      );
      if (mine.table.phase === "over") return;
      const moving = this.turn(mine);
      if (turns === 3 || turns === 10) this.person.sockets.at(-1)!.close();
      await moving;
      await this.until(({ revision }) => revision > mine.revision);
    }
  }
}

export async function play(base: string): Promise<unknown> {
  const [ann, bo] = [new Person(base), new Person(base)];
  await ann.api.arrive("Ann");
  await bo.api.arrive("Bo");
  const { terms } = await ann.api.makeTable({ seats: ["me", "open"] });
  const players = [new Player(ann, terms.id), new Player(bo, await bo.api.follow(terms.code))] as const;
  await players[1].until(() => true);
  await players[1].at.ask({ do: "sit" });
  const quick = { do: "ready", words: "net" } as const;
  await Promise.all(players.map((each) => each.at.ask(quick)));
  await Promise.all(players.map((each) => each.play()));
  const known = players.map((each) => each.at.known!);
  const off = Math.max(...players.map((each) => Math.abs(each.at.now() - Date.now() / 1000)));
  for (const each of players) each.at.close();
  const game = await ann.api.game(known[0]!.table.game);
  return {
    over: known.map((each) => each.game?.phase),
    scores: known.map((each) => each.game?.result?.scores),
    told: game.results.map((each) => each.score),
    counts: known[0]!.game?.counts,
    left: game.results.map((each) => each.tiles_left),
    plays: players.map((each) => each.plays),
    verdicts: players.map((each) => each.verdicts),
    states: players.map((each) => each.states),
    changes: players.map((each) => each.changes),
    off,
    record: (await ann.api.record(game.id)).split("\n").length,
  };
}
