"""Kinds, physical tiles and tile sets."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.errors import TileryError
from tilery.tiles import ALL_KINDS, COLOURS, JOKERS, Colour, Kind, Tile, count_kinds, tile_set, tile_set_names


@pytest.mark.parametrize(
    ("name", "copies", "jokers", "total"),
    [
        ("106", 2, (2, 0, 0, 0), 106),
        ("108", 2, (4, 0, 0, 0), 108),
        ("160", 3, (4, 0, 0, 0), 160),
        ("twist", 2, (2, 2, 2, 2), 112),
    ],
)
def test_a_tile_set_has_its_tiles(name: str, copies: int, jokers: tuple[int, ...], total: int) -> None:
    tiles = tile_set(name)
    assert (tiles.copies, tiles.jokers, tiles.total) == (copies, jokers, total)
    assert len(tiles.tiles) == len(set(tiles.tiles)) == total
    assert tuple(count_kinds(tile.kind for tile in tiles.tiles)) == tiles.counts
    assert [tile.kind for tile in tiles.tiles] == sorted(tile.kind for tile in tiles.tiles)


def test_four_tile_sets_are_sold() -> None:
    assert tile_set_names() == ("106", "108", "160", "twist")


def test_an_unknown_tile_set_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(TileryError, match="no tile set '104'; there are 106, 108, 160, twist") as caught:
        tile_set("104")
    assert caught.value.code == "tile-set"


def test_copies_of_a_kind_are_different_tiles() -> None:
    one, two = Tile(Kind("r7"), 1), Tile(Kind("r7"), 2)
    assert one != two
    assert (str(one), str(two)) == ("r7#1", "r7#2")


def test_there_are_52_natural_kinds_and_four_jokers() -> None:
    assert len(ALL_KINDS) == 56
    assert [str(kind) for kind in JOKERS] == ["j", "d", "c", "m"]
    assert {(kind.colour, kind.number) for kind in ALL_KINDS if not kind.is_joker} == {
        (colour, number) for colour in COLOURS for number in range(1, 14)
    }


@given(st.sampled_from(ALL_KINDS))
def test_a_kind_and_its_text_and_its_repr_are_the_same(kind: Kind) -> None:
    assert Kind(str(kind)) is kind
    assert Kind(str(kind).upper()) is kind
    assert Kind(int(kind)) is kind
    assert eval(repr(kind), {"Kind": Kind}) is kind
    assert pickle.loads(pickle.dumps(kind)) == kind


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("k1", "black 1"),
        ("r7", "red 7"),
        ("b13", "blue 13"),
        ("y10", "yellow 10"),
        ("j", "joker"),
        ("d", "double joker"),
        ("c", "colour-change joker"),
        ("m", "mirror joker"),
    ],
)
def test_a_kind_has_a_name_in_words(kind: str, name: str) -> None:
    assert Kind(kind).name == name


@pytest.mark.parametrize("word", ["", "r", "r0", "r14", "r07", "g5", "7r", "jj", "r7 ", "r-1", "r٧"])
def test_what_is_not_a_tile_is_refused(word: str) -> None:
    with pytest.raises(TileryError, match="is not a tile"):
        Kind(word)


@pytest.mark.parametrize("value", [-1, 56])
def test_a_number_that_is_no_kind_is_refused(value: int) -> None:
    with pytest.raises(TileryError, match="there is no kind"):
        Kind(value)


def test_colours_have_letters() -> None:
    assert [colour.letter for colour in COLOURS] == ["k", "r", "b", "y"]
    assert str(Colour.YELLOW) == "yellow"
