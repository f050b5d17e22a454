"""What one address can do to a server: ``python -m benchmarks.hostile_attacks NAME PORT SECONDS`` does one of it.

Every attack keeps to the protocol as far as it must to be listened to, and to no limit. It sends as fast as it can
without piling up at home what the server does not read.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec

from benchmarks.load_line import Line
from tests.kit.online_hostile import nasty_frames

__all__ = ["ATTACKS", "Eve"]

HOST, ADDRESS = "127.0.0.1", "127.0.0.2"
_BREATH = 0.002
"""Seconds between two rounds over all sockets: the attacker's own event loop has to live, too."""

_LATEST = 2**40
"""A revision that is not older than any."""

Frames = Callable[[int], bytes]


class _Told(msgspec.Struct):
    tell: str
    code: str = ""
    revision: int = 0


_TOLD = msgspec.json.Decoder(_Told)


class Eve:
    """One address that means no good, with as many guests as it gets."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.done: Counter[str] = Counter()
        self.revisions: dict[str, int] = {}
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        self.http = httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=30, transport=transport)

    async def guest(self) -> str:
        """One more guest; their cookie."""
        self.http.cookies.clear()
        answer = await self.http.post("/api/guests", json={"name": "Eve"})
        answer.raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in answer.cookies.items())
        self.http.cookies.clear()
        return cookie

    async def table(self, cookie: str, **wanted: Any) -> str:
        """A table of this guest's."""
        wanted = {"seats": ["me", "open"], "clock": {"turn": 86_400}, **wanted}
        answer = await self.http.post("/api/tables", json=wanted, headers={"cookie": cookie})
        answer.raise_for_status()
        return str(answer.json()["terms"]["id"])

    async def line(self, table: str, cookie: str) -> Line:
        """A socket at a table."""
        self.done["sockets"] += 1
        path = f"/api/tables/{table}/socket"
        return await Line.open(HOST, self.port, path, cookie, self._ear(table), ADDRESS)

    def _ear(self, table: str) -> Callable[[bytes], None]:
        def hear(data: bytes) -> None:
            told = _TOLD.decode(data)
            self.revisions[table] = max(told.revision, self.revisions.get(table, 0))
            self.done[f"{told.tell} {told.code}".strip()] += 1
            self.done["bytes"] += len(data)

        return hear

    async def game(self, **wanted: Any) -> tuple[str, list[str]]:
        """A table at which two of hers play, and their cookies."""
        cookies = [await self.guest() for _ in range(2)]
        table = await self.table(cookies[0], **wanted)
        lines = [await self.line(table, cookie) for cookie in cookies]
        lines[1].say(b'{"do":"sit","id":"s"}')
        for line in lines:
            line.say(b'{"do":"ready","id":"r"}')
        await asyncio.sleep(1)
        return table, cookies

    async def flood(self, table: str, cookies: list[str], sockets: int, frames: Frames, *, deaf: bool = False) -> None:
        """Send on so many sockets, again and again, and come back by another for each that is closed."""
        lines: list[Line | None] = [None] * sockets
        for number in itertools.count():
            for place, line in enumerate(lines):
                if line is None or line.lost:
                    with contextlib.suppress(OSError):
                        lines[place] = line = await self.line(table, cookies[place % len(cookies)])
                        if deaf:
                            line.be_deaf()
                if line is not None and line.write(frames(number)):
                    self.done["frames"] += 1
            await asyncio.sleep(_BREATH)

    async def ask(self, connections: int, request: bytes, source: Callable[[int], bytes] | None = None) -> None:
        """Send a request again and again on so many connections, and read what comes."""

        async def one() -> None:
            while True:
                with contextlib.suppress(OSError):
                    reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(ADDRESS, 0))
                    try:
                        while not writer.transport.is_closing():
                            number = self.done["requests"] = self.done["requests"] + 1
                            writer.write(request if source is None else source(number))
                            head = await reader.readuntil(b"\r\n\r\n")
                            self.done[head[9:12].decode()] += 1
                            length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
                            await reader.readexactly(int(length or 0))
                    except (asyncio.IncompleteReadError, ValueError):
                        pass
                    finally:
                        writer.close()
                await asyncio.sleep(_BREATH)

        await asyncio.gather(*(one() for _ in range(connections)))


_IDS = itertools.count()


def _request(method: str, path: str, body: Any = None, cookie: str = "", host: str = HOST) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(data)}\r\n\r\n".encode() + data


def _command(do: str, **more: Any) -> Frames:
    return lambda _: Line.frame(json.dumps({"do": do, "id": f"e{next(_IDS)}", **more}).encode())


