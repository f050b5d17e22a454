"""A hub over a connection that can be lost and comes back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from tilery.errors import TileryError
from tilery.server.hub.notices import Notice, channel, pack, unpack
from tilery.server.hub.outbox import Outbox
from tilery.server.logs import say
from tilery.server.metrics import Metrics

__all__ = ["Link", "LinkedHub"]

log = logging.getLogger(__name__)

QUEUE = 10_000
BATCH = 500
FIRST_DELAY = 0.1
LONGEST_DELAY = 5.0
PATIENCE = 5.0
"""Seconds for any answer from the other end, which is given up after that."""
HEARTBEAT = 10.0
"""Seconds between questions whether the other end is still there: sending may work while hearing does not."""
APART = 0.01
"""Seconds between two sendings: what comes meanwhile goes together."""
OPENING = 2.0
CLOSING = 1.0


class Link(Protocol):
    """A connection to channels. Only the hub's one task uses it, so nothing here is called twice at a time."""

    @property
    def lost(self) -> bool: ...

    async def open(self, hear: Callable[[str | bytes], None], lost: Callable[[], None]) -> None: ...

    async def listen(self, channels: set[str]) -> None:
        """Listen to these too, for certain once this returns."""

    async def unlisten(self, channels: set[str]) -> None: ...

    async def send(self, parcels: list[tuple[str, str]]) -> None: ...

    async def ping(self) -> None: ...

    async def close(self) -> None:
        """Let go of everything, whatever state it is in; it may be opened again."""

    def is_refused(self, error: Exception) -> bool:
        """Whether an error says that we are not let in, so that trying again changes nothing."""


class LinkedHub:
    """The hub of a process among others."""

    def __init__(self, link: Link, process: str, metrics: Metrics) -> None:
        self._link = link
        self._process = process
        self._metrics = metrics
        self._outbox = Outbox(QUEUE)
        self._watches: dict[str, list[Callable[[Notice], None]]] = {}
        self._wanted: Counter[str] = Counter()
        self._listening: set[str] = set()
        self._waiting: list[asyncio.Future[None]] = []
        self._back: list[Callable[[], None]] = []
        self._wake = asyncio.Event()
        self._opened = asyncio.Event()
        self._emptied = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._asked = self._sent = 0.0
        self._missed = self._told = self._dropping = self._refused = False
        self._set_alive(False)

    async def open(self) -> None:
        self._task = asyncio.create_task(self._run(), name="hub")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OPENING):
                await self._opened.wait()
        if self._refused:
            await self.close()
            raise TileryError(
                "channels", "the channels do not let us in: check the user and the password of --channels"
            )

    async def close(self) -> None:
        if self._task is None:
            return
        if self.alive and self._outbox:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSING):
                    await self._emptied.wait()
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None

    def publish(self, notice: Notice) -> None:
        self._emptied.clear()
        self._drop(self._outbox.put(notice))
        self._wake.set()

    async def watch(self, table: str, hear: Callable[[Notice], None]) -> None:
        self._watches.setdefault(table, []).append(hear)
        name = channel(table)
        self._wanted[name] += 1
        if not self.alive:
            self._missed = True
        elif name not in self._listening:
            listening = asyncio.get_running_loop().create_future()
            self._waiting.append(listening)
            self._wake.set()
            await listening

    async def unwatch(self, table: str) -> None:
        if not (watches := self._watches.get(table)):
            return
        watches.pop(0)
        if not watches:
            del self._watches[table]
        self._wanted -= Counter([channel(table)])
        self._wake.set()

    def on_back(self, hear: Callable[[], None]) -> None:
        self._back.append(hear)

    async def _run(self) -> None:
        delay = FIRST_DELAY
        while True:
            began = time.monotonic()
            try:
                await self._serve()
            except Exception as error:  # whatever it was, the way on is to connect again
                self._missed = True
                refused = self._link.is_refused(error)
                if refused and not self._opened.is_set():
                    self._refused = True
                    self._opened.set()
                    return
                if not self._told:
                    # Not the error's text, which may quote the address and so a password.
                    level = logging.ERROR if refused else logging.WARNING
                    say(log, "hub refused" if refused else "hub lost", level, error=type(error).__name__)
                self._told = True
            if time.monotonic() - began > LONGEST_DELAY:
                delay = FIRST_DELAY
            await asyncio.sleep(delay * random.uniform(0.5, 1))
            delay = min(2 * delay, LONGEST_DELAY)

    async def _serve(self) -> None:
        """Connect, and send and listen until the connection is lost."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._link.open(self._arrived, self._wake.set)
            while not self._wanted.keys() <= self._listening:  # more may be watched while this waits
                await self._tune()
            self._come_alive()
            while not self._link.lost:
                self._wake.clear()
                await self._tune()
                await self._send()
                await self._ask()
                if not self._outbox:
                    await self._rest()
            raise ConnectionError
        finally:
            self._set_alive(False)
            self._listening.clear()
            self._release(len(self._waiting))
            await self._link.close()

    def _come_alive(self) -> None:
        self._set_alive(True)
        self._asked = time.monotonic()
        self._opened.set()
        if self._told:
            say(log, "hub back")
        missed, self._missed, self._told = self._missed, False, False
        if missed:
            for hear in tuple(self._back):
                _call(hear)

    async def _tune(self) -> None:
        """Listen to what is watched now, and tell those who have waited for it."""
        waiting = len(self._waiting)
        if not waiting and self._wanted.keys() == self._listening:
            return
        async with asyncio.timeout(PATIENCE):
            if more := self._wanted.keys() - self._listening:
                await self._link.listen(more)
                self._listening |= more
            if less := self._listening - self._wanted.keys():
                self._listening -= less
                await self._link.unlisten(less)
        self._release(waiting)

    def _release(self, many: int) -> None:
        released, self._waiting = self._waiting[:many], self._waiting[many:]
        for listening in released:
            if not listening.done():
                listening.set_result(None)

    async def _send(self) -> None:
        if self._outbox and (early := self._sent + APART - time.monotonic()) > 0:
            await asyncio.sleep(early)
        batch = self._outbox.take(BATCH)
        if batch:
            self._sent = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._link.send(pack(self._process, [(table, data) for (_, table), data in batch]))
            except BaseException:
                self._drop(self._outbox.give_back(batch))
                raise
        if not self._outbox:
            self._emptied.set()
            self._dropping = False

    async def _ask(self) -> None:
        if time.monotonic() > self._asked + HEARTBEAT:
            async with asyncio.timeout(PATIENCE):
                await self._link.ping()
            self._asked = time.monotonic()

    async def _rest(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await self._wake.wait()

    def _arrived(self, payload: str | bytes) -> None:
        parcel = unpack(payload)
        if parcel is None:
            self._metrics.notices_malformed.inc()
        elif parcel.process != self._process:
            for notice in parcel.notices:
                for hear in tuple(self._watches.get(notice.table, ())):
                    _call(hear, notice)

    def _drop(self, many: int) -> None:
        """Count what was dropped, and say so once until all is sent again."""
        if many:
            self._metrics.notices_dropped.inc(many)
            if not self._dropping:
                say(log, "notices dropped", logging.WARNING, alive=self.alive)
            self._dropping = True

    def _set_alive(self, alive: bool) -> None:
        self.alive = alive
        self._metrics.hub_alive.set(alive)


def _call(hear: Callable[..., None], *notice: Notice) -> None:
    """One who fails at hearing must not keep the others from it."""
    try:
        hear(*notice)
    except Exception:
        log.exception("hearing a notice failed")
