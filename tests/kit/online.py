"""A client of the server's protocol, written from ``docs/protocol.md``: it follows a table by its messages alone.

It folds the events it is told into its own position and compares it with the position line of every message, resends
what was not answered, and asks for what it missed. Every byte it receives is kept in ``heard`` if that is asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import ssl
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tilery.notation import Table, Tiles
from tilery.server.table.fold import fold_table
from tilery.server.table.seen import PublicTable, SeenEvent
from tilery.wire import from_plain

__all__ = ["PATIENCE", "Host", "Player", "RefusedError", "arrive", "make_table"]

PATIENCE = 120.0
"""Seconds after which a test gives up on what should have happened long ago; machines may be busy."""


class RefusedError(Exception):
    """The server refused a command."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(f"{message['code']}: {message['text']}")
        self.code: str = message["code"]
        self.message = message


class Host:
    """Somebody with a key: the base address of a server and the cookie of a guest."""

    def __init__(self, base: str, cookie: str, guest: dict[str, Any]) -> None:
        self.base, self.cookie, self.guest = base, cookie, guest

    def headers(self) -> dict[str, str]:
        return {"cookie": self.cookie}


async def arrive(http: httpx.AsyncClient, name: str) -> Host:
    """Become a guest."""
    http.cookies.clear()
    answer = await http.post("/api/guests", json={"name": name})
    assert answer.status_code == 201, answer.text
    cookie = "; ".join(f"{key}={value}" for key, value in answer.cookies.items())
    http.cookies.clear()
    return Host(str(http.base_url), cookie, answer.json())


async def make_table(http: httpx.AsyncClient, host: Host, **setup: Any) -> dict[str, Any]:
    """Make a table, without a clock unless one is given."""
    answer = await http.post("/api/tables", json={"clock": {"turn": None}, **setup}, headers=host.headers())
    assert answer.status_code == 201, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


