"""Work in portions: games handed out a few at a time, and again when whoever had them is gone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from tilery.arena.tournament import GameSpec
from tilery.errors import TileryError

__all__ = ["Chunks"]

_SECONDS = 0.3
"""About how long a portion takes: long beside sending it, short beside a person's patience."""
_MOST = 200
_TRIES = 5
"""Machines are lost without a game's doing; one that five died of is another matter."""


class Chunks:
    """The games still to be played, in portions that grow until one takes a fraction of a second.

    >>> chunks = Chunks([GameSpec(0, deal, 0) for deal in range(4)], workers=1)
    >>> first = chunks.take()
    >>> chunks.lost(first)
    >>> chunks.take() == first
    True
    """

    def __init__(self, specs: Iterable[GameSpec], workers: int) -> None:
        self._games = deque(specs)
        self._again: deque[GameSpec] = deque()
        self._losses: Counter[GameSpec] = Counter()
        self._workers = workers
        self._played = 0
        self._seconds = 0.0

    def take(self) -> list[GameSpec]:
        """The next portion; empty when all is handed out. Games lost before come again one by one."""
        if self._again:
            return [self._again.popleft()]
        return [self._games.popleft() for _ in range(min(self._size(), len(self._games)))]

    def done(self, games: int, seconds: float) -> None:
        """Note how long a portion took."""
        self._played += games
        self._seconds += seconds

    def lost(self, games: Iterable[GameSpec]) -> None:
        """Whoever had these games is gone: they are played again, unless it is they who kill."""
        for spec in games:
            self._losses[spec] += 1
            if self._losses[spec] >= _TRIES:
                raise TileryError(
                    "worker",
                    f"the process that plays table {spec.table + 1}, deal {spec.deal + 1}, game {spec.rotation + 1} "
                    f"has died {_TRIES} times",
                )
            self._again.append(spec)

    def _size(self) -> int:
        if not self._played:
            return 1
        fitting = int(_SECONDS * self._played / max(self._seconds, 1e-9))
        fair = len(self._games) // (2 * self._workers)  # at the end nobody waits long for another
        return max(1, min(fitting, fair, _MOST))
