"""Days in UTC, so that everybody everywhere has the same puzzle, and streaks of them.

>>> day_of(1_794_000_000), str(date_of(20_763))
(20763, '2026-11-06')
>>> streak([20_760, 20_761, 20_763], today=20_764), longest([20_760, 20_761, 20_763])
(1, 2)
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from tilery.errors import TileryError

__all__ = ["date_of", "day_of", "longest", "read_day", "streak"]

_SECONDS = 86_400
_FIRST = datetime.date(1970, 1, 1)


def day_of(time: float) -> int:
    """The day of a time, both counted from the beginning of 1970."""
    return int(time // _SECONDS)


def date_of(day: int) -> datetime.date:
    """The date of a day."""
    return _FIRST + datetime.timedelta(days=day)


def read_day(text: str) -> int:
    """The day of a date as it is written.

    >>> read_day("2026-11-06")
    20763
    >>> read_day("tomorrow")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: a day is written as 2026-11-17, not 'tomorrow'
    """
    try:
        return (datetime.date.fromisoformat(text) - _FIRST).days
    except ValueError:
        raise TileryError("day", f"a day is written as 2026-11-17, not {text!r}") from None


def streak(days: Sequence[int], today: int) -> int:
    """How many days in a row are done up to today, or up to yesterday as long as today may still be.

    >>> streak([3, 4, 5], today=5), streak([3, 4, 5], today=6), streak([3, 4, 5], today=7)
    (3, 3, 0)
    """
    done = set(days)
    last = today if today in done else today - 1
    count = 0
    while last - count in done:
        count += 1
    return count


def longest(days: Sequence[int]) -> int:
    """The most days in a row that were ever done; days are in order."""
    best = count = 0
    before: int | None = None
    for day in days:
        count = count + 1 if before is not None and day == before + 1 else 1
        best, before = max(best, count), day
    return best
