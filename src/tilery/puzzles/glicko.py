"""Ratings of players and puzzles: Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2022).

A rating comes with its deviation, how unsure it is, and its volatility, how much it is expected to change. The example
of the paper: a player of 1500 beats one of 1400 and loses to one of 1550 and to one of 1700.

>>> player = Rating(1500, 200, 0.06)
>>> games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
>>> after = rated(player, games)
>>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
(1464.05, 151.52, 0.06)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["NEWCOMER", "PUZZLE_DEVIATION", "Rating", "rated", "rated_both"]

_SCALE = 173.7178
_MIDDLE = 1500.0
_TAU = 0.5
"""How much volatility changes over time: the paper has 0.3 to 1.2, and 0.5 in its example."""
_CLOSE = 1e-6
_LEAST_DEVIATION = 45.0
"""No rating becomes surer than this, so that it can always follow who gets better."""
_MOST_DEVIATION = 350.0
_RANGE = 100.0, 3500.0


class Rating(NamedTuple):
    """A rating, its deviation and its volatility."""

    rating: float
    deviation: float
    volatility: float = 0.06


NEWCOMER = Rating(1100.0, 250.0)
"""Whoever has solved nothing yet: the easier puzzles come first."""

PUZZLE_DEVIATION = 150.0
"""How unsure the rating is that a puzzle starts with: it is worked out from what is proven about it."""


def rated(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after some games, each against a rating and with a score from 0 to 1."""
    mu, phi = (own.rating - _MIDDLE) / _SCALE, own.deviation / _SCALE
    if not games:
        return own._replace(deviation=_SCALE * math.hypot(phi, own.volatility))
    information = gained = 0.0
    for other, score in games:
        weight = _weight(other.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - _MIDDLE) / _SCALE)))
        information += weight**2 * expected * (1 - expected)
        gained += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(own.volatility, phi, variance, variance * gained)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating(_MIDDLE + _SCALE * (mu + after**2 * gained), _SCALE * after, volatility)


def rated_both(player: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """The ratings of a player and of a puzzle after an attempt, both from what they were before it.

    >>> player, puzzle = rated_both(Rating(1100, 350), Rating(1200, 150), solved=True)
    >>> round(player.rating), round(puzzle.rating)
    (1325, 1152)
    """
    score = 1.0 if solved else 0.0
    return _bounded(rated(player, [(puzzle, score)])), _bounded(rated(puzzle, [(player, 1 - score)]))


def _bounded(rating: Rating) -> Rating:
    low, high = _RANGE
    deviation = min(max(rating.deviation, _LEAST_DEVIATION), _MOST_DEVIATION)
    return Rating(min(max(rating.rating, low), high), deviation, rating.volatility)


def _weight(phi: float) -> float:
    """How much a game counts against somebody whose rating is so unsure: the paper's g."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(before: float, phi: float, variance: float, change: float) -> float:
    """The new volatility, by the paper's fifth step: a root found by the Illinois method."""
    start = math.log(before**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        total = phi**2 + variance + power
        return power * (change**2 - total) / (2 * total**2) - (x - start) / _TAU**2

    low = start
    if change**2 > phi**2 + variance:
        high = math.log(change**2 - phi**2 - variance)
    else:
        step = 1
        while slope(start - step * _TAU) < 0:
            step += 1
        high = start - step * _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
