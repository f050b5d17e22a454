"""Puzzles: positions with one clever turn, proven by the solver.

>>> from tilery.notation import Table
>>> puzzle = shipped().of_day(20_000)
>>> attempt(puzzle, Table(puzzle.answers[0])).solved
True
"""

from tilery.puzzles.puzzle import Puzzle, PuzzleGoal, PuzzleProof, PuzzleTheme, TriedPuzzle, attempt
from tilery.puzzles.shelf import Shelf, shipped

__all__ = ["Puzzle", "PuzzleGoal", "PuzzleProof", "PuzzleTheme", "Shelf", "TriedPuzzle", "attempt", "shipped"]
