"""Clients that mean no good, and people who go on playing beside them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.kit.fuzz import altered_document, damaged_document, damaged_text, junk
from tests.kit.online import PATIENCE, Host, Player, arrive, make_table
from tests.kit.served import Serving
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver import best_play
from tilery.wire import from_plain

__all__ = [
    "Known",
    "act",
    "bad_frame",
    "beginning",
    "close",
    "fuzz_socket",
    "nasty_frames",
    "play_on",
    "raw_socket",
    "sit_down",
    "token",
    "told",
]


def act(running: Serving, scene: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    """Play a scene with the server."""

    async def play() -> None:
        async with httpx.AsyncClient(base_url=running.url, timeout=PATIENCE) as http:
            await scene(http)

    asyncio.run(play())


async def told(opened: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a sort."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await opened.recv())
            if message["tell"] == kind:
                return message


async def close(*players: Player) -> None:
    """Everybody goes."""
    for player in players:
        await player.close()


async def token(http: httpx.AsyncClient, host: Host) -> tuple[str, dict[str, str]]:
    """A new token of a guest: its id, and the header that uses it."""
    made = (await http.post("/api/me/tokens", json={"label": "bot"}, headers=host.headers())).json()
    return made["id"], {"authorization": f"Bearer {made['token']}"}


async def sit_down(http: httpx.AsyncClient, *names: str, **setup: Any) -> list[Player]:
    """These people at a table of their own, all but begun."""
    hosts = [await arrive(http, name) for name in names]
    seats = ["me", *["open"] * (len(names) - 1)]
    made = await make_table(http, hosts[0], **{"seats": seats, **setup})
    players = [await Player(host, made["terms"]["id"]).open() for host in hosts]
    for player in players[1:]:
        await player.ask("sit")
        await player.until(lambda p: p.seat is not None)
    return players


async def beginning(http: httpx.AsyncClient, *names: str, **setup: Any) -> list[Player]:
    """These people in a game that has just begun."""
    players = await sit_down(http, *names, **setup)
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until(lambda p: p.phase == "playing" and p.state["game"] is not None)
    return players


async def play_on(players: list[Player]) -> list[float]:
    """Play a game to its end; the seconds from each command to the last player's hearing of it."""
    rules, took = from_plain(players[0].state["terms"]["rules"], Rules), []
    while players[0].phase == "playing":
        player = next(player for player in players if player.to_move)
        game = player.game
        seat, revision = player.seat or 0, player.revision
        play = best_play(rules, Table(game["table"]), Tiles(game["rack"]), opened=game["opened"][seat])
        began = time.perf_counter()
        if play is not None and play.played:
            done = await player.ask("play", revision=revision, table=str(play.table))
        else:
            done = await player.ask("draw" if game["pool"] else "pass", revision=revision)
        for each in players:
            await each.until(lambda p, r=done["revision"]: p.revision >= r)
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0)
    return took


@contextlib.asynccontextmanager
async def raw_socket(
    host: Host, table: str, query: str = "", headers: dict[str, str] | None = None, **options: Any
) -> AsyncIterator[ClientConnection]:
    """A socket at a table, to do with what one likes."""
    base = host.base.rstrip("/").replace("http", "ws", 1)
    own = host.headers() if headers is None else headers
    address = f"{base}/api/tables/{table}/socket{query}"
    async with connect(
        address, additional_headers=own, compression=None, max_size=2**22, open_timeout=30, **options
    ) as socket:
        yield socket


_COMMANDS: list[dict[str, Any]] = [
    {"do": "play", "revision": 0, "table": ""},
    {"do": "draft", "revision": 0, "table": ""},
    {"do": "draw", "revision": 0},
    {"do": "pass", "revision": 0},
    {"do": "sit", "seat": 1},
    {"do": "back"},
    {"do": "ready", "words": "abc"},
    {"do": "unready"},
    {"do": "start"},
    {"do": "seat-bot", "seat": 1, "level": "casual"},
    {"do": "kick", "seat": 1},
    {"do": "stand-in", "seat": 1},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "rematch", "words": ""},
    {"do": "say", "text": "hello"},
    {"do": "emote", "name": "wave"},
    {"do": "mute", "seat": 1, "on": True},
    {"do": "hint", "revision": 3, "step": 1},
    {"do": "sync", "revision": 3},
    {"do": "ping"},
]
_NASTY = (
    "", " ", "null", "[]", "{}", "0", '"ping"', "[" * 5_000, '{"a":' * 2_000, "{" * 9, '{"do":"ping","id":"1"',
    '{"do":"ping","do":"resign","id":"1"}', '{"do":"ping","id":"1","id":"2"}', '{"do":"ping","id":"\\ud800"}',
    '{"do":"ping","id":"\\u0000"}', '{"do":"ping","id":""}', '{"do":"ping","id":7}', '{"do":"ping","id":null}',
    '{"do":"ping","id":"' + "x" * 65 + '"}', '{"do":"ping","id":"' + "x" * 16_000 + '"}', '{"do":"nothing","id":"1"}',
    '{"do":7,"id":"1"}', '{"do":null,"id":"1"}', '{"id":"1"}', '{"do":"draw","id":"1","revision":-1}',
    '{"do":"draw","id":"1","revision":1e400}', '{"do":"draw","id":"1","revision":1.5}',
    '{"do":"draw","id":"1","revision":' + "9" * 4_000 + "}", '{"do":"draw","id":"1","revision":"3"}',
    '{"do":"draw","id":"1","revision":true}', '{"do":"draw","id":"1","revision":NaN}',
    '{"do":"draw","id":"1","revision":3,"seat":1}', '{"do":"sit","id":"1","seat":99}',
    '{"do":"draft","id":"1","revision":99,"table":"' + "r1 " * 600 + '"}',
    '{"do":"draft","id":"1","revision":99,"table":"' + "| " * 900 + '"}',
    '{"do":"draft","id":"1","revision":99,"table":"' + "j " * 900 + '"}',
    '{"do":"draft","id":"1","revision":99,"table":"\\u202e\\u0000"}', "\x00", "\ufeff{}", "𝟕" * 99,
    '{"do":"say","id":"1","text":"\\u202e\\u200b"}', '{"do":"seat-bot","id":"1","seat":0,"level":"../../x"}',
)  # fmt: skip


