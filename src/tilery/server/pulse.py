"""How late the event loop is: the first sign that a process has more to do than it can."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["pulse"]

BEAT = 0.25
"""Seconds between two looks."""


async def pulse(observe: Callable[[float], None]) -> None:
    """Sleep for a moment again and again, and say by how much more each took."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        observe(max(0.0, loop.time() - due))
