"""The time of day, unmoved when somebody sets the machine's clock: nobody's turn ends an hour early for that."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from tilery.server.logs import say

__all__ = ["SteadyClock", "watch_clock"]

FAR = 2.0
"""Seconds by which clocks may differ before somebody has to look at it."""
LOOK = 10.0

log = logging.getLogger("tilery.server.clock")


class SteadyClock:
    """Seconds since the epoch: what the machine's clock said at the start, and what has passed since.

    >>> wall, passed = [1_000.0], [5.0]
    >>> clock = SteadyClock(lambda: wall[0], lambda: passed[0])
    >>> passed[0] += 2; wall[0] += 3_602
    >>> clock(), clock.drift()
    (1002.0, 3600.0)
    """

    def __init__(self, wall: Callable[[], float] | None = None, passed: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._passed = passed
        self._start = self._machine() - passed()

    def __call__(self) -> float:
        return self._start + self._passed()

    def drift(self) -> float:
        """By how many seconds the machine's clock is ahead of this one."""
        return self._machine() - self()

    def _machine(self) -> float:
        return time.time() if self._wall is None else self._wall()


async def watch_clock(clock: SteadyClock) -> None:
    """Tell when the machine's clock was set: this process goes on by the old time, others begin with the new."""
    told = 0.0
    while True:
        await asyncio.sleep(LOOK)
        drift = clock.drift()
        if abs(drift - told) > FAR:
            told = drift
            advice = "games go on by the old time; start the processes again, one after the other, when it suits you"
            say(log, "the machine's clock was set", logging.WARNING, by_seconds=round(drift, 1), advice=advice)
