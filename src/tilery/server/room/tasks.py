"""What is done at a table without anybody waiting for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from tilery.server.room.queue import TableQueue
from tilery.server.store.lanes import apart
from tilery.server.store.rows import UnavailableError

__all__ = ["Tasks"]

log = logging.getLogger("tilery.server.room")


class Tasks:
    """The tasks of a table. What fails for want of the database comes up again; anything else is logged."""

    def __init__(self, queue: TableQueue) -> None:
        self._queue = queue
        self._going: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._going)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something."""
        task = apart(work)
        self._going.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._going.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, UnavailableError):  # the next command or comparison reads what is new
            self._queue.unsure = True
        elif error is not None:
            table = self._queue.table.terms.id
            log.error("a task of a table failed", exc_info=error, extra={"values": {"table": table}})

    async def close(self) -> None:
        """End what is going on; nothing is lost that was stored."""
        for task in tuple(self._going):
            task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
