"""The socket's protocol: what a client may ask at a table, and what it is told. ``docs/protocol.md`` is its manual.

A client's message is a command: ``do`` names it, ``id`` is the client's own, so that sending it again is harmless.
The server's messages are named by ``tell``; every one that is about the table carries the table's revision.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from tilery.errors import TileryError
from tilery.rules.turn import Defect
from tilery.server.codes import ClosingCode, RefusalCode
from tilery.server.table.seen import PublicTable
from tilery.server.table.setup import BotPace
from tilery.server.table.terms import PublicTerms

__all__ = [
    "COVERED",
    "EMOTES",
    "VERSION",
    "BackCommand",
    "ChangeMessage",
    "ClosingMessage",
    "Command",
    "DoneMessage",
    "DraftCommand",
    "DrawCommand",
    "EmoteCommand",
    "EmoteName",
    "HandOverCommand",
    "HintCommand",
    "HintMessage",
    "HintMove",
    "HintStep",
    "IAmCommand",
    "KeepCommand",
    "KickCommand",
    "LeaveCommand",
    "LetInCommand",
    "Message",
    "MuteCommand",
    "PaceCommand",
    "PassCommand",
    "PauseCommand",
    "PingCommand",
    "PlayCommand",
    "PongMessage",
    "PresenceMessage",
    "ReadyCommand",
    "RefusedError",
    "RefusedMessage",
    "RematchCommand",
    "ResignCommand",
    "ResumeCommand",
    "SaidMessage",
    "SayCommand",
    "SeatBotCommand",
    "SitCommand",
    "StandInCommand",
    "StartCommand",
    "StateMessage",
    "SyncCommand",
    "TurnedAwayError",
    "UnreadyCommand",
    "VerdictMessage",
    "WatchCommand",
    "decode",
]

COVERED = "first say which of you has the screen"
"""Why somebody around one screen is refused who has not said which of them it is."""

VERSION = 2
"""The version of the protocol spoken here."""

EmoteName = Literal["wave", "well-played", "thanks", "wow", "thinking", "oops", "laugh", "party"]
"""The quick emoji, by name: a client draws them and says them in its own language."""

EMOTES: tuple[EmoteName, ...] = get_args(EmoteName)

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
_WatcherNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
_Revision = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_TableText = Annotated[str, msgspec.Meta(max_length=2_000)]
_MOST_DRAFTS = 2**52
_LevelName = Annotated[str, msgspec.Meta(max_length=40)]


def _carries(name: str, *, many: bool = False) -> Any:
    """What JSON made beforehand has in it: said for the schema, since to msgspec it is just raw."""
    one = {"$ref": f"#/$defs/{name}"}
    return msgspec.Meta(extra_json_schema={"type": "array", "items": one} if many else one)


HintStep = Literal[1, 2, 3]
"""How much a hint says: whether and how much, then which tiles, then the whole play."""


class _Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a client asks; ``id`` is the client's own name for it."""

    id: _Id


class PlayCommand(_Command, frozen=True, kw_only=True, tag="play"):
    """Play: ``table`` is the whole table after the turn, ``revision`` the one it was made at."""

    revision: _Revision
    table: _TableText


class DrawCommand(_Command, frozen=True, kw_only=True, tag="draw"):
    """Take a tile from the pool."""

    revision: _Revision


class KeepCommand(_Command, frozen=True, kw_only=True, tag="keep"):
    """Keep the tile just drawn, which might have freed a joker: the turn is over."""

    revision: int


class PassCommand(_Command, frozen=True, kw_only=True, tag="pass"):
    """Neither play nor draw: only with the pool empty."""

    revision: _Revision


class DraftCommand(_Command, frozen=True, kw_only=True, tag="draft"):
    """How the table lies in the middle of a turn; it is kept, and the referee says what is wrong with it.

    Of two drafts of a turn the one with the higher ``number`` is the newer, whichever comes first; without numbers
    they count as they come.
    """

    revision: _Revision
    table: _TableText
    number: Annotated[int, msgspec.Meta(ge=1, le=_MOST_DRAFTS)] | None = None


class ResignCommand(_Command, frozen=True, kw_only=True, tag="resign"):
    """Give up this game."""


class SitCommand(_Command, frozen=True, kw_only=True, tag="sit"):
    """Take a seat: this one, or the first that is open."""

    seat: _SeatNumber | None = None


class LeaveCommand(_Command, frozen=True, kw_only=True, tag="leave"):
    """Give the seat up; in a game a bot plays on, and one may come back."""


class BackCommand(_Command, frozen=True, kw_only=True, tag="back"):
    """Take one's own seat back from the bot that stands in."""


class ReadyCommand(_Command, frozen=True, kw_only=True, tag="ready"):
    """Ready for the next game; ``words`` of one's own go into the mixing of the tiles."""

    words: Annotated[str, msgspec.Meta(max_length=200)] = ""


class UnreadyCommand(_Command, frozen=True, kw_only=True, tag="unready"):
    """Not ready after all."""


