"""What a client is told at a table. ``docs/protocol.md`` is the socket's manual.

The server's messages are named by ``tell``; every one that is about the table carries the table's revision.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tilery.rules.turn import Defect
from tilery.server.codes import ClosingCode, RefusalCode
from tilery.server.table.commands import HintStep
from tilery.server.table.refusal import RefusedError
from tilery.server.table.seen import PublicTable
from tilery.server.table.terms import PublicTerms

__all__ = [
    "VERSION",
    "ChangeMessage",
    "ClosingMessage",
    "DoneMessage",
    "HintMessage",
    "HintMove",
    "Message",
    "PongMessage",
    "PresenceMessage",
    "RefusedMessage",
    "SaidMessage",
    "StateMessage",
    "VerdictMessage",
    "refused",
]

VERSION = 2
"""The version of the protocol spoken here."""


def _carries(name: str, *, many: bool = False) -> Any:
    """What JSON made beforehand has in it: said for the schema, since to msgspec it is just raw."""
    one = {"$ref": f"#/$defs/{name}"}
    return msgspec.Meta(extra_json_schema={"type": "array", "items": one} if many else one)


class _Message(msgspec.Struct, frozen=True, tag_field="tell"):
    """Something a client is told."""


class StateMessage(_Message, frozen=True, tag="state"):
    """Everything this connection may know: sent first, and again when it cannot catch up.

    ``you`` is the connection's seat, ``None`` for a spectator; ``game`` is its view of the game, ``moves`` are the
    last two rounds of it and ``before`` the table as it lay before them; ``draft`` is the draft it left and
    ``drafted`` that one's number; ``behind`` says by how many seconds a spectator who sees racks is kept behind,
    ``watcher`` which of those one is who have asked to see them. ``covered`` says that one's screen is shared and
    nobody has said yet who has it: then it is shown nobody's rack. ``removed`` says that the host has sent one away:
    there is no seat for them here.
    """

    version: int
    revision: int
    now: float
    you: int | None
    terms: PublicTerms
    table: PublicTable
    game: Annotated[msgspec.Raw, _carries("View")] | None
    before: str
    moves: Annotated[msgspec.Raw, _carries("MovedSeen", many=True)]
    draft: str | None
    position: str
    lines: tuple[SaidMessage, ...]
    present: PresenceMessage
    muted: tuple[int, ...] = ()
    behind: int = 0
    drafted: int = 0
    watcher: int | None = None
    covered: bool = False
    removed: bool = False


class ChangeMessage(_Message, frozen=True, tag="change"):
    """The next revision: ``events`` is what happened, each a ``SeenEvent`` as this seat may know it.

    Whoever folds them has the table as it is; ``position`` is the position line to compare one's own with.
    """

    revision: int
    now: float
    events: Annotated[msgspec.Raw, _carries("SeenEvent", many=True)]
    position: str


class DoneMessage(_Message, frozen=True, tag="done"):
    """A command was carried out, and is stored, at this revision."""

    id: str
    revision: int


class RefusedMessage(_Message, frozen=True, tag="refused"):
    """A command was not carried out: a stable code, a sentence, and the defects where it was a turn.

    ``more`` is how many illegal sets there are beyond those among the defects.
    """

    id: str | None
    revision: int
    code: RefusalCode
    text: str
    defects: tuple[Defect, ...] = ()
    more: int = 0


class VerdictMessage(_Message, frozen=True, tag="verdict"):
    """The referee on a draft: what it plays, what it is worth, what is wrong with it.

    ``more`` is how many illegal sets there are beyond those among the defects; ``number`` is the newest draft's that
    is kept of this turn: if it is higher than this draft's own, another one is. ``table`` is there where a legal draft
    would not lie as it was sent: the same sets in the orders the rules settle on.
    """

    id: str
    revision: int
    legal: bool
    played: str
    value: int
    opening_value: int | None
    defects: tuple[Defect, ...]
    more: int
    number: int = 0
    table: str | None = None


class HintMove(msgspec.Struct, frozen=True):
    """One move of the hands on the way to a hinted table, and how everything lies after it."""

    do: Literal["take", "split", "join", "add", "lay"]
    tiles: str
    set: str
    onto: str
    from_rack: str
    table: str
    aside: str


class HintMessage(_Message, frozen=True, tag="hint"):
    """What could be played: the number of tiles, then which, then the table after it and the moves that lead there."""

    id: str
    revision: int
    step: HintStep
    tiles: int
    goes_out: bool = False
    played: str | None = None
    table: str | None = None
    moves: tuple[HintMove, ...] | None = None


class SaidMessage(_Message, frozen=True, tag="said"):
    """Something said, or a quick emoji shown."""

    number: int
    at: float
    seat: int | None
    name: str
    text: str
    emote: bool = False


class PresenceMessage(_Message, frozen=True, tag="presence"):
    """Which seats are connected, and how many look on."""

    seats: tuple[int, ...]
    spectators: int


class PongMessage(_Message, frozen=True, tag="pong"):
    """Yes, and it is this late."""

    id: str
    now: float
    revision: int


class ClosingMessage(_Message, frozen=True, tag="closing"):
    """The server ends this connection, and why; ``again`` says whether to come back."""

    code: ClosingCode
    text: str
    again: bool


Message = (
    StateMessage
    | ChangeMessage
    | DoneMessage
    | RefusedMessage
    | VerdictMessage
    | HintMessage
    | SaidMessage
    | PresenceMessage
    | PongMessage
    | ClosingMessage
)


def refused(command: str | None, revision: int, error: RefusedError) -> RefusedMessage:
    """What somebody is told whose command was refused."""
    return RefusedMessage(command, revision, error.code, error.text, error.defects, error.more)
