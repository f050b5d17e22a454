"""The text notation: it round-trips, and what it cannot read it refuses with the place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.errors import TileryError
from tilery.notation import Table, Tiles, same_tiles
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
