"""Analysing games in processes of their own: reading a record, some of its turns, and what they all come to."""

from __future__ import annotations

import functools
import time
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.record import GameRecord, RecordError, read_record, verify
from tilery.solver import can_play
from tilery.study import Analyst, TurnAnalysis
from tilery.study.turns import finished

__all__ = ["AnalysedTurns", "OpenedRecord", "WholeAnalysis", "analyse_turns", "open_record", "sum_up"]

_turns = msgspec.json.Decoder(list[TurnAnalysis])


class OpenedRecord(NamedTuple):
    """A record that can be analysed: how many turns it has; or why it can't be, and the processor's seconds."""

    total: int
    exact: bool
    error: TileryError | None
    seconds: float


class AnalysedTurns(NamedTuple):
    """Some turns, each as JSON, and the processor's seconds that took."""

    turns: tuple[bytes, ...]
    seconds: float


class WholeAnalysis(NamedTuple):
    """What all turns come to, as JSON: the players, and the moments that decided."""

    players: bytes
    moments: bytes


@functools.lru_cache(maxsize=8)
def _analyst(text: bytes, number: int, proven: bool) -> Analyst:
    record, error = read_record(text.decode(errors="replace").splitlines())
    if error is not None:
        raise error
    if record is None:
        raise RecordError("not-a-record", 1, "the record is empty")
    games = (record,) if isinstance(record, GameRecord) else record.games
    if not 1 <= number <= len(games):
        raise TileryError("record", f"there is no game {number}; the record has {len(games)}")
    one = finished(games[number - 1])
    if not proven:
        verify(one, can_play)
    return Analyst(one)


def open_record(text: bytes, number: int, proven: bool) -> OpenedRecord:
    """Read a record; one that nobody has ``proven`` yet has to be a game by the rules first."""
    began = time.thread_time()
    try:
        analyst = _analyst(text, number, proven)
    except TileryError as error:
        return OpenedRecord(0, False, TileryError("record", error.text), time.thread_time() - began)
    return OpenedRecord(analyst.total, analyst.exact, None, time.thread_time() - began)


def analyse_turns(text: bytes, number: int, proven: bool, first: int, last: int) -> AnalysedTurns:
    """The turns from one place up to another."""
    began, analyst = time.thread_time(), _analyst(text, number, proven)
    turns = tuple(msgspec.json.encode(analyst.turn(place)) for place in range(first, last))
    return AnalysedTurns(turns, time.thread_time() - began)


def sum_up(text: bytes, number: int, proven: bool, turns: bytes) -> WholeAnalysis:
    """What all turns come to."""
    whole = _analyst(text, number, proven).whole(_turns.decode(turns))
    return WholeAnalysis(msgspec.json.encode(whole.players), msgspec.json.encode(whole.moments))
