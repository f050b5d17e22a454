"""The puzzles that are shipped: proven, many, none trivial, no two alike; and how one is chosen."""

from __future__ import annotations

import importlib.resources
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import SOAK
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.puzzles import shelf as shelves
from tilery.puzzles.alike import core_key, puzzle_id
from tilery.puzzles.days import longest, streak
from tilery.puzzles.lines import decode, encode
from tilery.puzzles.proof import MOST_TILES, NoPuzzleError, prove_again
from tilery.puzzles.puzzle import THEMES, attempt, rules_of
from tilery.puzzles.shelf import Shelf, read_lines, shipped
from tilery.rules.edition import edition_names
from tilery.solver.changes import fewest_changes
from tilery.solver.question import Question

SAMPLE = shipped().puzzles if SOAK else Random(16).sample(shipped().puzzles, 100)


def test_a_sample_is_proven_again() -> None:
    for puzzle in SAMPLE:
        prove_again(puzzle)


def test_there_are_many_of_every_theme_and_edition_and_the_file_is_small() -> None:
    assert len(shipped()) >= 2_000
    assert len((importlib.resources.files("tilery.puzzles") / shelves.FILE).read_bytes()) < 1_000_000
    for name in edition_names():
        for theme in THEMES:
            assert (shipped().counts[theme, name] >= 20) == (theme != "special" or name.startswith("twist"))


def test_no_two_are_alike_and_all_fit_on_a_phone() -> None:
    keys: Counter[object] = Counter()
    for puzzle in shipped().puzzles:
        table, rack = Table(puzzle.table), Tiles(puzzle.rack)
        keys[core_key(table, rack, Table(puzzle.answers[0]))] += 1
        assert sum(map(len, table)) <= MOST_TILES
        assert puzzle.id == puzzle_id(puzzle.theme, puzzle.edition, puzzle.table, puzzle.rack)
    assert set(keys.values()) == {1}


def test_answers_solve_and_the_table_as_it_lies_does_not() -> None:
    for puzzle in shipped().puzzles:
        assert all(attempt(puzzle, Table(answer)).solved for answer in puzzle.answers), puzzle.id
        assert not attempt(puzzle, Table(puzzle.table)).solved
        assert len(puzzle.answers) == min(puzzle.solutions, 2)


def test_no_fewer_tiles_are_moved_by_what_the_solver_finds_to_change_least() -> None:
    for puzzle in [each for each in SAMPLE if each.opened and each.goal.lay][:40]:
        question = Question(rules_of(puzzle), Table(puzzle.table), Tiles(puzzle.rack))
        found = fewest_changes(question, seconds=20)
        assert found is not None and found.play.goes_out
        assert found.moved >= puzzle.proof.moved
        assert found.broken <= puzzle.proof.touched


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"rack": "k1"}, "can't be reached|fits as the table lies|more copies|where tile set"),
        ({"solutions": 3}, "solutions is said to be 3, and proven to be"),
        ({"rating": 1}, "rating is said to be 1"),
        ({"answers": ("r1 r2 r3",)}, "answers is said to be"),
    ],
)
def test_a_puzzle_that_claims_what_is_not_so_is_no_puzzle(change: dict[str, object], text: str) -> None:
    puzzle = next(each for each in shipped().puzzles if each.theme == "everything" and each.solutions != 3)
    with pytest.raises(TileryError, match=text):
        prove_again(msgspec.structs.replace(puzzle, **change))
    with pytest.raises(NoPuzzleError, match="opened"):
        prove_again(msgspec.structs.replace(puzzle, opened=False))


def test_a_puzzle_is_the_same_after_it_was_written() -> None:
    for puzzle in SAMPLE:
        assert decode(encode(puzzle)) == puzzle


