"""What one guest and one address may use of a process: processor time and bytes, by all their sockets and requests
together, whatever reconnects.

Every guest and every address has a purse. What was done is paid afterwards, so a purse can be in debt; whoever owes
something waits until it is refilled. And of what comes from one address one thing begins at a time, so that others are
served in between however much waits.

Where there are several processes they tell each other what was spent, once a second and only of those who spent much,
and each takes it out of its own purses: nobody has a budget at every one of them. In a notice a guest or an address is
a mark, a keyed hash. While notices don't get through, each counts for itself.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from tilery.server.http.turns import Turns
from tilery.server.hub import Hub, Notice, SpentNotice
from tilery.server.hub.notices import EVERYWHERE
from tilery.server.settings import Limits, Rate
from tilery.server.store.lanes import Lane

__all__ = ["Account", "Budgets", "Metered", "Purse", "marking", "share"]

_LONGEST = 0.05
"""Seconds that one step of work is charged with at most: none takes longer, but a whole process can be halted."""

_NAP = 1.0
"""Seconds after which whoever waits looks again."""

_MUCH = 1 / 8
"""The share of what flows into a purse in a second from which on spending it is told to other processes."""

_TOLD = 100
"""Purses in one notice at most, those from which most was spent: it has to fit on a channel."""

_MARK = 12
"""Bytes of a mark: two guests or addresses never share one."""

Mark = Callable[[str], str]
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

    __slots__ = ("_bytes", "_bytes_left", "_seen", "_work", "_work_left", "lane", "mark", "spent", "turns")

    def __init__(self, work: Rate, size: Rate, now: float, mark: str = "") -> None:
        self.mark = mark
        self.spent = (0.0, 0)
        self._work, self._bytes = work, size
        self._work_left, self._bytes_left = float(work.burst), float(size.burst)
        self._seen = now
        self.turns = Turns()
        self.lane = Lane()

    def spend(self, seconds: float, size: int) -> None:
        """Pay for what was done."""
        self._work_left -= seconds * 1e3
        self._bytes_left -= size

    def share_spent(self, seconds: float) -> float:
        """How much was spent in so many seconds, as a share of what flows in meanwhile; 1 is all of it."""
        work, size = self.spent[0] * 1e3, self.spent[1]
        minutes = seconds / 60
        return max(_part(work, self._work.per_minute * minutes), _part(size, self._bytes.per_minute * minutes))

    def debt(self, now: float) -> float:
        """How many seconds it takes until nothing is owed."""
        minutes, self._seen = (now - self._seen) / 60, now
        work, size = self._work, self._bytes
        work_left = self._work_left + minutes * work.per_minute
        bytes_left = self._bytes_left + minutes * size.per_minute
        self._work_left = work_left if work_left < work.burst else work.burst
        self._bytes_left = bytes_left if bytes_left < size.burst else size.burst
        if self._work_left >= 0 and self._bytes_left >= 0:
            return 0.0
        return max(_seconds(-self._work_left, work), _seconds(-self._bytes_left, size))


def _seconds(owed: float, rate: Rate) -> float:
    return 0.0 if owed <= 0 else owed * 60 / rate.per_minute if rate.per_minute else 3600.0


def _part(spent: float, flows: float) -> float:
    return spent / flows if flows else float(spent > 0)


class Account:
    """The purses out of which a socket or a request is paid: the address's, and the guest's where one is known."""

    def __init__(
        self, address: Purse, guest: Purse | None, clock: Callable[[], float], spenders: set[Purse] | None
    ) -> None:
        self._address, self._guest, self._clock = address, guest, clock
        self._spenders = spenders

    @property
    def lane(self) -> Lane:
        """Where everything is read for this address."""
        return self._address.lane

    def debt(self) -> float:
        """How many seconds it takes until nothing is owed."""
        now = self._clock()
        owed = self._address.debt(now)
        return owed if self._guest is None else max(owed, self._guest.debt(now))

    def begins(self) -> bool:
        """Whether the next thing may begin at once."""
        return not self.debt() and self._address.turns.begins()

    async def in_turn(self, is_gone: Callable[[], bool] = lambda: False) -> bool:
        """Wait until the next thing may begin; whether it may, for whoever asked may be gone by then."""
        while True:
            while owed := self.debt():
                await asyncio.sleep(min(owed, _NAP))
                if is_gone():
                    return False
            await self._address.turns.in_turn()
            if not self.debt():  # others may have spent while this waited
                return not is_gone()

    async def refuses(self) -> None:
        """Wait until one of this address may be refused, for that takes time, too."""
        await self._address.turns.in_turn()

    def spend(self, seconds: float, size: int = 0) -> None:
        """Pay for what was done."""
        for purse in (self._address, self._guest):
            if purse is not None:
                purse.spend(seconds, size)
                if self._spenders is not None:
                    purse.spent = (purse.spent[0] + seconds, purse.spent[1] + size)
                    self._spenders.add(purse)


class Budgets:
    """The purses of everybody in this process; of too many, those unused for longest are forgotten.

    With ``mark``, which is for several processes, it is kept who spent what lately, to be told to the others.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic, mark: Mark | None = None) -> None:
        self._limits, self._clock, self._mark = limits, clock, mark
        self._purses: OrderedDict[str, Purse] = OrderedDict()
        self._spenders: set[Purse] | None = None if mark is None else set()
        self._told = clock()

    def account(self, address: str, guest: str | None = None) -> Account:
        """Who pays for what comes from this address, and from this guest if one is known."""
        theirs = self._purse(self._marked(f"a{address}"))
        own = None if guest is None else self._purse(self._marked(f"g{guest}"))
        return Account(theirs, own, self._clock, self._spenders)

    def news(self) -> SpentNotice | None:
        """What other processes are to know of what was spent here since this was asked last; mostly nothing."""
        now = self._clock()
        seconds, self._told = max(now - self._told, 1e-3), now
        spenders, much = self._spenders or set(), []
        for purse in spenders:
            if (part := purse.share_spent(seconds)) >= _MUCH:
                much.append((part, purse.mark, round(purse.spent[0] * 1e3), purse.spent[1]))
            purse.spent = (0.0, 0)
        spenders.clear()
        much.sort(reverse=True)
        spent = tuple((mark, work, size) for _, mark, work, size in much[:_TOLD])
        return SpentNotice(EVERYWHERE, spent) if spent else None

    def hear(self, notice: Notice) -> None:
        """Another process tells what was spent there: it is taken out of the purses here."""
        if isinstance(notice, SpentNotice):
            for mark, work, size in notice.spent:
                purse = self._purse(mark)
                purse.debt(self._clock())  # a purse long unused is filled up first
                purse.spend(work / 1e3, size)

    def _marked(self, key: str) -> str:
        return key if self._mark is None else key[0] + self._mark(key)

    def _purse(self, mark: str) -> Purse:
        """The purse of a mark, which begins with ``a`` for an address and with ``g`` for a guest."""
        limits, purse = self._limits, self._purses.pop(mark, None)
        if purse is None:
            is_guest = mark.startswith("g")
            work = limits.work_per_guest if is_guest else limits.work_per_address
            size = limits.bytes_per_guest if is_guest else limits.bytes_per_address
            purse = Purse(work, size, self._clock(), mark)
        self._purses[mark] = purse
        if len(self._purses) > limits.buckets:
            self._purses.popitem(last=False)
        return purse


