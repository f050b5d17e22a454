"""A puzzle as a line of a file: a list without what follows from the rest.

>>> line = encode(decode(b'["a0","everything","sabra","r4 r5 r6 r7 r8","r6",900,1,[1,2,3,9],["r4 r5 r6 | r6 r7 r8"]]'))
>>> line
b'["a0","everything","sabra","r4 r5 r6 r7 r8","r6",900,1,[1,2,3,9],["r4 r5 r6 | r6 r7 r8"]]'
>>> decode(line).goal
PuzzleGoal(lay='all', least=0, moved=None)
"""

from __future__ import annotations

import msgspec

from tilery.errors import TileryError
from tilery.puzzles.puzzle import MOST_SOLUTIONS, Puzzle, PuzzleGoal, PuzzleProof, PuzzleTheme
from tilery.rules.edition import edition

__all__ = ["decode", "encode", "goal_of"]


class _PuzzleLine(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """``solutions`` is one more than are counted where there are more; the proof is its four numbers."""

    id: str
    theme: PuzzleTheme
    edition: str
    table: str
    rack: str
    rating: int
    solutions: int
    proof: tuple[int, int, int, int]
    answers: tuple[str, ...]


_DECODER = msgspec.json.Decoder(_PuzzleLine)


def goal_of(theme: PuzzleTheme, moved: int) -> PuzzleGoal:
    """What has to be done in a puzzle of a theme, where so many tiles of the table have to be moved.

    >>> goal_of("fewest", 3)
    PuzzleGoal(lay='all', least=0, moved=3)
    """
    if theme == "only-play":
        return PuzzleGoal(least=1)
    return PuzzleGoal(lay="all", moved=moved if theme == "fewest" else None)


def encode(puzzle: Puzzle) -> bytes:
    """The line of a puzzle."""
    line = _PuzzleLine(
        puzzle.id,
        puzzle.theme,
        puzzle.edition,
        puzzle.table,
        puzzle.rack,
        puzzle.rating,
        puzzle.solutions + puzzle.more,
        msgspec.structs.astuple(puzzle.proof),
        puzzle.answers,
    )
    return msgspec.json.encode(line)


def decode(text: bytes) -> Puzzle:
    """The puzzle of a line.

    >>> decode(b'["a0","riddle"]')
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: this is no puzzle: Invalid enum value 'riddle' - at `$[1]`
    """
    try:
        line = _DECODER.decode(text)
    except msgspec.MsgspecError as error:
        raise TileryError("puzzle", f"this is no puzzle: {error}") from None
    proof = PuzzleProof(*line.proof)
    return Puzzle(
        line.id,
        line.theme,
        line.edition,
        edition(line.edition).rules().tile_set.name,
        line.table,
        line.rack,
        line.theme != "open",
        goal_of(line.theme, proof.moved),
        line.rating,
        min(line.solutions, MOST_SOLUTIONS),
        line.solutions > MOST_SOLUTIONS,
        proof,
        line.answers,
    )
