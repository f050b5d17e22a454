"""How often something may be asked for: a bucket of permits for every address or guest, refilled by time."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from tilery.server.http.errors import ProblemError
from tilery.server.settings import Rate

__all__ = ["Limiter", "address_key", "too_often"]


class Limiter:
    """Buckets in the memory of one process; those unseen for longest are forgotten when there are too many.

    >>> limiter = Limiter(clock=lambda: 0.0)
    >>> [limiter.wait("codes", "192.0.2.7", Rate(burst=2, per_minute=6)) for _ in range(3)]
    [0.0, 0.0, 10.0]
    """

    def __init__(self, most: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, what: str, key: str, rate: Rate) -> float:
        """Take a permit, or say how many seconds there is to wait for one."""
        now, second = self._clock(), rate.per_minute / 60
        left, seen = self._buckets.pop((what, key), (float(rate.burst), now))
        left = min(rate.burst, left + (now - seen) * second)
        wait = 0.0 if left >= 1 else (1 - left) / second if second else math.inf
        self._buckets[what, key] = (left if wait else left - 1, now)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return wait

    def spend(self, what: str, key: str, rate: Rate, cost: float) -> None:
        """Pay for what was done: whoever owes permits waits until they are back.

        >>> limiter, rate = Limiter(clock=lambda: 0.0), Rate(burst=2, per_minute=6)
        >>> limiter.spend("work", "192.0.2.7", rate, cost=4)
        >>> limiter.wait("work", "192.0.2.7", rate)
        30.0
        """
        left, seen = self._buckets.get((what, key), (float(rate.burst), self._clock()))
        self._buckets[what, key] = (left - cost, seen)

    def take(self, what: str, key: str, rate: Rate) -> None:
        """Take a permit, or refuse with the time to wait."""
        if wait := self.wait(what, key, rate):
            raise too_often(wait)


def too_often(wait: float) -> ProblemError:
    """A refusal that says when to come back."""
    seconds = math.ceil(min(wait, 3600))
    return ProblemError(429, "too-often", f"too many requests; try again in {seconds} s", {"retry-after": str(seconds)})


def address_key(host: str) -> str:
    """What stands for an address: itself, or the network of an IPv6 address, which one household has.

    >>> address_key("2001:db8::1:2:3:4"), address_key("::ffff:192.0.2.7"), address_key("192.0.2.7")
    ('2001:db8::', '192.0.2.7', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(address) >> 64 << 64))
