"""Who may have a position solved now: one at a time for each, in a process that does nothing else.

A guest who asks again while an answer is on its way wants that of the newest question. So one is worked out, one
waits, and whatever waited before is refused. What the processor did is paid afterwards, by the guest and the address.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tilery.rules.edition import Rules
from tilery.server.http.errors import ProblemError
from tilery.server.http.limits import Limiter, too_often
from tilery.server.room.solving import solve_position
from tilery.server.room.work import BusyError, Work
from tilery.server.settings import Limits, Rate

__all__ = ["PositionAsked", "SolvingDesk"]

PositionAsked = tuple[Rules, str, str, bool, str]
"""The rules, the table and the rack as written, whether the player has opened, and the tile just drawn."""

_AGAIN = 1.0
"""Seconds to wait for whoever is refused because others are first."""


class SolvingDesk:
    """Everything that limits the solving of positions."""

    def __init__(self, work: Work, limiter: Limiter, limits: Limits) -> None:
        self.work = work
        self._limiter = limiter
        self._limits = limits
        self._waiting: dict[str, asyncio.Future[None] | None] = {}

    async def solve(self, address: str, guest: str | None, position: PositionAsked) -> bytes:
        """What is told of a position, as JSON; whatever is wrong with it is raised."""
        purses = [("solving by address", address, self._limits.solving_per_address)]
        if guest is not None:
            purses.append(("solving by guest", guest, self._limits.solving_per_guest))
        for purse in purses:
            self._limiter.take(*purse)
        async with self._in_turn(guest or f"at {address}"):
            try:
                answered = await self.work.run(solve_position, *position)
            except BusyError:
                text = "too many positions are being solved now: ask again in a moment"
                raise ProblemError(503, "unavailable", text, {"retry-after": "2"}) from None
            self._pay(purses, answered.seconds)
        if answered.error is not None:
            raise answered.error
        return answered.body

    async def close(self) -> None:
        """End the process."""
        await self.work.close()

    def _pay(self, purses: list[tuple[str, str, Rate]], seconds: float) -> None:
        for purse in purses:
            self._limiter.spend(*purse, cost=seconds * 1e3)

    @asynccontextmanager
    async def _in_turn(self, who: str) -> AsyncIterator[None]:
        """Wait for this asker's own question before; whichever of theirs is newer takes the place of this one."""
        if who in self._waiting:
            before = self._waiting[who]
            if before is not None and not before.done():
                before.set_exception(too_often(_AGAIN))
            turn = self._waiting[who] = asyncio.get_running_loop().create_future()
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled() and turn.exception() is None:
                    self._pass_on(who)
                raise
        else:
            self._waiting[who] = None
        try:
            yield
        finally:
            self._pass_on(who)

    def _pass_on(self, who: str) -> None:
        following = self._waiting.pop(who)
        if following is not None and not following.done():
            self._waiting[who] = None
            following.set_result(None)