def _loose(tiles: int) -> str:
    """So many loose tiles: what once cost thirty milliseconds."""
    return "|".join(itertools.islice(itertools.cycle(("r1", "b2", "y3", "k4")), tiles))


def _scattered() -> str:
    """As many tiles as there are, in sets that are none: nothing of it is refused before it is judged."""
    every = [f"{colour}{number}" for colour in "rbyk" for number in range(1, 14)] * 2
    random.Random(7).shuffle(every)
    return " | ".join(" ".join(every[at : at + 13]) for at in range(0, len(every), 13))


async def _drafts(eve: Eve, sockets: int, table: str, **wanted: Any) -> None:
    at, cookies = await eve.game(**wanted)
    await eve.flood(at, cookies, sockets, _command("draft", revision=_LATEST, table=table))


async def _chat(eve: Eve) -> None:
    table, cookies = await eve.game()
    say = _command("say", text="🎉 buy now " * 20)
    for number in itertools.count():
        with contextlib.suppress(OSError):
            line = await eve.line(table, cookies[number % 2])
            eve.done["frames"] += sum(line.write(say(number)) for _ in range(20))
            await asyncio.sleep(_BREATH)
            line.close()


async def _reconnects(eve: Eve) -> None:
    table, cookies = await eve.game()

    async def come_and_go() -> None:
        while True:
            with contextlib.suppress(OSError):
                (await eve.line(table, cookies[0])).close()
            await asyncio.sleep(_BREATH)

    await asyncio.gather(*(come_and_go() for _ in range(40)))


async def _many_guests(eve: Eve) -> None:
    """Forty guests, each with a socket, ask for everything anew."""
    table, cookies = await eve.game()
    cookies += [await eve.guest() for _ in range(38)]
    await eve.flood(table, cookies, 40, _command("sync", revision=0))


async def _deaf(eve: Eve) -> None:
    table, cookies = await eve.game()
    await eve.flood(table, cookies, 40, _command("sync", revision=0), deaf=True)


async def _half_open(eve: Eve) -> None:
    starts = (
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ",
        b"POST /api/guests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99\r\n\r\n{",
    )

    async def one(start: bytes) -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, eve.port, local_addr=(ADDRESS, 0))
                eve.done["connections"] += 1
                writer.write(start)
                while not writer.transport.is_closing():
                    writer.write(b"x")
                    await asyncio.sleep(1)
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one(starts[number % 2]) for number in range(800)))


async def _devices(eve: Eve) -> None:
    await eve.ask(40, b"", lambda n: _request("POST", "/api/devices", {"code": f"{n:08}"}))


async def _hints(eve: Eve) -> None:
    games = [await eve.game(hints=True) for _ in range(4)]
    ask = _command("hint", revision=_LATEST, step=3)
    await asyncio.gather(*(eve.flood(table, cookies, 8, ask) for table, cookies in games))


async def _solving(eve: Eve) -> None:
    """Eight guests and nobody have positions solved that take as long as one may."""
    cookies = [*[await eve.guest() for _ in range(8)], ""]
    every = [f"{colour}{number}" for colour in "rbyk" for number in range(1, 14)]
    heaps = [random.Random(number).sample(every * 2, 90) for number in range(20)]
    table = " | ".join(" ".join(every[at : at + 13]) for at in range(0, 52, 13))
    asked = [{"table": "", "rack": " ".join([*heap, "j", "j"])} for heap in heaps]
    asked += [{"table": table, "rack": " ".join([*every, "j", "d", "c", "m"]), "edition": "twist-2016"}]
    asked += [{"table": "| " * 1_900, "rack": "r1 " * 1_300}]
    asking = [_request("POST", "/api/solve", body, cookie) for body, cookie in zip(asked, itertools.cycle(cookies))]
    await eve.ask(40, b"", lambda n: asking[n % len(asking)])


async def _big_frames(eve: Eve) -> None:
    table, cookies = await eve.game()
    texts = (b'{"do":"say","id":"1","text":' + b"[" * 16_000, b'{"a":' * 3_200, b"x" * 16_384, b"y" * 60_000)
    frames = itertools.cycle([Line.frame(text) for text in texts])
    await eve.flood(table, cookies, 20, lambda _: next(frames))


async def _small_frames(eve: Eve) -> None:
    table, cookies = await eve.game()
    await eve.flood(table, cookies, 10, lambda _: Line.frame(b"") * 10_000)


