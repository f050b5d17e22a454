"""Channels by Redis's publish and subscribe."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError

__all__ = ["RedisLink"]

TIMEOUT = 5.0
ALWAYS = "tilery"
"""A channel nobody publishes to: the reader must be subscribed to something to read at all."""
PONG = "pong"


class RedisLink:
    """One connection that is subscribed and one that publishes. Redis's answers come between the messages."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: Any = None
        self._ears: Any = None
        self._reader: asyncio.Task[None] | None = None
        self._answered: set[str] = set()
        self._answer = asyncio.Event()

    @property
    def lost(self) -> bool:
        return self._reader is None or self._reader.done()

    async def open(self, hear: Callable[[str | bytes], None], lost: Callable[[], None]) -> None:
        # No retries in the library: it would come back by itself, and nobody would know that notices were missed.
        never = Retry(NoBackoff(), 0)
        self._client = Redis.from_url(
            self._url, protocol=2, retry=never, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
        )
        self._ears = self._client.pubsub()
        await self._ears.subscribe(ALWAYS)
        self._reader = asyncio.create_task(self._read(hear), name="hub reader")
        self._reader.add_done_callback(lambda _: self._answer.set())
        self._reader.add_done_callback(lambda _: lost())
        await self._until({ALWAYS})

    async def listen(self, channels: set[str]) -> None:
        await self._ears.subscribe(*channels)
        await self._until(channels)

    async def unlisten(self, channels: set[str]) -> None:
        self._answered -= channels
        await self._ears.unsubscribe(*channels)

    async def send(self, parcels: list[tuple[str, str]]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        for channel, payload in parcels:
            pipeline.publish(channel, payload)
        await pipeline.execute()

    async def ping(self) -> None:
        await self._client.ping()
        self._answered.discard(PONG)
        await self._ears.ping()
        await self._until({PONG})

    async def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.cancel()
            await asyncio.wait([reader])
        for part in (self._ears, self._client):
            if part is not None:
                with contextlib.suppress(Exception):  # it was lost already, one way or another
                    await part.aclose()
        self._client = self._ears = None
        self._answered.clear()

    def is_refused(self, error: Exception) -> bool:
        return isinstance(error, AuthenticationError | NoPermissionError)

    async def _read(self, hear: Callable[[str | bytes], None]) -> None:
        with contextlib.suppress(Exception):  # the end of the reader is the loss of the link
            async for message in self._ears.listen():
                if message["type"] == "message":
                    hear(message["data"])
                elif message["type"] == "subscribe":
                    self._told(message["channel"].decode())
                elif message["type"] == "pong":
                    self._told(PONG)

    def _told(self, what: str) -> None:
        self._answered.add(what)
        self._answer.set()

    async def _until(self, answers: set[str]) -> None:
        while not answers <= self._answered:
            if self.lost:
                raise ConnectionError
            self._answer.clear()
            await self._answer.wait()
