"""The referee of a turn: what may be played, the opening, and how jokers are freed."""

from __future__ import annotations

import pytest

from tilery import Rules, Table, TileryError, Tiles, edition, edition_names, house_rules, judge
from tilery.rules.turn import Turn, check_position

EVERY_EDITION = pytest.mark.parametrize("name", edition_names())
NO_TABLE_IN_OPENING = pytest.mark.parametrize(
    "name", [name for name in edition_names() if not edition(name).rules().table_in_opening]
)


def rules_of(name: str) -> Rules:
    return edition(name).rules()


def play(name: str, before: str, rack: str, after: str) -> Turn:
    return judge(rules_of(name), Table(before), Tiles(rack), Table(after), opened=True)


def first_play(name: str, before: str, rack: str, after: str) -> Turn:
    return judge(rules_of(name), Table(before), Tiles(rack), Table(after), opened=False)


def codes(turn: Turn) -> list[str]:
    return [defect.code for defect in turn.defects]


# Section 4: a turn.


@EVERY_EDITION
def test_a_play_needs_at_least_one_rack_tile(name: str) -> None:
    assert codes(play(name, "r4 r5 r6 r7 r8 r9", "b1", "r4 r5 r6 | r7 r8 r9")) == ["nothing-played"]


@EVERY_EDITION
def test_every_tile_of_the_table_is_still_there_afterwards(name: str) -> None:
    turn = play(name, "r4 r5 r6 r7", "b4 b5 b6", "r4 r5 r6 | b4 b5 b6")
    assert codes(turn) == ["table-tile-missing"]
    assert "red 7" in turn.defects[0].text


@EVERY_EDITION
def test_what_is_played_comes_from_the_rack(name: str) -> None:
    turn = play(name, "r4 r5 r6", "b1", "r4 r5 r6 r7")
    assert codes(turn) == ["not-on-rack"]
    assert "red 7" in turn.defects[0].text


@EVERY_EDITION
def test_two_of_a_tile_cannot_be_played_when_the_rack_has_one(name: str) -> None:
    assert codes(play(name, "r4 r5 r6 | r4 r5 r6", "r7", "r4 r5 r6 r7 | r4 r5 r6 r7")) == ["not-on-rack"]


@EVERY_EDITION
def test_nothing_may_lie_loose(name: str) -> None:
    assert codes(play(name, "r4 r5 r6", "r7 b1", "r4 r5 r6 r7 | b1")) == ["illegal-set"]


@EVERY_EDITION
def test_how_the_sets_are_rearranged_is_free(name: str) -> None:
    turn = play(name, "k1 r1 b1 | k2 r2 b2 | k3 r3 b3", "k4", "k1 k2 k3 k4 | r1 r2 r3 | b1 b2 b3")
    assert turn.legal
    assert (turn.played, turn.value, turn.opening_value) == (Tiles("k4"), 4, None)


@EVERY_EDITION
def test_the_value_of_a_play_is_its_penalty_value(name: str) -> None:
    rules = rules_of(name)
    assert play(name, "", "r4 j r6", "r4 j r6").value == 10 + rules.joker_penalty


@EVERY_EDITION
def test_a_set_in_an_impossible_order_is_laid_in_the_order_worth_most(name: str) -> None:
    assert play(name, "", "r4 r5 r6 j", "r6 j r4 r5").table == Table("r4 r5 r6 j")


@EVERY_EDITION
def test_a_set_in_a_legal_order_keeps_it(name: str) -> None:
    assert play(name, "", "r4 r5 r6 j", "j r4 r5 r6").table == Table("j r4 r5 r6")


@EVERY_EDITION
def test_all_the_defects_of_a_turn_are_listed_at_once(name: str) -> None:
    turn = first_play(name, "r4 r5 r6", "b1", "r4 r5 | y9 y9 y9")
    assert codes(turn)[:4] == ["illegal-set", "illegal-set", "table-tile-missing", "not-on-rack"]
    assert codes(turn)[-1] == "opening-too-low"


@EVERY_EDITION
def test_every_defect_names_the_rule_and_its_booklet(name: str) -> None:
    for defect in first_play(name, "r4 r5 r6", "b1", "r4 r5 | y9 y9 y9").defects:
        assert defect.text and defect.rule
        assert defect.booklet == rules_of(name).booklet


def test_a_defect_of_a_house_rule_names_the_house() -> None:
    rules = house_rules(edition("sabra"), {"opening": 50}, "grandma").rules()
    turn = judge(rules, Table(), Tiles("r9 r10 r11"), Table("r9 r10 r11"), opened=False)
    assert [(d.code, d.booklet) for d in turn.defects] == [("opening-too-low", "house rules grandma")]


