"""The scores of a game that has ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.errors import TileryError
from tilery.notation import Tiles
from tilery.rules.edition import Rules, must_be_rules

__all__ = ["LeftOver", "Scores", "rack_total", "score", "score_left"]


class Scores(NamedTuple):
    """What every seat scores, and the seat that won. The scores always add up to 0."""

    scores: tuple[int, ...]
    winner: int


class LeftOver(NamedTuple):
    """What is left on a rack: its points, and how many tiles they are; ``None`` where only the points are known."""

    total: int
    tiles: int | None


def rack_total(rules: Rules, rack: Tiles) -> int:
    """What the tiles left on a rack count.

    >>> from tilery.rules.edition import edition
    >>> rack_total(edition("sabra").rules(), Tiles("r7 j"))
    32
    """
    return sum(map(rules.penalty, rack))


def score(
    rules: Rules,
    racks: Sequence[Tiles | str],
    out: int | None,
    last: int | None = None,
    starter: int = 0,
    resigned: frozenset[int] = frozenset(),
) -> Scores:
    """Score a game: ``out`` is the seat that went out, or ``None`` when the pool ran empty.

    ``last`` is the seat that last laid a rack tile, if any; with the pool empty it and the ``starter``
    settle who wins among equal racks. Seats that ``resigned`` cannot win.

    >>> from tilery.rules.edition import edition
    >>> racks = [Tiles(), Tiles("r5"), Tiles("b10 b6"), Tiles("y3")]
    >>> score(edition("sabra").rules(), racks, out=0)
    Scores(scores=(24, -5, -16, -3), winner=0)
    """
    must_be_rules(rules)
    left = [LeftOver(rack_total(rules, rack), len(rack)) for rack in map(Tiles, racks)]
    return score_left(rules, left, out, last, starter, resigned)


def score_left(
    rules: Rules,
    left: Sequence[LeftOver],
    out: int | None,
    last: int | None = None,
    starter: int = 0,
    resigned: frozenset[int] = frozenset(),
) -> Scores:
    """Score a game of which perhaps only the points of the racks are known.

    Between equal racks the tiles decide only if they are known of all of these.

    >>> from tilery.rules.edition import edition
    >>> score_left(edition("sabra").rules(), [LeftOver(7, None), LeftOver(7, 2), LeftOver(9, 1)], out=None)
    Scores(scores=(2, 0, -2), winner=0)
    """
    _check(left, out, last, starter, resigned)
    totals = [rack.total for rack in left]
    seats = range(len(left))
    if out is None:
        first = starter if last is None else last + 1
        able = [seat for seat in seats if seat not in resigned]
        equal = [seat for seat in able if totals[seat] == min(totals[each] for each in able)]
        counts = [left[seat].tiles for seat in equal]
        known = [count for count in counts if count is not None]
        if len(known) == len(equal):
            equal = [seat for seat, count in zip(equal, counts, strict=True) if count == min(known)]
        winner = min(equal, key=lambda seat: (seat - first) % len(left))
        spared = totals[winner] if rules.pool_scores == "difference" else 0
    else:
        winner, spared = out, 0
    # A player who resigned may hold less than the winner: nobody scores a plus for losing.
    losses = [0 if seat == winner else max(0, totals[seat] - spared) for seat in seats]
    return Scores(tuple(sum(losses) if seat == winner else -losses[seat] for seat in seats), winner)


def _check(
    racks: Sequence[LeftOver], out: int | None, last: int | None, starter: int, resigned: frozenset[int]
) -> None:
    for name, seat in (("out", out), ("last", last), ("starter", starter), *(("resigned", s) for s in resigned)):
        if seat is not None and not 0 <= seat < len(racks):
            raise TileryError("seat", f"{name}: there is no seat {seat}, the seats are 0 to {len(racks) - 1}")
    if out in resigned:
        raise TileryError("seat", f"seat {out} has resigned and cannot have gone out")
    if len(resigned) >= len(racks):
        raise TileryError("seat", "someone must be left to win")
