"""Ratings: how strong each bot is, fitted to all games at once, with 95 % intervals.

The model is Bradley and Terry's, in Luce's form for tables of more than two: the chance to win a table is
a bot's strength divided by the strengths of all who sit there. Ratings are the logarithms of the
strengths on Elo's scale (400 points are odds of ten to one), with their mean at 0.
"""

from __future__ import annotations

import math
import operator
from collections import Counter, defaultdict
from collections.abc import Sequence

from tilery.arena.game import ArenaResult
from tilery.arena.interval import Interval, t_quantile

__all__ = ["ELO", "ratings"]

ELO = 400 / math.log(10)
"""Points of rating for a factor of e in strength."""

_CLOSE = 1e-9
_STEPS = 100
_ALIKE = 1e-9
"""Deals that differ by less than this share of the model's own variance differ by rounding alone."""

Vector = list[float]
Matrix = list[list[float]]


def ratings(results: Sequence[ArenaResult], bots: int) -> list[Interval]:
    """The rating of every bot.

    Every bot is given half a win and half a loss against the average: that keeps one that won everything
    finite, and is soon outweighed. The error follows from how deals differ (the sandwich estimate with
    deals as units). A bot that won all or nothing shows no such difference and has the model's own error; one whose
    deals all split, too, and then a deal counts as one game.
    """
    fit = _Fit(results, bots)
    strengths = fit.solve()
    middle = sum(strengths) / bots
    spread, plain = fit.errors(strengths)
    deals = len({result.deal for result in results})
    t = t_quantile(deals - 1) if deals > 1 else t_quantile(10**6)
    found = []
    for bot, strength in enumerate(strengths):
        variance = plain[bot][bot]
        if deals > 1 and 0 < fit.wins[bot] < fit.games[bot]:
            alike = spread[bot][bot] < _ALIKE * variance
            variance = variance * len(results) / deals if alike else spread[bot][bot]
        half = t * math.sqrt(max(0.0, variance))
        value = strength - middle
        found.append(Interval(ELO * value, ELO * (value - half), ELO * (value + half)))
    return found


class _Fit:
    """The likelihood of the strengths' logarithms, games counted by who sat at the table."""

    def __init__(self, results: Sequence[ArenaResult], bots: int) -> None:
        self.bots = bots
        self.tables = Counter(tuple(sorted(result.bots)) for result in results)
        self.wins = Counter(result.bots[result.winner] for result in results)
        self.games = Counter(bot for result in results for bot in set(result.bots))
        self.deals: dict[int, list[ArenaResult]] = defaultdict(list)
        for result in results:
            self.deals[result.deal].append(result)

    def solve(self) -> Vector:
        """The likeliest logarithms, by Newton's steps of at most 1."""
        logs = [0.0] * self.bots
        for _ in range(_STEPS):
            slope, bend = self._slope(logs), self._bend(logs)
            step = [sum(row[i] * slope[i] for i in range(self.bots)) for row in _inverse(bend)]
            longest = max(map(abs, step))
            shorter = 1 / max(1.0, longest)
            logs = [log + shorter * part for log, part in zip(logs, step, strict=True)]
            if longest < _CLOSE:
                break
        return logs

    def errors(self, logs: Vector) -> tuple[Matrix, Matrix]:
        """The covariance of the centred logarithms, from the deals' differences and from the model alone."""
        inverse = _inverse(self._bend(logs))
        chances = {table: self._chances(table, logs) for table in self.tables}
        meat = [[0.0] * self.bots for _ in range(self.bots)]
        for results in self.deals.values():
            surprise = [0.0] * self.bots
            for result in results:
                surprise[result.bots[result.winner]] += 1
                for bot, chance in chances[tuple(sorted(result.bots))].items():
                    surprise[bot] -= chance
            for i, j in _pairs(self.bots):
                meat[i][j] += surprise[i] * surprise[j]
        return _centred(_times(inverse, _times(meat, inverse))), _centred(inverse)

    def _slope(self, logs: Vector) -> Vector:
        slope = [self.wins[bot] + 0.5 - _logistic(log) for bot, log in enumerate(logs)]
        for table, count in self.tables.items():
            for bot, chance in self._chances(table, logs).items():
                slope[bot] -= count * chance
        return slope

    def _bend(self, logs: Vector) -> Matrix:
        bend = [[0.0] * self.bots for _ in range(self.bots)]
        for bot, log in enumerate(logs):
            bend[bot][bot] += _logistic(log) * _logistic(-log)
        for table, count in self.tables.items():
            chances = self._chances(table, logs)
            for one, chance in chances.items():
                bend[one][one] += count * chance
                for other, its in chances.items():
                    bend[one][other] -= count * chance * its
        return bend

    @staticmethod
    def _chances(table: tuple[int, ...], logs: Vector) -> dict[int, float]:
        """How likely each bot is to win at this table, in whichever of its seats."""
        top = max(logs[bot] for bot in table)
        weights: dict[int, float] = defaultdict(float)
        for bot in table:
            weights[bot] += math.exp(logs[bot] - top)
        whole = sum(weights.values())
        return {bot: weight / whole for bot, weight in weights.items()}


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x))


def _pairs(size: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(size) for j in range(size)]


def _times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(map(operator.mul, row, column)) for column in columns] for row in left]


def _centred(matrix: Matrix) -> Matrix:
    """The covariance after the mean of all is taken off each."""
    size = len(matrix)
    rows = [sum(row) / size for row in matrix]
    columns = [sum(column) / size for column in zip(*matrix, strict=True)]
    whole = sum(rows) / size
    return [[matrix[i][j] - rows[i] - columns[j] + whole for j in range(size)] for i in range(size)]


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        lead = rows[i][i]
        rows[i] = [value / lead for value in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [value - factor * own for value, own in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
