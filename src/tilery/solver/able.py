"""Who can play at all: what the rules ask of whoever drives a game in which play ends when nobody can.

>>> from tilery.rules.edition import edition
>>> can_play(edition("sabra").rules(), Table("r4 r5 r6"), Tiles("r7"), True)
True
"""

from __future__ import annotations

from typing import NamedTuple

from tilery.game import Action, Game, Pass, Play
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver.question import Question

__all__ = ["Able", "answered", "can_play", "instead_of_passing", "who_can_play"]


class Able(NamedTuple):
    """Whether each seat can play, and a table that the seat to move could lay, ``None`` if it cannot."""

    seats: tuple[bool, ...]
    play: Table | None


def can_play(rules: Rules, table: Table | str, rack: Tiles | str, opened: bool = True) -> bool:
    """Whether anything of a rack can be played; nothing cuts the search short."""
    return Question(rules, table, rack, opened=opened).can_play()


def who_can_play(game: Game) -> Able:
    """Who can play now, exactly."""
    plays = [
        None if seat in game.resigned else Question(game.rules, game.table, rack, opened=game.opened[seat]).best()
        for seat, rack in enumerate(game.racks)
    ]
    own = plays[game.turn]
    return Able(tuple(play is not None for play in plays), None if own is None else own.table)


def answered(game: Game, action: Action, able: Able | None = None) -> Action:
    """The action with what the game asks for: a pass says who can play, where that ends it."""
    if not isinstance(action, Pass) or action.able is not None or not game.asks_who_can_play:
        return action
    return Pass(action.seat, (able or who_can_play(game)).seats)


def instead_of_passing(game: Game, action: Action, able: Able | None = None) -> Action:
    """What a seat does that would pass where who can play must: a pass that is allowed, or a play."""
    if not isinstance(action, Pass) or not game.asks_who_can_play:
        return action
    able = able or who_can_play(game)
    return Pass(action.seat, able.seats) if able.play is None else Play(action.seat, able.play)
