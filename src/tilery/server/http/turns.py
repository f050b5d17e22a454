"""Taking turns: of all that waits together one thing begins in every round of the event loop, and others in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

__all__ = ["Turns"]


class Turns:
    """Who waits for a turn, first come first served."""

    __slots__ = ("_passing", "_queue")

    def __init__(self) -> None:
        self._passing = False
        self._queue: deque[Callable[[], bool]] = deque()

    def begins(self) -> bool:
        """Whether the next thing may begin at once."""
        if self._passing:
            return False
        self._passing = True
        asyncio.get_running_loop().call_soon(self._next)
        return True

    def wait(self, begin: Callable[[], bool]) -> None:
        """Have this begin when its turn comes; it says whether there still was anything to begin."""
        self._queue.append(begin)

    async def in_turn(self) -> None:
        """Wait until the next thing may begin."""
        if self.begins():
            return
        turn = asyncio.get_running_loop().create_future()

        def begin() -> bool:
            if waits := not turn.done():
                turn.set_result(None)
            return waits

        self.wait(begin)
        await turn

    def _next(self) -> None:
        while self._queue:
            begin = self._queue.popleft()
            after = asyncio.get_running_loop().call_soon(self._next)
            if begin():
                return
            after.cancel()
        self._passing = False
