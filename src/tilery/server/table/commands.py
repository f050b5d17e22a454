"""What a client may ask at a table. ``docs/protocol.md`` is the socket's manual.

A client's message is a command: ``do`` names it, ``id`` is the client's own, so that sending it again is harmless.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from tilery.server.table.refusal import RefusedError
from tilery.server.table.setup import BotPace

__all__ = [
    "EMOTES",
    "BackCommand",
    "Command",
    "DraftCommand",
    "DrawCommand",
    "EmoteCommand",
    "EmoteName",
    "HandOverCommand",
    "HintCommand",
    "HintStep",
    "IAmCommand",
    "KeepCommand",
    "KickCommand",
    "LeaveCommand",
    "LetInCommand",
    "MuteCommand",
    "PaceCommand",
    "PassCommand",
    "PauseCommand",
    "PingCommand",
    "PlayCommand",
    "ReadyCommand",
    "RematchCommand",
    "ResignCommand",
    "ResumeCommand",
    "SayCommand",
    "SeatBotCommand",
    "SitCommand",
    "StandInCommand",
    "StartCommand",
    "SyncCommand",
    "UnreadyCommand",
    "WatchCommand",
    "decode",
]

EmoteName = Literal["wave", "well-played", "thanks", "wow", "thinking", "oops", "laugh", "party"]
"""The quick emoji, by name: a client draws them and says them in its own language."""

EMOTES: tuple[EmoteName, ...] = get_args(EmoteName)

HintStep = Literal[1, 2, 3]
"""How much a hint says: whether and how much, then which tiles, then the whole play."""


_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
_WatcherNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
_Revision = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_TableText = Annotated[str, msgspec.Meta(max_length=2_000)]
_MOST_DRAFTS = 2**52
_LevelName = Annotated[str, msgspec.Meta(max_length=40)]


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

    revision: _Revision


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


def decode(frame: str | bytes) -> Command:
    """A command from a frame; whatever is wrong with it is a :class:`RefusedError`.

    >>> decode('{"do":"draw","id":"7","revision":3}')
    DrawCommand(id='7', revision=3)
    >>> decode('{"do":"draw","id":"7","revision":3,"seat":1}')
    Traceback (most recent call last):
        ...
    tilery.server.table.refusal.RefusedError: Object contains unknown field `seat`
    """
    try:
        command: Command = _DECODER.decode(frame)
    except msgspec.ValidationError as error:
        raise RefusedError("shape", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RefusedError("not-json", "this is not a JSON document") from None
    return command


_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
