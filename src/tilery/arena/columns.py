"""The columns of a table of standings, the same on the screen and in the report."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilery.arena.standings import Standing, Standings

__all__ = ["COLUMNS", "Column", "by_rating", "cells", "cross_table"]


class Column(NamedTuple):
    """A column: its title, its cell for a bot, and whether only rated bots have it."""

    title: str
    cell: Callable[[Standing], str]
    rated: bool = False


def _span(low: float, high: float, spell: Callable[[float], str]) -> str:
    return f"{spell(low)} … {spell(high)}" if math.isfinite(low + high) else "–"


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f}"


def _signed(number: float) -> str:
    return f"{number:+.1f}"


def _points(number: float) -> str:
    return f"{number:+.0f}"


def _matches(row: Standing) -> str:
    return f"{row.matches_won:g} of {row.matches}" if row.matches else "–"


COLUMNS = (
    Column("bot", lambda row: row.name),
    Column("rating", lambda row: _points(row.rating), rated=True),
    Column("95 %", lambda row: _span(row.rating_low, row.rating_high, _points), rated=True),
    Column("games", lambda row: str(row.games)),
    Column("won %", lambda row: _percent(row.win_rate)),
    Column("95 %", lambda row: _span(row.low, row.high, _percent)),
    Column("score", lambda row: _signed(row.mean_score)),
    Column("95 %", lambda row: _span(row.score_low, row.score_high, _signed)),
    Column("matches", _matches, rated=True),
    Column("tiles left", lambda row: f"{row.tiles_left:.1f}"),
    Column("ms a move", lambda row: f"{1000 * row.seconds_per_move:.1f}"),
    Column("slowest", lambda row: f"{1000 * row.slowest_move:.0f}"),
    Column("cut", lambda row: str(row.cut)),
    Column("faults", lambda row: str(row.faults)),
)
"""Every column, in order."""


def cells(row: Standing, columns: Sequence[Column] = COLUMNS) -> list[str]:
    """A bot's cells."""
    return [column.cell(row) for column in columns]


def by_rating(found: Standings) -> list[Standing]:
    """Every bot, best first."""
    return sorted(found.bots, key=lambda row: -row.rating)


def cross_table(found: Standings) -> list[list[str]]:
    """Each bot against each in a round robin of two: a row says what its bot won of a hundred games.

    The first row and column are names, best bots first; elsewhere nothing is to be said.
    """
    rates = {
        (row.name, other.name): f"{_percent(row.win_rate)} ({_span(row.low, row.high, _percent)})"
        for table in found.tables
        for row in table.bots
        for other in table.bots
        if row is not other
    }
    names = [row.name for row in by_rating(found)]
    return [["won % against", *names], *([name, *(rates.get((name, other), "") for other in names)] for name in names)]
