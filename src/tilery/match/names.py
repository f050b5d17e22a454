"""What players are called in a list or at a table: nobody as somebody else, and nobody without a name."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

__all__ = ["bot_name", "engine_name", "free_name", "seat_name", "with_level"]

_LONGEST_BOT = 14  # with " bot" and a number it's no longer than a person's name may be


def free_name(name: str, others: Iterable[str]) -> str:
    """The name as nobody else here has it.

    >>> free_name("Ann", ["Bo"]), free_name("Ann", ["ann", "Ann 2"])
    ('Ann', 'Ann 3')
    """
    taken = {other.casefold() for other in others}
    choices = (name if number == 1 else f"{name} {number}" for number in itertools.count(1))
    return next(choice for choice in choices if choice.casefold() not in taken)


def bot_name(names: Sequence[str], others: Iterable[str]) -> str:
    """What a bot is called here: the first of the names its like go by that nobody here has.

    >>> bot_name(("Max", "Maxi"), ["Ann", "max"]), bot_name(("Max", "Maxi"), ["Max", "Maxi"])
    ('Maxi', 'Max 2')
    """
    taken = {other.casefold() for other in others}
    free = (name for name in names if name.casefold() not in taken)
    return next(free, None) or free_name(names[0], taken)


def with_level(name: str, level: str) -> str:
    """A bot's name with its level beside it, where there is only room for a name: in files and at the terminal.

    >>> with_level("Max", "most-tiles"), with_level("casual bot", "casual")
    ('Max (most-tiles)', 'casual bot')
    """
    return name if level in name else f"{name} ({level})"


def engine_name(own: str, others: Iterable[str]) -> str:
    """What an engine is called here, from what it calls itself.

    >>> engine_name("Lion", ["Ann", "Lion bot"]), engine_name("The Lion of Westphalia", [])
    ('Lion bot 2', 'The Lion of W… bot')
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