async def _pings(eve: Eve) -> None:
    table, cookies = await eve.game()
    await eve.flood(table, cookies, 10, lambda _: (b"\x89\x80" + bytes(4)) * 10_000)


async def _junk(eve: Eve) -> None:
    table, cookies = await eve.game()
    frames = itertools.cycle([Line.frame(frame.encode(errors="replace")) for frame in nasty_frames()])
    await eve.flood(table, cookies, 20, lambda _: next(frames))


async def _tables(eve: Eve) -> None:
    cookies = [await eve.guest() for _ in range(30)]
    wanted = {"seats": ["me", "expert", "expert", "expert"], "listed": True}
    await eve.ask(40, b"", lambda n: _request("POST", "/api/tables", wanted, cookies[n % len(cookies)]))


async def _guests(eve: Eve) -> None:
    await eve.ask(40, _request("POST", "/api/guests", {"name": "Eve " * 5}))


async def _lists(eve: Eve) -> None:
    """Lists, statistics and games, all that is read from the store."""
    cookie = await eve.guest()
    paths = ("/api/tables", "/api/me/games?limit=100", "/api/me/statistics", "/api/me/tables", "/api/schema")
    await eve.ask(40, b"", lambda n: _request("GET", paths[n % len(paths)], cookie=cookie))


async def _records(eve: Eve) -> None:
    """A long game of two who only draw and give up at last, downloaded again and again."""
    table, cookies = await eve.game()
    lines = [await eve.line(table, cookie) for cookie in cookies]
    for turn in range(60):
        for line in lines:
            line.write(_command("draw", revision=eve.revisions[table])(turn))
        await asyncio.sleep(0.02)
    lines[0].write(_command("resign")(0))
    await asyncio.sleep(0.5)
    games = (await eve.http.get("/api/me/games", headers={"cookie": cookies[0]})).json()["games"]
    paths = [f"/api/games/{games[0]['id']}/record", f"/api/tables/{table}/matches/1/record"] if games else ["/api/bots"]
    await eve.ask(40, b"", lambda n: _request("GET", paths[n % len(paths)]))


async def _requests(eve: Eve) -> None:
    paths = itertools.cycle(("/", "/health", "/metrics", "/nowhere", "/api/nowhere", "/%2e%2e/x"))
    hosts = itertools.cycle((HOST, "elsewhere.example", HOST))
    await eve.ask(200, b"", lambda _: _request("GET", next(paths), host=next(hosts)))


async def _moves(eve: Eve) -> None:
    """Two of hers at five tables who move as fast as they can: draw after draw, then again."""
    games = [await eve.game(length={"games": 50}) for _ in range(5)]

    async def play(table: str, cookies: list[str]) -> None:
        def frame(number: int) -> bytes:
            do = "pass" if number % 9 == 0 else "draw"
            return _command(do, revision=eve.revisions[table])(number)

        await eve.flood(table, cookies, 2, frame)

    await asyncio.gather(*(play(*each) for each in games))


async def _nothing(_eve: Eve) -> None:
    """Only keep a processor busy, as any attack from here does: so much of its figures is not the server's doing."""
    while True:
        _scattered()
        await asyncio.sleep(0)


ATTACKS: dict[str, Callable[[Eve], Awaitable[None]]] = {
    "none, but a busy neighbour": _nothing,
    "drafts of 650 tiles, 5 sockets": lambda eve: _drafts(eve, 5, _loose(650)),
    "drafts of 650 tiles, 35 sockets": lambda eve: _drafts(eve, 35, _loose(650)),
    "drafts of all tiles, 35 sockets": lambda eve: _drafts(eve, 35, _scattered()),
    "chat, reconnecting": _chat,
    "sockets that come and go": _reconnects,
    "everything anew, 40 guests": _many_guests,
    "clients that never read": _deaf,
    "800 half-open requests": _half_open,
    "device codes": _devices,
    "hints": _hints,
    "solving": _solving,
    "big frames": _big_frames,
    "ten thousand empty frames at once": _small_frames,
    "pings": _pings,
    "junk": _junk,
    "moves at five tables": _moves,
    "new tables": _tables,
    "new guests": _guests,
    "lists and histories": _lists,
    "records": _records,
    "requests of all sorts": _requests,
}


async def _attack(name: str, port: int, seconds: float) -> Counter[str]:
    eve = Eve(port)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](eve)
    return eve.done


def _main(name: str, port: str, seconds: str) -> None:
    os.nice(10)
    print(json.dumps(asyncio.run(_attack(name, int(port), float(seconds)))))


if __name__ == "__main__":
    _main(*sys.argv[1:])
