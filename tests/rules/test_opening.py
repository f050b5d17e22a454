"""What tiles are worth by themselves: exact as far as an opening asks, and never searched for long."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.test_packing import MIRRORS, all_sets, packings, positions
from tilery.notation import Table, Tiles
from tilery.rules.edition import Mirror, edition
from tilery.rules.opening import best_set, laid_as_counted, single_sets, worth_alone
from tilery.rules.reading import read
from tilery.tiles import ALL_KINDS, DOUBLE, JOKER, Kind, TileSet, count_kinds, tile_set, tile_set_names

MORE_THAN_ENOUGH = 10_000


@given(positions(), MIRRORS, st.sampled_from([1, 30, 50, MORE_THAN_ENOUGH]))
def test_tiles_are_worth_the_best_sets_of_all_as_far_as_asked(
    position: tuple[Tiles, Tiles], mirror: Mirror, enough: int
) -> None:
    tiles = [*position[0], *position[1]]
    best = max(value for _, value in packings(tiles, mirror))
    found = worth_alone(tiles, mirror, enough)
    if found.sure:
        assert found.value == best or enough <= found.value <= best
    else:  # only a heap of jokers, or special ones, are not searched through
        assert found.value <= best
        assert sum(kind.is_joker for kind in tiles) > 2 or any(kind >= DOUBLE for kind in tiles) or enough > 50


@pytest.mark.parametrize(
    ("tiles", "mirror", "value"),
    [
        ("", None, 0),
        ("r1 r2 b3", None, 0),
        ("r9 r10 r11", None, 30),
        ("r5 j j", None, 18),
        ("j j j j", None, 52),
        ("r12 r13 j", None, 36),
        ("j r10 r11 r12 r13", None, 55),
        ("r4 r5 r6 r7 r8 r9 b5 k5 j", None, 55),
        ("r1 r2 r3 r4 r5 k3 b3 y3 r3 r4 r5", None, 36),
        ("r13 b13 r13 b13 j j j", None, 91),
        ("r1 r2 d", None, 10),
        ("j r5 m d", "none", 26),
        ("j r5 m d", "middle", 29),
        ("k4 j c y7", "none", 24),
    ],
)
def test_what_some_tiles_are_worth(tiles: str, mirror: Mirror | None, value: int) -> None:
    assert worth_alone(Tiles(tiles), mirror, MORE_THAN_ENOUGH).value == value
    assert worth_alone(Tiles(tiles), mirror, 30).sure


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        ("k1 k1 k2 k2 k3 k3 k4 j j", 27),
        ("y3 b1 r1 r3 r3 b2 k3 y2 y1 k2 r2 k1 b3 r1 j j", 32),
        ("k1 k1 k2 k2 k5 r1 r1 r2 r2 r3 r3 r4 r4 b1 b2 b3 b3 b5 b5 y1 y1 y2 y2 y4 y4 j j", 31),
    ],
)
def test_many_low_tiles_and_two_jokers_are_counted_to_the_end(tiles: str, value: int) -> None:
    found = worth_alone(Tiles(tiles), None, 30)
    assert found.sure
    assert min(found.value, 30) == min(value, 30)


def test_an_opening_of_fifty_is_searched_for_as_long_as_one_of_thirty() -> None:
    tiles = Tiles("k2 k3 k3 k5 k6 b2 b4 b5 y2 j j")
    assert worth_alone(tiles, None, 50) == (39, True)
    assert not worth_alone(tiles, None, 51).sure


def test_enough_is_enough() -> None:
    tiles = Tiles("r9 r10 r11 k13 b13 y13")
    assert worth_alone(tiles, None, 30).value == 39
    assert worth_alone(tiles, None, 40).value == 69


EVERYTHING = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)]
LOW_RUNS = [tile for tile in EVERYTHING if int(tile[1:]) < 10]
BLACK_AND_YELLOW = [tile for tile in EVERYTHING if tile[0] in "ky"]
TWELVES_AND_THIRTEENS = [tile for tile in EVERYTHING if int(tile[1:]) > 11]


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        (2 * EVERYTHING, 8 * 91),
        ([*LOW_RUNS, *2 * TWELVES_AND_THIRTEENS], 4 * 45 + 2 * 4 * 25),
        ([*LOW_RUNS, "j", "j", "j", "j"], 4 * 45 + 4 * 13),
        (["r9", "r10", "r11", "k13", "b13", "y13", "j", "j", "d", "c", "c", "m"], 30 + 39 + 63),
    ],
    ids=["eight runs", "runs and groups", "runs and jokers", "special jokers"],
)
def test_an_opening_of_hundreds_is_sure_where_whole_sets_are_at_hand(tiles: list[str], value: int) -> None:
    """More than a search could go through; but the sets worth most are taken first, and jokers by themselves."""
    assert worth_alone(Tiles(" ".join(tiles)), "none", value) == (value, True)
    assert not worth_alone(Tiles(" ".join(tiles)), "none", value + 1000).sure


def test_runs_up_to_13_are_whole_sets_whatever_jokers_there_are() -> None:
    tiles = Tiles(" ".join([*3 * BLACK_AND_YELLOW, "j", "j", "j", "j"]))
    assert worth_alone(tiles, None, 6 * 91) == (6 * 91 + 4 * 13, True)


def heaps(rng: Random, tiles: TileSet, jokers: Sequence[Kind]) -> list[Kind]:
    """Tiles of a tile set among which there are few sets, and low ones."""
    chosen: list[Kind] = []
    for kind in ALL_KINDS:
        if kind.is_joker and kind not in jokers:
            continue
        likely = 0.5 if kind.is_joker else rng.choice((0.1, 0.3, 0.6)) / (1 if kind.number < 5 else 3)
        chosen += [kind for _ in range(tiles.counts[kind]) if rng.random() < likely]
    return chosen


@pytest.mark.parametrize("name", [name for name in tile_set_names() if name != "twist"])
def test_an_opening_of_thirty_is_always_sure_without_special_jokers(name: str) -> None:
    rng = Random(name)
    for _ in range(1_000):
        assert worth_alone(heaps(rng, tile_set(name), [JOKER]), None, 30).sure


PLAIN = st.lists(st.sampled_from(ALL_KINDS[: JOKER + 1]), max_size=8)
"""Tiles without special jokers, of all colours and numbers."""

CROWDED = st.lists(st.sampled_from([*Tiles("r1 r2 r3 r4 b2 b3 y3 k3 k12 k13 r12 r13 b12 b13 j")]), max_size=9)
"""The same, so near each other that there are sets."""


@given(st.one_of(PLAIN, CROWDED), st.sampled_from([1, 30]), st.sampled_from([3, 13]))
def test_every_single_set_is_found_once_with_its_worth(tiles: list[Kind], least: int, longest: int) -> None:
    found = [(value, Tiles(sorted(set))) for value, set in single_sets(count_kinds(tiles), least, longest)]
    all_of_them = {Tiles(sorted(set)): value for set, value in all_sets(tiles, None) if value >= least}
    expected = {
        set: value
        for set, value in all_of_them.items()
        if len(set) <= longest or (len(set) <= 4 and len({kind.number for kind in set if kind != JOKER}) < 2)
    }
    assert sorted(found) == sorted((value, set) for set, value in expected.items())


@given(st.one_of(PLAIN, CROWDED))
def test_the_best_set_is_the_best_of_all_single_sets(tiles: list[Kind]) -> None:
    counts = count_kinds(tiles)
    assert best_set(counts) == max((value for value, _ in single_sets(counts)), default=0)


def test_single_sets_have_no_more_jokers_than_there_are_and_runs_are_no_longer_than_asked() -> None:
    assert max(len(set) for _, set in single_sets(count_kinds(Tiles("r5 j j j j")), longest=3)) == 4
    assert list(single_sets(count_kinds(Tiles("r1 b1 j")))) == [(3, Tiles("r1 b1 j"))]
    assert [[*single_sets(count_kinds(Tiles("r9 r10 r11")), least)] for least in (30, 31)] == [
        [(30, Tiles("r9 r10 r11"))],
        [],
    ]


@given(CROWDED.filter(lambda tiles: tiles.count(JOKER) <= 2))
def test_what_plain_tiles_are_worth_is_found_and_for_an_opening_of_fifty_it_is_sure(tiles: list[Kind]) -> None:
    best = max(value for _, value in packings(tiles, None))
    found, sure = worth_alone(tiles, None, 50)
    assert sure
    assert found == best or best >= found >= 50
    found, sure = worth_alone(tiles, None, MORE_THAN_ENOUGH)  # for that it may be too long a search
    assert found == best or (found < best and not sure)


def test_no_set_is_counted_beyond_what_is_enough() -> None:
    tiles = Tiles("r9 r10 r11 b1 b2 b3")
    assert [worth_alone(tiles, None, enough).value for enough in (30, 31)] == [30, 36]


def test_a_set_is_laid_as_written_where_the_others_at_their_best_make_it_enough() -> None:
    played = [Tiles("j r4 r5"), Tiles("j b5 b6")]
    readings = [read(tiles) for tiles in played]
    laid = laid_as_counted(
        edition("sabra").rules(), Table(), [each for each in readings if each], Tiles("j r4 r5 j b5 b6")
    )
    assert [str(reading.tiles) for reading in laid] == ["j r4 r5", "b5 b6 j"]
