"""A puzzle: a position, what one turn has to do in it, and what is proven about that.

>>> puzzle = Puzzle(
...     "a0", "everything", "sabra", "106", "r4 r5 r6 r7 r8", "r6", True, PuzzleGoal(lay="all"), 900, 1, False,
...     PuzzleProof(1, 2, 3, 9), ("r4 r5 r6 | r6 r7 r8",),
... )
>>> tried = attempt(puzzle, Table("r4 r5 r6 | r6 r7 r8"))
>>> tried.solved, tried.moved
(True, 2)
>>> attempt(puzzle, Table("r4 r5 r6 r7 r8 | r6")).turn.defects[0].code
'illegal-set'
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.rules.turn import Turn, judge
from tilery.solver.pairing import count_changes

__all__ = [
    "MOST_SOLUTIONS",
    "THEMES",
    "Puzzle",
    "PuzzleGoal",
    "PuzzleProof",
    "PuzzleTheme",
    "TriedPuzzle",
    "attempt",
    "reaches",
    "rules_of",
]

PuzzleTheme = Literal["everything", "free-joker", "only-play", "open", "fewest", "special"]
"""What a puzzle is about:

- ``everything``: lay the whole rack;
- ``free-joker``: the same, and a joker of the table has to be freed for it;
- ``only-play``: there is one play, of one tile or more, in one arrangement;
- ``open``: the first play, with exactly these tiles;
- ``fewest``: lay the whole rack and move no more tiles of the table than has to be;
- ``special``: lay the whole rack where double, colour-change or mirror jokers are about.
"""
THEMES: tuple[PuzzleTheme, ...] = ("everything", "free-joker", "only-play", "open", "fewest", "special")

MOST_SOLUTIONS = 20
"""Solutions that are counted; of more it is only known that there are."""


class PuzzleGoal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a turn has to do, as in an exercise of a lesson: ``lay`` these tiles at least, ``all`` for the whole rack,
    or so many at ``least``. With ``moved`` no more tiles of the table may lie elsewhere than that.
    """

    lay: str = ""
    least: int = 0
    moved: int | None = None


class PuzzleProof(msgspec.Struct, frozen=True):
    """What is proven: the fewest sets of the table that are ``touched`` and tiles that are ``moved`` by any solution,
    how many levels of the ladder, counted from below, ``overlooked`` it, and how many different sets could be made of
    the tiles (``choices``).
    """

    touched: int
    moved: int
    overlooked: int
    choices: int


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle. Tables and racks are in notation.

    ``solutions`` are arrangements of the table that reach the goal: which tiles lie together. With ``more`` there are
    more than that. ``answers`` are one or two of them, the first with as little changed as can be.
    """

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
    answers: tuple[str, ...]


class TriedPuzzle(NamedTuple):
    """A table laid as the answer to a puzzle: the referee's verdict, the tiles of the table that were moved, and
    whether it reaches the goal.
    """

    turn: Turn
    moved: int
    solved: bool


def rules_of(puzzle: Puzzle) -> Rules:
    """The rules a puzzle is played by."""
    return edition(puzzle.edition).rules(puzzle.tile_set)


def attempt(puzzle: Puzzle, after: Table) -> TriedPuzzle:
    """Judge a table laid as the answer to a puzzle: any legal turn counts that reaches the goal."""
    before, rack = Table(puzzle.table), Tiles(puzzle.rack)
    turn = judge(rules_of(puzzle), before, rack, after, puzzle.opened)
    if not turn.legal:
        return TriedPuzzle(turn, 0, solved=False)
    _, moved = count_changes(before, turn.table)
    return TriedPuzzle(turn, moved, reaches(puzzle.goal, rack, turn.played, moved))


def reaches(goal: PuzzleGoal, rack: Tiles, played: Tiles, moved: int) -> bool:
    """Whether a legal turn that lays these tiles and moves so many of the table does what it has to."""
    if len(played) < goal.least or (goal.moved is not None and moved > goal.moved):
        return False
    wanted = rack if goal.lay == "all" else Tiles(goal.lay)
    left = list(played)
    for kind in wanted:
        if kind not in left:
            return False
        left.remove(kind)
    return True
