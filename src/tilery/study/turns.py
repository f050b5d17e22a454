"""The turns of a recorded game, one after the other, each with what its player saw and had heard of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilery.bots.memory import Memory
from tilery.errors import TileryError
from tilery.game import (
    Contribute,
    Draw,
    Drew,
    Event,
    Game,
    Keep,
    Pass,
    Play,
    Played,
    Resign,
    Settled,
    Start,
    view_events,
)
from tilery.notation import Tiles
from tilery.record import GameRecord
from tilery.simulation import OtherSeat
from tilery.study.figures import TurnDid

__all__ = ["PlayedTurn", "finished", "played_turns"]

_DID: dict[type, TurnDid] = {Play: "play", Draw: "draw", Keep: "keep", Pass: "pass", Resign: "resign"}


class PlayedTurn(NamedTuple):
    """A move of a recorded game: who made it in which of their turns, and the game before and after.

    ``knew`` and ``knows`` are what was known of the others before and after it. ``heard`` is how many of the game's
    events came before.
    """

    move: int
    seat: int
    turn: int
    did: TurnDid
    played: Tiles
    drawn: Tiles
    before: Game
    after: Game
    knew: tuple[OtherSeat, ...]
    knows: tuple[OtherSeat, ...]
    heard: int

    @property
    def rack(self) -> Tiles:
        """What the player held."""
        return self.before.racks[self.seat]

    @property
    def had_opened(self) -> bool:
        """Whether the player had opened before."""
        return self.before.opened[self.seat]

    @property
    def is_own(self) -> bool:
        """Whether it was the player's turn: one may resign in another's."""
        return self.before.turn == self.seat


def finished(record: GameRecord) -> GameRecord:
    """A record of a game that has ended; any other is refused, for a game is studied when it is over.

    >>> from tilery.rules.edition import edition
    >>> finished(GameRecord(edition("sabra").rules(), ("Ann", "Bo"), "00" * 32))
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: this game has not ended: only a finished game can be analysed
    """
    if record.result is None:
        raise TileryError("record", "this game has not ended: only a finished game can be analysed")
    return record


def played_turns(record: GameRecord) -> Iterator[PlayedTurn]:
    """Every move of a player; the deal is none. A record that cannot be replayed is a ``RecordError``."""
    memory, turns = Memory(), [0] * len(record.names)
    heard, goes_on = 0, False
    for step in record.replayed():
        game, events = step.before, step.events
        knew = memory.others(game.seats)
        memory.hear(view_events(events, None))
        heard += len(events)
        if isinstance(step.action, Contribute | Start):
            continue
        seat = step.action.seat
        turns[seat] += not goes_on or seat != game.turn
        played, drawn = _moved(events)
        yield PlayedTurn(
            step.number,
            seat,
            turns[seat],
            _DID.get(type(step.action), "timeout"),
            played,
            drawn,
            game,
            step.after,
            knew,
            memory.others(game.seats),
            heard - len(events),
        )
        goes_on = bool(step.after.drawn)


def _moved(events: tuple[Event, ...]) -> tuple[Tiles, Tiles]:
    """The tiles that a move laid, and those it drew."""
    played, drawn = Tiles(), Tiles()
    for event in events:
        if isinstance(event, Played):
            played = event.tiles
        elif isinstance(event, Settled):
            played = event.laid
        elif isinstance(event, Drew):
            drawn = event.tiles or Tiles()
    return played, drawn
