"""The answers of a storm, judged in a process that does nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.errors import TileryError
from tilery.notation import Table
from tilery.puzzles.puzzle import Puzzle, attempt

__all__ = ["count_solved"]


def count_solved(answers: Sequence[tuple[Puzzle, str]]) -> int:
    """How many of these tables solve their puzzles; one that can't be read doesn't."""
    return sum(_solves(puzzle, table) for puzzle, table in answers)


def _solves(puzzle: Puzzle, table: str) -> bool:
    try:
        return attempt(puzzle, Table(table)).solved
    except TileryError:
        return False
