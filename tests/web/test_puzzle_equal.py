"""The web app says of an answer to a puzzle what the server says, and counts changes of a table as it does."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import msgspec

from tests.kit.asked_turns import turns
from tests.kit.node import answers
from tilery.notation import Table, Tiles
from tilery.puzzles.puzzle import Puzzle, attempt, rules_of
from tilery.puzzles.shelf import shipped
from tilery.solver.arrangements import arrangements
from tilery.solver.pairing import count_changes

JUDGE = ("answer.js", "core/tried")
PUZZLES = 150
TABLES = 500


def tries(puzzle: Puzzle, chance: random.Random) -> Iterator[Table]:
    """Tables that somebody may lay: solutions, others of the same tiles, the table as it was, and a mess."""
    yield from map(Table, puzzle.answers)
    before = Table(puzzle.table)
    yield before
    tiles = Tiles([*before.tiles(), *Tiles(puzzle.rack)])
    yield from itertools.islice(arrangements(rules_of(puzzle), tiles), 4)
    sets = [list(one) for one in Table(puzzle.answers[0])]
    place = chance.randrange(len(sets))
    sets[place - 1].append(sets[place].pop())
    yield Table([Tiles(one) for one in sets if one])


def test_answers_to_puzzles_are_judged_alike() -> None:
    chance = random.Random(1)
    asked = [(puzzle, after) for puzzle in chance.sample(shipped().puzzles, PUZZLES) for after in tries(puzzle, chance)]
    asking = ({"puzzle": msgspec.to_builtins(puzzle), "after": str(after)} for puzzle, after in asked)
    told = answers(asking, *JUDGE)
    solved = 0
    for (puzzle, after), said in zip(asked, told, strict=True):
        tried = attempt(puzzle, after)
        expected = {
            "legal": tried.turn.legal,
            "table": str(tried.turn.table),
            "moved": tried.moved,
            "solved": tried.solved,
        }
        assert said == expected, (puzzle.id, str(after))
        solved += tried.solved
    assert PUZZLES <= solved < len(asked)


def test_changes_of_a_table_are_counted_alike() -> None:
    asked = [(turn.before, turn.after) for turn in turns(TABLES)]
    told = answers(({"before": str(before), "after": str(after)} for before, after in asked), *JUDGE)
    for (before, after), said in zip(asked, told, strict=True):
        broken, moved = count_changes(before, after)
        assert said == {"broken": broken, "moved": moved}, (str(before), str(after))
    assert any(said["moved"] for said in told)
