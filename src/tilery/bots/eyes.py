"""What a player sees to play: everything there is, or what its attention notices."""

from __future__ import annotations

import time
from typing import NamedTuple

from tilery.bots.attentive import Attention, LookedTurn
from tilery.game import View
from tilery.notation import Table, Tiles
from tilery.solver import Question

__all__ = ["Eyes", "SeenPlay"]


class SeenPlay(NamedTuple):
    """A play that is seen: the whole table after it, and the tiles it lays."""

    table: Table
    played: Tiles

    @property
    def tiles(self) -> int:
        """How many tiles it lays."""
        return len(self.played)


class Eyes:
    """One position as a player sees it who overlooks what its attention does not notice, or nothing without one.

    Asked twice in a turn it looks at the same sets and thinks of the same jokers. After the deadline (of the monotonic
    clock) nothing more is seen.
    """

    def __init__(self, view: View, attention: Attention | None, seed: int, deadline_ns: int) -> None:
        assert view.seat is not None and view.rack is not None
        self.view, self.rack = view, view.rack
        self.opened = view.opened[view.seat]
        self._attention, self._seed, self._deadline_ns = attention, seed, deadline_ns

    @property
    def seconds(self) -> float:
        """The time that is left."""
        return max(0.001, (self._deadline_ns - time.monotonic_ns()) / 1e9)

    def most(self, only: Tiles | None = None) -> SeenPlay | None:
        """The play of most tiles that is seen, of all tiles on the rack or only of these."""
        return self._solved(only) if self._attention is None else self._noticed(self._attention, only)

    def _solved(self, only: Tiles | None) -> SeenPlay | None:
        view, rack = self.view, self.rack if only is None else only
        play = Question(view.rules, view.table, rack, opened=self.opened, seconds=self.seconds).best()
        return None if play is None else SeenPlay(play.table, play.played)

    def _noticed(self, attention: Attention, only: Tiles | None) -> SeenPlay | None:
        turn = LookedTurn(self.view, attention, self._seed, self._deadline_ns, only)
        turn.look()
        return SeenPlay(turn.table, turn.played) if turn.finds else None
