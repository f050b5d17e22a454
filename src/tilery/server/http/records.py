"""Finished games as files to take away: records that ``tilery verify`` proves, and score sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tilery.match import Length, ScoreSheet, seat_name, with_level
from tilery.record import RecordWriter
from tilery.rules.edition import Rules
from tilery.server.room.playedgame import read_header
from tilery.server.store.rows import ChangeRow, FinishedGame, FinishedSeat
from tilery.server.table.change import decode_events
from tilery.server.table.events import Moved, TurnBegan
from tilery.wire import from_plain

__all__ = ["game_record", "match_record", "move_seconds", "names_of", "rules_of", "score_sheet", "sheet_csv"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _RawMove(msgspec.Struct, frozen=True):
    """A stored move, passed on as it is."""

    action: msgspec.Raw
    events: msgspec.Raw


_moves = msgspec.json.Decoder(list[_RawMove])


def rules_of(game: FinishedGame) -> Rules:
    """The rules a game was played by."""
    return from_plain(read_header(game.header).rules, Rules)


def names_of(game: FinishedGame) -> tuple[str, ...]:
    """The players by seat; a bot's name has its level beside it, and somebody who was deleted is only a seat."""
    return tuple(_name_of(result) for result in game.results)


def _name_of(result: FinishedSeat) -> str:
    if result.bot is not None and result.guest is None and result.name:
        return with_level(result.name, result.bot)
    return result.name or seat_name(result.seat)


def game_record(game: FinishedGame, changes: Sequence[ChangeRow]) -> Iterator[bytes]:
    """The lines of one game's record."""
    return _written(RecordWriter(rules_of(game), names_of(game)), game, changes)


def match_record(games: Sequence[tuple[FinishedGame, Sequence[ChangeRow]]], length: Length) -> Iterator[bytes]:
    """The lines of a match's record: its finished games, and the result when it is over.

    The games of a match share their names, so those of the last one stand for all.
    """
    last = games[-1][0]
    writer = RecordWriter(rules_of(last), names_of(last), length)
    yield writer.begin().encode()
    for game, changes in games:
        yield from _written(writer, game, changes)
    yield writer.result(score_sheet([game for game, _ in games])).encode()


def _written(writer: RecordWriter, game: FinishedGame, changes: Sequence[ChangeRow]) -> Iterator[bytes]:
    """The lines of a game, by a writer that knows whose names are in it."""
    yield writer.game(read_header(game.header).commitment).encode()
    for change in changes:
        for move in _moves.decode(change.moves):
            yield writer.stored_move(move.action, move.events).encode()


def move_seconds(changes: Sequence[ChangeRow]) -> list[float | None]:
    """How long each move of a game's record took, pauses left out; nothing for what was not somebody's turn.

    A tile that may free a joker is drawn and then kept or played: both are moves of one turn, timed from its beginning.
    """
    seconds: list[float | None] = []
    turn: TurnBegan | None = None
    for change in changes:
        events = decode_events(change.events, {})
        seat = next((event.seat for event in events if isinstance(event, Moved)), None)
        took = change.at - turn.at if turn is not None and turn.seat == seat else None
        seconds += [None if took is None else round(max(0.0, took), 1)] * len(_moves.decode(change.moves))
        turn = next((event for event in reversed(events) if isinstance(event, TurnBegan)), turn)
    return seconds


def score_sheet(games: Sequence[FinishedGame]) -> ScoreSheet:
    """The score sheet of a match's finished games."""
    sheet = ScoreSheet(names_of(games[-1]), rules_of(games[-1]).match)
    for game in games:
        winner = next(result.seat for result in game.results if result.won)
        sheet = sheet.add([result.score for result in game.results], winner)
    return sheet


def sheet_csv(sheet: ScoreSheet) -> str:
    """A score sheet as CSV in which no name can be a formula.

    >>> print(sheet_csv(ScoreSheet(("=1+1", "Bo"), "total")).splitlines()[0])
    game,'=1+1,Bo,winner
    """
    names = tuple(f"'{name}" if name.startswith(_FORMULA) else name for name in sheet.names)
    return msgspec.structs.replace(sheet, names=names).to_csv()
