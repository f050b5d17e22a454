"""Whether several writes share a commit: where many tables write at once, commits are kept apart."""

from __future__ import annotations

import math

__all__ = ["Crowd"]

BUSY = 200
"""Writes a second from which on commits are kept apart, so that several share one."""
APART = 0.01
"""Seconds between two commits then. A commit with its hand-overs between threads takes more of the processor than
deciding a move, and nobody sees whether a move comes after two milliseconds or ten.
"""
_LATELY = 0.25
"""Seconds that are looked back over to say how many come."""
_SOME = 1.05
"""Writes that share a commit on average; fewer, and there is no use in waiting."""


class Crowd:
    """How many write at once. One after the other, however fast, has nobody to share a commit with.

    >>> crowd = Crowd()
    >>> for commit in range(100):
    ...     crowd.commits(3, now=commit / 100)
    >>> round(crowd.wait(now=0.992), 3), crowd.wait(now=1.1)
    (0.008, 0.0)
    >>> for commit in range(100):
    ...     crowd.commits(1, now=2 + commit / 400)
    >>> crowd.wait(now=2.25)
    0.0
    """

    def __init__(self) -> None:
        self._load, self._together, self._last = 0.0, 1.0, 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next commit."""
        is_crowd = self._load > BUSY * _LATELY and self._together > _SOME
        return max(0.0, self._last + APART - now) if is_crowd else 0.0

    def commits(self, writes: int, now: float) -> None:
        """So many writes share a commit."""
        self._load *= math.exp((self._last - now) / _LATELY)
        self._load += writes
        self._together += (writes - self._together) / 8
        self._last = now
