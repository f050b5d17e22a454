"""Writing records: every line of every record, wherever it is kept or sent, is made here."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tilery.errors import TileryError, is_a
from tilery.game import Action, Event
from tilery.match import Length, ScoreSheet
from tilery.record.lines import VERSION, GameLine, MatchLine, ResultLine, write_line
from tilery.rules.edition import Rules, must_be_rules
from tilery.wire import to_plain

__all__ = ["RecordWriter", "check_names"]


class _WrittenMove(msgspec.Struct, frozen=True, tag_field="tilery", tag="move"):
    """A ``MoveLine`` whose action and events are JSON already."""

    number: int
    action: msgspec.Raw
    events: msgspec.Raw


def check_names(names: Sequence[str]) -> None:
    """Refuse what are no names of players; how many there may be is for the rules to say."""
    if isinstance(names, str) or not all(is_a(name, str) and name for name in names):
        raise TileryError("players", f"a record needs a name for every player, not {names!r}")


class RecordWriter:
    """A record's lines as things happen: a game's, or with a length those of a match.

    >>> from tilery.game import Start
    >>> from tilery.rules.edition import edition
    >>> writer = RecordWriter(edition("sabra").rules(), ("Ann", "Bo"))
    >>> writer.begin(), writer.game("00" * 32)[:28]
    ('', '{"tilery":"game","version":1')
    >>> writer.move(Start(), ())
    '{"tilery":"move","number":1,"action":{"do":"start"},"events":[]}\\n'
    """

    def __init__(self, rules: Rules, names: Sequence[str], length: Length | None = None) -> None:
        must_be_rules(rules)
        check_names(names)
        self._rules, self._names, self._length = rules, tuple(names), length
        self._moves = 0

    def begin(self) -> str:
        """The first line of a match; a game by itself has none before its own."""
        if self._length is None:
            return ""
        return write_line(MatchLine(VERSION, self._rules, self._names, self._length))

    def game(self, commitment: str) -> str:
        """The first line of the next game."""
        self._moves = 0
        return write_line(GameLine(VERSION, self._rules, self._names, commitment))

    def move(self, action: Action, events: Sequence[Event]) -> str:
        """The line of the game's next move."""
        return self.stored_move(*(msgspec.Raw(msgspec.json.encode(to_plain(each))) for each in (action, tuple(events))))

    def stored_move(self, action: msgspec.Raw, events: msgspec.Raw) -> str:
        """The line of a move that is JSON already: reading thousands of tiles only to write them again takes long."""
        self._moves += 1
        return msgspec.json.encode(_WrittenMove(self._moves, action, events)).decode() + "\n"

    def result(self, sheet: ScoreSheet) -> str:
        """The last line of a match; nothing while there are games to come, nor after a game by itself."""
        if self._length is None or len(sheet.entries) != self._length.total(len(self._names)):
            return ""
        return write_line(ResultLine(sheet.totals, sheet.wins, sheet.winners))
