"""Every arrangement is found, and each once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.rules.reading import read
from tilery.solver.arrangements import Arrangements, TooManyError, arrangements, possible_sets
from tilery.solver.pairing import count_changes
from tilery.tiles import Kind

Alike = tuple[Tiles, ...]

SABRA = edition("sabra").rules()
NEAR = [Kind.of(colour, number) for colour in range(3) for number in range(4, 9)]
"""Kinds so near to each other that many sets can be made of few tiles."""


def alike(table: Table) -> Alike:
    return tuple(sorted(tiles.sorted() for tiles in table))


def subsets(tiles: Tiles) -> set[Tiles]:
    return {Tiles(some).sorted() for size in range(3, len(tiles) + 1) for some in itertools.combinations(tiles, size)}


def by_trying(rules: Rules, tiles: Tiles) -> Iterator[Alike]:
    """Every arrangement, found the slow way."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in range(2, len(rest) + 1):
        for places in itertools.combinations(range(len(rest)), size):
            one = Tiles([first, *(rest[place] for place in places)])
            if read(one.sorted(), rules.mirror) is not None:
                left = Tiles([kind for place, kind in enumerate(rest) if place not in places])
                yield from ((one.sorted(), *others) for others in by_trying(rules, left))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*NEAR, Kind("j")]), min_size=3, max_size=9).map(Tiles))
def test_all_arrangements_are_found_and_each_once(tiles: Tiles) -> None:
    found = [alike(table) for table in arrangements(SABRA, tiles)]
    assert len(found) == len(set(found))
    assert set(found) == {tuple(sorted(sets)) for sets in by_trying(SABRA, tiles.sorted())}


@pytest.mark.parametrize("name", ["twist-2015", "twist-2016"])
@pytest.mark.parametrize("text", ["r4 r5 r6 r7 b8 b9 c j d k5 m", "b7 m b7 b8 b8 c r9 r9 d j k9"])
def test_every_set_with_special_jokers_is_found(name: str, text: str) -> None:
    rules, tiles = edition(name).rules(), Tiles(text)
    found = [one.sorted() for one in possible_sets(rules, tiles)]
    assert len(found) == len(set(found))
    assert set(found) == {some for some in subsets(tiles) if read(some, rules.mirror) is not None}


@pytest.mark.parametrize("most", range(7))
def test_few_moved_are_those_of_all_that_move_few(most: int) -> None:
    before = Table("r4 r5 r6 r7 | b4 b5 b6 | k4 k5 k6 | k7 r7 b7")
    tiles = Tiles([*before.tiles(), Kind("b7"), Kind("k7")])
    few = {alike(table) for table in Arrangements(SABRA, tiles, before, most)}
    every = {alike(table) for table in arrangements(SABRA, tiles) if count_changes(before, table)[1] <= most}
    assert few == every


def test_too_many_to_look_at_is_said() -> None:
    with pytest.raises(TooManyError):
        list(Arrangements(SABRA, Tiles("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13"), steps=5))
