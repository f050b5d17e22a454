"""One change: what makes a table's revision one more. Its events, and how they are written down.

In the store a change is three things apart: events that name people by number only, the moves of the game, which a
record needs by themselves, and who the numbers are, which can be erased.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tilery.server.table.events import (
    BankSpent,
    Began,
    GameMove,
    Imported,
    Moved,
    Opened,
    Renamed,
    Sat,
    TableEvent,
    TurnBegan,
    WatchAsked,
)
from tilery.server.table.standing import Person
from tilery.wire import from_plain, to_plain

__all__ = ["Change", "decode_events", "decode_moves", "encode_events", "encode_moves"]


_IN_GAME = (Began, Moved)  # made once: a union is made anew wherever it stands
_OF_SOMEBODY = (Opened, Sat, WatchAsked)
_SAYS_ALL = {TurnBegan, BankSpent}
"""What follows most moves, and is kept as it is."""


class Change(msgspec.Struct, frozen=True):
    """Something that happened at a table at one moment: its events make revision ``revision`` of it.

    ``player`` asked for it, by the client's own name ``command``, so that asking again is harmless.
    """

    revision: int
    at: float
    events: tuple[TableEvent, ...]
    player: int | None = None
    command: str | None = None

    @property
    def moves(self) -> tuple[GameMove, ...]:
        """The moves of the game in it; one of its events has them all."""
        for event in self.events:
            if isinstance(event, _IN_GAME):
                return event.moves
        return ()


def encode_events(events: tuple[TableEvent, ...]) -> bytes:
    """Events as the store keeps them: without moves, without anybody's name."""
    return _ENCODER.encode([_bare(event) for event in events])


def encode_moves(moves: tuple[GameMove, ...]) -> bytes:
    """The moves of the game, as the store keeps them beside the events."""
    return _ENCODER.encode([to_plain(move) for move in moves]) if moves else b"[]"


def decode_events(
    data: bytes, people: Mapping[int, Person], moves: tuple[GameMove, ...] = ()
) -> tuple[TableEvent, ...]:
    """Events as :func:`encode_events` wrote them; who is not among the people was forgotten."""
    return tuple(_whole(event, people, moves) for event in _DECODER.decode(data))


def decode_moves(data: bytes) -> tuple[GameMove, ...]:
    """Moves as :func:`encode_moves` wrote them."""
    return from_plain(msgspec.json.decode(data), tuple[GameMove, ...]) if data != b"[]" else ()


def _bare(event: TableEvent) -> TableEvent:
    if type(event) in _SAYS_ALL:
        return event
    if isinstance(event, _IN_GAME):
        return msgspec.structs.replace(event, moves=())
    if isinstance(event, _OF_SOMEBODY):
        return msgspec.structs.replace(event, guest=None, name="", face="")
    if isinstance(event, Imported):
        return msgspec.structs.replace(event, people=())
    return msgspec.structs.replace(event, name="", face="") if isinstance(event, Renamed) else event


def _whole(event: TableEvent, people: Mapping[int, Person], moves: tuple[GameMove, ...]) -> TableEvent:
    if isinstance(event, _IN_GAME):
        return msgspec.structs.replace(event, moves=moves)
    if isinstance(event, _OF_SOMEBODY):
        person = people.get(0 if isinstance(event, Opened) else event.player, _NOBODY)
        return msgspec.structs.replace(event, guest=person.guest, name=person.name, face=person.face)
    if isinstance(event, Renamed):
        person = people.get(event.player, _NOBODY)
        return msgspec.structs.replace(event, name=person.name, face=person.face)
    if isinstance(event, Imported):
        known = tuple(people.get(player, _NOBODY) for player in range(event.standing.players))
        return msgspec.structs.replace(event, people=known)
    return event


_NOBODY = Person()
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[list[TableEvent]] = msgspec.json.Decoder(list[TableEvent])
