"""What commands answer with ``--json``, as types: the reference and ``tilery --schema COMMAND`` are made of them.

Tiles, racks and tables are in notation. Every answer of the tests is read as its type, so the types stay true.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilery.cli.answering import CommandAnswer, ErrorAnswer, ErrorFound, LineId
from tilery.cli.answers_measured import (
    ArenaAnswer,
    BenchAnswer,
    BotsAnswer,
    ExportAnswer,
    MissesAnswer,
    PerftAnswer,
    SimulateAnswer,
    TurnsWritten,
)
from tilery.guide.entries import GuidePicture
from tilery.puzzles.puzzle import PuzzleGoal, PuzzleProof, PuzzleTheme
from tilery.rules.turn import Defect
from tilery.solver.steps import StepKind
from tilery.study import GameAnalysis

__all__ = ["ANSWERS", "answer_schema"]


class CheckedSet(CommandAnswer, frozen=True):
    """A set. If it's legal: its kind, its value at best and as it lies, how it reads, its best order; else why not."""

    tiles: str
    legal: bool
    reasons: list[str] | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    value: int | UnsetType = UNSET
    reads: str | UnsetType = UNSET
    shown_value: int | UnsetType = UNSET
    best: str | UnsetType = UNSET


class CheckAnswer(CommandAnswer, frozen=True):
    """Whether all sets are legal, and then what they're worth together."""

    id: LineId
    legal: bool
    value: int | None
    sets: list[CheckedSet]


class TurnAnswer(CommandAnswer, frozen=True):
    """The referee's verdict: what was played, the opening's value where there is one, and all defects (``more`` beyond
    those listed). A legal turn has the table afterwards.
    """

    id: LineId
    legal: bool
    played: str
    tiles: int
    value: int
    opening_value: int | None
    defects: list[Defect]
    more: int
    table: str | UnsetType = UNSET


class SettleAnswer(CommandAnswer, frozen=True):
    """What becomes of a turn whose time is over. The rack is as it is before the tiles are drawn."""

    id: LineId
    verdict: Literal["stands", "nothing-moved", "restored", "kept"]
    table: str
    rack: str
    draw: int


class ScoreAnswer(CommandAnswer, frozen=True):
    """The scores of a game in the order of the seats, and the winner's seat, from 0."""

    id: LineId
    scores: list[int]
    winner: int


class SheetGame(CommandAnswer, frozen=True):
    """A game on a score sheet."""

    scores: list[int]
    winner: int


class SheetAnswer(CommandAnswer, frozen=True):
    """A score sheet, of ``--record`` or ``--match``; ``winners`` are seats. Only a record may be ``finished``."""

    names: list[str]
    rule: str
    games: list[SheetGame]
    totals: list[int]
    wins: list[int]
    winners: list[int]
    finished: bool | UnsetType = UNSET
    error: ErrorFound | UnsetType = UNSET


class ShownPlay(CommandAnswer, frozen=True):
    """A play: its tiles, what they're worth, the table afterwards and what its sets read as. If it's ``proven``, there
    is none better.
    """

    tiles: int
    value: int
    played: str
    table: str
    reads: str
    goes_out: bool
    proven: bool


class PlayChanges(CommandAnswer, frozen=True):
    """The sets a play breaks and the tiles of the table it moves; if it's ``proven``, none changes less."""

    broken: int
    moved: int
    proven: bool


class ShownStep(CommandAnswer, frozen=True):
    """A move of the hand: its tiles, the set concerned as it lay before, and how everything lies afterwards."""

    kind: StepKind
    tiles: str
    set: str
    onto: str
    from_rack: str
    table: str
    aside: str


class SolveAnswer(CommandAnswer, frozen=True):
    """The best play, if there is one; ``changes``, ``steps`` and ``alternatives`` if asked for."""

    id: LineId
    playable: bool
    tiles: int
    value: int
    played: str | UnsetType = UNSET
    table: str | UnsetType = UNSET
    reads: str | UnsetType = UNSET
    goes_out: bool | UnsetType = UNSET
    proven: bool | UnsetType = UNSET
    changes: PlayChanges | UnsetType = UNSET
    steps: list[ShownStep] | UnsetType = UNSET
    alternatives: list[ShownPlay] | UnsetType = UNSET


class AnsweredRow(CommandAnswer, frozen=True):
    """A row: its value, what it means, where the booklet says so, and whether it says nothing."""

    value: Any
    note: str
    source: str
    silent: bool


class AnsweredEdition(CommandAnswer, frozen=True):
    """An edition and its rows, by name."""

    name: str
    title: str
    booklet: str
    rows: dict[str, AnsweredRow]


class EditionsAnswer(CommandAnswer, frozen=True):
    """The editions asked for."""

    editions: list[AnsweredEdition]


class ShownRuling(CommandAnswer, frozen=True):
    """What an edition answers to a question: yes, no or a text, its rule and where that stands."""

    edition: str
    id: str
    asks: str
    answer: str
    text: str
    rule: str
    source: str
    picture: GuidePicture | None


class AskedAnswer(CommandAnswer, frozen=True):
    """The answers of the editions to a question, and what else could have been meant."""

    asked: str
    answers: list[ShownRuling]
    others: list[str]


