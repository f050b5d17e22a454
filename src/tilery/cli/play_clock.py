"""The clock of a turn at the terminal: it stops whoever is typing when their time is over."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from tilery.errors import TileryError
from tilery.rules.edition import Rules

__all__ = ["TimeIsUp", "TurnTimer", "read_clock"]


class TimeIsUp(Exception):  # noqa: N818 - nothing is wrong
    """The time of a turn is over."""


def read_clock(text: str | None, rules: Rules) -> int | None:
    """The seconds of a turn that were asked for, ``None`` for no clock.

    >>> from tilery.rules.edition import edition
    >>> read_clock("edition", edition("sabra").rules()), read_clock("45", edition("sabra").rules())
    (120, 45)
    """
    if text is None:
        return None
    if text.strip().lower() == "edition":
        return rules.time_limit
    if not text.strip().isdecimal() or not 0 < int(text) <= 86_400:
        raise TileryError("usage", f"--clock takes seconds per turn, or the word edition, not {text!r}")
    return int(text)


class TurnTimer:
    """The time of one turn, or of none: ``seconds`` is ``None`` where nobody keeps time."""

    def __init__(self, seconds: float | None, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._end = None if seconds is None else now() + seconds

    @property
    def shown(self) -> str:
        """What is left, as it is read beside the name; empty without a clock.

        >>> TurnTimer(75, lambda: 0.0).shown, TurnTimer(None).shown
        (' (1:15)', '')
        """
        if self._end is None:
            return ""
        left = max(0, math.ceil(self._end - self._now()))
        return f" ({left // 60}:{left % 60:02})"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Until time is up; then :class:`TimeIsUp`, at once where the system can wake up who waits for a line."""
        if self._end is None:
            yield
            return
        with _woken_after(self._end - self._now()):
            yield
        if self._now() >= self._end:  # a line that came too late
            raise TimeIsUp


@contextmanager
def _woken_after(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def wake(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, wake)
    signal.setitimer(signal.ITIMER_REAL, max(0.001, seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
