"""A finished game of the store as a record, for work that is done beside the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tilery.match import seat_name
from tilery.record import GameRecord
from tilery.rules.edition import Rules
from tilery.server.table.change import decode_moves
from tilery.wire import from_plain

__all__ = ["GameHeader", "StoredGame", "read_header", "stored_record"]


class GameHeader(msgspec.Struct, frozen=True):
    """What a game's record begins with; its names are those of the results, which forget who was deleted."""

    rules: dict[str, Any]
    commitment: str


read_header = msgspec.json.Decoder(GameHeader).decode


class StoredGame(msgspec.Struct, frozen=True):
    """A finished game as it is stored, with nobody's name: its header, its seats, and the moves of its changes."""

    header: bytes
    seats: int
    moves: tuple[bytes, ...]


def stored_record(game: StoredGame) -> GameRecord:
    """The record of a stored game; its players are only seats."""
    header = read_header(game.header)
    names: Sequence[str] = [seat_name(seat) for seat in range(game.seats)]
    moves = [(move.action, move.events) for data in game.moves for move in decode_moves(data)]
    return GameRecord(from_plain(header.rules, Rules), tuple(names), header.commitment, tuple(moves))
