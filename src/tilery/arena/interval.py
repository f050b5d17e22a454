"""Intervals that hold the true value 19 times in 20. The independent units are deals, never single games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

__all__ = ["Interval", "of_mean", "of_rate", "t_quantile"]

_CONFIDENCE = 0.95


class Interval(NamedTuple):
    """An estimate and the ends of its 95 % interval; without end where nothing can be said."""

    value: float
    low: float
    high: float


def of_mean(deals: Sequence[float]) -> Interval:
    """The mean of the deals' values, by Student's t.

    >>> [round(end, 3) for end in of_mean([1.0, 2.0, 3.0])]
    [2.0, -0.484, 4.484]
    """
    mean = fmean(deals)
    if len(deals) < 2:
        return Interval(mean, -math.inf, math.inf)
    half = t_quantile(len(deals) - 1) * math.sqrt(variance(deals) / len(deals))
    return Interval(mean, mean - half, mean + half)


def of_rate(deals: Sequence[float]) -> Interval:
    """A rate of winning from each deal's own rate: Wilson's interval for so many independent games as would
    spread like these deals. Deals that all went alike count as one game each.

    >>> [round(end, 3) for end in of_rate([1.0, 0.5, 0.5, 1.0, 0.5, 0.0])]
    [0.583, 0.241, 0.861]
    >>> [round(end, 3) for end in of_rate([1.0] * 20)]
    [1.0, 0.839, 1.0]
    """
    rate, count = fmean(deals), len(deals)
    spread = variance(deals) / count if count > 1 else 0.0
    games = rate * (1 - rate) / spread if spread > 0 else count
    t = t_quantile(count - 1) if spread > 0 else NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    return Interval(rate, *_wilson(rate, games, t))


def _wilson(rate: float, games: float, t: float) -> tuple[float, float]:
    share = t * t / games
    middle = (rate + share / 2) / (1 + share)
    half = t * math.sqrt(rate * (1 - rate) / games + share / (4 * games)) / (1 + share)
    return max(0.0, middle - half), min(1.0, middle + half)


def t_quantile(freedom: int) -> float:
    """Where Student's t with so many degrees of freedom leaves 2.5 % above.

    >>> [round(t_quantile(freedom), 3) for freedom in (1, 2, 5, 10, 100)]
    [12.706, 4.303, 2.57, 2.228, 1.984]
    """
    at = (1 + _CONFIDENCE) / 2
    if freedom == 1:
        return math.tan(math.pi * (at - 0.5))
    if freedom == 2:
        return (2 * at - 1) / math.sqrt(2 * at * (1 - at))
    # Cornish and Fisher's expansion around the normal distribution; 0.003 too small at 3, then exact to 0.001.
    z = NormalDist().inv_cdf(at)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    quantile: float = z + sum(term / freedom**power for power, term in enumerate(terms, 1))
    return quantile
