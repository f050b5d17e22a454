"""Channels by PostgreSQL's own notifications."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import asyncpg

__all__ = ["PostgresLink"]

TIMEOUT = 5.0
NOTIFY = "SELECT pg_notify(name, payload) FROM unnest($1::text[], $2::text[]) AS parcel (name, payload)"


class PostgresLink:
    """One connection that listens and notifies; it cannot go through a pooler that shares connections."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._hear: Callable[[str | bytes], None] = lambda payload: None

    @property
    def lost(self) -> bool:
        return self._connection is None or bool(self._connection.is_closed())

    async def open(self, hear: Callable[[str | bytes], None], lost: Callable[[], None]) -> None:
        self._hear = hear
        # A notice survives no crash anyway, so that it is on the disk is nothing to wait for.
        settings = {"application_name": "tilery hub", "synchronous_commit": "off"}
        self._connection = await asyncpg.connect(
            self._url, timeout=TIMEOUT, command_timeout=TIMEOUT, server_settings=settings
        )
        self._connection.add_termination_listener(lambda connection: lost())

    async def listen(self, channels: set[str]) -> None:
        for channel in sorted(channels):
            await self._connection.add_listener(channel, self._heard)

    async def unlisten(self, channels: set[str]) -> None:
        for channel in sorted(channels):
            await self._connection.remove_listener(channel, self._heard)

    async def send(self, parcels: list[tuple[str, str]]) -> None:
        await self._connection.execute(NOTIFY, [name for name, _ in parcels], [payload for _, payload in parcels])

    async def ping(self) -> None:
        await self._connection.execute("SELECT 1")

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close(timeout=1)
            except Exception:  # it was lost already, one way or another
                connection.terminate()

    def is_refused(self, error: Exception) -> bool:
        return str(getattr(error, "sqlstate", "")).startswith(("28", "3D"))

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        self._hear(payload)
