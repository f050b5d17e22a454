"""Lanes to the database: whatever is read for one address shares one, where only a few reads go on at a time.

However much an address asks for at once, what others are waiting for comes in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

__all__ = ["LANE", "Lane", "apart"]

T = TypeVar("T")
_AT_ONCE = 2

LANE: ContextVar[Lane | None] = ContextVar("lane", default=None)
"""The lane of whoever is served now; nobody's reads wait for nobody."""


class Lane(asyncio.Semaphore):
    """One address's way to the database."""

    def __init__(self) -> None:
        super().__init__(_AT_ONCE)


def apart(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Do something that is nobody's own, though somebody gave cause for it: it reads on no lane."""
    context = copy_context()
    context.run(LANE.set, None)
    return asyncio.create_task(work, context=context)