def marking(channels: str | None) -> Mark | None:
    """How the processes at these channels write guests and addresses for each other; a lone process has nobody to.

    The key is what the channels are entered with, which all of them know and nobody else, so that who comes by a
    notice doesn't learn from where people play. Names of hosts are left out: each may know the channels by another.

    >>> one, same, other = (marking(f"redis://:{word}@{host}/0") for word, host in
    ...     (("secret", "alpha"), ("secret", "beta"), ("guess", "alpha")))
    >>> one("a192.0.2.7") == same("a192.0.2.7") != other("a192.0.2.7")
    True
    """
    if channels is None or channels == "memory:":
        return None
    parts = urlsplit(channels)
    secret = "\n".join((parts.username or "", parts.password or "", parts.path))
    key = hashlib.blake2b(secret.encode("utf-8", "surrogatepass"), person=b"tilery budgets").digest()

    def mark(text: str) -> str:
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_MARK, key=key).digest()
        return base64.b85encode(digest).decode()

    return mark


async def share(budgets: Budgets, hub: Hub, seconds: float = 1.0) -> None:
    """Tell other processes what was spent here, and hear it of them, for as long as this runs."""
    await hub.watch(EVERYWHERE, budgets.hear)
    while True:
        await asyncio.sleep(seconds)
        notice = budgets.news()
        if notice is not None and hub.alive:
            hub.publish(notice)


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
