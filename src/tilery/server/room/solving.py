"""Solving positions of real tables: what is told of one, worked out and written in a process of its own."""

from __future__ import annotations

import time
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.rules.edition import Rules
from tilery.rules.position import read_position
from tilery.server.room.work import told_moves
from tilery.server.table.messages import HintMove
from tilery.solver.advice import Advice, Aims, Obstacle, advise

__all__ = ["Answered", "Solved", "solve_position"]

SECONDS = 0.5
"""Seconds after which the best found is told."""


class SolvedPlay(msgspec.Struct, frozen=True):
    """A play: its tiles and points, the table after it, how many sets it breaks and table tiles it moves, and the moves
    of the hands in order.

    ``proven`` is false for the best that was found in the time; ``fewest`` is true where fewer changes are proven to be
    impossible.
    """

    played: str
    tiles: int
    points: int
    table: str
    broken: int
    moved: int
    goes_out: bool
    proven: bool
    fewest: bool
    moves: tuple[HintMove, ...]


class Solved(msgspec.Struct, frozen=True):
    """What can be played, the best first: most tiles, then points, then as little changed on the table as possible.

    ``aims`` says which of the plays is the answer to each aim. Without a play it is ``None``, and ``obstacles`` says
    what is in the way. ``left`` is how many tiles stay on the rack at least; ``proven`` is false where the search was
    cut short and fewer may.
    """

    plays: tuple[SolvedPlay, ...]
    aims: Aims | None
    goes_out: bool
    left: int
    proven: bool
    obstacles: tuple[Obstacle, ...]


class Answered(NamedTuple):
    """What is told of a position as JSON, or why it can't be one, and the processor's seconds that took."""

    body: bytes
    error: TileryError | None
    seconds: float


def solve_position(rules: Rules, table: str, rack: str, opened: bool, drawn: str) -> Answered:
    """All there is to say about a position that somebody has written down."""
    began, body, error = time.thread_time(), b"", None
    try:
        written = read_position(rules, table, rack, opened=opened, drawn=drawn)
        advice = advise(rules, written.table, written.rack, opened=opened, drawn=written.drawn, seconds=SECONDS)
        body = msgspec.json.encode(_solved(advice))
    except TileryError as wrong:
        error = wrong
    return Answered(body, error, time.thread_time() - began)


def _solved(advice: Advice) -> Solved:
    plays = tuple(
        SolvedPlay(
            str(one.play.played),
            one.play.tiles,
            one.play.value,
            str(one.play.table),
            one.broken,
            one.moved,
            one.play.goes_out,
            one.play.proven,
            one.is_fewest,
            told_moves(one.steps),
        )
        for one in advice.plays
    )
    return Solved(plays, advice.aims, advice.goes_out, advice.left, advice.proven, advice.obstacles)
