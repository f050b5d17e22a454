"""A bot that plays by a policy of the simulation, move by move as the simulation does, and slips as people do.

>>> from tilery.bots.host import play_game
>>> from tilery.game import seeded_secret
>>> from tilery.rules.edition import edition
>>> bots = [PolicyBot(Policy(hoards=1)), PolicyBot(MOST_TILES)]
>>> play_game(edition("sabra").rules(), bots, seeded_secret(3)).game.result.reason.value
'out'
"""

from __future__ import annotations

from random import Random

from tilery.bots.host import fallback
from tilery.bots.protocol import Bot, ThinkingTime
from tilery.game import Action, Play, View
from tilery.notation import Tiles
from tilery.simulation import MOST_TILES, Policy
from tilery.solver import Question
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = ["PolicyBot", "is_ahead"]


class PolicyBot(Bot):
    """Waits as a policy says; it also stops waiting where no more than ``left`` tiles would be left over, and ``slips``
    is how often it lays all it can although it should wait."""

    def __init__(self, policy: Policy | int = MOST_TILES, seed: int = 0, left: int = 0, slips: float = 0.0) -> None:
        self._policy = Policy.of(policy) if isinstance(policy, int) and policy != MOST_TILES else policy
        self._chance = Random(seed)
        self._left = left
        self._slips = slips

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        waits = self._waits(view) and self._chance.random() >= self._slips
        must = view.rack if waits and not self._left else Tiles()
        opened = view.opened[view.seat]
        play = Question(view.rules, view.table, view.rack, opened=opened, must=must, seconds=clock.seconds).best()
        if play is None or (waits and len(view.rack) - play.tiles > self._left):
            return fallback(view)
        return Play(view.seat, play.table)

    def _waits(self, view: View) -> bool:
        policy = self._policy
        if not isinstance(policy, Policy):
            return False
        assert view.seat is not None
        if not view.opened[view.seat] and not (policy.hoards and (view.pool >= policy.hoards or not view.pool)):
            return False
        if not view.pool:
            return policy.ending == "stubborn" or (policy.ending == "calm" and is_ahead(view))
        others = {*range(len(view.counts))} - {view.seat} - view.resigned
        return view.pool > policy.pool and min(view.counts[seat] for seat in others) > policy.others


def is_ahead(view: View) -> bool:
    """Whether this seat would win if nobody laid a tile any more, with the pool empty.

    With two players the other rack is all that isn't seen; of more, each is taken to hold its share of that.
    """
    assert view.seat is not None and view.rack is not None
    seen = count_kinds([*view.table.tiles(), *view.rack])
    unseen = sum(
        (have - gone) * view.rules.penalty(kind)
        for kind, have, gone in zip(ALL_KINDS, view.rules.tile_set.counts, seen, strict=True)
    )
    own = sum(map(view.rules.penalty, view.rack))
    hidden = sum(view.counts) - len(view.rack)
    first = view.starter if view.last is None else view.last + 1
    seats = [(first + step) % len(view.counts) for step in range(len(view.counts))]
    totals = {seat: own if seat == view.seat else unseen * view.counts[seat] / max(1, hidden) for seat in seats}
    return view.seat == min(
        (seat for seat in seats if seat not in view.resigned), key=lambda seat: (totals[seat], view.counts[seat])
    )
