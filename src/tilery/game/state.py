"""The state of a game: immutable, whole, and secret; players see it only through ``view``."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from tilery.errors import TileryError
from tilery.game.events import (
    Contributed,
    Drew,
    Ended,
    Event,
    KeptTile,
    Passed,
    Played,
    Resigned,
    Settled,
    Started,
)
from tilery.game.midway import Midway, TakenUp
from tilery.game.shuffle import commitment
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, must_be_rules

__all__ = ["Game", "Phase", "evolve", "new_game", "next_seat", "passes_without", "take_up", "taken_up"]


_T = TypeVar("_T")
_NO_TILES = Tiles()


class Phase(enum.StrEnum):
    """Where a game stands."""

    MIXING = "mixing"
    PLAYING = "playing"
    OVER = "over"


class Game(msgspec.Struct, frozen=True):
    """A game between its events. Seats are numbered from 0, clockwise.

    ``passes`` counts the turns in a row that laid nothing with the pool empty; ``last`` is the seat that
    last laid a rack tile; ``drawn`` is the tile just drawn with which the seat to move may still free a joker;
    ``revision`` counts the events so far.
    """

    rules: Rules
    secret: str
    commitment: str
    contributions: tuple[str, ...]
    revision: int = 0
    phase: Phase = Phase.MIXING
    draws: tuple[tuple[Tiles, ...], ...] = ()
    starter: int = 0
    turn: int = 0
    racks: tuple[Tiles, ...] = ()
    pool: Tiles = Tiles()
    table: Table = Table()
    opened: tuple[bool, ...] = ()
    resigned: frozenset[int] = frozenset()
    passes: int = 0
    last: int | None = None
    result: Ended | None = None
    drawn: Tiles = Tiles()

    @property
    def asks_who_can_play(self) -> bool:
        """Whether a pass has to say who can play now."""
        return (
            self.rules.ending == "nobody-can-play" and self.phase is Phase.PLAYING and not self.pool and not self.drawn
        )

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.contributions)

    @property
    def active(self) -> int:
        """How many players have not resigned."""
        return len(self.contributions) - len(self.resigned)


def new_game(rules: Rules, players: int, secret: str | None, published: str | None = None) -> Game:
    """A game about to be mixed; its commitment may be published at once.

    Without a secret (a record that never came to its end) only the ``published`` commitment is known,
    and the game can be rebuilt from its events but not mixed.

    >>> from tilery.rules.edition import edition
    >>> new_game(edition("sabra").rules(), 5, "00" * 32)
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: sabra with tile set 106 is for 2 to 4 players, not 5
    """
    must_be_rules(rules)
    least, most = rules.players
    told = f"{rules.name} with tile set {rules.tile_set.name} is for {least} to {most} players, not {players!r}"
    try:
        players = operator.index(players)
    except TypeError:
        raise TileryError("players", told) from None
    if not least <= players <= most:
        raise TileryError("players", told)
    known = commitment(secret) if secret is not None else published or ""
    return Game(rules, secret or "", known, ("",) * players, racks=(Tiles(),) * players, opened=(False,) * players)


def evolve(game: Game, event: Event) -> Game:
    """The game after an event that has happened."""
    changed = _CHANGES[type(event)](game, event)
    return msgspec.structs.replace(game, revision=game.revision + 1, **changed)


def _contributed(game: Game, event: Contributed) -> dict[str, object]:
    return {"contributions": _at(game.contributions, event.seat, event.words)}


def _started(game: Game, event: Started) -> dict[str, object]:
    return {
        "phase": Phase.PLAYING,
        "draws": event.draws,
        "starter": event.starter,
        "turn": event.starter,
        "racks": event.racks,
        "pool": event.pool,
        **taken_up(event.midway),
    }


def taken_up(midway: Midway | None) -> dict[str, object]:
    """What is otherwise than after a deal, where a game was taken up in the middle."""
    if midway is None:
        return {}
    return {
        "table": midway.table,
        "opened": midway.opened,
        "turn": midway.turn,
        "last": midway.last,
        "passes": midway.passes,
        "resigned": frozenset(midway.resigned),
    }


def take_up(game: Game) -> TakenUp:
    """Where a game stands, for others to play on from there.

    In a turn that goes on with a tile just drawn there's no such place: take it up before that turn.
    """
    if game.phase is not Phase.PLAYING or game.drawn:
        raise TileryError("position", "a game is taken up where a turn begins")
    return TakenUp(
        game.racks,
        game.table,
        game.opened,
        game.turn,
        game.starter,
        game.last,
        game.passes,
        tuple(sorted(game.resigned)),
    )


def _played(game: Game, event: Played) -> dict[str, object]:
    return {
        "table": event.table,
        "racks": _at(game.racks, event.seat, game.racks[event.seat].without(event.tiles)),
        "opened": _at(game.opened, event.seat, True),
        "last": event.seat,
        "passes": 0,
        "turn": _next(game, event.seat),
        "drawn": Tiles(),
    }


def _drew(game: Game, event: Drew) -> dict[str, object]:
    tiles = event.tiles or _NO_TILES
    return {
        "racks": _at(game.racks, event.seat, game.racks[event.seat] + tiles),
        "pool": game.pool[len(tiles) :],
        "passes": 0,
        "turn": event.seat if event.frees else _next(game, event.seat),
        "drawn": tiles if event.frees else _NO_TILES,
    }


def _kept(game: Game, event: KeptTile) -> dict[str, object]:
    return {"turn": _next(game, event.seat), "drawn": Tiles()}


def _passed(game: Game, event: Passed) -> dict[str, object]:
    return {"passes": game.active if event.stuck else game.passes + 1, "turn": _next(game, event.seat)}


def _settled(game: Game, event: Settled) -> dict[str, object]:
    rack = Tiles([*game.racks[event.seat].without(event.laid), *event.taken])
    laid = {"last": event.seat, "passes": 0} if event.laid else {}
    return {
        "table": event.table,
        "racks": _at(game.racks, event.seat, rack),
        "opened": _at(game.opened, event.seat, game.opened[event.seat] or event.opening),
        "turn": _next(game, event.seat),
        "drawn": Tiles(),
        **laid,
    }


def _resigned(game: Game, event: Resigned) -> dict[str, object]:
    resigned = game.resigned | {event.seat}
    return {
        "resigned": resigned,
        "turn": next_seat(game.seats, resigned, event.seat) if game.turn == event.seat else game.turn,
        "passes": passes_without(game.seats, game.resigned, game.turn, game.passes, event.seat),
        "drawn": Tiles() if game.turn == event.seat else game.drawn,
    }


def _ended(game: Game, event: Ended) -> dict[str, object]:
    return {"phase": Phase.OVER, "result": event}


_CHANGES: dict[type, Callable[[Game, Any], dict[str, object]]] = {
    Contributed: _contributed,
    Started: _started,
    Played: _played,
    Drew: _drew,
    KeptTile: _kept,
    Passed: _passed,
    Settled: _settled,
    Resigned: _resigned,
    Ended: _ended,
}


def _at(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _next(game: Game, seat: int) -> int:
    return next_seat(game.seats, game.resigned, seat)


def next_seat(seats: int, resigned: frozenset[int], seat: int) -> int:
    """The next seat clockwise that has not resigned; the same where there is no other."""
    for step in range(1, seats):
        following = (seat + step) % seats
        if following not in resigned:
            return following
    return seat


def passes_without(seats: int, resigned: frozenset[int], turn: int, passes: int, seat: int) -> int:
    """The passes in a row that still count when this seat resigns: its own does not stand in for another's."""
    to_come = [turn]
    while len(to_come) < seats - len(resigned) - passes:
        to_come.append(next_seat(seats, resigned, to_come[-1]))
    return passes if seat in to_come else passes - 1
