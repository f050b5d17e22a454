"""What came of a command, on its way to everybody who hears of it here."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Delivery", "timed"]


class Delivery:
    """Counts those who are still to be sent something; when the last was sent it, ``done`` is called.

    >>> delivery = Delivery(lambda: print("all sent"))
    >>> delivery.add(); delivery.add(); delivery.sealed()
    >>> delivery.sent(); delivery.sent()
    all sent
    """

    def __init__(self, done: Callable[[], None]) -> None:
        self._done = done
        self._left = 0
        self._is_sealed = self._has_any = False

    def add(self) -> None:
        """One more is to be sent it."""
        self._left += 1
        self._has_any = True

    def sent(self) -> None:
        """One was sent it, or is gone."""
        self._left -= 1
        self._finish()

    def sealed(self) -> None:
        """Those were all."""
        self._is_sealed = True
        self._finish()

    def _finish(self) -> None:
        if self._is_sealed and self._has_any and not self._left:
            self._has_any = False
            self._done()


def timed(observe: Callable[[float], None], began: float, clock: Callable[[], float] = time.perf_counter) -> Delivery:
    """A delivery that says how long it took from when it began, by this clock."""
    return Delivery(lambda: observe(max(0.0, clock() - began)))