class StartCommand(_Command, frozen=True, kw_only=True, tag="start"):
    """The host begins without filling the open seats; everybody seated must be ready."""


class SeatBotCommand(_Command, frozen=True, kw_only=True, tag="seat-bot"):
    """The host puts a bot in an open seat, before the start."""

    seat: _SeatNumber
    level: _LevelName


class KickCommand(_Command, frozen=True, kw_only=True, tag="kick"):
    """The host empties a seat, before the start; a person kicked cannot sit here again."""

    seat: _SeatNumber


class StandInCommand(_Command, frozen=True, kw_only=True, tag="stand-in"):
    """Let a bot play for somebody who is not connected."""

    seat: _SeatNumber


class PauseCommand(_Command, frozen=True, kw_only=True, tag="pause"):
    """Ask for a pause, or agree to one: the clock stops when all have."""


class ResumeCommand(_Command, frozen=True, kw_only=True, tag="resume"):
    """End the pause, or take back the wish for one."""


class PaceCommand(_Command, frozen=True, kw_only=True, tag="pace"):
    """The host has the bots take more time for their moves, or less."""

    pace: BotPace


class RematchCommand(_Command, frozen=True, kw_only=True, tag="rematch"):
    """Ask for another match of the same people, or agree to it."""

    words: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SayCommand(_Command, frozen=True, kw_only=True, tag="say"):
    """Say something at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class EmoteCommand(_Command, frozen=True, kw_only=True, tag="emote"):
    """Show a quick emoji."""

    name: EmoteName


class MuteCommand(_Command, frozen=True, kw_only=True, tag="mute"):
    """Hear nothing more of the person in this seat, here and at other tables, or hear them again."""

    seat: _SeatNumber
    on: bool = True


class WatchCommand(_Command, frozen=True, kw_only=True, tag="watch"):
    """Ask those who sit here to let me see the racks, after the table's delay."""


class LetInCommand(_Command, frozen=True, kw_only=True, tag="let-in"):
    """Let somebody who has asked see the racks, or do not, or no longer."""

    watcher: _WatcherNumber
    on: bool = True


class IAmCommand(_Command, frozen=True, kw_only=True, tag="i-am"):
    """Around one screen: the person of this seat has it now, and may see their rack."""

    seat: _SeatNumber


class HandOverCommand(_Command, frozen=True, kw_only=True, tag="hand-over"):
    """Around one screen: it goes to somebody else, and shows nobody's rack until they say who they are."""


class HintCommand(_Command, frozen=True, kw_only=True, tag="hint"):
    """What could I play? First whether and how much, then which tiles, then the whole play."""

    revision: _Revision
    step: HintStep


class SyncCommand(_Command, frozen=True, kw_only=True, tag="sync"):
    """I may have missed something since this revision: if so, the whole state comes."""

    revision: _Revision


class PingCommand(_Command, frozen=True, kw_only=True, tag="ping"):
    """Are you there, and what time is it?"""


Command = (
    PlayCommand
    | DrawCommand
    | KeepCommand
    | PassCommand
    | DraftCommand
    | ResignCommand
    | SitCommand
    | LeaveCommand
    | BackCommand
    | ReadyCommand
    | UnreadyCommand
    | StartCommand
    | SeatBotCommand
    | KickCommand
    | StandInCommand
    | PauseCommand
    | ResumeCommand
    | PaceCommand
    | RematchCommand
    | SayCommand
    | EmoteCommand
    | MuteCommand
    | WatchCommand
    | LetInCommand
    | IAmCommand
    | HandOverCommand
    | HintCommand
    | SyncCommand
    | PingCommand
)


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


class RefusedError(TileryError):
    """A command that cannot be carried out; nothing has changed."""

    code: RefusalCode

    def __init__(self, code: RefusalCode, text: str, defects: tuple[Defect, ...] = (), more: int = 0) -> None:
        super().__init__(code, text)
        self.defects = defects
        self.more = more


class TurnedAwayError(TileryError):
    """A connection that is not let in."""

    code: ClosingCode

    def __init__(self, code: ClosingCode, text: str) -> None:
        super().__init__(code, text)


def refused(command: str | None, revision: int, error: RefusedError) -> RefusedMessage:
    """What somebody is told whose command was refused."""
    return RefusedMessage(command, revision, error.code, error.text, error.defects, error.more)


def decode(frame: str | bytes) -> Command:
    """A command from a frame; whatever is wrong with it is a :class:`RefusedError`.

    >>> decode('{"do":"draw","id":"7","revision":3}')
    DrawCommand(id='7', revision=3)
    >>> decode('{"do":"draw","id":"7","revision":3,"seat":1}')
    Traceback (most recent call last):
        ...
    tilery.server.table.messages.RefusedError: Object contains unknown field `seat`
    """
    try:
        command: Command = _DECODER.decode(frame)
    except msgspec.ValidationError as error:
        raise RefusedError("shape", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RefusedError("not-json", "this is not a JSON document") from None
    return command


_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
