"""What the store keeps and gives back: plain values, none of them knowing how they are kept."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = [
    "Act",
    "CannotSaveError",
    "Change",
    "ConflictError",
    "Credential",
    "Due",
    "FinishedGame",
    "Found",
    "Guest",
    "Line",
    "Passkey",
    "PlayedGame",
    "Report",
    "Result",
    "SilencedError",
    "Statistics",
    "StoreError",
    "TableRow",
    "Tally",
    "UnavailableError",
]


class StoreError(Exception):
    """Something the store refuses or cannot do; asking again changes nothing.

    ``kind`` is one word for figures and logs: ``refused``, ``denied`` (no such user, wrong password, no rights),
    ``missing`` (no such database or table), ``damaged``.
    """

    kind = "refused"

    def __init__(self, text: str, kind: str | None = None) -> None:
        super().__init__(text)
        if kind is not None:
            self.kind = kind


class ConflictError(StoreError):
    """Somebody else was first: this revision, code or command is in the store already."""

    kind = "conflict"


class SilencedError(StoreError):
    """Somebody whom an operator has silenced says nothing ``until`` then."""

    def __init__(self, until: float) -> None:
        super().__init__("silenced")
        self.until = until


class UnavailableError(StoreError):
    """The database cannot be used now; nothing was changed, or it is not known whether it was. Asking again may help.

    Kinds are ``away``, ``lock`` (somebody else holds what is needed) and ``slow``.
    """

    kind = "away"


class CannotSaveError(UnavailableError):
    """The database can be read but keeps nothing: kinds are ``full``, ``read-only``, ``gone`` and ``io``."""

    kind = "full"


class Guest(msgspec.Struct, frozen=True):
    """A person without an account, or the owner of a bot. ``settings`` is a JSON text of the client's own.

    ``banned`` and ``silenced`` say until when, ``warning`` is what an operator has to say to them.
    """

    id: str
    name: str
    created: float
    settings: str = "{}"
    banned: float = 0.0
    silenced: float = 0.0
    warning: str = ""


class Report(msgspec.Struct, frozen=True):
    """What somebody wants an operator to see: a line of chat or a name, as it was. ``by`` and ``about`` are guests."""

    id: str
    at: float
    table: str
    by: str
    about: str
    kind: Literal["line", "name"]
    text: str
    note: str = ""
    closed: float | None = None


class Act(msgspec.Struct, frozen=True):
    """What an operator did, to which guest, table or report, and why."""

    id: str
    at: float
    operator: str
    act: str
    target: str
    text: str


class Credential(msgspec.Struct, frozen=True):
    """One way to be a guest: a browser's key, a program's token, recovery words. Only a digest is kept."""

    id: str
    guest: str
    kind: Literal["key", "token", "words"]
    label: str
    created: float


class Found(msgspec.Struct, frozen=True):
    """Whose a secret is."""

    guest: Guest
    credential: Credential


class Passkey(msgspec.Struct, frozen=True):
    """The public half of a key that a guest's device keeps; ``data`` and ``count`` are the device's."""

    id: str
    guest: str
    label: str
    created: float
    used: float
    data: bytes
    count: int


class TableRow(msgspec.Struct, frozen=True):
    """A table as stored: ``state`` is JSON that only ``server.table`` understands; the rest is for finding it.

    ``deadline`` is when somebody has to look at it (a time-out, a late bot), in seconds since the epoch;
    ``active`` is when a person last did something; ``guests`` has the guest of every seat a person holds.
    """

    id: str
    code: str
    revision: int
    phase: Literal["gathering", "playing", "between", "over"]
    listed: bool
    host: str
    deadline: float | None
    created: float
    active: float
    guests: tuple[str, ...]
    state: bytes


class Change(msgspec.Struct, frozen=True):
    """One thing that happened at a table, written once: (table, revision) is unique.

    ``moves`` is JSON, the recorded moves of game ``game`` (empty where none was running); ``guest`` and
    ``command`` say who asked for it and under which id, so that asking again is harmless.
    """

    table: str
    revision: int
    at: float
    kind: str
    seat: int | None = None
    guest: str | None = None
    command: str | None = None
    game: str | None = None
    moves: bytes = b"[]"


class Due(msgspec.Struct, frozen=True):
    """A table whose deadline has come."""

    table: str
    revision: int


class Line(msgspec.Struct, frozen=True):
    """Something said at a table; numbers count up from 1 at every table."""

    table: str
    number: int
    at: float
    guest: str
    name: str
    text: str
    emote: bool = False


class Result(msgspec.Struct, frozen=True):
    """One seat's result in a game. ``guest`` is ``None`` for a bot, or for a guest that was deleted."""

    seat: int
    guest: str | None
    name: str
    bot: str | None
    score: int
    won: bool
    tiles_left: int
    turns: int


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that has ended, for the history. ``header`` is JSON: what a record needs before its moves."""

    id: str
    table: str
    match: int
    number: int
    edition: str
    tile_set: str
    began: float
    ended: float
    reason: str
    moves: int
    header: bytes
    results: tuple[Result, ...]


class PlayedGame(msgspec.Struct, frozen=True):
    """A line of a player's history: the game, and which seat was theirs."""

    game: FinishedGame
    seat: int


class Tally(msgspec.Struct, frozen=True):
    """A player's games of one sort, added up."""

    games: int = 0
    won: int = 0
    score: int = 0
    best: int | None = None
    worst: int | None = None
    tiles_left: int = 0
    turns: int = 0


class Statistics(msgspec.Struct, frozen=True):
    """A player's games in all and by edition."""

    total: Tally
    editions: dict[str, Tally]
