"""What each level overlooks: the share of available plays missed, by how many sets must be rearranged for them.

>>> from tilery.bots.ladder import level
>>> from tilery.rules.edition import edition
>>> views = itertools.islice(playable(edition("sabra").rules()), 30)
>>> missed = count_misses(views, [level("newcomer"), level("most-tiles")])
>>> sum(missed.positions)
30
>>> missed.shares("most-tiles")[:2], missed.shares("newcomer")[1]
((0.0, 0.0), 1.0)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.bots.finder import Finder
from tilery.bots.host import play_game
from tilery.bots.ladder import Level
from tilery.bots.most_tiles import MostTiles
from tilery.bots.protocol import ThinkingTime
from tilery.game import Action, Play, View, seeded_secret
from tilery.rules.edition import Rules

__all__ = ["MOST_SETS", "Misses", "count_misses", "playable", "sets_needed"]

MOST_SETS = 4
"""Plays that need as many sets or more are counted together."""
_UNHURRIED = ThinkingTime(60)


class Misses(NamedTuple):
    """By the fewest sets that must be touched to play at all: how many positions, and where a level played nothing."""

    positions: tuple[int, ...]
    missed: dict[str, tuple[int, ...]]

    def shares(self, name: str) -> tuple[float | None, ...]:
        """The shares that a level missed; ``None`` where there was no such position."""
        pairs = zip(self.missed[name], self.positions, strict=True)
        return tuple(missed / count if count else None for missed, count in pairs)


def count_misses(views: Iterable[View], levels: Sequence[Level], seed: int = 0) -> Misses:
    """Ask every level for its move in positions where something can be played."""
    counts = [0] * (MOST_SETS + 1)
    missed = {level.name: [0] * (MOST_SETS + 1) for level in levels}
    for number, view in enumerate(views):
        needed = sets_needed(view)
        counts[needed] += 1
        for level in levels:
            action = level.make(seed + number).choose(view, _UNHURRIED)
            missed[level.name][needed] += not isinstance(action, Play)
    return Misses(tuple(counts), {name: tuple(row) for name, row in missed.items()})


def playable(rules: Rules, seed: int = 0) -> Iterator[View]:
    """Positions of games between two of the most-tiles bot in which something can be played, without end."""
    for game in itertools.count():
        noted: list[View] = []
        play_game(rules, [_Noting(noted), _Noting(noted)], seeded_secret(seed, game), _UNHURRIED)
        yield from noted


def sets_needed(view: View) -> int:
    """The fewest sets of the table that must be touched to play anything, up to ``MOST_SETS``.

    An opening never needs any: it is the player's own tiles.
    """
    assert view.seat is not None and view.rack is not None
    if not view.opened[view.seat]:
        return 0
    needed = Finder(view.rules, view.table, view.rack).fewest_sets(MOST_SETS - 1)
    return MOST_SETS if needed is None else needed


class _Noting(MostTiles):
    """Notes what it saw whenever it could play."""

    def __init__(self, noted: list[View]) -> None:
        self.noted = noted

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        action = super().choose(view, clock)
        if isinstance(action, Play):
            self.noted.append(view)
        return action
