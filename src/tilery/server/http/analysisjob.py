"""One analysis: what it is of, how far it has come, and who pays for it."""

from __future__ import annotations

import zlib
from typing import Literal

import msgspec

from tilery.server.settings import Rate
from tilery.server.store.rows import AnalysisRow
from tilery.study.figures import ANALYSIS_VERSION, PlayerAnalysis, TurnAnalysis, TurningPoint

__all__ = ["AnalysisJob", "AnalysisPhase", "AnalysisState", "Purses"]

Purses = list[tuple[str, str, Rate]]
"""Who pays: what for, the address or the guest, and how much they have."""

AnalysisPhase = Literal["waiting", "working", "done", "stopped"]
"""Whether an analysis waits for others, is being made, is done, or was stopped: begun again it goes on from there."""


class AnalysisState(msgspec.Struct, frozen=True):
    """How far an analysis has come: ``done`` of ``total`` turns, in so many ``seconds`` of a processor.

    ``total`` is 0 before the record was read. ``turns`` are those after the ones asked to be left out; the ``players``
    and the ``moments`` in which the game turned, three of each seat at most, come once all is done. ``exact`` is false
    where the playouts could only be near the rules.
    """

    id: str
    version: int
    state: AnalysisPhase
    total: int
    done: int
    seconds: float
    exact: bool
    turns: tuple[TurnAnalysis, ...]
    players: tuple[PlayerAnalysis, ...]
    moments: tuple[TurningPoint, ...]


class _Written(msgspec.Struct, frozen=True):
    """The same with all that is JSON already."""

    id: str
    version: int
    state: AnalysisPhase
    total: int
    done: int
    seconds: float
    exact: bool
    turns: list[msgspec.Raw]
    players: msgspec.Raw
    moments: msgspec.Raw


class _Body(msgspec.Struct):
    """What is kept of an analysis beside its figures in the row."""

    exact: bool
    turns: list[msgspec.Raw]
    players: msgspec.Raw
    moments: msgspec.Raw


_body = msgspec.json.Decoder(_Body)
_NONE = msgspec.Raw(b"[]")


class AnalysisJob:
    """One analysis, in turn with others.

    ``purses`` are of the address and the guest who asked for it. ``next`` is the turn to go on with, ``busy`` how many
    processes are at it; ``asked`` and ``written`` are when somebody last wanted to know, and when others were told.
    """

    def __init__(self, id: str, text: bytes, number: int, brought: bool, now: float) -> None:
        self.id, self.text, self.number, self.brought = id, text, number, brought
        self.phase: AnalysisPhase = "waiting"
        self.total, self.exact, self.seconds = 0, True, 0.0
        self.turns: dict[int, bytes] = {}
        self.players, self.moments = _NONE, _NONE
        self.purses: Purses = []
        self.asked, self.written = now, now
        self.next = 0
        self.busy = 0

    @property
    def is_active(self) -> bool:
        return self.phase in ("waiting", "working")

    @property
    def done(self) -> int:
        """How many turns are done without a gap."""
        count = 0
        while count in self.turns:
            count += 1
        return count

    def told(self, after: int) -> bytes:
        done = self.done
        turns = [msgspec.Raw(self.turns[place]) for place in range(after, done)]
        state = _Written(
            self.id,
            ANALYSIS_VERSION,
            self.phase,
            self.total,
            done,
            round(self.seconds, 2),
            self.exact,
            turns,
            self.players,
            self.moments,
        )
        return msgspec.json.encode(state)

    def row(self, now: float) -> AnalysisRow:
        done = self.done
        turns = [msgspec.Raw(self.turns[place]) for place in range(done)]
        body = zlib.compress(msgspec.json.encode(_Body(self.exact, turns, self.players, self.moments)))
        # One that isn't summed up counts as unfinished.
        counted = done if self.phase == "done" else min(done, max(0, self.total - 1))
        return AnalysisRow(self.id, ANALYSIS_VERSION, now, self.seconds, self.total, counted, body)

    def take(self, row: AnalysisRow) -> None:
        """Go on from what is kept."""
        body = _body.decode(zlib.decompress(row.body))
        self.total, self.exact, self.seconds = row.total, body.exact, row.seconds
        self.turns = {place: bytes(turn) for place, turn in enumerate(body.turns)}
        self.next = len(self.turns)
        if row.done >= row.total > 0:
            self.phase, self.players, self.moments = "done", body.players, body.moments
