"""One open socket at a table: whose it is, which seat it speaks for, and what is still to be sent to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from tilery.server.room.delivery import Delivery
from tilery.server.store.rows import Guest
from tilery.server.table.messages import ClosingMessage, Message

__all__ = ["GONE", "MOST_UNSENT", "Connection", "Peer"]

MOST_UNSENT = 256
"""Messages that may wait for a slow peer; one more and the connection is closed, so that nobody waits for it."""

BEHIND = 16
"""Messages that wait for a peer which is behind: how long others take to hear is not told by it."""

PATIENCE = 2.0
"""Seconds that a peer has to hear why its connection ends; one that does not read is cut off then."""

GONE = 1001
AGAIN = 1012
POLICY = 1008


_Unsent = bytes | tuple[bytes, Delivery] | int
"""A message, one whose delivery somebody waits for, or the code to close with."""


class Peer(Protocol):
    """The other end of a socket."""

    async def send(self, data: bytes) -> None: ...

    async def close(self, code: int) -> None: ...


class Connection:
    """A guest's socket at a table.

    Telling never waits: a task of its own does the sending, so a slow or broken peer disturbs nobody else.
    """

    def __init__(self, guest: Guest, credential: str, wanted: int | None, peer: Peer) -> None:
        self.guest, self.credential, self.wanted = guest, credential, wanted
        self.seat: int | None = None
        self.muted: frozenset[str] = frozenset()
        self.hinting = False
        self._peer = peer
        self._unsent: asyncio.Queue[_Unsent] = asyncio.Queue()
        self._sending: asyncio.Task[None] | None = None
        self._cutting: asyncio.TimerHandle | None = None
        self.closed = False

    def tell(self, message: Message | bytes, delivery: Delivery | None = None) -> None:
        """Send a message when its turn comes; ``delivery`` hears of it unless this peer is behind as it is."""
        if self.closed:
            return
        if self._unsent.qsize() >= MOST_UNSENT:
            self.end(ClosingMessage("too-slow", "messages are not being read: connect again", again=True), POLICY)
            return
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        if delivery is not None and self._unsent.qsize() < BEHIND:
            delivery.add()
            self._unsent.put_nowait((data, delivery))
        else:
            self._unsent.put_nowait(data)

    def end(self, why: ClosingMessage, code: int = GONE) -> None:
        """Say why, then close."""
        if not self.closed:
            self.closed = True
            self._unsent.put_nowait(msgspec.json.encode(why))
            self._unsent.put_nowait(code)
            self._cutting = asyncio.get_running_loop().call_later(PATIENCE, self._cut_off)

    async def run(self, receive: Callable[[], Awaitable[None]]) -> None:
        """Send what there is to send while ``receive`` listens, until either is done."""
        sending = self._sending = asyncio.ensure_future(self._send())
        receiving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.closed, self._sending = True, None
            if self._cutting is not None:
                self._cutting.cancel()
            for task in (sending, receiving):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task
            while not self._unsent.empty():
                if isinstance(item := self._unsent.get_nowait(), tuple):
                    item[1].sent()

    def _cut_off(self) -> None:
        if self._sending is not None:
            self._sending.cancel()

    async def _send(self) -> None:
        while True:
            item = await self._unsent.get()
            if isinstance(item, int):
                await self._peer.close(item)
                return
            if isinstance(item, bytes):
                await self._peer.send(item)
                continue
            data, delivery = item
            try:
                await self._peer.send(data)
            finally:
                delivery.sent()