class BookletPoint(CommandAnswer, frozen=True):
    """A point of a chapter, with its rule and where that stands."""

    title: str
    text: str
    rule: str
    source: str
    picture: GuidePicture | None


class BookletChapter(CommandAnswer, frozen=True):
    """A chapter of the booklet."""

    id: str
    title: str
    points: list[BookletPoint]


class BookletAnswer(CommandAnswer, frozen=True):
    """The booklet of an edition by chapters."""

    edition: str
    title: str
    chapters: list[BookletChapter]


class PuzzleAttempt(CommandAnswer, frozen=True):
    """What became of an answer to a puzzle."""

    solved: bool
    legal: bool
    played: str
    moved: int
    defects: list[Defect]


class ShownPuzzle(CommandAnswer, frozen=True):
    """A puzzle; its ``answers`` only with ``--show``."""

    id: str
    theme: PuzzleTheme
    edition: str
    tile_set: str
    table: str
    rack: str
    opened: bool
    goal: PuzzleGoal
    rating: int
    solutions: int
    more: bool
    proof: PuzzleProof
    answers: list[str] | UnsetType = UNSET


class PuzzleTold(CommandAnswer, frozen=True):
    """A puzzle, hints if asked for, and what became of an answer."""

    puzzle: ShownPuzzle
    hints: list[str] | UnsetType = UNSET
    attempt: PuzzleAttempt | UnsetType = UNSET


class PuzzleFailure(CommandAnswer, frozen=True):
    """A puzzle that isn't what it claims."""

    id: str
    text: str


class PuzzlesProven(CommandAnswer, frozen=True):
    """What ``prove`` found."""

    puzzles: int
    proven: int
    failures: list[PuzzleFailure]


class PuzzlesOfEdition(CommandAnswer, frozen=True):
    """How many puzzles of a theme an edition has."""

    theme: str
    edition: str
    count: int


class PuzzlesOfDifficulty(CommandAnswer, frozen=True):
    """How many puzzles of a theme are about as hard, in steps from the easiest, 0."""

    theme: str
    difficulty: int
    count: int


class PuzzlesListed(CommandAnswer, frozen=True):
    """What ``list`` counts."""

    puzzles: int
    editions: list[PuzzlesOfEdition]
    difficulties: list[PuzzlesOfDifficulty]


class DrawAnswer(CommandAnswer, frozen=True):
    """The picture, and the file it was written to."""

    svg: str
    file: str | None


class ReplayedMove(CommandAnswer, frozen=True):
    """A move and the position after it: see the record's format for its action and events. Racks are by seat."""

    move: int
    action: dict[str, Any] | None
    events: list[dict[str, Any]]
    phase: str
    turn: int | None
    table: str
    racks: list[str]
    pool: int
    opened: list[bool]
    resigned: list[int]


class ReplayedGame(CommandAnswer, frozen=True):
    """A game of a record, move by move."""

    game: int
    moves: list[ReplayedMove]


class ReplayAnswer(CommandAnswer, frozen=True):
    """A record replayed, up to the damage where there is some."""

    edition: str
    tile_set: str
    names: list[str]
    games: list[ReplayedGame]
    error: ErrorFound | UnsetType = UNSET


class VerifyAnswer(CommandAnswer, frozen=True):
    """What a record proves, or why it doesn't."""

    proven: bool
    rules: str | UnsetType = UNSET
    tile_set: str | UnsetType = UNSET
    house: list[str] | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    games: int | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    draws_proven: int | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    error: ErrorFound | UnsetType = UNSET


class AnalyseAnswer(GameAnalysis, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The analysis of a game; seats and turns count from 0. With ``--player`` only that player's turns."""

    edition: str
    tile_set: str
    names: list[str]


ANSWERS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "editions": (EditionsAnswer,),
    "rules": (AskedAnswer, BookletAnswer),
    "check": (CheckAnswer,),
    "turn": (TurnAnswer,),
    "settle": (SettleAnswer,),
    "score": (ScoreAnswer, SheetAnswer),
    "solve": (SolveAnswer,),
    "perft": (PerftAnswer,),
    "puzzle": (PuzzleTold, PuzzlesProven, PuzzlesListed),
    "draw": (DrawAnswer,),
    "replay": (ReplayAnswer,),
    "verify": (VerifyAnswer,),
    "analyse": (AnalyseAnswer,),
    "bots": (BotsAnswer, MissesAnswer),
    "arena": (ArenaAnswer,),
    "simulate": (SimulateAnswer, TurnsWritten),
    "export": (ExportAnswer,),
    "bench": (BenchAnswer,),
}
"""What each command answers: one of these, or an error. ``admin`` answers what the server does, by its schema."""


def answer_schema(command: str) -> dict[str, Any]:
    """The JSON Schema of a command's answers.

    >>> [each["$ref"] for each in answer_schema("check")["anyOf"]]
    ['#/$defs/CheckAnswer', '#/$defs/ErrorAnswer']
    """
    found, named = msgspec.json.schema_components([*ANSWERS[command], ErrorAnswer], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"tilery {command} --json",
        "anyOf": list(found),
        "$defs": named,
    }