def test_a_file_that_is_damaged_or_missing_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = encode(shipped().puzzles[0])
    for data, text in [
        (b"", "has no puzzles"),
        (line + b"\n" + line, "line 2: there is another puzzle"),
        (line + b"\n" + line[:-5], "line 2: this is no puzzle"),
        (line.replace(b"classic-2015", b"chess"), "line 1: there is no edition 'chess'"),
    ]:
        if data != line:
            with pytest.raises(TileryError, match=text):
                read_lines(data)
    monkeypatch.setattr(shelves, "FILE", "nowhere.jsonl")
    with pytest.raises(TileryError, match=r"can't be read: .*no such file"):
        shipped.__wrapped__()


def test_every_day_has_its_puzzle_and_none_comes_again_before_all_have_come() -> None:
    shelf = Shelf(shipped().puzzles[::7])
    lap = shelf.lap
    start = 40_000 // lap * lap
    first = [shelf.of_day(day).id for day in range(start, start + lap)]
    second = [shelf.of_day(day).id for day in range(start + lap, start + 2 * lap)]
    assert len(set(first)) == len(set(second)) == lap
    assert first != second
    assert [Shelf(reversed(shelf.puzzles)).of_day(day).id for day in range(start, start + 9)] == first[:9]
    ratings = [puzzle.rating for puzzle in shelf.puzzles if puzzle.id in first]
    assert min(ratings) >= 1050 and max(ratings) <= 1550, "moderate ones, for everybody has the same"


def test_the_next_is_near_and_not_known() -> None:
    shelf, chance = shipped(), Random(1)
    known = {puzzle.id for puzzle in shelf.puzzles[::2]}
    for puzzle in shelf.near(1200, chance, "fewest", "sabra", known, 5):
        assert (puzzle.theme, puzzle.edition) == ("fewest", "sabra")
        assert puzzle.id not in known
    near = shelf.near(1200, chance, count=10)
    assert len({puzzle.id for puzzle in near}) == 10
    assert all(abs(puzzle.rating - 1200) < 100 for puzzle in near)
    assert shelf.near(1200, chance, "special", "sabra") == []


@given(st.floats(400, 2600), st.integers(1, 20), st.integers(0, 99))
def test_none_that_is_nearer_is_left_out(rating: float, count: int, seed: int) -> None:
    shelf = shipped()
    known = {puzzle.id for puzzle in shelf.puzzles[seed % 3 :: 2]}
    found = shelf.near(rating, Random(seed), without=known, count=count)
    apart = sorted(abs(puzzle.rating - rating) for puzzle in shelf.puzzles if puzzle.id not in known)
    assert len(found) == count
    assert max(abs(puzzle.rating - rating) for puzzle in found) <= apart[max(12, count) - 1]


def test_a_storm_rises_and_has_nothing_twice() -> None:
    storm = shipped().storm(Random(3))
    assert len({puzzle.id for puzzle in storm}) == len(storm) == 60
    ratings = [puzzle.rating for puzzle in storm]
    assert ratings == sorted(ratings)
    assert ratings[0] < 900 < 1700 < ratings[-1]
    assert {puzzle.edition for puzzle in shipped().storm(Random(3), "sabra")} == {"sabra"}
    assert len(Shelf(shipped().puzzles[:5]).storm(Random(3))) == 5


def test_a_storm_is_put_together_in_no_time_for_a_whole_server_waits_for_it() -> None:
    shelf, chance = shipped(), Random(3)

    def seconds(do: Callable[[], object]) -> float:
        begun = time.thread_time()
        do()
        return time.thread_time() - begun

    once = min(seconds(lambda: shelf.near(1200, chance)) for _ in range(20))
    storm = min(seconds(lambda: shelf.storm(chance)) for _ in range(5))
    assert storm < 10 * once, "sixty puzzles are not sixty looks through all of them"


def test_streaks_are_days_in_a_row() -> None:
    days = [1, 2, 3, 7, 8, 10]
    assert [streak(days, today) for today in (3, 4, 5, 8, 9, 10, 11, 12)] == [3, 3, 0, 2, 2, 1, 1, 0]
    assert (longest(days), longest([]), longest([5])) == (3, 0, 1)
