"""The last moves of a game, so that whoever comes back can follow what happened since their turn.

>>> from tilery.notation import Tiles
>>> from tilery.game import Drew, Played
>>> latest = Latest()
>>> for seat in (0, 1, 0, 1):
...     latest = latest.with_move(MadeMove(seat, (Drew(seat, 1, Tiles("b3")),)), seats=2)
>>> played = Played(0, Tiles("r4 r5 r6"), Table("r4 r5 r6"))
>>> [move.seat for move in latest.with_move(MadeMove(0, (played,)), seats=2).moves]
[1, 0, 1, 0]
"""

from __future__ import annotations

import msgspec

from tilery.game import Event, Played, Settled
from tilery.notation import Table

__all__ = ["Latest", "MadeMove"]

_LAID = (Played, Settled)
_ROUNDS = 2
"""Moves of so many rounds are kept: nobody's last turn is missing, and a state never grows beyond them."""


class MadeMove(msgspec.Struct, frozen=True):
    """What a seat did in the game, or what happened to it when its time was over."""

    seat: int
    events: tuple[Event, ...]
    timed_out: bool = False


class Latest(msgspec.Struct, frozen=True):
    """The last moves of a game; ``before`` is the table as it lay before the first of them."""

    before: Table = Table()
    moves: tuple[MadeMove, ...] = ()

    def with_move(self, move: MadeMove, seats: int) -> Latest:
        """One move more at a table of so many seats; the oldest goes when there are enough."""
        if len(self.moves) < _ROUNDS * seats:
            return Latest(self.before, (*self.moves, move))
        oldest, *rest = self.moves
        tables = [event.table for event in oldest.events if isinstance(event, _LAID)]
        return Latest(tables[-1] if tables else self.before, (*rest, move))
