"""What can be done in a game. Actions are data: whoever has one may send, store or replay it."""

from __future__ import annotations

import msgspec

from tilery.game.midway import TakenUp
from tilery.notation import Table

__all__ = ["Action", "Contribute", "Draw", "Keep", "Pass", "Play", "Resign", "Start", "TimeOut"]


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """An action; ``do`` names it in JSON."""


class Contribute(_Action, frozen=True, tag="contribute"):
    """A player adds a text of their own to the mixing of the tiles, before the game starts."""

    seat: int
    words: str


class Start(_Action, frozen=True, omit_defaults=True, tag="start"):
    """The tiles are mixed, the starting draw is made and every rack is filled.

    A game that is ``taken_up`` in the middle has its racks and its table already: only the pool is mixed.
    """

    taken_up: TakenUp | None = None


class Play(_Action, frozen=True, tag="play"):
    """A player plays: ``table`` is the whole table after the turn."""

    seat: int
    table: Table

    def __post_init__(self) -> None:
        if type(self.table) is not Table:
            msgspec.structs.force_setattr(self, "table", Table(self.table))


class Draw(_Action, frozen=True, tag="draw"):
    """A player takes one tile from the pool instead of playing."""

    seat: int


class Keep(_Action, frozen=True, tag="keep"):
    """A player keeps the tile just drawn, which might have freed a joker, and the turn is over."""

    seat: int


class Pass(_Action, frozen=True, omit_defaults=True, tag="pass"):
    """A player neither plays nor draws: only with the pool empty.

    Where play ends when nobody can play, ``able`` says of every seat whether it could play now. The rules don't search
    for that: a solver tells whoever drives the game, and whoever verifies it.
    """

    seat: int
    able: tuple[bool, ...] | None = None


class TimeOut(_Action, frozen=True, tag="time-out"):
    """A player's time has run out; ``draft`` is what lies there, ``None`` when nothing was moved."""

    seat: int
    draft: Table | None = None

    def __post_init__(self) -> None:
        if self.draft is not None and type(self.draft) is not Table:
            msgspec.structs.force_setattr(self, "draft", Table(self.draft))


class Resign(_Action, frozen=True, tag="resign"):
    """A player gives up, keeps the rack and is skipped from now on."""

    seat: int


Action = Contribute | Start | Play | Draw | Keep | Pass | TimeOut | Resign
"""Anything that is done in a game."""
