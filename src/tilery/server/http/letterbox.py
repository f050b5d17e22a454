"""Where a socket's messages wait until they are heard."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

__all__ = ["Letterbox"]


class Letterbox(asyncio.Queue[Any]):
    """A queue without bounds that only one listens to, and nobody joins: a third of the calls for a message.

    >>> async def example():
    ...     box = Letterbox()
    ...     asyncio.get_running_loop().call_soon(box.put_nowait, "hello")
    ...     return await box.get(), box.empty()
    >>> asyncio.run(example())[0]
    'hello'
    """

    def __init__(self) -> None:
        super().__init__()
        self._letters: deque[Any] = deque()
        self._listener: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many wait."""
        return len(self._letters)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self._letters

    def put_nowait(self, item: Any) -> None:
        """One more."""
        self._letters.append(item)
        if self._listener is not None and not self._listener.done():
            self._listener.set_result(None)

    def get_nowait(self) -> Any:
        """The next one, which has to be there."""
        return self._letters.popleft()

    async def get(self) -> Any:
        """The next one, as soon as it is there."""
        while not self._letters:
            self._listener = asyncio.get_running_loop().create_future()
            await self._listener
        return self._letters.popleft()
