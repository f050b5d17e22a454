"""The one way from a game's state to a player's eyes.

>>> from tilery.game.actions import Start
>>> from tilery.game.apply import apply
>>> from tilery.game.state import new_game
>>> from tilery.rules.edition import edition
>>> game, events = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
>>> seen = view(game, 0)
>>> len(seen.rack), seen.counts, seen.pool, seen.secret
(14, (14, 14), 78, None)
>>> view(game, None).rack is None
True
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tilery.errors import TileryError, is_a
from tilery.game.events import Drew, Ended, Event, Started
from tilery.game.state import Game, Phase
from tilery.notation import Table, Tiles
from tilery.notebook import picture_of
from tilery.rules.edition import Rules

__all__ = ["View", "seats_apart", "view", "view_events"]


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat, or a spectator, may see of a game.

    ``rack`` is the seat's own and ``None`` for a spectator; of the others and of the pool only the
    number of tiles is there. The secret and the other racks are in ``result``, once the game is over.
    ``racks`` are only there for a spectator who may see them. ``drawn`` is the tile just drawn with which the seat to
    move may still free a joker; nobody sees another's.
    """

    seat: int | None
    rules: Rules
    revision: int
    phase: Phase
    commitment: str
    contributions: tuple[str, ...]
    draws: tuple[tuple[Tiles, ...], ...]
    starter: int
    turn: int
    table: Table
    rack: Tiles | None
    counts: tuple[int, ...]
    pool: int
    opened: tuple[bool, ...]
    resigned: frozenset[int]
    passes: int
    last: int | None
    result: Ended | None
    racks: tuple[Tiles, ...] | None = None
    drawn: Tiles | None = None

    @property
    def secret(self) -> str | None:
        """The game's secret, once it is over."""
        return None if self.result is None else self.result.secret

    def _repr_svg_(self) -> str:
        return picture_of(self)


def view(game: Game, seat: int | None, *, racks: bool = False) -> View:
    """What this seat may see; ``None`` is a spectator, who sees ``racks`` only where all players have agreed to it."""
    if seat is not None and not (is_a(seat, int) and 0 <= seat < game.seats):
        raise TileryError("seat", f"there is no seat {seat!r}, the seats are 0 to {game.seats - 1}")
    all_racks = racks and seat is None
    return View(
        seat=seat,
        rules=game.rules,
        revision=game.revision,
        phase=game.phase,
        commitment=game.commitment,
        contributions=game.contributions,
        draws=game.draws,
        starter=game.starter,
        turn=game.turn,
        table=game.table,
        rack=None if seat is None else game.racks[seat],
        counts=tuple(map(len, game.racks)),
        pool=len(game.pool),
        opened=game.opened,
        resigned=game.resigned,
        passes=game.passes,
        last=game.last,
        result=game.result,
        racks=game.racks if all_racks else None,
        drawn=game.drawn or None if all_racks or seat == game.turn else None,
    )


def view_events(events: Iterable[Event], seat: int | None, *, racks: bool = False) -> tuple[Event, ...]:
    """The events as this seat, or a spectator, may hear of them."""
    all_racks = racks and seat is None
    return tuple([_view_event(event, seat, all_racks) for event in events])


def seats_apart(events: Iterable[Event]) -> frozenset[int]:
    """The seats that see more of these events than a spectator; all others see the same."""
    apart: set[int] = set()
    for event in events:
        if isinstance(event, Started):
            apart.update(range(len(event.racks)))
        elif isinstance(event, Drew):
            apart.add(event.seat)
    return frozenset(apart)


def _view_event(event: Event, seat: int | None, all_racks: bool) -> Event:
    if isinstance(event, Drew):
        return event if event.seat == seat or all_racks else msgspec.structs.replace(event, tiles=None)
    if isinstance(event, Started):
        racks = tuple(rack if all_racks or owner == seat else None for owner, rack in enumerate(event.racks))
        return msgspec.structs.replace(event, racks=racks, pool=None)
    return event
