"""``python -m benchmarks.dearest [tries]``: look for the message and the request that cost a server most.

Of every kind of command and of every route that a guest can ask for, many are sent, as varied as they may be and still
be listened to, each again and again, at a table with much to tell. What one costs the server's process is read off
from the system. The dearest of each kind is printed. Of positions to be
solved it is what they cost the process that solves them.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from benchmarks.load_server import Running, relaxed, running
from tests.kit.online import Host, Player, RefusedError
from tests.kit.online_hostile import beginning
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition, edition_names
from tilery.server.room.solving import solve_position
from tilery.solver import Question
from tilery.tiles import ALL_KINDS, Kind

TIMES = 20
"""How often each is sent to be measured."""
_SHOWN = 100
_EVERY = [f"{colour}{number}" for colour in "rbyk" for number in range(1, 14)] * 2 + ["j", "j"]

Body = dict[str, Any] | None


class Price(NamedTuple):
    """What one costs: milliseconds of the server's processor time; and the answer, its size, and what was asked."""

    milliseconds: float
    answer: str
    size: int
    text: str


def _nanoseconds(server: Running) -> int:
    """The processor time of the server's process so far, all its threads."""
    tasks = Path(f"/proc/{server.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


async def _price(server: Running, text: str, ask: Callable[[], Awaitable[tuple[str, int]]]) -> Price:
    """What one costs, over many."""
    await ask()
    before = _nanoseconds(server)
    for _ in range(TIMES):
        answer, size = await ask()
    return Price((_nanoseconds(server) - before) / TIMES / 1e6, answer, size, text)


# Commands


def _texts(rng: random.Random, rack: Sequence[str]) -> list[str]:
    """Tables as texts: all tiles or one's own, loose, in heaps and in rows, and what can hardly be read."""
    every = rng.sample(_EVERY, len(_EVERY))
    own = [*rack]
    size = rng.randint(2, 14)
    heaps = [every[at : at + size] for at in range(0, len(every), size)]
    rows = [[f"{c}{n}" for n in range(1, 14)] for c in "rbyk"] * 2
    jokers = [["j", *row[1:6]] for row in rows[:2]]
    return [
        " | ".join(every),
        " | ".join(" ".join(heap) for heap in heaps),
        " | ".join(" ".join(row) for row in rows),
        " | ".join(" ".join(row) for row in jokers),
        " | ".join(own),
        " ".join(own),
        "|".join(["r1"] * 650),
        "| " * 990,
        "j " * 900,
        "r1 " * 660,
        "é" * 2_000,
        " ".join(rng.sample(own, len(own) // 2)),
    ]


def _commands(rng: random.Random, player: Player) -> dict[str, list[dict[str, Any]]]:
    """Some of every kind."""
    revision, tables = player.revision, _texts(rng, player.game["rack"].split())
    chat = ["x" * 300, "🎉" * 300, "a\u0301" * 150, "\u202e\u200b" * 150, " " * 300, "👨‍👩‍👧‍👦" * 40]
    words = ["", "x" * 200, "🎉" * 200, "\u0000" * 200]
    return {
        "draft": [{"revision": revision, "table": table} for table in tables],
        "play": [{"revision": revision, "table": table} for table in tables],
        "draw": [{"revision": 0}, {"revision": 2**53}],
        "pass": [{"revision": revision}, {"revision": 2**53}],
        "sit": [{}, {"seat": 1}],
        "back": [{}],
        "ready": [{"words": each} for each in words],
        "unready": [{}],
        "start": [{}],
        "seat-bot": [{"seat": 1, "level": "expert"}, {"seat": 1, "level": "x" * 40}],
        "kick": [{"seat": 1}, {"seat": 5}],
        "stand-in": [{"seat": 1}],
        "pause": [{}],
        "resume": [{}],
        "rematch": [{"words": each} for each in words],
        "say": [{"text": text} for text in chat],
        "emote": [{"name": "party"}],
        "mute": [{"seat": 1, "on": on} for on in (True, False)],
        "hint": [{"revision": revision, "step": step} for step in (1, 2, 3)],
        "sync": [{"revision": 0}, {"revision": 2**53}],
        "ping": [{}],
    }


async def _dearest_commands(server: Running, player: Player, tries: int) -> None:
    rng, best = random.Random(7), dict[str, Price]()
    for _ in range(tries):
        for do, several in _commands(rng, player).items():
            for more in several:

                async def ask(do: str = do, more: dict[str, Any] = more) -> tuple[str, int]:
                    try:
                        message = await player.ask(do, **more)
                    except RefusedError as error:
                        return error.code, len(str(error))
                    return str(message["tell"]), len(json.dumps(message))

                price = await _price(server, json.dumps(more, ensure_ascii=False), ask)
                best[do] = max(best.get(do, price), price)
    _show(best)


# Requests


def _requests(me: Host, table: str, game: str) -> list[tuple[str, str, Body]]:
    """Every route of a guest's, with what costs most to answer."""
    bots = {"seats": ["me", "expert", "expert", "expert"], "listed": True}
    return [
        ("GET", "/", None),
        ("GET", "/health", None),
        ("GET", "/ready", None),
        ("GET", "/metrics", None),
        ("GET", "/api/schema", None),
        ("GET", "/api/docs", None),
        ("GET", "/docs", None),
        ("GET", "/nowhere", None),
        ("GET", "/api/bots", None),
        ("GET", "/api/editions", None),
        ("GET", "/api/tables", None),
        ("GET", f"/api/tables/{table}", None),
        ("GET", f"/api/tables/{table}/qr.svg", None),
        ("GET", "/api/codes/ABCDEF", None),
        ("GET", "/api/me", None),
        ("GET", "/api/me/tables", None),
        ("GET", "/api/me/tokens", None),
        ("GET", "/api/me/ways-back", None),
        ("GET", "/api/me/statistics", None),
        ("GET", "/api/me/games?limit=100", None),
        ("GET", f"/api/games/{game}", None),
        ("GET", f"/api/games/{game}/record", None),
        ("GET", f"/api/tables/{table}/matches/1/record", None),
        ("GET", f"/api/tables/{table}/matches/1/sheet.csv", None),
        ("POST", "/api/guests", {"name": "🎉" * 20}),
        ("POST", "/api/devices", {"code": "ABCDEFGH"}),
        ("POST", "/api/recovery-words", {"words": "abandon " * 12}),
        ("POST", "/api/passkeys/options", {}),
        ("POST", "/api/me/devices", None),
        ("POST", "/api/me/recovery-words", None),
        ("POST", "/api/me/passkeys/options", {}),
        ("POST", "/api/me/tokens", {"label": "x"}),
        ("PATCH", "/api/me", {"name": "Ann"}),
        ("PATCH", "/api/me", {"settings": {"x": "y" * 16_000}}),
        ("PATCH", "/api/me", {"settings": {str(n): n for n in range(1_500)}}),
        ("POST", "/api/tables", bots),
        ("POST", "/api/tables", {"seats": ["me"] * 6, "shared": True, "names": ["🎉" * 20] * 6}),
        ("POST", "/api/solve", {"table": "", "rack": " ".join(_EVERY)}),
        ("POST", "/api/solve", {"table": "| " * 1_900, "rack": "r1 " * 1_300, "house": {"opening": 1}}),
        ("POST", f"/api/tables/{table}/reports", {"seat": 1, "note": "x" * 300}),
    ]


async def _dearest_requests(server: Running, http: httpx.AsyncClient, asked: list[tuple[str, str, Body]]) -> None:
    best: dict[str, Price] = {}
    for method, path, body in asked:

        async def ask(method: str = method, path: str = path, body: Body = body) -> tuple[str, int]:
            given = {"cookie": ""} if path == "/api/guests" else {}
            answer = await http.request(method, path, json=body, headers=given)
            return str(answer.status_code), len(answer.content)

        shown = f"{method} {'/'.join('…' if len(part) > 15 else part for part in path.split('/'))}"
        price = await _price(server, json.dumps(body), ask)
        best[shown] = max(best.get(shown, price), price)
    _show(best)


def _show(best: dict[str, Price]) -> None:
    print(f"{'':45} {'ms':>7} {'answer':>12} {'bytes':>8}  of the dearest")
    for name, price in sorted(best.items(), key=lambda pair: -pair[1].milliseconds):
        text = price.text if len(price.text) <= _SHOWN else f"{price.text[:_SHOWN]}… ({len(price.text)})"
        print(f"{name:45} {price.milliseconds:>7.2f} {price.answer:>12} {price.size:>8}  {text}")


# Positions to be solved


def _dearest_positions(tries: int) -> None:
    """What the process that solves positions spends on one, of every edition: all tiles, on the rack or on both."""
    best: dict[str, Price] = {}
    for name in edition_names():
        rules, rng = edition(name).rules(), random.Random(name)
        every = [kind for kind, count in zip(ALL_KINDS, rules.tile_set.counts, strict=True) for _ in range(count)]
        for _ in range(20 * tries):
            table, rack = _split(rng, rng.sample(every, rng.randint(20, len(every))), rules)
            opened = rng.random() < 0.7
            answered = solve_position(rules, str(table), str(rack), opened, "")
            text = f"{table} / {rack}{'' if opened else ', not opened'}"
            price = Price(answered.seconds * 1e3, "solved" if answered.body else "refused", len(answered.body), text)
            best[name] = max(best.get(name, price), price)
    _show(best)


def _split(rng: random.Random, tiles: list[Kind], rules: Rules) -> tuple[Table, Tiles]:
    """Sets of some of these tiles, and the others."""
    best = None if rng.random() < 0.2 else Question(rules, Table(), Tiles(tiles[:70]), seconds=0.2).best()
    sets = [] if best is None else rng.sample(best.table, rng.randint(0, len(best.table)))
    table = Table(sets)
    return table, Tiles(tiles).without(table.tiles())


# All of it


async def _finish_a_game(player: Player, other: Player) -> str:
    """A long game, over at last; its id."""
    for _ in range(70):
        mover = player if player.to_move else other
        await mover.ask("draw" if mover.game["pool"] else "pass", revision=mover.revision)
        await player.until(lambda p, m=mover: p.revision >= m.revision)
        await other.until(lambda p, m=mover: p.revision >= m.revision)
    game = str(player.state["table"]["game"])
    await other.ask("resign")
    await player.until(lambda p: p.phase != "playing")
    return game


async def search(server: Running, tries: int) -> None:
    """Look for the dearest of everything."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        ended = await beginning(http, "Ann", "Bo")
        game = await _finish_a_game(ended[0], ended[1])
        me = ended[0].host
        http.cookies.clear()
        http.headers["cookie"] = me.cookie
        await _dearest_requests(server, http, _requests(me, ended[0].table_id, game))
        del http.headers["cookie"]
        players = await beginning(http, "Cy", "Dee", "Eli", "Flo", hints=True)
        player = next(each for each in players if each.to_move)
        await _dearest_commands(server, player, tries)
        for each in (*ended, *players):
            await each.close()


def main(tries: int) -> None:
    _dearest_positions(tries)
    with tempfile.TemporaryDirectory() as folder, running(relaxed(str(Path(folder) / "tilery.db"))) as server:
        asyncio.run(search(server, tries))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
