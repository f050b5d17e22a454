"""Which level of the bots plays most like somebody did in a game.

``python -m benchmarks.levels`` lets every level play and prints these figures of its games: the share of the tiles that
could be laid which it laid, and the same of only those turns in which it laid something. Who overlooks a lot has little
of both; who waits lays little, but what it lays is all there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.study.figures import TurnAnalysis

__all__ = ["FEWEST", "LEVELS", "LevelFigures", "accuracy_of", "like_level"]


class LevelFigures(NamedTuple):
    """What a level comes to in a game: mean and spread of its accuracy, in all and in turns in which it lays."""

    accuracy: float
    accuracy_spread: float
    laying: float
    laying_spread: float


LEVELS: dict[str, LevelFigures] = {
    "newcomer": LevelFigures(0.166, 0.123, 0.416, 0.150),
    "beginner": LevelFigures(0.285, 0.103, 0.505, 0.187),
    "casual": LevelFigures(0.436, 0.137, 0.584, 0.149),
    "regular": LevelFigures(0.589, 0.152, 0.700, 0.159),
    "skilled": LevelFigures(0.756, 0.144, 0.825, 0.116),
    "veteran": LevelFigures(0.870, 0.123, 0.904, 0.093),
    "most-tiles": LevelFigures(1.000, 0.000, 1.000, 0.000),
    "strategist": LevelFigures(0.468, 0.242, 0.973, 0.052),
}
"""Every level, weakest first; games for four by ``sabra``."""

FEWEST = 10
"""Tiles that could be laid in a game: of fewer nothing can be said."""

_SPREAD = 0.03
"""So much may differ with anybody: one bot that never misses a tile has no spread at all."""


def like_level(possible: int, accuracy: float | None, laying: float | None) -> str | None:
    """The level whose figures are nearest, each measured by how much it differs from game to game.

    ``None`` where there is too little to go by.
    """
    if accuracy is None or laying is None or possible < FEWEST:
        return None

    def distance(name: str) -> float:
        figures = LEVELS[name]
        apart = (accuracy - figures.accuracy) / max(_SPREAD, figures.accuracy_spread)
        laying_apart = (laying - figures.laying) / max(_SPREAD, figures.laying_spread)
        return apart**2 + laying_apart**2

    return min(LEVELS, key=distance, default=None)


def accuracy_of(turns: Sequence[TurnAnalysis]) -> tuple[float | None, float | None]:
    """The share of the tiles that could be laid which were: in all these turns, and in those with any laid."""
    return _share(turns), _share([turn for turn in turns if turn.taken.tiles])


def _share(turns: Sequence[TurnAnalysis]) -> float | None:
    possible = sum(turn.possible for turn in turns)
    return sum(turn.taken.tiles for turn in turns if turn.possible) / possible if possible else None
