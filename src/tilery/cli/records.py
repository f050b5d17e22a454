"""Opening record files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilery.cli.files import binary_lines, decoded
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.record import GameRecord, MatchRecord, RecordError, check_rules, read_record, read_records, verify
from tilery.record.lines import MatchLine, parse_line

__all__ = ["check_rules_named", "finished_games", "games_of", "open_record"]


def open_record(path: str) -> tuple[GameRecord | MatchRecord, RecordError | None]:
    """A record file: all that is readable, and the first error in it; nothing readable raises that error."""
    record, error = read_record(_texts(path))
    if record is None:
        raise error or RecordError("not-a-record", 1, "the file is empty")
    return record, error


def _texts(path: str) -> Iterator[str]:
    for number, line in enumerate(binary_lines(path), 1):
        try:
            yield decoded(line)
        except TileryError as error:
            raise RecordError("damaged", number, error.text) from None


def games_of(record: GameRecord | MatchRecord) -> tuple[GameRecord, ...]:
    """The games of a match, or the one game."""
    return (record,) if isinstance(record, GameRecord) else record.games


def finished_games(path: str) -> Iterator[GameRecord]:
    """The games of a file that ended: of a match, or one after another as ``tilery export`` writes them. Each has to be
    a game by the rules."""
    texts = list(_texts(path))
    if texts and isinstance(parse_line(texts[0], 1), MatchLine):
        record, error = read_record(texts)
        if record is None or error is not None:
            raise error or RecordError("not-a-record", 1, "the match has no game")
        games: Iterable[GameRecord] = games_of(record)
    else:
        games = read_records(texts)
    from tilery.solver import can_play  # only here, for it takes longer to load than most commands need

    found = False
    for game in games:
        if game.result is not None:
            verify(game, can_play)
            found = True
            yield game
    if not found:
        raise TileryError("record", f"{path!r} has no game that has ended")


def check_rules_named(record: GameRecord | MatchRecord, book: Rulebook) -> None:
    """Refuse a record by other rules than the command line names, or than it says itself."""
    check_rules(record, book.rules() if book.given else None)
