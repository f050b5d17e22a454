"""Plays that touch only some sets of the table: exactly what can be done with them, and never more."""

from __future__ import annotations

import functools

import pytest

from tests.kit.positions import BOXES, Box, Position, box_id, realistic
from tilery.bots.finder import Finder
from tilery.notation import Table, Tiles
from tilery.rules import edition, judge
from tilery.solver import Question

SABRA, REPLACE = edition("sabra").rules(), edition("classic-2015").rules()
EVERY_BOX = pytest.mark.parametrize("box", BOXES, ids=box_id)


def best_size(finder: Finder, size: int) -> int:
    found = finder.best(finder.combinations(size))
    return 0 if found is None else len(found.played)


@functools.cache
def opened(box: Box) -> list[Position]:
    """A few positions of one game, as if everyone had opened."""
    return [position._replace(opened=True) for position in realistic(box, 5, seed=3)]


@EVERY_BOX
def test_the_best_of_many_choices_is_the_best_that_the_solver_finds_for_any(box: Box) -> None:
    for position in opened(box):
        finder = Finder(position.rules, position.table, position.rack)
        choices = list(finder.combinations(2))
        plays = [
            Question(position.rules, Table([position.table[place] for place in places]), position.rack).best()
            for places in choices
        ]
        weight = max((play.weight for play in plays if play is not None), default=0)
        found = finder.best(choices)
        assert (found is None) == (weight == 0)
        if found is not None:
            again = plays[choices.index(found.places)]
            assert again is not None and (again.played, again.weight) == (found.played, weight)


@EVERY_BOX
def test_what_is_found_is_legal_on_the_whole_table_and_leaves_the_other_sets_alone(box: Box) -> None:
    for position in opened(box):
        finder = Finder(position.rules, position.table, position.rack)
        for size in range(3):
            found = finder.best(finder.combinations(size))
            if found is None:
                continue
            rest = [tiles for place, tiles in enumerate(position.table) if place not in found.places]
            after = Table([*rest, *found.table])
            turn = judge(position.rules, position.table, position.rack, after, opened=True)
            assert turn.legal
            assert turn.played.sorted() == found.played.sorted()


@EVERY_BOX
def test_touching_all_sets_is_the_best_play_there_is(box: Box) -> None:
    for position in opened(box):
        best = Question(position.rules, position.table, position.rack).best()
        finder = Finder(position.rules, position.table, position.rack)
        assert best_size(finder, len(position.table)) == (0 if best is None else best.tiles)


@pytest.mark.parametrize(
    ("table", "rack", "sets"),
    [
        ("", "r4 r5 r6", 0),
        ("k1 k2 k3", "r4 r5 r6 k4", 0),
        ("r4 r5 r6 | k1 k2 k3", "r7", 1),
        ("r4 b4 k4 y4 | k1 k2 k3", "r5 r6", 1),
        ("r4 b4 k4 y4 | r6 b6 k6 y6", "r5", 2),
        ("r4 b4 k4 y4 | r6 b6 k6 y6 | y9 y10 y11", "r5", 2),
        ("r4 r5 r6", "b1", None),
    ],
)
def test_the_fewest_sets_to_be_touched(table: str, rack: str, sets: int | None) -> None:
    assert Finder(SABRA, Table(table), Tiles(rack)).fewest_sets() == sets


def test_a_joker_is_freed_only_as_the_rules_allow() -> None:
    table, rack = Table("b6 j b8 | k1 k2 k3"), Tiles("r9 r10 b9")
    assert best_size(Finder(SABRA, table, rack), 1) == 1
    with_its_tile = Tiles("b7 r9 r10")
    assert best_size(Finder(SABRA, table, with_its_tile), 1) == 3
    assert best_size(Finder(REPLACE, table, with_its_tile), 1) == 3
    long = Table("b5 b6 b7 j")
    assert best_size(Finder(SABRA, long, Tiles("r9 r10")), 1) == 2
    assert best_size(Finder(REPLACE, long, Tiles("r9 r10")), 1) == 0


def test_past_the_deadline_nothing_is_found() -> None:
    for rules in (SABRA, REPLACE):
        finder = Finder(rules, Table("r4 r5 j | k1 k2 k3"), Tiles("r7 k4"), deadline_ns=1)
        assert finder.best(finder.combinations(1)) is None