def nasty_frames() -> tuple[str, ...]:
    """Frames that are no commands, or only nearly."""
    return _NASTY


class Known:
    """What a hostile client knows of its table, to make its frames look right."""

    def __init__(self) -> None:
        self.revision, self.table, self.rack = 0, "", ""

    def hear(self, message: dict[str, Any]) -> None:
        self.revision = message.get("revision", self.revision)
        self.table = message["position"].rpartition(" / ")[0].split(" / ")[0] if "position" in message else self.table
        if message["tell"] == "state" and message["game"] is not None:
            self.rack = message["game"]["rack"] or ""

    def command(self, rng: Random, number: int) -> dict[str, Any]:
        """A command that may well be carried out."""
        command = {**rng.choice(_COMMANDS), "id": f"f{number}"}
        if rng.random() < 0.002:
            return {"do": rng.choice(("resign", "leave")), "id": f"f{number}"}
        if "revision" in command:
            command["revision"] = max(0, self.revision + rng.choice((-50, -1, 0, 0, 0, 0, 1)))
        if "table" in command:
            own = rng.sample(self.rack.split(), min(3, len(self.rack.split())))
            command["table"] = " | ".join(text for text in (self.table.strip(), " ".join(own)) if text)[:1_900]
        return command


def bad_frame(rng: Random, number: int, known: Known) -> str | bytes:
    """A frame that is a command, nearly one, or nothing of the sort."""
    command: Any = known.command(rng, number)
    how = rng.random()
    if how < 0.35:
        command = damaged_document(rng, command)
    elif how < 0.6:
        command = altered_document(rng, command)
    elif how < 0.65:
        command[rng.choice(("table", "revision", "seat", "text", "id", "do", "words"))] = junk(rng)
    text = json.dumps(command, ensure_ascii=rng.random() < 0.5)
    if how > 0.75:
        text = damaged_text(rng, text)
    if how > 0.9:
        text = rng.choice(_NASTY)
    text = text.encode(errors="replace").decode()[:16_000]
    return text.encode() if rng.random() < 0.03 else text


async def fuzz_socket(host: Host, table: str, rng: Random, count: int) -> Counter[str]:
    """Send bad frames and read all answers, over as many connections as it takes; what was told, counted."""
    found: Counter[str] = Counter()
    numbers = itertools.count()
    while found["sent"] < count:
        async with raw_socket(host, table) as socket:
            known = Known()
            reading = asyncio.ensure_future(_read(socket, found, known))
            found["connections"] += 1
            with contextlib.suppress(ConnectionClosed):
                while found["sent"] < count and not reading.done():
                    await socket.send(bad_frame(rng, next(numbers), known))
                    found["sent"] += 1
                    if found["sent"] % 40 == 0:
                        await _answered(socket, f"p{found['sent']}", found)
                await _answered(socket, "last", found)
        await reading
    return found


async def _answered(socket: ClientConnection, name: str, found: Counter[str]) -> None:
    """Wait until the server has read everything so far."""
    await socket.send(json.dumps({"do": "ping", "id": f"asked {name}"}))
    async with asyncio.timeout(PATIENCE):
        while not found[f"asked {name}"]:
            await asyncio.sleep(0.001)
    del found[f"asked {name}"]


async def _read(socket: ClientConnection, found: Counter[str], known: Known) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for frame in socket:
            message = json.loads(frame)
            known.hear(message)
            found[message["tell"]] += 1
            if message["tell"] == "refused":
                assert message["code"] not in ("internal", "unavailable"), message
                found[f"refused {message['code']}"] += 1
            if message["tell"] == "pong" and message["id"].startswith("asked "):
                found[message["id"]] += 1
            if message["tell"] == "closing":
                found[f"closing {message['code']}"] += 1
