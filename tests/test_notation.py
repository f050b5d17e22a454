"""The text notation: it round-trips, and what it cannot read it refuses with the place."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.errors import TileryError
from tilery.notation import Table, Tiles, position_key, same_tiles
from tilery.tiles import ALL_KINDS, Kind

TILES = st.lists(st.sampled_from(ALL_KINDS)).map(Tiles)
TABLES = st.lists(st.lists(st.sampled_from(ALL_KINDS), min_size=1).map(Tiles)).map(Table)


@given(TILES)
def test_tiles_and_their_text_and_their_repr_are_the_same(tiles: Tiles) -> None:
    assert Tiles(str(tiles)) == tiles
    assert eval(repr(tiles), {"Tiles": Tiles}) == tiles


@given(TABLES)
def test_a_table_and_its_text_and_its_repr_are_the_same(table: Table) -> None:
    assert Table(str(table)) == table
    assert eval(repr(table), {"Table": Table}) == table
    assert list(table.tiles()) == [kind for tiles in table for kind in tiles]


@given(TABLES, st.sampled_from([" ", "  ", "\t", "\n"]))
def test_case_and_blanks_do_not_matter_on_input(table: Table, blank: str) -> None:
    text = str(table).upper().replace(" ", blank)
    assert Table(f"{blank}{text}{blank}") == table
    assert Table(str(table).replace(" | ", "|")) == table


def test_the_text_is_lower_case_with_one_blank() -> None:
    assert str(Table("R4  r5 R6|b8 K8 y8")) == "r4 r5 r6 | b8 k8 y8"


def test_an_empty_table_is_the_empty_text() -> None:
    assert str(Table("")) == ""
    assert Table("  ") == Table() == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r4 r5 x6", "tile 3, 'x6', is not a tile"),
        ("r4,r5", "tile 1, 'r4,r5', is not a tile"),
        ("r4 | r5", "'\\|' separates sets"),
        ("a" * 50, "tile 1, 'aaaaaaaaaaaa…', is not a tile"),
        ("r1 " * 10_000, "longer than 20000 characters"),
    ],
)
def test_tiles_that_cannot_be_read_are_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(TileryError, match=reason) as caught:
        Tiles(text)
    assert caught.value.code == "notation"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r4 r5 r6 |", "set 2 is empty"),
        ("| r4 r5 r6", "set 1 is empty"),
        ("r4 r5 r6 | | b8 k8 y8", "set 2 is empty"),
        ("r4 r5 r6 | b8 k8 z8", "set 2: tile 3, 'z8', is not a tile"),
        ("r1 " * 10_000, "longer than 20000 characters"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(TileryError, match=reason) as caught:
        Table(text)
    assert caught.value.code == "notation"


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        table = Table(text)
    except TileryError as error:
        assert error.code == "notation"
    else:
        assert Table(str(table)) == table


@given(TILES, st.data())
def test_tiles_without_some_of_them_are_the_others(tiles: Tiles, data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(tiles), unique=True)) if tiles else []
    left = tiles.without(some)
    assert same_tiles([*left, *some], tiles)


def test_a_tile_that_is_not_there_cannot_be_taken_away() -> None:
    with pytest.raises(TileryError, match="there is no red 8 to take away") as caught:
        Tiles("r7 r7").without([Kind("r8")])
    assert caught.value.code == "missing-tile"


def test_sorted_tiles_go_by_colour_and_number_with_jokers_last() -> None:
    assert str(Tiles("m j y1 r13 k2 r1").sorted()) == "k2 r1 r13 y1 j m"


def test_the_same_tiles_in_another_order_are_the_same_tiles() -> None:
    assert same_tiles(Tiles("r7 r7 j"), Tiles("j r7 r7"))
    assert not same_tiles(Tiles("r7 j"), Tiles("r7 r7 j"))


def test_tiles_are_made_of_texts_and_numbers_too() -> None:
    assert Tiles(["r1", "J"]) == Tiles("r1 j")
    assert Tiles([1, Kind("r2")]) == Tiles("k2 r2")
    assert {type(kind) for kind in Tiles(["r1", 2])} == {Kind}
    assert Table(["r4 r5 r6", ["k1", "k2"]]) == Table("r4 r5 r6 | k1 k2")


@pytest.mark.parametrize("wrong", [["r1", "r14"], [1, 2, 99], [-1], [1.5], [None], [["r1"]], [b"r1"]])
def test_what_is_no_tile_is_refused_when_the_tiles_are_made(wrong: list[Any]) -> None:
    with pytest.raises(TileryError) as caught:
        Tiles(wrong)
    assert caught.value.code == "notation"
    with pytest.raises(TileryError):
        Table([wrong])


@given(TILES, TILES, st.slices(8))
def test_slices_and_sums_of_tiles_are_tiles(one: Tiles, other: Tiles, part: slice) -> None:
    assert (one + other, one[part]) == (tuple(one) + tuple(other), tuple(one)[part])
    assert type(one + other) is type(one[part]) is Tiles
    assert type(pickle.loads(pickle.dumps(one))) is Tiles


@given(TABLES, TABLES, st.slices(4))
def test_slices_and_sums_of_tables_are_tables(one: Table, other: Table, part: slice) -> None:
    assert (one + other, one[part]) == (tuple(one) + tuple(other), tuple(one)[part])
    assert type(one + other) is type(one[part]) is Table


@given(TABLES, st.randoms(use_true_random=False))
def test_a_table_is_the_same_however_its_sets_lie(table: Table, chance: Any) -> None:
    sets = [tiles if any(kind.is_joker for kind in tiles) else chance.sample(tiles, len(tiles)) for tiles in table]
    moved = Table(chance.sample(sets, len(sets)))
    assert moved.canonical() == table.canonical() == table.canonical().canonical()
    assert position_key(moved, Tiles("r1 j")) == position_key(table, Tiles("j r1"))


def test_a_run_keeps_the_order_that_says_what_its_joker_stands_for_and_a_group_has_none() -> None:
    assert Table("j r4 r5").canonical() != Table("r4 r5 j").canonical()
    assert Table("j r4 k4").canonical() == Table("r4 j k4").canonical() == Table("k4 r4 j")
    assert Table("b5 m b5").canonical() == Table("b5 m b5")
    assert Table("j j r4").canonical() == Table("j j r4")


@pytest.mark.parametrize(
    ("table", "rack", "opened", "key"),
    [
        ("", "", True, 0xD3D2011B10BD332B),
        ("", "r1", False, 0xEA5AA61C6F4D8029),
        ("y8 j k8 | r6 r4 r5 | k4 j k6", "j r13 k1", True, 0x6F718D2A7F1EF9B1),
    ],
)
def test_the_key_of_a_position_never_changes(table: str, rack: str, opened: bool, key: int) -> None:
    assert position_key(Table(table), Tiles(rack), opened=opened) == key