def test_a_tile_that_is_not_on_the_rack_counts_nothing_for_an_opening() -> None:
    turn = first_play("sabra", "", "b1", "r11 r12 r13 | k11 k12 k13 | y11 y12 y13")
    assert codes(turn) == ["not-on-rack", "opening-too-low"]
    assert turn.opening_value == 0


# Section 4: the opening.


@EVERY_EDITION
@pytest.mark.parametrize(("tiles", "worth"), [("r9 r10 r11", 30), ("r8 r9 r10", 27), ("j r9 r10 r11", 42)])
def test_the_first_play_must_be_worth_30(name: str, tiles: str, worth: int) -> None:
    turn = first_play(name, "", tiles, tiles)
    assert turn.opening_value == worth
    assert codes(turn) == ([] if worth >= 30 else ["opening-too-low"])


@EVERY_EDITION
def test_a_joker_counts_its_highest_reading_in_an_opening(name: str) -> None:
    """``j r9 r10`` is worth 30 as 9-10-11, whatever the order it is written in."""
    assert first_play(name, "", "j r9 r10", "j r9 r10").opening_value == 30


@NO_TABLE_IN_OPENING
def test_tiles_added_to_the_table_do_not_count_for_the_opening(name: str) -> None:
    turn = first_play(name, "r9 r10 r11", "r12 r13 b1 b2 b3", "r9 r10 r11 r12 r13 | b1 b2 b3")
    assert codes(turn) == ["opening-touches-table", "opening-too-low"]


@NO_TABLE_IN_OPENING
def test_the_table_may_not_be_touched_in_the_opening_turn_even_after_the_30(name: str) -> None:
    turn = first_play(name, "b1 b2 b3", "r9 r10 r11 b4", "b1 b2 b3 b4 | r9 r10 r11")
    assert turn.opening_value == 30
    assert codes(turn) == ["opening-touches-table"]


@EVERY_EDITION
def test_the_table_in_another_order_counts_as_untouched_and_keeps_its_own(name: str) -> None:
    before, after = "b1 b2 j | k5 r5 b5", "r5 b5 k5 | b2 b1 j | r9 r10 r11"
    turn = first_play(name, before, "r9 r10 r11", after)
    assert turn.legal
    assert turn.table == Table("k5 r5 b5 | b1 b2 j | r9 r10 r11")


@EVERY_EDITION
def test_an_opening_may_repeat_a_set_that_lies_there(name: str) -> None:
    assert first_play(name, "r9 r10 r11", "r9 r10 r11", "r9 r10 r11 | r9 r10 r11").opening_value == 30


@NO_TABLE_IN_OPENING
def test_no_joker_may_be_taken_during_the_opening(name: str) -> None:
    turn = first_play(name, "r4 r5 j", "r6 r9 r10 r11", "r4 r5 r6 | r9 r10 r11 j")
    assert codes(turn) == ["opening-touches-table", "opening-too-low"]


def test_in_sabra_the_table_is_usable_after_the_30_of_the_same_turn() -> None:
    turn = first_play("sabra", "b1 b2 b3", "r9 r10 r11 b4", "b1 b2 b3 b4 | r9 r10 r11")
    assert turn.legal
    assert turn.opening_value == 30


def test_in_sabra_a_joker_may_be_taken_after_the_30_of_the_same_turn() -> None:
    assert first_play("sabra", "r4 r5 j", "r6 r9 r10 r11", "r4 r5 r6 | r9 r10 r11 j").legal


def test_in_sabra_the_30_must_come_from_the_rack_alone() -> None:
    turn = first_play("sabra", "r10 r11 r12", "r9 r13 b1", "r9 r10 r11 r12 r13")
    assert codes(turn) == ["opening-too-low"]
    assert turn.opening_value == 0


def test_in_sabra_the_tiles_of_the_30_need_not_lie_together_at_the_end() -> None:
    turn = first_play("sabra", "b9 k9 y9 | r5 r6 r7 r8", "r9 r10 r11", "r9 b9 k9 y9 | r5 r6 r7 r8 | r10 r11")
    assert codes(turn) == ["illegal-set"]
    turn = first_play(
        "sabra", "b9 k9 y9 | b10 k10 y10 | r12 r13 j", "r9 r10 r11", "r9 b9 k9 y9 | r10 b10 k10 y10 | r11 r12 r13 j"
    )
    assert turn.legal
    assert turn.opening_value == 30


