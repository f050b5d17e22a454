"""A table without a server, and people who ask things of it by name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.table_walk import bot_does, check_views, guest_in, table_of
from tilery.game import Draw, seeded_secret
from tilery.server.table import commands as ask
from tilery.server.table import events as e
from tilery.server.table.change import Change
from tilery.server.table.decide import Asking, decide, time_passes
from tilery.server.table.evolve import advance
from tilery.server.table.refusal import RefusedError
from tilery.server.table.setup import Setup
from tilery.server.table.standing import OnlineTable, name_of, seat_of

__all__ = ["Scene"]


class Scene:
    """A table, and people who ask things of it by name."""

    def __init__(self, *people: str, **setup: Any) -> None:
        seats = tuple(setup.pop("seats", ("me", *("open" for _ in people[1:]))))
        self.now, self._secrets = 0.0, 0
        self.table: OnlineTable = table_of(Setup(seats=seats, **setup), people[0], people[0])
        self.absent: frozenset[int] = frozenset()
        self.name: str | None = None
        for name in people[1:]:
            self.asks(name, ask.SitCommand(id="1"))

    def happens(self, events: tuple[e.TableEvent, ...]) -> list[str]:
        """Have this happen, seen rightly from every seat; the names of the events."""
        change = Change(self.table.revision + 1, self.now, events)
        check_views(self.table, change)
        self.table = advance(self.table, change)
        return [str(event.__struct_config__.tag) for event in events]

    def asks(self, guest: str, command: ask.Command, seat: int | None = None) -> list[str]:
        """Carry a command out; what happens by it."""
        own = seat_of(self.table, guest, seat)
        asking = Asking(guest, self.name or guest, own, self.now, self.secret(), self.absent)
        return self.happens(decide(self.table, asking, command))

    def refuses(self, guest: str, command: ask.Command) -> str:
        """The code with which a command is refused."""
        before = self.table
        with pytest.raises(RefusedError) as error:
            self.asks(guest, command)
        assert self.table is before
        return error.value.code

    def secret(self) -> str:
        self._secrets += 1
        return seeded_secret("scene", self._secrets)

    def begin(self, *people: str) -> None:
        for name in people:
            self.asks(name, ask.ReadyCommand(id="1"))
        assert self.phase == "playing"

    def draw(self) -> list[str]:
        """Whoever is to move draws."""
        seat = self.table.turn
        assert seat is not None
        if self.table.seats[seat].bot is None:
            command = ask.DrawCommand(id="1", revision=self.table.revision)
            return self.asks(guest_in(self.table, seat) or "", command, seat)
        return self.happens(bot_does(self.table, Draw(seat), self.now, self.secret()))

    def waits(self, seconds: float) -> list[str] | None:
        """Time goes by, and somebody looks whether anything is due."""
        self.now += seconds
        events = time_passes(self.table, self.now, self.secret())
        return None if events is None else self.happens(events)

    @property
    def phase(self) -> str:
        return self.table.phase

    @property
    def host(self) -> str | None:
        return None if self.table.host is None else self.table.people[self.table.host].guest

    @property
    def names(self) -> list[str]:
        return [name_of(self.table, seat) for seat in range(len(self.table.seats))]

    @property
    def mover(self) -> str:
        assert self.table.turn is not None
        return guest_in(self.table, self.table.turn) or "bot"

    @property
    def waiting(self) -> str:
        guests = [guest_in(self.table, seat) for seat in range(len(self.table.seats))]
        return next(guest for guest in guests if guest not in (None, self.mover)) or ""


# Before the start
