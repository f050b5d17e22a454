"""What one guest and one address may use of a process: processor time and bytes, by all their sockets and requests
together, whatever reconnects.

Every guest and every address has a purse. What was done is paid afterwards, so a purse can be in debt; whoever owes
something waits until it is refilled. And of what comes from one address one thing begins at a time, so that others are
served in between however much waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

from tilery.server.settings import Limits, Rate

__all__ = ["Account", "Budgets", "Metered", "Purse"]

_LONGEST = 0.05
"""Seconds that one step of work is charged with at most: none takes longer, but a whole process can be halted."""

_NAP = 1.0
"""Seconds after which whoever waits looks again."""

T = TypeVar("T")


class Purse:
    """What one guest or one address still has of milliseconds and bytes.

    >>> purse = Purse(Rate(500, 6_000), Rate(1_000, 60_000), now=0.0)
    >>> purse.debt(now=0.0)
    0.0
    >>> purse.spend(0.7, 100)
    >>> purse.debt(now=0.0), purse.debt(now=2.0)
    (2.0, 0.0)
    """

    __slots__ = ("_bytes", "_bytes_left", "_passing", "_queue", "_seen", "_work", "_work_left")

    def __init__(self, work: Rate, size: Rate, now: float) -> None:
        self._work, self._bytes = work, size
        self._work_left, self._bytes_left = float(work.burst), float(size.burst)
        self._seen = now
        self._passing = False
        self._queue: deque[asyncio.Future[None]] = deque()

    def spend(self, seconds: float, size: int) -> None:
        """Pay for what was done."""
        self._work_left -= seconds * 1e3
        self._bytes_left -= size

    def debt(self, now: float) -> float:
        """How many seconds it takes until nothing is owed."""
        minutes, self._seen = (now - self._seen) / 60, now
        work, size = self._work, self._bytes
        self._work_left = min(work.burst, self._work_left + minutes * work.per_minute)
        self._bytes_left = min(size.burst, self._bytes_left + minutes * size.per_minute)
        if self._work_left >= 0 and self._bytes_left >= 0:
            return 0.0
        return max(_seconds(-self._work_left, work), _seconds(-self._bytes_left, size))

    def begins(self) -> bool:
        """Whether the next thing may begin at once: one does in every round of the event loop."""
        if self._passing:
            return False
        self._passing = True
        asyncio.get_running_loop().call_soon(self._next)
        return True

    async def in_turn(self) -> None:
        """Wait until the next thing may begin."""
        if not self.begins():
            turn = asyncio.get_running_loop().create_future()
            self._queue.append(turn)
            await turn

    def _next(self) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._next)
                return
        self._passing = False


def _seconds(owed: float, rate: Rate) -> float:
    return 0.0 if owed <= 0 else owed * 60 / rate.per_minute if rate.per_minute else 3600.0


class Account:
    """The purses out of which a socket or a request is paid: the address's, and the guest's where one is known."""

    def __init__(self, address: Purse, guest: Purse | None, clock: Callable[[], float]) -> None:
        self._address, self._guest, self._clock = address, guest, clock

    def debt(self) -> float:
        """How many seconds it takes until nothing is owed."""
        now = self._clock()
        owed = self._address.debt(now)
        return owed if self._guest is None else max(owed, self._guest.debt(now))

    def begins(self) -> bool:
        """Whether the next thing may begin at once."""
        return not self.debt() and self._address.begins()

    async def in_turn(self, is_gone: Callable[[], bool] = lambda: False) -> bool:
        """Wait until the next thing may begin; whether it may, for whoever asked may be gone by then."""
        while True:
            while owed := self.debt():
                await asyncio.sleep(min(owed, _NAP))
                if is_gone():
                    return False
            await self._address.in_turn()
            if not self.debt():  # others may have spent while this waited
                return not is_gone()

    def spend(self, seconds: float, size: int = 0) -> None:
        """Pay for what was done."""
        self._address.spend(seconds, size)
        if self._guest is not None:
            self._guest.spend(seconds, size)


class Budgets:
    """The purses of everybody in this process; of too many, those unused for longest are forgotten."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._purses: OrderedDict[tuple[str, str], Purse] = OrderedDict()

    def account(self, address: str, guest: str | None = None) -> Account:
        """Who pays for what comes from this address, and from this guest if one is known."""
        limits = self._limits
        theirs = self._purse("address", address, limits.work_per_address, limits.bytes_per_address)
        own = None if guest is None else self._purse("guest", guest, limits.work_per_guest, limits.bytes_per_guest)
        return Account(theirs, own, self._clock)

    def _purse(self, kind: str, key: str, work: Rate, size: Rate) -> Purse:
        purse = self._purses.pop((kind, key), None) or Purse(work, size, self._clock())
        self._purses[kind, key] = purse
        if len(self._purses) > self._limits.buckets:
            self._purses.popitem(last=False)
        return purse


class Metered(Generic[T]):
    """Something to wait for; ``seconds`` is how long it kept the event loop busy itself.

    Wall time, which costs little to read: on a loop of its own nearly the processor's.
    """

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        clock, step, given = time.perf_counter, self._work.send, None
        while True:
            began = clock()
            try:
                waited = step(given)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self.seconds += min(clock() - began, _LONGEST)
            try:
                given, step = (yield waited), self._work.send
            except BaseException as error:
                given, step = error, self._work.throw
