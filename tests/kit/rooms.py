"""Rooms without a network: processes that share a store, a clock that can be moved on, and people who only listen."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from tests.kit.served import settings_in
from tests.kit.stored import add_guest
from tilery.server.hub import open_hub
from tilery.server.metrics import Metrics
from tilery.server.room.connection import Connection
from tilery.server.room.room import Room
from tilery.server.room.rooms import Rooms
from tilery.server.store.rows import Guest
from tilery.server.store.store import Store, open_store
from tilery.server.table import commands as ask
from tilery.server.table import messages as tell
from tilery.server.table.setup import Setup

__all__ = ["Listener", "Process", "processes", "sample"]

_ids = itertools.count(1)


class _Nowhere:
    unread = 0

    def send_text(self, *texts: bytes) -> None: ...

    def end(self, code: int) -> None: ...


class Listener(Connection):
    """A guest's connection that keeps what it is told."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest, "key", _Nowhere())
        self.told: list[dict[str, Any]] = []

    def tell(self, message: tell.Message | bytes, *, more: bool = False) -> None:
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self.told.append(msgspec.json.decode(data))

    def heard(self, tell: str) -> list[dict[str, Any]]:
        """The messages of one sort."""
        return [message for message in self.told if message["tell"] == tell]


class Process:
    """One of the processes: its rooms and its figures."""

    def __init__(self, store: Store, rooms: Rooms, metrics: Metrics, now: list[float]) -> None:
        self.store, self.rooms, self.metrics, self._now = store, rooms, metrics, now

    async def wait(self, seconds: float) -> None:
        """Have time go by, for all processes."""
        self._now[0] += seconds

    async def table(self, host: str = "ann", **setup: Any) -> str:
        """A new table; its id."""
        shown = await self.rooms.create(await self.guest(host), msgspec.convert(setup, Setup))
        return shown.terms.id

    async def guest(self, id: str) -> Guest:
        """A guest, made if need be."""
        found = await self.store.guest(id)
        if found is None:
            await add_guest(self.store, id)
            found = await self.store.guest(id)
        assert found is not None
        return found

    async def room(self, table: str) -> Room:
        """The room of a table here."""
        room = await self.rooms.room(table)
        assert room is not None
        return room

    async def reloaded(self, table: str) -> Room:
        """A room of the table just read from the store, as if the process had been started again."""
        room = await Room.load(self.rooms.backing, table)
        assert room is not None
        return room

    async def comes(self, table: str | Room, guest: str, seat: int | None = None) -> Listener:
        """Somebody connects, and says around one screen who they are."""
        listener = Listener(await self.guest(guest))
        room = table if isinstance(table, Room) else await self.room(table)
        await room.enter(listener)
        if seat is not None:
            assert (await self.asks(room, listener, {"do": "i-am", "seat": seat}))["tell"] == "done"
        return listener

    async def asks(self, room: Room, listener: Listener, command: dict[str, Any]) -> dict[str, Any]:
        """Somebody who is connected asks for something; the answer."""
        id = command.setdefault("id", f"c{next(_ids)}")
        await room.handle(listener, ask.decode(msgspec.json.encode(command)))
        return next(message for message in reversed(listener.told) if message.get("id") == id)

    async def does(
        self, table: str | Room, guest: str, command: dict[str, Any], seat: int | None = None
    ) -> dict[str, Any]:
        """Somebody comes, asks for something and goes; the answer."""
        room = table if isinstance(table, Room) else await self.room(table)
        listener = await self.comes(room, guest, seat)
        answer = await self.asks(room, listener, command)
        room.leave(listener)
        return answer

    async def begins(self, table: str, *people: str) -> Room:
        """These people, who sit there, begin."""
        for guest in people:
            assert (await self.does(table, guest, {"do": "ready"}))["tell"] == "done"
        room = await self.room(table)
        assert room.table.phase == "playing"
        return room

    async def lets_in(self, table: str, watcher: str, *people: str) -> None:
        """Somebody asks to see the racks, and these people say yes."""
        await self.does(table, watcher, {"do": "watch"})
        number = len((await self.room(table)).table.watchers) - 1
        for guest in people:
            assert (await self.does(table, guest, {"do": "let-in", "watcher": number}))["tell"] == "done"

    async def draws(self, table: str) -> None:
        """Whoever is to move draws."""
        room = await self.room(table)
        seat = room.table.turn
        assert seat is not None
        player = room.table.seats[seat].player
        assert player is not None
        guest = room.table.people[player].guest or ""
        answer = await self.does(room, guest, {"do": "draw", "revision": room.table.revision}, seat)
        assert answer["tell"] == "done", answer


def sample(metrics: Metrics, name: str) -> float:
    """The value of a figure, all its labels added up."""
    found = (sample for family in metrics.collect() for sample in family.samples)
    return sum(sample.value for sample in found if sample.name == name)


@contextlib.asynccontextmanager
async def processes(folder: Path, count: int = 1, **options: Any) -> AsyncIterator[list[Process]]:
    """So many processes on one store, without their rounds: what is to happen, the test does."""
    settings = settings_in(folder, **{"bot_pause": 0.0, **options})
    now = [1_000.0]
    async with open_store(settings.database) as store:
        made = []
        for number in range(count):
            metrics = Metrics(f"p{number}")
            rooms = Rooms(settings, store, open_hub(None, f"p{number}"), metrics, f"p{number}", lambda: now[0])
            made.append(Process(store, rooms, metrics, now))
        try:
            yield made
        finally:
            for process in made:
                await process.rooms.close()
