"""How the players of a game play on in playouts: as they did in the game, laying what they can, or waiting.

Who holds tiles back turn after turn, although a whole set lies on the rack, waits to go out in one turn. That is worth
so much that a playout which doesn't know of it says little. Who merely overlooks something doesn't wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.simulation import MOST_TILES
from tilery.study.laying import CouldLay
from tilery.study.turns import PlayedTurn

__all__ = ["Style", "styles_of"]

_SURE = 2
"""How often somebody has to keep a whole set on the rack to be taken for one who waits."""
_WAITS = (0, 0, 1, 1, 1)
"""By the number of seats from two: when others hold no more tiles than this, whoever waits stops waiting."""


class Style(NamedTuple):
    """How everybody plays on from a turn: whether each seat waits, and the player of the turn when comparing."""

    waits: tuple[bool, ...]
    policy: int


def waiting_policy(seats: int) -> int:
    """The policy of a seat that waits."""
    return _WAITS[seats - 2]


def styles_of(turns: Sequence[PlayedTurn], could: Sequence[CouldLay]) -> list[Style]:
    """For every turn how everybody plays on from there."""
    seats = turns[0].before.seats if turns else 0
    waiting = [_waiting(seat, turns, could) for seat in range(seats)]
    styles = []
    for place, turn in enumerate(turns):
        waits = tuple(waiting[seat][place] for seat in range(seats))
        styles.append(Style(waits, waiting_policy(seats) if waits[turn.seat] else MOST_TILES))
    return styles


def _waiting(seat: int, turns: Sequence[PlayedTurn], could: Sequence[CouldLay]) -> list[bool]:
    """For every turn of the game whether this seat waits at that time.

    A seat's chances to lay are cut into runs in which it held back every time. A run with enough whole sets held back
    is one of waiting; it reaches from the seat's decision before it, or the beginning, to the one that ends it.
    """
    waits = [False] * len(turns)
    start, sure = 0, 0
    for place, (turn, found) in enumerate(zip(turns, could, strict=True)):
        if turn.seat != seat or not turn.had_opened or not turn.before.pool or not found.possible:
            continue
        if turn.did == "draw":
            sure += found.set_on_rack
        elif turn.played:
            if sure >= _SURE:
                waits[start : place + 1] = [True] * (place + 1 - start)
            start, sure = place + 1, 0
    if sure >= _SURE:
        waits[start:] = [True] * (len(turns) - start)
    return waits
