"""Spectators who see every rack: they are kept behind, so that what they know helps nobody at the table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from tilery.server.room.following import outcomes
from tilery.server.room.sight import Happening
from tilery.server.store.rows import Change
from tilery.server.table.table import State

if TYPE_CHECKING:
    from tilery.server.room.room import Room

__all__ = ["Late"]


class Late:
    """The table as it was some time ago, and what has happened since."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.delay = room.state.terms.setup.delay
        self.state = msgspec.structs.replace(room.state, game=None)
        self._waiting: deque[Happening] = deque()
        self._running = False

    def refill(self, changes: Sequence[Change]) -> None:
        """After loading: what happened long ago has been seen, the rest still waits."""
        room = self.room
        if room.state.game is None or not changes:
            return
        live = msgspec.structs.replace(room.state.live, deadline=None)
        before = msgspec.structs.replace(live, revision=changes[0].revision - 1)
        self.state = State(room.state.terms, before)
        for outcome, at in outcomes(State(room.state.terms, live), changes, room.state.game.commitment):
            self.add(Happening(outcome, at))
        self._show_due()

    def add(self, happening: Happening) -> None:
        """Something happened, to be seen later."""
        self._waiting.append(happening)
        if not self._running:
            self._running = True
            self.room.start(self._run())

    async def _run(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(max(0.05, self._waiting[0].at + self.delay - self.room.backing.now()))
                self._show_due()
        finally:
            self._running = False

    def _show_due(self) -> None:
        while self._waiting and self._waiting[0].at + self.delay <= self.room.backing.now():
            happening = self._waiting.popleft()
            self.state = happening.state
            for connection in tuple(self.room.connections):
                if connection.seat is None:
                    connection.tell(happening.seen_by(None, racks=True))