def test_an_opening_laid_as_whole_sets_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object) -> int:
        raise AssertionError("there is nothing to search for")

    monkeypatch.setattr("tilery.rules.opening.worth_alone", search)
    turn = first_play("sabra", "b1 b2 b3", "r9 r10 r11 b4", "b1 b2 b3 b4 | r9 r10 r11")
    assert (turn.legal, turn.opening_value) == (True, 30)


def test_an_opening_that_is_not_found_in_time_is_to_be_laid_as_sets_of_its_own() -> None:
    rules = house_rules(edition("sabra"), {"opening": 100}, "marathon").rules()
    rack = Tiles(
        "k1 k2 k2 k3 k3 k4 k4 k6 k6 k7 k12 k12 r1 r1 r2 r2 r3 r3 r4 r4 r10 r10 "
        "b2 b2 b3 b3 b4 b5 b8 b8 y1 y1 y2 y3 y3 y4 y4 y5 y5 y6 y9 y9 j j"
    )
    heap = judge(rules, Table(), rack, Table([rack]), opened=False)
    assert codes(heap) == ["illegal-set", "opening-too-low"]
    assert heap.defects[1].text.endswith("as far as can be seen: play what makes it worth more as sets of its own")
    sets = (
        "r1 r2 r3 r4 | k1 r1 y1 | k2 k3 k4 | r2 r3 r4 | b2 b3 b4 b5 | k2 b2 y2 | y3 y4 y5 | k3 b3 y3 | k4 j k6 | "
        "y4 y5 y6 | k6 k7 j"
    )
    assert judge(rules, Table(), rack, Table(sets), opened=False).opening_value == 123


# A table that nobody would lay.


@EVERY_EDITION
def test_a_table_with_more_tiles_than_there_are_is_refused_unread(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(name)

    def unread(*_args: object) -> None:
        raise AssertionError("no set of it is to be read")

    monkeypatch.setattr("tilery.rules.turn.read", unread)
    loose = Table([Tiles("r1")] * (rules.tile_set.total + 1))
    for opened, worth in ((True, None), (False, 0)):
        turn = judge(rules, Table(), Tiles("r1"), loose, opened)
        assert codes(turn) == ["too-many-tiles"]
        assert (turn.played, turn.value, turn.opening_value, turn.more) == (Tiles(), 0, worth, 0)


@EVERY_EDITION
def test_a_verdict_lists_twenty_defects_and_says_how_many_more_there_are(name: str) -> None:
    loose = " | ".join(["r1"] * 30)
    turn = first_play(name, "k4 k5 k6", "b1", f"{loose} | k4 k5 k6")
    assert len(turn.defects) == 20
    assert codes(turn)[-2:] == ["not-on-rack", "opening-too-low"]
    assert codes(turn)[:-2] == ["illegal-set"] * 18
    assert turn.more == 12


def test_a_set_longer_than_any_can_be_is_not_read_out() -> None:
    turn = play("sabra", "", "r1", " ".join(["r1", "b2"] * 50))
    assert turn.defects[0].text == "set 1 has 100 tiles, and no set has more than 27"
    told = play("sabra", "", "r1", " ".join(["r1", "b2", "k3"] * 9)).defects[0].text
    assert told.startswith("set 1, r1 b2 k3 ") and "no set has more" not in told


# Section 4: jokers on the table.


@EVERY_EDITION
def test_a_freed_joker_must_be_played_in_the_same_turn(name: str) -> None:
    assert codes(play(name, "r4 r5 j", "r6", "r4 r5 r6")) == ["table-tile-missing"]


@EVERY_EDITION
def test_freeing_a_joker_still_needs_a_rack_tile(name: str) -> None:
    turn = play(name, "r4 r5 j | k6 r6 b6 y6 | b1 b2 b3", "k1", "r4 r5 r6 | k6 b6 y6 | b1 b2 b3 j")
    assert codes(turn) == ["nothing-played"]


@EVERY_EDITION
def test_a_tile_already_on_the_table_may_free_a_joker(name: str) -> None:
    before, after = "r4 r5 j | k6 r6 b6 y6 | b1 b2 b3", "r4 r5 r6 | k6 b6 y6 | b1 b2 b3 b4 j"
    assert play(name, before, "b4", after).legal


@EVERY_EDITION
def test_a_freed_joker_may_go_back_into_its_old_set(name: str) -> None:
    assert play(name, "r4 r5 j", "r6", "j r4 r5 r6").legal
    assert play(name, "r4 r5 j", "r6", "r4 r5 r6 j").legal


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r4 j r6", "r7", "r4 j r6 r7"),  # added to, in place
        ("r4 j r6 r7", "r8 r3", "r3 r4 j | r6 r7 r8"),  # in a part of its set
        ("r3 r4 j r6 r7 r8", "k5 b5 r2", "r2 r3 r4 | k5 b5 j | r6 r7 r8"),  # in a group of 5s
    ],
)
def test_under_replace_a_joker_that_keeps_its_meaning_may_stay_anywhere(before: str, rack: str, after: str) -> None:
    assert play("classic-2015", before, rack, after).legal


