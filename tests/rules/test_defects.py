"""What a defect of a turn says: its code, the rule it breaks, where that stands, and its words."""

from __future__ import annotations

import pytest

from tests.rules.test_turn import first_play, play, rules_of
from tilery import Table, Tiles, edition, house_rules, judge


@pytest.mark.parametrize(
    ("before", "rack", "after", "opened", "code", "rule", "text"),
    [
        ("r4 r5 r6 r7", "b1 b2 b3", "r4 r5 r6 | b1 b2 b3", True, "table-tile-missing", "turn", "red 7"),
        ("r4 r5 r6", "b1", "r4 r5 r6 r7", True, "not-on-rack", "turn", "red 7"),
        ("r4 r5 r6", "b1", "r4 r5 r6", True, "nothing-played", "turn", ""),
        ("r4 r5 r6", "b1", "r4 r5 r6 | b1", True, "illegal-set", "sets", "set 2, b1: "),
        ("", "r1 r2 r3", " | ".join(["r1 r2 r3"] * 40), True, "too-many-tiles", "turn", "there are 120 tiles, but"),
        ("r4 r5 r6", "r7", "r4 r5 r6 r7", False, "opening-touches-table", "table_in_opening", "r4 r5 r6 changed"),
        ("", "r7 r8 r9", "r7 r8 r9", False, "opening-too-low", "opening", "30 from the rack alone, this is 24"),
        ("b6 b7 j", "b4", "b4 j b6 b7", True, "joker-not-freed", "freeing", "stands for blue 8"),
    ],
)
def test_a_defect_says_what_it_is_which_rule_it_breaks_and_where_that_stands(
    before: str, rack: str, after: str, opened: bool, code: str, rule: str, text: str
) -> None:
    rules = rules_of("classic-2015")
    (defect, *_) = judge(rules, Table(before), Tiles(rack), Table(after), opened).defects
    assert (defect.code, defect.rule, defect.booklet) == (code, rule, "classic-2015-en")
    assert text in defect.text
    assert "as far as can be seen" not in defect.text


@pytest.mark.parametrize(
    ("change", "before", "rack", "after", "opened", "code"),
    [
        ({"freeing": "replace"}, "b6 b7 j", "b4", "b4 j b6 b7", True, "joker-not-freed"),
        ({"table_in_opening": False}, "r4 r5 r6", "r7", "r4 r5 r6 r7", False, "opening-touches-table"),
    ],
)
def test_a_defect_of_a_row_that_the_house_has_changed_names_the_house(
    change: dict[str, object], before: str, rack: str, after: str, opened: bool, code: str
) -> None:
    rules = house_rules(edition("sabra"), change, "ours").rules()
    (defect, *_) = judge(rules, Table(before), Tiles(rack), Table(after), opened).defects
    assert (defect.code, defect.booklet) == (code, "house rules ours")


def test_every_set_touched_before_the_opening_is_named() -> None:
    turn = first_play(
        "classic-2015", "r3 r4 r5 | b3 b4 b5", "k10 r10 b10 r6 b6", "r3 r4 r5 r6 | b3 b4 b5 b6 | k10 r10 b10"
    )
    assert "you can't use the table, but r3 r4 r5 and b3 b4 b5 changed" in turn.defects[0].text


def test_several_tiles_in_words() -> None:
    turn = play("classic-2015", "j r5 r6 | r7 r8 j", "k1 k2 k3", "j j r5 | r6 r7 r8 | k1 k2 k3")
    assert [defect.code for defect in turn.defects] == ["joker-not-freed"]
    assert "stands for red 4 and red 9" in turn.defects[0].text


def test_all_that_is_wrong_with_a_set_is_told_in_one_line() -> None:
    turn = play("classic-2015", "", "r4 b6", "r4 b6")
    assert turn.defects[0].text == (
        "set 1, r4 b6: a set needs at least 3 tiles, this one has 2; a blue 6 does not belong in a red run"
    )


def test_a_play_that_is_refused_is_given_back_as_it_was_laid() -> None:
    assert play("classic-2015", "b6 b7 j", "b4", "j b7 b6 | b4").table == Table("j b7 b6 | b4")


def test_a_drawn_tile_that_frees_nothing_is_named() -> None:
    rules = rules_of("classic-2002")
    turn = judge(rules, Table("b6 b7 j"), Tiles("b8 k1"), Table("b6 b7 j b8"), True, Tiles("b8"))
    (defect,) = judge(rules, Table("b6 b7 j"), Tiles("b8 b9"), Table("b6 b7 j b9"), True, Tiles("b8")).defects
    assert turn.legal
    assert (defect.code, defect.rule, defect.booklet) == ("drawn-tile-frees-nothing", "drawn", "classic-2002-fr")
    assert defect.text == "after drawing blue 8 the only play left is one that frees a joker with it"


def test_a_freed_joker_that_makes_no_new_set_breaks_the_rule_of_freed_jokers() -> None:
    rules = house_rules(edition("classic-2015"), {"freed_joker": "new-set"}, "ours").rules()
    after = Table("b6 b7 b8 | k5 k6 k7 j")
    (defect,) = judge(rules, Table("b6 b7 j | k5 k6 k7"), Tiles("b8"), after, True).defects
    assert (defect.code, defect.rule, defect.booklet) == ("joker-not-in-new-set", "freed_joker", "house rules ours")
