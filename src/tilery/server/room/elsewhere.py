"""Who is connected to a table in other processes, as far as they have said lately."""

from __future__ import annotations

from collections.abc import Callable

from tilery.server.hub import Present

__all__ = ["REPEATED", "Elsewhere"]

REPEATED = 20.0
"""Seconds after which a process says again who is connected to it."""

_BELIEVED = 2.5 * REPEATED


class Elsewhere:
    """What other processes say, each believed for a while."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._said: dict[str, tuple[float, Present]] = {}

    def heard(self, notice: Present) -> None:
        """A process says who is connected to it."""
        self._said[notice.process] = self._now() + _BELIEVED, notice
        if not notice.guests:
            del self._said[notice.process]

    @property
    def seats(self) -> frozenset[int]:
        """The seats connected elsewhere."""
        return frozenset(seat for notice in self._fresh() for _, seat in notice.guests if seat >= 0)

    @property
    def spectators(self) -> int:
        """How many look on elsewhere."""
        return sum(notice.spectators for notice in self._fresh())

    def _fresh(self) -> list[Present]:
        if not self._said:
            return []
        now = self._now()
        self._said = {process: said for process, said in self._said.items() if said[0] > now}
        return [notice for _, notice in self._said.values()]
