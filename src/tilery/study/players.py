"""What the turns of a game add up to for each player, and the moments in which their chances turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilery.study.figures import PlayerAnalysis, TurnAnalysis, TurningPoint
from tilery.study.levels import accuracy_of, like_level

__all__ = ["moments", "players"]

_MOMENTS = 3
_LEAST = 0.08
"""A smaller change of chance is no moment that decided anything: the playouts alone differ by as much."""


def players(seats: int, turns: Sequence[TurnAnalysis]) -> tuple[PlayerAnalysis, ...]:
    """Every player's figures of these turns."""
    return tuple(_player(seat, [turn for turn in turns if turn.seat == seat]) for seat in range(seats))


def _player(seat: int, turns: Sequence[TurnAnalysis]) -> PlayerAnalysis:
    possible = sum(turn.possible for turn in turns)
    laid = sum(turn.taken.tiles for turn in turns if turn.possible)
    costs = [turn.cost for turn in turns if turn.cost is not None]
    count = max((turn.turn for turn in turns), default=0)
    accuracy, laying = accuracy_of(turns)
    cost = sum(costs) if any(turn.chances is not None for turn in turns) else None
    return PlayerAnalysis(
        seat=seat,
        turns=count,
        laid=laid,
        possible=possible,
        accuracy=None if accuracy is None else round(accuracy, 4),
        luck=round(sum(turn.luck or 0.0 for turn in turns), 2),
        cost=None if cost is None else round(cost, 4),
        slips=len(costs),
        level=like_level(possible, accuracy, laying),
    )


def moments(seats: int, turns: Sequence[TurnAnalysis], winner: int) -> tuple[TurningPoint, ...]:
    """The three largest changes of each seat's chance, in the order of the game."""
    found: list[TurningPoint] = []
    for seat in range(seats):
        changes = sorted(_changes(seat, turns, winner), key=lambda point: -abs(point.after - point.before))
        decisive = [point for point in changes[:_MOMENTS] if abs(point.after - point.before) >= _LEAST]
        found += sorted(decisive, key=lambda point: point.move)
    return tuple(found)


def _changes(seat: int, turns: Sequence[TurnAnalysis], winner: int) -> Iterator[TurningPoint]:
    """What changed a seat's chance from one of its turns to the next, all as the seat could know it."""
    own = [turn for turn in turns if turn.seat == seat and turn.before is not None and turn.chances is not None]
    for turn in own:
        assert turn.before is not None and turn.chances is not None
        if turn.cost is not None and turn.taken.chance is not None:
            yield TurningPoint(
                seat, turn.move, seat, "yours", turn.before[seat], turn.taken.chance, turn.played or turn.drawn
            )
        if turn.drawn and turn.taken.chance is not None:
            yield TurningPoint(seat, turn.move, seat, "luck", turn.taken.chance, turn.chances[seat], turn.drawn)
    for turn, following in pairwise(own):
        assert turn.chances is not None and following.before is not None
        yield from _by_others(seat, turns, turn, following.before, following.move)
    if own and own[-1].chances is not None:
        end = tuple(float(each == winner) for each in range(len(own[-1].chances)))
        yield from _by_others(seat, turns, own[-1], end, turns[-1].move + 1)


def _by_others(
    seat: int, turns: Sequence[TurnAnalysis], since: TurnAnalysis, then: tuple[float, ...], until: int
) -> Iterator[TurningPoint]:
    """What the others did from one move to another, as the deed of the one whose chance it changed the other way."""
    assert since.chances is not None
    between = [turn for turn in turns if since.move < turn.move < until and turn.seat != seat]
    if not between:
        return
    rose = [after - before for before, after in zip(since.chances, then, strict=True)]
    sign = 1 if rose[seat] < 0 else -1
    by = max({turn.seat for turn in between}, key=lambda other: (sign * rose[other], -other))
    deed = [turn for turn in between if turn.seat == by][-1]
    yield TurningPoint(seat, deed.move, by, "theirs", since.chances[seat], then[seat], deed.played)
