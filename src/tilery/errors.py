"""What can be wrong with something given to Tilery."""

from __future__ import annotations

import operator
from types import UnionType
from typing import SupportsIndex

__all__ = ["InternalError", "TileryError"]


class TileryError(ValueError):
    """Bad input: text that cannot be read, a rule that cannot hold, an impossible position.

    Every error has a stable ``code`` for programs and a sentence for people.

    >>> str(TileryError("notation", "'x7' is not a tile"))
    "'x7' is not a tile"
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text

    def __reduce__(self) -> tuple[type[TileryError], tuple[str, str]]:
        return type(self), (self.code, self.text)


class InternalError(RuntimeError):
    """A bug: something within Tilery does not add up, whatever it was given.

    >>> InternalError("the sets do not add up").code
    'internal'
    """

    code = "internal"


def is_a(given: object, kind: type | UnionType) -> bool:
    """Whether something is of a kind, for a program that no type checker has seen; True and False are no numbers.

    >>> is_a("3", int), is_a(True, int), is_a(3, int)
    (False, False, True)
    """
    return isinstance(given, kind) and not isinstance(given, bool)


def whole_number(given: SupportsIndex, least: int, most: int | None = None, *, code: str, what: str) -> int:
    """A whole number within bounds, the upper of which there need not be; anything else is refused, and never rounded.

    >>> whole_number(2.5, 1, 9, code="games", what="the number of games")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: the number of games is a whole number from 1 to 9, not 2.5
    """
    try:
        number = least - 1 if isinstance(given, bool) else operator.index(given)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        span = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise TileryError(code, f"{what} is a whole number {span}, not {given!r}")
    return number
