"""Measuring, and the row of a table that a measurement becomes."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple, TypeVar

__all__ = ["Row", "microseconds", "per_second"]

_T = TypeVar("_T")


class Row(NamedTuple):
    """One line of the table: what was measured, how long one takes, and the aim if there is one."""

    what: str
    microseconds: float
    aim: float | None = None
    note: str = ""

    @property
    def rate(self) -> float:
        """How many there are in a second."""
        return 1e6 / self.microseconds


def microseconds(
    do: Callable[[_T], object], things: Sequence[_T], before: Callable[[], object] | None = None, rounds: int = 7
) -> float:
    """The processor time ``do`` takes for one of the things: the best of some rounds through all of them.

    ``before`` is called, untimed, before each thing: to empty a cache, say.
    """
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            best = min(best, _one_round(do, things, before))
    finally:
        gc.enable()
    return best / len(things) * 1e6


def _one_round(do: Callable[[_T], object], things: Sequence[_T], before: Callable[[], object] | None) -> float:
    if before is None:
        start = process_time()
        for thing in things:
            do(thing)
        return process_time() - start
    total = 0.0
    for thing in things:
        before()
        start = process_time()
        do(thing)
        total += process_time() - start
    return total


def per_second(row: Row) -> str:
    """A rate with three digits that mean something."""
    return f"{row.rate:,.0f}" if row.rate >= 100 else f"{row.rate:.3g}"
