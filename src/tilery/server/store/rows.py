"""What the store keeps and gives back: plain values, none of them knowing how they are kept."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from tilery.server.faces import FaceName

__all__ = [
    "FIGURES_VERSION",
    "Act",
    "AnalysisRow",
    "Appended",
    "CannotSaveError",
    "ChangeRow",
    "ChatLine",
    "ConflictError",
    "Credential",
    "DraftRow",
    "Due",
    "FiguredGame",
    "FiguredOther",
    "FinishedGame",
    "FinishedSeat",
    "Found",
    "Guest",
    "KeptAnswer",
    "OwnFigures",
    "OwnTable",
    "Passkey",
    "PlayedGame",
    "PlayerRow",
    "Report",
    "SeatFigures",
    "SilencedError",
    "Speech",
    "StoreError",
    "StoredTable",
    "Subscription",
    "TableRow",
    "TooTalkativeError",
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


class TooTalkativeError(StoreError):
    """So much was said at this table lately, by this player or by all, that nothing more is taken for now."""

    def __init__(self) -> None:
        super().__init__("too much is being said")


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

    ``banned`` and ``silenced`` say until when, ``warning`` is what an operator has to say to them, ``seen`` is when
    they were last here, to the day.
    """

    id: str
    name: str
    created: float
    settings: str = "{}"
    banned: float = 0.0
    silenced: float = 0.0
    warning: str = ""
    seen: float = 0.0
    face: FaceName = ""


class Subscription(msgspec.Struct, frozen=True):
    """A browser that may be told that it is its guest's turn: where, and the key and secret to encrypt for it."""

    id: str
    guest: str
    created: float
    endpoint: str
    key: bytes
    secret: bytes


class KeptAnswer(NamedTuple):
    """What was answered under an idempotency key, to be answered again; ``body`` is the answer without secrets."""

    digest: str
    request: str
    guest: str
    salt: bytes
    body: bytes
    expires: float


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
    """A table as stored: what it is found by. ``terms`` and ``snapshot`` are JSON that only ``server.table`` reads.

    ``deadline`` is when somebody has to look at it (a time-out, a late bot), in seconds since the epoch, or some
    time before that; ``active`` is when a person last did something, to the minute. ``snapshot`` is how the table
    stood at revision ``snapped``, kept only so that not all changes have to be read.
    """

    id: str
    code: str
    revision: int
    phase: Literal["gathering", "playing", "between", "over"]
    listed: bool
    deadline: float | None
    created: float
    active: float
    terms: bytes
    host: int | None = None
    snapshot: bytes | None = None
    snapped: int = -1


class OwnTable(NamedTuple):
    """A table that knows a guest, with nothing of anybody else: when, how far, and as whom."""

    id: str
    created: float
    active: float
    phase: Literal["gathering", "playing", "between", "over"]
    terms: bytes
    host: bool
    player: int
    name: str
    seated: bool


class PlayerRow(msgspec.Struct, frozen=True):
    """Who a player's number at a table stands for. ``seated`` says that they hold a seat and have not left it."""

    player: int
    guest: str | None
    name: str
    seated: bool = False
    face: FaceName = ""


class ChangeRow(msgspec.Struct, frozen=True):
    """One thing that happened at a table, written once: (table, revision) is unique.

    ``events`` and ``moves`` are JSON, what happened at the table and in its game; ``player`` and ``command`` say who
    asked for it and under which id, so that asking again is harmless.
    """

    table: str
    revision: int
    at: float
    player: int | None = None
    command: str | None = None
    events: bytes = b"[]"
    moves: bytes = b"[]"


class Appended(msgspec.Struct, frozen=True):
    """A change to be written down, and what it changes of how its table is found.

    ``active`` is when, if a person did it; ``players`` are those who came, went or have another name.
    """

    change: ChangeRow
    phase: Literal["gathering", "playing", "between", "over"]
    host: int | None
    deadline: float | None
    active: float | None = None
    players: tuple[PlayerRow, ...] = ()
    snapshot: bytes | None = None
    finished: FinishedGame | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it is no more than one change and one table."""
        return not self.players and self.snapshot is None and self.finished is None


class StoredTable(NamedTuple):
    """A table, what happened there since its snapshot, and who is who."""

    row: TableRow
    changes: list[ChangeRow]
    players: list[PlayerRow]


class Due(msgspec.Struct, frozen=True):
    """A table at which somebody has to look."""

    table: str
    revision: int


class DraftRow(NamedTuple):
    """An unfinished turn, made at this revision; of two made at the same the higher ``number`` is the newer."""

    table: str
    seat: int
    revision: int
    number: int
    text: str


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at a table; numbers count up from 1 at every table."""

    table: str
    number: int
    at: float
    player: int
    text: str
    emote: bool = False


class Speech(NamedTuple):
    """How many lines may be said at a table in a minute."""

    by_one: int
    by_all: int


class FinishedSeat(msgspec.Struct, frozen=True):
    """One seat's result in a game; ``guest`` and ``name`` are nobody's for a bot and for a guest that was deleted.

    Of a person, ``player`` says who it is when the game is written down; the store looks it up.
    """

    seat: int
    guest: str | None
    name: str
    bot: str | None
    score: int
    won: bool
    tiles_left: int
    turns: int
    player: int | None = None


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that has ended, for the history. ``header`` is JSON: what a record needs before its moves.

    Its moves are in the changes of its table from revision ``first`` to ``last``. ``practice`` is a game played on
    from a position of another one: it is kept and shown, and counts in nobody's figures.
    """

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
    first: int
    last: int
    results: tuple[FinishedSeat, ...]
    practice: bool = False


class PlayedGame(msgspec.Struct, frozen=True):
    """A line of a player's history: the game, and which seat was theirs."""

    game: FinishedGame
    seat: int


FIGURES_VERSION = 1
"""One more whenever a figure is counted in another way: those kept before are made anew then."""


class SeatFigures(msgspec.Struct, frozen=True):
    """What a person's seat did in a game, a stand-in's moves left out.

    ``opened`` is the own turn in which they opened, ``seconds`` the time of the ``timed`` turns without pauses. Of the
    ``looked`` turns it was worked out what could have been laid: ``missed`` is how many tiles more than the ``laid``
    ones, ``overlooked`` how often each thing was.
    """

    turns: int
    opened: int | None
    timed: int
    seconds: float
    looked: int
    laid: int
    missed: int
    overlooked: dict[str, int]


class FiguredOther(NamedTuple):
    """Another seat of a game: whose it was, as they were called there, and whether they finished behind the player."""

    guest: str | None
    name: str
    bot: str | None
    behind: bool


class FiguredGame(NamedTuple):
    """A game of a player's history with all that figures are added up from; ``figures`` are ``None`` until made."""

    id: str
    ended: float
    edition: str
    seat: int
    score: int
    won: bool
    tiles_left: int
    turns: int
    place: int
    figures: SeatFigures | None
    others: tuple[FiguredOther, ...]


class OwnFigures(NamedTuple):
    """Figures of a guest's seat in a game."""

    game: str
    seat: int
    figures: SeatFigures


class AnalysisRow(msgspec.Struct, frozen=True):
    """What is kept of the analysis of a game: ``done`` of its ``total`` turns, ``made`` when that was last written.

    ``body`` says it all, and nobody's name.
    """

    game: str
    version: int
    made: float
    seconds: float
    total: int
    done: int
    body: bytes
