"""The bot everyone measures against: opens as soon as it can and plays the most tiles, then the most value."""

from __future__ import annotations

import time

from tilery.bots.host import fallback
from tilery.bots.protocol import Bot, ThinkingTime, Why
from tilery.game import Action, Play, View
from tilery.solver import Question

__all__ = ["MostTiles"]


class MostTiles(Bot):
    """Plays the most tiles it can, every turn."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        start = time.monotonic()
        play = Question(view.rules, view.table, view.rack, opened=view.opened[view.seat], seconds=clock.seconds).best()
        self.cut = not play.proven if play else time.monotonic() - start > clock.seconds
        if play is None:
            self.why = Why("nothing", "nothing could be played")
            return fallback(view)
        self.why = Why("most-tiles", f"no more than {play.tiles} could be played")
        return Play(view.seat, play.table)
