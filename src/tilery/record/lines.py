"""The lines of a record: one JSON document a line, the first of a game or match saying its version.

``docs/records.md`` describes the format. A record is written action by action, so whatever happens to
the file, all that stands before the damage can be read.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tilery.errors import TileryError
from tilery.game import Action, Event
from tilery.match import Length
from tilery.rules.edition import Rules, contradictions
from tilery.wire import from_plain, to_plain

__all__ = [
    "VERSION",
    "GameLine",
    "Line",
    "MatchLine",
    "MoveLine",
    "RecordError",
    "ResultLine",
    "parse_line",
    "write_line",
]

VERSION = 1
"""The version of the record format written here."""


class RecordError(TileryError):
    """A record that cannot be read or does not prove itself, with the line where that shows."""

    def __init__(self, code: str, line: int, text: str) -> None:
        super().__init__(code, f"line {line}: {text}")
        self.line = line
        self.problem = text

    def __reduce__(self) -> tuple[type[RecordError], tuple[Any, ...]]:
        return type(self), (self.code, self.line, self.problem)


class _RecordLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="tilery"):
    """A line of a record; ``tilery`` names it."""


class MatchLine(_RecordLine, frozen=True, tag="match"):
    """The first line of a match: who plays how long by which rules."""

    version: int
    rules: Rules
    names: tuple[str, ...]
    length: Length


class GameLine(_RecordLine, frozen=True, tag="game"):
    """The first line of a game: by which rules, who plays, and the commitment to the secret."""

    version: int
    rules: Rules
    names: tuple[str, ...]
    commitment: str


class MoveLine(_RecordLine, frozen=True, tag="move"):
    """One action of a game and its events."""

    number: int
    action: Action
    events: tuple[Event, ...]


class ResultLine(_RecordLine, frozen=True, tag="result"):
    """The last line of a match: totals, games won, and who has won it."""

    totals: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[int, ...]


Line = MatchLine | GameLine | MoveLine | ResultLine


def write_line(line: Line) -> str:
    """A line as JSON text, with its newline."""
    return msgspec.json.encode(to_plain(line)).decode() + "\n"


def parse_line(text: str, number: int) -> Line:
    """A line from JSON text; ``number`` is its place in the file, for errors."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise RecordError("damaged", number, f"not a whole JSON document ({error})") from None
    except RecursionError:
        raise RecordError("damaged", number, "nested too deeply") from None
    if not isinstance(data, dict) or "tilery" not in data:
        raise RecordError("not-a-record", number, 'this is not a line of a Tilery record: it has no "tilery" field')
    version = data.get("version", VERSION)
    if version != VERSION:
        text = f"this is version {version!r} of the format; this Tilery reads version {VERSION}"
        raise RecordError("version", number, text)
    try:
        line: Line = from_plain(data, Line)  # type: ignore[arg-type]
    except TileryError as error:
        raise RecordError("damaged", number, error.text) from None
    if isinstance(line, MatchLine | GameLine) and (reasons := contradictions(line.rules)):
        raise RecordError("rules", number, "; ".join(reason.text for reason in reasons))
    return line
