"""The traps that other helpers fell into."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.positions import BOXES, Box, box_id
from tilery import Kind, Rules, Table, TileryError, Tiles, edition, judge
from tilery.solver import Question, Solution, best_play

SABRA = edition("sabra").rules()
FREE = [box for box in BOXES if box.rules.freeing == "free"]

every_box = pytest.mark.parametrize("box", BOXES, ids=box_id)
every_free_box = pytest.mark.parametrize("box", FREE, ids=box_id)


def best(rules: Rules, table: str, rack: str, *, opened: bool = True) -> Solution:
    """The best play, after the referee has seen it."""
    play = best_play(rules, Table(table), Tiles(rack), opened=opened)
    assert play is not None
    turn = judge(rules, Table(table), Tiles(rack), play.table, opened)
    assert turn.legal, turn.defects
    assert turn.played.sorted() == play.played.sorted()
    return play


@every_box
def test_a_lone_joker_can_be_laid_to_three_fives_and_wins(box: Box) -> None:
    assert best(box.rules, "r5 b5 k5", "j").goes_out


@every_box
def test_a_four_and_a_joker_can_both_be_laid_to_one_two_three(box: Box) -> None:
    assert best(box.rules, "r1 r2 r3", "r4 j").goes_out


@every_box
def test_of_two_jokers_one_can_be_laid_to_three_thirteens(box: Box) -> None:
    play = best(box.rules, "r13 b13 k13", "j j")
    assert (play.tiles, play.goes_out) == (1, False)


@every_free_box
def test_a_joker_that_nobody_needs_is_free_to_complete_another_set(box: Box) -> None:
    play = best(box.rules, "r5 b5 k5 j", "r1 r2")
    assert play.goes_out
    assert sorted(map(len, play.table)) == [3, 3]


def test_where_jokers_are_replaced_a_joker_that_nobody_needs_stays() -> None:
    rules = edition("classic-2015").rules()
    assert best_play(rules, Table("r5 b5 k5 j"), Tiles("r1 r2")) is None
    assert best(rules, "r5 b5 k5 j", "r1 r2 y5").goes_out


@every_box
def test_a_jokers_value_counts_in_the_opening(box: Box) -> None:
    assert best(box.rules, "", "r10 b10 j r3 r4", opened=False).played == Tiles("r10 b10 j")
    assert best_play(box.rules, Table(), Tiles("r9 b9 j r3 r4"), opened=False) is None
    assert best(box.rules, "", "r10 r11 j", opened=False).goes_out  # 10-11-12


@every_box
def test_the_joker_is_shown_in_its_place(box: Box) -> None:
    play = best(box.rules, "", "r4 j r6")
    assert [(str(reading.tiles), reading.text) for reading in play.readings] == [("r4 j r6", "r4 r5 r6")]


def test_more_than_two_jokers_are_no_trouble() -> None:
    for tile_set in ("108", "160"):
        rules = edition("sabra").rules(tile_set)
        assert best(rules, "", "j j j j").goes_out
        assert best(rules, "j r4 r5 | j b9 b10", "j j r9 y1").tiles == 3


@every_box
def test_a_group_never_has_a_colour_twice(box: Box) -> None:
    assert best_play(box.rules, Table(), Tiles("r5 r5 b5")) is None
    assert best(box.rules, "r5 b5 k5", "r5 y5").played == Tiles("y5")


@every_box
def test_no_table_tile_is_missing_from_the_answer(box: Box) -> None:
    table = Table("r4 r5 r6 r7 | k7 b7 y7 | k1 k2 k3")
    play = best(box.rules, str(table), "r3 r7 y13")
    assert sorted(play.table.tiles()) == sorted([*table.tiles(), *play.played])


def test_a_set_longer_than_needed_gives_its_joker_and_its_tiles() -> None:
    assert best(SABRA, "r1 r2 r3 j", "b9 b10").goes_out
    assert best(SABRA, "r1 r2 r3 r4 r5", "r3").goes_out


@every_box
def test_one_never_follows_thirteen(box: Box) -> None:
    assert best_play(box.rules, Table("r11 r12 r13"), Tiles("r1 r2")) is None


@every_box
def test_a_joker_may_stand_for_a_tile_of_which_every_copy_is_out(box: Box) -> None:
    copies = box.rules.tile_set.copies
    table = " | ".join(["r4 r5 r6", "k5 r5 y5", "b5 r5 y5"][:copies])
    assert best(box.rules, table, "b4 b6 j").goes_out
    assert best(box.rules, table, "r4 j r6 b9").tiles == 3


@pytest.mark.parametrize("name", ["twist-2015", "twist-2016"])
def test_special_jokers_do_only_their_own_work(name: str) -> None:
    rules = edition(name).rules()
    assert best_play(rules, Table(), Tiles("r3 b3 c")) is None  # no colour change in a group
    assert best_play(rules, Table(), Tiles("r3 d b3 y3")) is not None
    assert best(rules, "", "r3 d b3 y3").tiles == 3  # the double would be a fifth colour
    assert best_play(rules, Table(), Tiles("r12 r13 d"), opened=False) is not None  # 10-11-12-13
    assert best_play(rules, Table(), Tiles("r1 d r3 m")) is None
    assert best(rules, "", "r2 d r5").goes_out
    assert best(rules, "", "r5 m r5").goes_out
    assert best(rules, "", "d m d").goes_out
    assert best_play(rules, Table(), Tiles("r5 m m")) is None


def test_the_mirrors_middle_number_must_exist() -> None:
    with_number, without = (edition(name).rules() for name in ("twist-2015", "twist-2016"))
    assert best(with_number, "", "b12 b13 m b13 b12").tiles == 3
    assert best(with_number, "", "b11 b12 m b12 b11").goes_out
    assert best(without, "", "b12 b13 m b13 b12").goes_out
    assert best(with_number, "", "r13 m r13").goes_out  # a group
    assert Question(with_number, Table(), Tiles("r13 m r13"), opened=False).can_play()  # worth 39
    assert not Question(without, Table(), Tiles("r13 m r13"), opened=False).can_play()  # worth 26


def test_weights_are_given_by_kind_or_by_text() -> None:
    rules, table, rack = edition("sabra").rules(), Table("r4 r5 r6"), Tiles("r3 r7")
    by_kind = Question(rules, table, rack, objective={Kind("r7"): -50}).best()
    by_text = Question(rules, table, rack, objective={"r7": -50}).best()
    assert by_text is not None and by_text == by_kind
    assert by_text.played == Tiles("r3")


@pytest.mark.parametrize(
    ("objective", "reason"),
    [
        ({"x7": 1}, "'x7' is not a tile"),
        ({99: 1}, "there is no kind 99"),
        ({"r7": 1.5}, "a weight is a whole number, not 1.5"),
        ({"r7": 1, Kind("r7"): 2}, "there are two weights for red 7"),
        ({"r7": 1 << 21}, "at most"),
        (None, "the objective is tiles, value or a weight for each kind, not None"),
    ],
)
def test_weights_that_cannot_be_are_refused(objective: Any, reason: str) -> None:
    with pytest.raises(TileryError, match=reason):
        Question(edition("sabra").rules(), Table(""), Tiles("r7"), objective=objective)
