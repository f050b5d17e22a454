"""Spectators who see every rack: they are kept behind, so that what they know helps nobody at the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from tilery.server.room.sight import Happening
from tilery.server.table.change import Change
from tilery.server.table.events import Began
from tilery.server.table.evolve import advance
from tilery.server.table.standing import OnlineTable

__all__ = ["Late"]


class Late:
    """The table as it was some time ago, and what has happened since."""

    def __init__(self, table: OnlineTable, changes: Iterable[Change] = ()) -> None:
        self.table = table
        self.delay = table.terms.setup.delay
        self._waiting = deque(changes)

    def add(self, change: Change) -> None:
        """Something happened, to be seen later."""
        self._waiting.append(change)

    @property
    def next(self) -> float | None:
        """When there is something to be seen, ``None`` when nothing waits."""
        if not self._waiting:
            return None
        change = self._waiting[0]
        begins = any(isinstance(event, Began) for event in change.events)
        return change.at + self.delay if begins or self.table.phase != "gathering" else 0.0  # nothing to hide yet

    def pass_over(self, now: float) -> None:
        """What is to be seen by now is so, and there is nobody to tell."""
        for _ in self._due(now):
            pass

    def show(self, now: float) -> Iterator[Happening]:
        """What is to be seen by now, one after the other."""
        for change in self._due(now):
            yield Happening(change, self.table)

    def _due(self, now: float) -> Iterator[Change]:
        while (then := self.next) is not None and then <= now:
            change = self._waiting.popleft()
            self.table = advance(self.table, change)
            yield change