def test_under_replace_a_kept_joker_may_move_to_another_set() -> None:
    """The joker stands for blue 8 in the run, and then for the blue 8 of a group."""
    assert play("classic-2015", "b5 b6 b7 j", "k8 y8", "b5 b6 b7 | k8 y8 j").legal
    assert codes(play("classic-2015", "b5 b6 b7 j", "k9 y9", "b5 b6 b7 | k9 y9 j")) == ["joker-not-freed"]


def test_under_replace_two_kept_jokers_may_lie_in_any_order_of_the_sets() -> None:
    assert play("classic-2015", "k5 k6 j | y5 y6 j", "k4 y4", "y4 y5 y6 j | k4 k5 k6 j").legal


def test_under_replace_a_kept_joker_is_read_as_the_colour_it_stood_for() -> None:
    """``k8 y8 j`` could be red or blue: it is the blue one, so a blue 8 frees it and a red one does not."""
    before = "b5 b6 b7 | k8 y8 j"
    assert play("classic-2015", before, "b8 r1 r2", "b5 b6 b7 | b8 k8 y8 | r1 r2 j").legal
    assert play("classic-2015", before, "r8 r1 r2", "b5 b6 b7 | r8 k8 y8 | r1 r2 j").legal


def test_under_replace_the_meaning_follows_from_the_place_in_a_run() -> None:
    assert play("classic-2015", "j r5 r6", "r4 k1 k2", "r4 r5 r6 | k1 k2 j").legal
    assert codes(play("classic-2015", "j r5 r6", "r7 k1 k2", "r5 r6 r7 | k1 k2 j")) == ["joker-not-freed"]


def test_under_replace_any_missing_colour_frees_a_joker_of_a_group() -> None:
    for tile in ("k5", "y5"):
        assert play("classic-2015", "r5 b5 j", f"{tile} k1 k2", f"r5 b5 {tile} | k1 k2 j").legal
    assert not play("classic-2015", "r5 b5 j", "r6 r7 k1 k2", "r5 r6 r7 | b5 k1 j | k2").legal


def test_under_replace_r5_j_j_may_be_read_either_way() -> None:
    """As a group two other 5s free its jokers, as a run the red 6 and 7 do."""
    as_group = play("classic-2015", "r5 j j", "b5 y5 k1 k2", "r5 b5 y5 | k1 k2 j j")
    as_run = play("classic-2015", "r5 j j", "r6 r7 k1 k2", "r5 r6 r7 | k1 k2 j j")
    mixed = play("classic-2015", "r5 j j", "r6 b5 y5 k1 k2", "r5 r6 j | b5 y5 j | k1 k2")
    assert as_group.legal
    assert as_run.legal
    assert "illegal-set" in codes(mixed)
    half_and_half = "r4 r5 r6 | b5 b6 b7 | k1 k2 j | k10 k11 j"
    one_of_each = play("classic-2015", "r5 j j", "r4 r6 b5 b6 b7 k1 k2 k10 k11", half_and_half)
    assert codes(one_of_each) == ["joker-not-freed"]


def test_two_jokers_freed_from_the_same_tile_need_two_natural_tiles() -> None:
    before = "b6 b7 j | b6 b7 j"
    one = play("classic-2015", before, "b8 k1 k2 r1 r2", "b6 b7 b8 | b6 b7 j | k1 k2 j | r1 r2 k1")
    assert not one.legal
    kept = play("classic-2015", before, "b8 k1 k2", "b6 b7 b8 | b6 b7 j | k1 k2 j")
    assert kept.legal, "one is freed by the blue 8, the other still stands for it"
    both_moved = play("classic-2015", before, "b8 b5 k1 k2", "b6 b7 b8 | b5 b6 b7 | k1 k2 j j")
    assert codes(both_moved) == ["joker-not-freed"]
    two = play("classic-2015", before, "b8 b8 k1 k2", "b6 b7 b8 | b6 b7 b8 | k1 k2 j j")
    assert two.legal


def test_a_kept_joker_is_not_a_natural_tile() -> None:
    """Two jokers stand for blue 8: the one that stays does not free the other."""
    turn = play("classic-2015", "b6 b7 j | k8 y8 r8 j", "b5 k1 k2", "b5 b6 b7 | k8 y8 r8 j | k1 k2 j")
    assert codes(turn) == ["joker-not-freed"]


