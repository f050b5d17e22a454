"""What an analysis says: every turn with what could have been done in it, every player, and where the game turned.

These are values that go to the browser and to files as they are. ``docs/analysis.md`` says how each figure is made.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = [
    "ANALYSIS_VERSION",
    "AnalysisBot",
    "BotReason",
    "GameAnalysis",
    "Overlooked",
    "OverlookedCode",
    "PlayerAnalysis",
    "TurnAnalysis",
    "TurnDid",
    "TurnOption",
    "TurnVerdict",
    "TurningCause",
    "TurningPoint",
]

ANALYSIS_VERSION = 2
"""One more whenever a figure is made in another way: an analysis that was kept is made anew then."""

TurnDid = Literal["play", "draw", "keep", "pass", "timeout", "resign"]
"""What a player did: ``keep`` is to keep a tile just drawn that would have freed a joker."""

TurnVerdict = Literal["best", "good", "forced", "held-back", "opened", "out", "cost"]
"""What is said of a turn:

- ``best``: nothing that was tried had a better chance;
- ``good``: something else looked better, by no more than chance alone does;
- ``forced``: there was nothing else to do;
- ``held-back``: tiles would have fitted, and waiting cost nothing;
- ``opened``, ``out``: the player opened or went out;
- ``cost``: something else would have won more often.
"""

OverlookedCode = Literal["out", "opening", "joker", "set", "add", "rearrange"]
"""What was there to be seen:

- ``out``: all tiles could have been laid;
- ``opening``: the player could have opened;
- ``joker``: it takes the joker on the rack;
- ``set``: a whole set from the rack;
- ``add``: tiles go to one set on the table;
- ``rearrange``: so many ``sets`` of the table have to be rearranged together.
"""

BotReason = Literal["nothing", "out", "wait", "hold", "play"]
"""Why the strongest bot would have done what it would: nothing fitted, all could be laid, to go out in one turn later,
to hold some tiles back, or because the most tiles were best."""

TurningCause = Literal["yours", "theirs", "luck"]
"""What changed a player's chance: their own decision, what the others did, or the tile they drew."""


class TurnOption(msgspec.Struct, frozen=True):
    """Something that could be done in a turn: tiles laid with the table after it, or ``waits``: drawing, or passing.

    ``chance`` is how likely the player wins after it, as far as the player could know. ``broken`` is how many sets of
    the table it breaks, ``moved`` how many of the table's tiles it moves.
    """

    played: str
    table: str
    tiles: int
    points: int
    broken: int
    moved: int
    goes_out: bool
    waits: bool
    chance: float | None = None


class Overlooked(msgspec.Struct, frozen=True):
    """Something the player could have seen; ``sets`` is how many of the table it takes, 4 for four or more."""

    code: OverlookedCode
    sets: int = 0


class AnalysisBot(msgspec.Struct, frozen=True):
    """What the strongest bot would have done, why, and which tiles it would have held back."""

    played: str
    table: str
    waits: bool
    why: BotReason
    held: str


class TurnAnalysis(msgspec.Struct, frozen=True):
    """One move of a player, and what could have been done instead.

    ``move`` is the number of the record's move, ``turn`` the player's own turn from 1. ``before`` and ``chances`` are
    every seat's chance to win as the player who moves could know it, before the move, were the best done, and after it;
    they add up to 1 and come from ``worlds`` playouts each. ``cost`` is the chance that was given away, measured
    afresh; ``None`` where there is none beyond what chance alone does. ``best`` is ``None`` where what was taken is.

    ``possible`` is the most tiles that could be laid; ``missed_tiles`` and ``missed_points`` are what was not. ``luck``
    is how many more tiles can be laid with the tile ``drawn`` than with the average of all it could have been.
    """

    move: int
    seat: int
    turn: int
    did: TurnDid
    played: str
    drawn: str
    opened: bool
    taken: TurnOption
    best: TurnOption | None
    possible: int
    missed_tiles: int
    missed_points: int
    overlooked: tuple[Overlooked, ...]
    verdict: TurnVerdict | None = None
    cost: float | None = None
    before: tuple[float, ...] | None = None
    chances: tuple[float, ...] | None = None
    worlds: int = 0
    bot: AnalysisBot | None = None
    luck: float | None = None


class PlayerAnalysis(msgspec.Struct, frozen=True):
    """One player in a game: tiles laid of those that could be, and their share, ``accuracy``; the luck of all draws, in
    tiles; the chance given away in all, and in how many turns; and which level of the bots plays most like this.
    """

    seat: int
    turns: int
    laid: int
    possible: int
    accuracy: float | None
    luck: float
    cost: float | None = None
    slips: int = 0
    level: str | None = None


class TurningPoint(msgspec.Struct, frozen=True):
    """One of the three largest changes of a seat's chance: at which move, by whom, and by what.

    ``tiles`` are those drawn, or laid.
    """

    seat: int
    move: int
    by: int
    cause: TurningCause
    before: float
    after: float
    tiles: str


class GameAnalysis(msgspec.Struct, frozen=True):
    """A whole game. ``exact`` is false where the playouts could only be near the rules."""

    version: int
    exact: bool
    turns: tuple[TurnAnalysis, ...]
    players: tuple[PlayerAnalysis, ...]
    moments: tuple[TurningPoint, ...]
