"""What was made of a key, remembered in a dictionary.

>>> squares = Remembered(lambda number: number * number)
>>> squares[3], list(map(squares.__getitem__, [3, 4])), len(squares)
(9, [9, 16], 2)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Remembered"]

_RememberedBy = TypeVar("_RememberedBy")
_RememberedValue = TypeVar("_RememberedValue")

_MOST = 1 << 15
"""Entries kept: more sets than games come to in a day, and some megabytes. After that remembering begins anew."""


class Remembered(dict[_RememberedBy, _RememberedValue]):
    """As ``functools.lru_cache``, at half its price: what is known already is found without a call of Python's.

    An error is not remembered.
    """

    def __init__(self, make: Callable[[_RememberedBy], _RememberedValue], most: int = _MOST) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: _RememberedBy) -> _RememberedValue:
        made = self._make(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = made
        return made