def test_of_all_that_jokers_can_stand_for_the_least_that_is_missing_is_named() -> None:
    """Two jokers beside a red 5 are two more 5s or red 6 and red 7; red 6 lies there."""
    rules = edition("classic-2015").rules()
    after = Table("r4 r5 r6 | k1 k2 j | b10 b11 j")
    turn = judge(rules, Table("r5 j j"), Tiles("r4 r6 k1 k2 b10 b11"), after, opened=True)
    assert [defect.code for defect in turn.defects] == ["joker-not-freed"]
    assert "stands for red 7:" in turn.defects[0].text


def test_a_tile_laid_counts_for_one_set_of_an_opening_only() -> None:
    before, after = Table("r9 r10 r11 r12 | k12 b12 y12"), Table("r9 r10 r11 | r9 r10 r11 | k12 b12 y12 r12")
    turn = judge(edition("sabra").rules(), before, Tiles("r9 r10 r11"), after, opened=False)
    assert (turn.legal, turn.opening_value) == (True, 30)


def test_under_replace_the_freeing_tile_need_not_lie_where_the_joker_lay() -> None:
    assert play("classic-2015", "b6 b7 j | k8 y8 r8", "b8 b5", "b5 b6 b7 j | k8 y8 r8 b8").legal


def test_under_replace_the_players_order_stays_when_it_qualifies() -> None:
    assert play("classic-2015", "r4 j r6 | b1 b2 b3", "b4", "r4 j r6 | b1 b2 b3 b4").table == Table(
        "r4 j r6 | b1 b2 b3 b4"
    )


def test_under_replace_a_set_is_ordered_anew_when_only_that_keeps_the_joker() -> None:
    """Written as blue 8 the joker would have changed; it still lies as the blue 5 it was."""
    turn = play("classic-2015", "j b6 b7 | k1 k2 k3", "k4", "b6 b7 j | k1 k2 k3 k4")
    assert turn.legal
    assert turn.table == Table("j b6 b7 | k1 k2 k3 k4")


def test_under_replace_a_table_written_in_an_impossible_order_is_read_in_its_legal_one() -> None:
    """``b7 j b6`` lies as 6-7-8, so the blue 8 frees its joker and the blue 5 does not."""
    assert play("classic-2015", "b7 j b6", "b8 k1 k2", "b6 b7 b8 | k1 k2 j").legal
    assert codes(play("classic-2015", "b7 j b6", "b5 k1 k2", "b5 b6 b7 | k1 k2 j")) == ["joker-not-freed"]


def test_under_replace_an_impossible_table_is_refused_and_not_judged() -> None:
    with pytest.raises(TileryError, match="not a legal set"):
        play("classic-2015", "k1 r5 j", "r6 r7 k2 k3", "k1 k2 k3 | r5 r6 r7 j")


@pytest.mark.parametrize("name", [name for name in edition_names() if edition(name).rules().freeing == "free"])
def test_under_free_a_joker_may_change_its_meaning(name: str) -> None:
    assert play(name, "r4 j r6 r7", "k4 b4", "r4 k4 b4 j | r6 r7").legal is False
    assert play(name, "r4 j r6 r7", "k4 b4 r8", "r4 k4 b4 j | r6 r7 r8").legal
    assert play(name, "r5 b5 j", "r6 r7 b1", "r5 r6 r7 | b5 j b1").legal is False
    assert play(name, "r5 b5 j", "r6 r7 b6", "r5 r6 r7 | b5 b6 j").legal


@EVERY_EDITION
def test_a_joker_may_stand_for_a_tile_of_which_every_copy_is_out(name: str) -> None:
    assert play(name, "r4 r5 r6 | k5 r5 b5", "r4 j r6", "r4 r5 r6 | k5 r5 b5 | r4 j r6").legal


# Positions that cannot be.


def test_a_position_with_too_many_copies_is_refused() -> None:
    with pytest.raises(TileryError, match="red 5") as refused:
        check_position(rules_of("sabra"), Table("r4 r5 r6 | k5 r5 b5"), Tiles("r5"))
    assert refused.value.code == "too-many-copies"


def test_a_position_with_an_illegal_set_is_refused() -> None:
    with pytest.raises(TileryError, match=r"set 2 of the table, .*, is not legal: a red 6 does not belong") as refused:
        check_position(rules_of("sabra"), Table("r4 r5 r6 | k5 r6 b5"))
    assert refused.value.code == "table-not-legal"
