"""What players are called in a list or at a table: nobody as somebody else, and nobody without a name."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

__all__ = ["bot_name", "free_name", "seat_name"]

_LONGEST_BOT = 14  # with " bot" and a number it's no longer than a person's name may be


def free_name(name: str, others: Iterable[str]) -> str:
    """The name as nobody else here has it.

    >>> free_name("Ann", ["Bo"]), free_name("Ann", ["ann", "Ann 2"])
    ('Ann', 'Ann 3')
    """
    taken = {other.casefold() for other in others}
    choices = (name if number == 1 else f"{name} {number}" for number in itertools.count(1))
    return next(choice for choice in choices if choice.casefold() not in taken)


def bot_name(own: str, others: Iterable[str]) -> str:
    """What a bot is called here, from what it calls itself.

    >>> bot_name("most-tiles", ["Ann", "most-tiles bot"]), bot_name("The Lion of Westphalia", [])
    ('most-tiles bot 2', 'The Lion of W… bot')
    """
    if len(own) > _LONGEST_BOT:
        own = own[: _LONGEST_BOT - 1].rstrip() + "…"
    return free_name(f"{own} bot", others)


def seat_name(seat: int) -> str:
    """What a seat is called when nobody's name is known: seats have numbers from 0, people count from 1.

    >>> seat_name(0)
    'seat 1'
    """
    return f"seat {seat + 1}"
