"""Records of games and matches: written move by move, read back, replayed to any move."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.game import Action, Ended, Event, Game, Phase, Started, apply, evolve, new_game
from tilery.match import Length, ScoreSheet
from tilery.notebook import picture_of
from tilery.record.lines import GameLine, Line, MatchLine, MoveLine, RecordError, ResultLine, parse_line
from tilery.record.writer import RecordWriter, check_names
from tilery.rules.edition import Rules
from tilery.tiles import count_kinds

__all__ = ["GameRecord", "MatchRecord", "Replayed", "read_record", "read_records", "record_game"]


class Replayed(NamedTuple):
    """One recorded move: where it stands in the file, what was done, and the game before and after it."""

    number: int
    line: int
    action: Action
    events: tuple[Event, ...]
    before: Game
    after: Game

    def _repr_svg_(self) -> str:
        return picture_of(self)


class GameRecord(msgspec.Struct, frozen=True):
    """A game from its first to its last recorded move. ``line`` is where its header stands in the file."""

    rules: Rules
    names: tuple[str, ...]
    commitment: str
    moves: tuple[tuple[Action, tuple[Event, ...]], ...] = ()
    line: int = 1

    @property
    def result(self) -> Ended | None:
        """How the game ended, ``None`` when the record stops before."""
        last = self.moves[-1][1][-1] if self.moves and self.moves[-1][1] else None
        return last if isinstance(last, Ended) else None

    def add(self, action: Action, events: Sequence[Event]) -> GameRecord:
        """The record with one more move."""
        return msgspec.structs.replace(self, moves=(*self.moves, (action, tuple(events))))

    def replayed(self) -> Iterator[Replayed]:
        """Every move with the game before and after it, rebuilt from the events alone.

        Nothing is proven here beyond what a replay needs: seats that exist, and no tile lost or found. A
        move that cannot be is a :class:`RecordError`.
        """
        game = self._mixing()
        for number, (action, events) in enumerate(self.moves, 1):
            before, line = game, self.line + number
            for event in events:
                if problem := _problem(game, event):
                    raise RecordError("damaged", line, problem)
                try:
                    game = evolve(game, event)
                except TileryError as error:
                    raise RecordError("damaged", line, error.text) from None
            counts = count_kinds(itertools.chain(*game.racks, game.pool, game.table.tiles()))
            if game.phase is not Phase.MIXING and tuple(counts) != self.rules.tile_set.counts:
                raise RecordError("damaged", line, "tiles are lost or found in this move")
            yield Replayed(number, line, action, events, before, game)

    def replay(self, to: int | None = None) -> Game:
        """The game after move number ``to``, or at the end; negative numbers count from the end."""
        last = len(self.moves)
        wanted = last if to is None else to if to >= 0 else last + 1 + to
        if not 0 <= wanted <= last:
            raise RecordError("move", self.line, f"there is no move {to}; the record has {last}")
        return next(itertools.islice(self.states(), wanted, None))

    def states(self) -> Iterator[Game]:
        """The game before the first move and after each one."""
        yield self._mixing()
        for move in self.replayed():
            yield move.after

    def _mixing(self) -> Game:
        """The game before its first move; the secret is in it when the record has revealed it."""
        game = new_game(self.rules, len(self.names), None, self.commitment)
        return game if self.result is None else msgspec.structs.replace(game, secret=self.result.secret)

    def lines(self) -> Iterator[str]:
        """The record as lines of text."""
        yield from self._written(RecordWriter(self.rules, self.names))

    def _written(self, writer: RecordWriter) -> Iterator[str]:
        yield writer.game(self.commitment)
        for action, events in self.moves:
            yield writer.move(action, events)


class MatchRecord(msgspec.Struct, frozen=True):
    """A match: its games so far, and the result once all are played."""

    rules: Rules
    names: tuple[str, ...]
    length: Length
    games: tuple[GameRecord, ...] = ()
    result: ResultLine | None = None
    line: int = 1

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet of the games that have ended."""
        sheet = ScoreSheet(self.names, self.rules.match)
        for game in self.games:
            if game.result is not None:
                sheet = sheet.add(game.result.scores, game.result.winner)
        return sheet

    def lines(self) -> Iterator[str]:
        """The record as lines of text; the result follows once the last game has ended."""
        writer = RecordWriter(self.rules, self.names, self.length)
        yield writer.begin()
        for game in self.games:
            yield from game._written(writer)
        if last := writer.result(self.sheet):
            yield last