class Player:
    """One connection to a table, or one after the other: it comes back when it is cut off.

    Around one screen it says that it is the person of ``seat`` whenever it has to say who it is.
    """

    def __init__(
        self,
        host: Host,
        table: str,
        seat: int | None = None,
        *,
        keep: bool = False,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.host, self.table_id, self.wanted, self.trust = host, table, seat, trust
        self.heard: list[bytes] | None = [] if keep else None
        self.state: dict[str, Any] = {}
        self.revision = -1
        self.moved = asyncio.Condition()
        self.closing: dict[str, Any] | None = None
        self.said: list[dict[str, Any]] = []
        self.present: dict[str, Any] = {}
        self.resyncs = 0
        self.done: dict[str, int] = {}
        self._ids = itertools.count(1)
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    # Connecting

    async def open(self) -> Player:
        """Connect and wait for the state."""
        base = self.host.base.rstrip("/").replace("http", "ws", 1)
        self._socket = await connect(
            f"{base}/api/tables/{self.table_id}/socket",
            additional_headers=self.host.headers(),
            compression=None,
            max_size=2**22,
            open_timeout=30,
            ssl=self.trust,
        )
        self.revision = -1
        self._listening = asyncio.ensure_future(self._listen(self._socket))
        async with self.moved:
            await self.moved.wait_for(lambda: self.revision >= 0 or self.closing is not None or not self.connected)
        return self

    async def close(self) -> None:
        """Disconnect."""
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def reconnect(self, patience: float = PATIENCE) -> None:
        """Come back, however often it takes."""
        await self.close()
        self.closing = None
        async with asyncio.timeout(patience):
            while True:
                try:
                    await self.open()
                except (OSError, WebSocketException, TimeoutError, EOFError):
                    pass
                else:
                    if self.revision >= 0:
                        return
                self.closing = None
                await asyncio.sleep(0.05)

    @property
    def connected(self) -> bool:
        return self._listening is not None and not self._listening.done()

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                data = frame.encode() if isinstance(frame, str) else frame
                if self.heard is not None:
                    self.heard.append(data)
                await self._hear(msgspec.json.decode(data))
        except ConnectionClosed:
            pass
        finally:
            socket.transport.abort()  # also where the scene it belongs to has failed: nothing stays open
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("cut off"))
            self._answers.clear()
            async with self.moved:
                self.moved.notify_all()

    # Following

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["tell"]:
            case "state":
                self.state, self.revision = message, message["revision"]
                self._check_position(message["position"])
                if message["covered"] and self.wanted is not None:
                    await self.send({"do": "i-am", "seat": self.wanted})
            case "change":
                await self._change(message)
            case "done" | "refused" | "verdict" | "hint" | "pong":
                answer = self._answers.pop(message["id"] or "", None)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case "said":
                self.said.append(message)
            case "presence":
                self.present = message
            case "closing":
                self.closing = message
        async with self.moved:
            self.moved.notify_all()

    async def _change(self, message: dict[str, Any]) -> None:
        if message["revision"] <= self.revision:
            return
        if message["revision"] > self.revision + 1:
            self.resyncs += 1
            await self.send({"do": "sync", "revision": max(self.revision, 0)})
            return
        self.revision = message["revision"]
        self._fold_table(message)
        for event in message["events"]:
            for inner in event.get("events", ()):
                self._fold(inner)
        self._check_position(message["position"])

    def _fold_table(self, message: dict[str, Any]) -> None:
        """What the events make of the table as everybody sees it."""
        table = from_plain(self.state["table"], PublicTable)
        for event in from_plain(message["events"], tuple[SeenEvent, ...]):
            table = fold_table(table, event)
        self.state["table"] = msgspec.json.decode(msgspec.json.encode(table))

    def _fold(self, event: dict[str, Any]) -> None:
        """What an event does to what this seat sees; the order of a rack is nobody's business."""
        game, you = self.state["game"], self.state["you"]
        match event["event"]:
            case "contributed":
                self.state["game"] = None
            case "started":
                racks = event["racks"]
                own = None if you is None else racks[you]
                size = next((len(Tiles(rack)) for rack in racks if rack is not None), 14)
                self.state["game"] = {
                    "table": "",
                    "rack": own,
                    "racks": racks if you is None and None not in racks else None,
                    "counts": [size] * len(racks),
                    "turn": event["starter"],
                    "opened": [False] * len(racks),
                    "resigned": [],
                    "result": None,
                    "pool": None,
                    **event.get("midway", {}),
                }
            case "played":
                self._laid(event, event["tiles"], "")
            case "settled":
                self._laid(event, event.get("laid", ""), event.get("taken", ""))
            case "drew":
                game["counts"][event["seat"]] += event["count"]
                if game["pool"] is not None:
                    game["pool"] -= event["count"]
                if event["seat"] == you:
                    game["rack"] = str(Tiles([*Tiles(game["rack"]), *Tiles(event["tiles"])]))
                    game["drawn"] = event["tiles"] if event.get("frees") else ""
            case "kept":
                game["drawn"] = ""
            case "resigned":
                game["resigned"].append(event["seat"])
            case "ended":
                game["result"] = event

    def _laid(self, event: dict[str, Any], laid: str, taken: str) -> None:
        game, seat = self.state["game"], event["seat"]
        game["table"] = event["table"]
        game["drawn"] = ""
        game["counts"][seat] += len(Tiles(taken)) - len(Tiles(laid))
        if event["event"] == "played" or event.get("opening"):
            game["opened"][seat] = True
        if seat == self.state["you"]:
            game["rack"] = str(Tiles([*Tiles(game["rack"]).without(Tiles(laid)), *Tiles(taken)]))

    def _check_position(self, line: str) -> None:
        """The position line must be what was folded; it also says what no event does: whose turn it is."""
        game = self.state.get("game")
        if not line or game is None:
            return
        table, counts, pool, turn = line.split(" / ") if not line.startswith(" / ") else ("", *line[3:].split(" / "))
        assert Table(table) == Table(game["table"]), (table, game["table"])
        assert [int(count) for count in counts.split()] == list(game["counts"]), (counts, game["counts"])
        game["pool"], game["turn"] = int(pool), int(turn)

    @property
    def idle(self) -> str:
        """What who lays nothing does: keep a tile just drawn, draw, or with the pool empty pass."""
        if self.game.get("drawn"):
            return "keep"
        return "draw" if self.game["pool"] else "pass"

    # Asking

    async def send(self, command: dict[str, Any]) -> str:
        """Send a command without waiting for its answer."""
        command.setdefault("id", f"{id(self):x}-{next(self._ids)}")
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(command).decode())
        return str(command["id"])

    async def ask(self, do: str, patience: float = PATIENCE, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; a refusal is raised."""
        command = {"do": do, "id": more.pop("id", None) or f"{id(self):x}-{next(self._ids)}", **more}
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[command["id"]] = answer
        try:
            await self.send(command)
            if not self.connected:  # nobody listens for an answer
                raise ConnectionError("cut off")
            async with asyncio.timeout(patience):
                message = await answer
        except ConnectionClosed:
            raise ConnectionError("cut off") from None
        finally:
            self._answers.pop(command["id"], None)
            if answer.done() and not answer.cancelled():
                answer.exception()
        if message["tell"] == "refused":
            raise RefusedError(message)
        if message["tell"] == "done":
            self.done[command["id"]] = message["revision"]
        return message

    async def insist(self, do: str, patience: float = PATIENCE, **more: Any) -> dict[str, Any]:
        """Ask until there is an answer, over as many connections as it takes, always under the same id."""
        own = more.pop("id", None) or f"{id(self):x}-{next(self._ids)}"
        async with asyncio.timeout(patience):
            while True:
                try:
                    return await self.ask(do, id=own, **more)
                except (ConnectionError, TimeoutError, OSError):
                    await self.reconnect()
                except RefusedError as error:
                    if error.code not in ("unavailable", "restarting"):
                        raise
                    await asyncio.sleep(0.1)

    async def until(self, holds: Any, patience: float = PATIENCE) -> None:
        """Wait until something holds of what this player knows."""
        async with asyncio.timeout(patience):
            async with self.moved:
                await self.moved.wait_for(lambda: bool(holds(self)) or not self.connected)
        if not holds(self):
            raise ConnectionError("cut off")

    # What is known

    @property
    def seat(self) -> int | None:
        seat: int | None = self.state["you"]
        return seat

    @property
    def phase(self) -> str:
        return str(self.state["table"]["phase"])

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.state["game"]
        return game

    @property
    def to_move(self) -> bool:
        game = self.state.get("game")
        return self.phase == "playing" and game is not None and game["turn"] == self.seat


@contextlib.asynccontextmanager
async def visiting(base: str) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of a server."""
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        yield http
