"""Our readings where the booklets are silent, unclear or disagree: one test for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilery import Reading, Rules, Table, Tiles, edition, edition_names, judge, read, score, settle
from tilery.game import Draw, Start, apply, new_game

EVERY_EDITION = pytest.mark.parametrize("name", edition_names())
TWIST = pytest.mark.parametrize("name", ["twist-2015", "twist-2016"])


def rules_of(name: str) -> Rules:
    return edition(name).rules()


def reading_of(tiles: str, name: str) -> Reading | None:
    return read(Tiles(tiles), rules_of(name).mirror)


@EVERY_EDITION
def test_a_freed_joker_may_join_any_set_not_only_a_new_one(name: str) -> None:
    turn = judge(rules_of(name), Table("r4 r5 j | b1 b2 b3"), Tiles("r6"), Table("r4 r5 r6 | b1 b2 b3 j"), opened=True)
    assert turn.legal


def test_in_2015_the_mirror_is_one_above_the_innermost_number() -> None:
    reading = reading_of("b2 b3 m b3 b2", "twist-2015")
    assert reading is not None
    assert (reading.text, reading.value) == ("b2 b3 m4 b3 b2", 14)


def test_in_2015_a_mirrored_run_ends_at_12_because_its_mirror_is_the_number_above() -> None:
    assert reading_of("b11 b12 m b12 b11", "twist-2015") is not None
    assert reading_of("b12 b13 m b13 b12", "twist-2015") is None
    assert reading_of("b12 b13 m b13 b12", "twist-2016") is not None


@EVERY_EDITION
def test_an_opening_may_be_several_sets(name: str) -> None:
    turn = judge(rules_of(name), Table(), Tiles("r4 r5 r6 b5 k5 y5"), Table("r4 r5 r6 | b5 k5 y5"), opened=False)
    assert turn.legal
    assert turn.opening_value == 30


@EVERY_EDITION
def test_after_the_opening_tiles_go_to_any_set_not_only_to_ones_own(name: str) -> None:
    """The referee does not even know whose set it is."""
    assert judge(rules_of(name), Table("r4 r5 r6"), Tiles("r7"), Table("r4 r5 r6 r7"), opened=True).legal


@pytest.mark.parametrize(("tiles", "value"), [("j j j", 39), ("j j j j", 52)])
def test_a_set_of_jokers_alone_is_legal(tiles: str, value: int) -> None:
    reading = reading_of(tiles, "sabra")
    assert reading is not None
    assert reading.value == value


@TWIST
@pytest.mark.parametrize("tiles", ["j d c", "d d j", "c c c", "j m j", "d m d", "c m c"])
def test_special_jokers_alone_are_legal_when_some_tiles_could_lie_so(name: str, tiles: str) -> None:
    assert reading_of(tiles, name) is not None


@TWIST
def test_a_colour_change_may_stand_first_as_well_as_last(name: str) -> None:
    first, last = reading_of("c r5 r6", name), reading_of("r5 r6 c", name)
    assert first is not None and last is not None
    assert (first.text, last.text) == ("c4 r5 r6", "r5 r6 c7")


@TWIST
def test_two_colour_changes_may_lie_side_by_side(name: str) -> None:
    for tiles in ("r3 c c b6", "r3 c c r6"):
        reading = reading_of(tiles, name)
        assert reading is not None
        assert reading.value == 3 + 4 + 5 + 6


@TWIST
def test_one_tile_on_each_side_of_the_mirror_is_enough(name: str) -> None:
    assert reading_of("r5 m r5", name) is not None


def test_a_one_tile_half_is_read_as_run_or_group_whichever_is_worth_more() -> None:
    run, group = reading_of("r5 m r5", "twist-2015"), reading_of("r13 m r13", "twist-2015")
    assert run is not None and group is not None
    assert (run.value, group.value) == (16, 39)
    plain = reading_of("r13 m r13", "twist-2016")
    assert plain is not None
    assert plain.value == 26


@TWIST
@pytest.mark.parametrize("tiles", ["r5 m m r5", "r4 m r5 m r4", "m r5 m"])
def test_two_mirrors_in_one_set_are_illegal(name: str, tiles: str) -> None:
    assert reading_of(tiles, name) is None


@TWIST
def test_a_mirrored_tile_has_the_same_colour_too(name: str) -> None:
    assert reading_of("r3 r4 m r4 r3", name) is not None
    assert reading_of("r3 r4 m b4 b3", name) is None
    assert reading_of("r5 m b5", name) is None


@EVERY_EDITION
def test_a_drawn_tile_cannot_swap_a_joker_at_once(name: str) -> None:
    game, _ = apply(new_game(rules_of(name), 2, "00" * 32), Start())
    seat = game.turn
    game, _ = apply(game, Draw(seat))
    assert game.turn != seat


@EVERY_EDITION
def test_a_group_may_have_four_tiles(name: str) -> None:
    assert reading_of("k3 r3 b3 y3", name) is not None


@EVERY_EDITION
def test_a_player_who_could_play_may_draw(name: str) -> None:
    game, _ = apply(new_game(rules_of(name), 2, "00" * 32), Start())
    apply(game, Draw(game.turn))  # never asks what the rack could do


@EVERY_EDITION
def test_play_goes_clockwise_from_seat_to_seat(name: str) -> None:
    game, _ = apply(new_game(rules_of(name), 3, "00" * 32), Start())
    order = [game.turn]
    for _ in range(3):
        game, _ = apply(game, Draw(game.turn))
        order.append(game.turn)
    assert order == [(game.starter + step) % 3 for step in range(4)]


@EVERY_EDITION
def test_a_player_who_never_opened_can_win_an_empty_pool_game(name: str) -> None:
    """Nothing but the racks counts."""
    assert score(rules_of(name), [Tiles("r5"), Tiles("b1 b2")], out=None, last=0).winner == 1


@EVERY_EDITION
def test_on_overtime_no_place_on_the_table_is_ever_forgotten(name: str) -> None:
    before, draft = Table("k9 k10 k11 | r4 r5 r6 r7"), Table("k9 r4 | k10 k11 r5 | r6 | r7 b1")
    settled = settle(rules_of(name), before, Tiles("b1 b2"), draft, opened=False, pool=9)
    assert settled.verdict == "restored"
    assert settled.table == before


def test_every_row_that_is_our_reading_is_in_the_list_of_readings() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    readings = page[page.index("## Where the booklets are silent") :]
    for row in ("opening_sets", "freed_joker", "ending", "drawn"):
        assert f"`{row}`" in readings
    for name in ("twist-2015", "twist-2016"):
        assert edition(name).rows["tile_sets"].reading
        assert "(our reading)" in edition(name).source("tile_sets")


def test_a_colour_change_with_no_tile_beside_it_is_legal() -> None:
    assert reading_of("c m c", "twist-2015") is not None
    assert reading_of("c m c", "twist-2016") is not None