def record_game(rules: Rules, names: Sequence[str], secret: str, actions: Iterable[Action]) -> GameRecord:
    """Play a list of actions and record them.

    >>> from tilery.game import Draw, Start
    >>> from tilery.rules.edition import edition
    >>> record = record_game(edition("sabra").rules(), ["Ann", "Bo"], "00" * 32, [Start(), Draw(seat=1)])
    >>> record.replay().turn, len(list(record.lines()))
    (0, 3)
    """
    check_names(names)
    game = new_game(rules, len(names), secret)
    record = GameRecord(rules, tuple(names), game.commitment)
    for action in actions:
        game, events = apply(game, action)
        record = record.add(action, events)
    return record


def read_record(lines: str | Iterable[str]) -> tuple[GameRecord | MatchRecord | None, RecordError | None]:
    """Read a record: all that is readable, and the first error if there is one.

    ``lines`` may be a file, or all of its text. Nothing at all is readable when the first line is not a record's.
    """
    match: MatchRecord | None = None
    game: GameRecord | None = None
    try:
        for number, text in enumerate(_lines(lines), 1):
            line = parse_line(text, number)
            match, game = _take(match, game, line, number)
        if match is None and game is None:
            raise RecordError("not-a-record", 1, "the file is empty")
    except RecordError as error:
        return _joined(match, game), error
    return _joined(match, game), None


def read_records(lines: str | Iterable[str]) -> Iterator[GameRecord]:
    """Games one after another, as ``tilery export`` writes them to one file, each as soon as it is read.

    >>> from tilery.rules.edition import edition
    >>> record = record_game(edition("sabra").rules(), ["Ann", "Bo"], "00" * 32, [])
    >>> [game.line for game in read_records([*record.lines(), *record.lines()])]
    [1, 2]
    """
    game: GameRecord | None = None
    for number, text in enumerate(_lines(lines), 1):
        line = parse_line(text, number)
        if isinstance(line, GameLine) and game is not None:
            yield game
            game = None
        match, game = _take(None, game, line, number)
        if match is not None:
            raise RecordError("order", number, "this is a match: read it by itself")
    if game is not None:
        yield game


def _lines(lines: str | Iterable[str]) -> Iterable[str]:
    return io.StringIO(lines) if isinstance(lines, str) else lines


def _joined(match: MatchRecord | None, game: GameRecord | None) -> GameRecord | MatchRecord | None:
    if match is None or game is None:
        return match or game
    return msgspec.structs.replace(match, games=(*match.games, game))


def _take(
    match: MatchRecord | None, game: GameRecord | None, line: Line, number: int
) -> tuple[MatchRecord | None, GameRecord | None]:
    """Put one more line to the record read so far."""
    if isinstance(line, MoveLine):
        if game is None:
            raise RecordError("order", number, "a move comes after the game it belongs to")
        if game.result is not None:
            raise RecordError("order", number, "this game has already ended")
        expected = len(game.moves) + 1
        if line.number != expected:
            raise RecordError("order", number, f"this is move {line.number}, but move {expected} was expected")
        return match, game.add(line.action, line.events)
    if isinstance(line, ResultLine):
        joined = _joined(match, game)
        if not isinstance(joined, MatchRecord) or joined.result is not None:
            raise RecordError("order", number, "a result comes once, at the end of a match")
        return msgspec.structs.replace(joined, result=line), None
    if isinstance(line, MatchLine):
        if match is not None or game is not None:
            raise RecordError("order", number, "a match begins at the first line")
        _check_players(line.rules, line.names, number)
        return MatchRecord(line.rules, line.names, line.length), None
    if game is not None and match is None:
        raise RecordError("order", number, "a second game needs a match around it")
    if match is not None:
        if match.result is not None:
            raise RecordError("order", number, "the match has already ended")
        if game is not None and game.result is None:
            raise RecordError("order", number, "the game before has not ended")
        if (line.rules, line.names) != (match.rules, match.names):
            raise RecordError("order", number, "the games of a match share rules and players")
        match = match if game is None else msgspec.structs.replace(match, games=(*match.games, game))
    _check_players(line.rules, line.names, number)
    return match, GameRecord(line.rules, line.names, line.commitment, line=number)


def _problem(game: Game, event: Event) -> str | None:
    """Why an event cannot be one of this game's."""
    seats = range(game.seats)
    if isinstance(event, Started):
        whole = event.pool is not None and None not in event.racks and len(event.racks) == game.seats
        return None if whole and event.starter in seats else "this is not a valid deal"
    if isinstance(event, Ended):
        whole = len(event.scores) == len(event.racks) == game.seats
        return None if whole and event.winner in seats else "this is not a valid result"
    return None if event.seat in seats else f"there is no seat {event.seat}"


def _check_players(rules: Rules, names: Sequence[str], number: int) -> None:
    least, most = rules.players
    if not least <= len(names) <= most:
        raise RecordError("players", number, f"there are {len(names)} players, but the rules are for {least} to {most}")
