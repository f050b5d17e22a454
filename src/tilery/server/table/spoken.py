"""What a bot says at the table about a move of its own, where its host wants to hear it: codes, never tiles.

>>> spoken("most-tiles"), spoken("a reason of somebody's own bot")
('all', None)
"""

from __future__ import annotations

from typing import Literal

__all__ = ["SpokenWhy", "spoken"]

SpokenWhy = Literal[
    "nothing",
    "draw",
    "opening",
    "all",
    "lay",
    "out",
    "wait",
    "hold",
    "hoard",
    "spill",
    "alarm",
    "no-pool",
    "joker",
    "block",
    "narrow",
    "closed",
]
"""Why a bot did what it did; a client says it in its own language. None of them tells what is on a rack."""

_SPOKEN: dict[str, SpokenWhy] = {
    "nothing": "nothing",
    "draw": "draw",
    "opening": "opening",
    "rack": "all",
    "table": "all",
    "most-tiles": "all",
    "play": "all",
    "lay": "lay",
    "out": "out",
    "wait": "wait",
    "hold": "hold",
    "hoard": "hoard",
    "spill": "spill",
    "alarm": "alarm",
    "no-pool": "no-pool",
    "joker": "joker",
    "block": "block",
    "narrow": "narrow",
    "closed": "closed",
}


def spoken(code: str) -> SpokenWhy | None:
    """What is said of a bot's reason, ``None`` for one that nobody has words for."""
    return _SPOKEN.get(code)
