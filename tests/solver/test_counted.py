"""Positions counted set by set: the same counts and the same refusals as tile by tile."""

import random

import pytest

from tests.kit.positions import BOXES, Box, box_id, small
from tilery import Table, Tiles, edition
from tilery.errors import TileryError
from tilery.rules.turn import check_position
from tilery.solver.counted import counted
from tilery.solver.remembered import Remembered
from tilery.tiles import ALL_KINDS, count_kinds

SABRA = edition("sabra").rules()


def refusal(table: Table, rack: Tiles) -> str | None:
    try:
        check_position(SABRA, table, rack)
    except TileryError as error:
        return str(error)
    return None


@pytest.mark.parametrize("box", BOXES, ids=box_id)
def test_the_counts_are_those_of_the_tiles(box: Box) -> None:
    for seed in range(100):
        _, table, rack, _ = small(box, seed)
        lying, holding = counted(box.rules, table, rack)
        assert list(lying) == count_kinds(table.tiles())
        assert list(holding) == count_kinds(rack)


@pytest.mark.parametrize("kind", [ALL_KINDS[0], ALL_KINDS[1], ALL_KINDS[51], ALL_KINDS[52], ALL_KINDS[55]], ids=str)
@pytest.mark.parametrize("number", [3, 126, 127, 128, 129, 130, 131, 160, 254, 255, 256, 257, 384, 512, 70_000])
def test_however_many_copies_are_too_many(kind: int, number: int) -> None:
    rack = Tiles([ALL_KINDS[kind]] * number)
    with pytest.raises(TileryError) as error:
        counted(SABRA, Table("r4 r5 r6"), rack)
    assert str(error.value) == refusal(Table("r4 r5 r6"), rack) is not None


def test_a_table_of_hundreds_of_sets_is_refused() -> None:
    table = Table(["j j j"] * 300)
    with pytest.raises(TileryError) as error:
        counted(SABRA, table, Tiles())
    assert str(error.value) == refusal(table, Tiles()) is not None


@pytest.mark.parametrize("table", ["r4 r5 r7", "r4 r5 r6 | k5 r5", "k1 k2 k3 | r4 r4 b4 | k7 k8 k9", "r4 r5 d"])
def test_illegal_sets_are_refused_every_time(table: str) -> None:
    for _ in range(2):
        with pytest.raises(TileryError) as error:
            counted(SABRA, Table(table), Tiles("b1"))
        assert str(error.value) == refusal(Table(table), Tiles("b1")) is not None


def test_random_handfuls_are_refused_as_the_referee_refuses_them() -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        rack = Tiles(rng.choices(ALL_KINDS[:53], k=rng.randint(0, 20)))
        wrong = refusal(Table(), rack)
        if wrong is None:
            assert list(counted(SABRA, Table(), rack)[1]) == count_kinds(rack)
        else:
            with pytest.raises(TileryError) as error:
                counted(SABRA, Table(), rack)
            assert str(error.value) == wrong


def test_what_is_remembered_is_made_once_and_never_more_than_so_many() -> None:
    made: list[int] = []

    def make(key: int) -> int:
        made.append(key)
        if key < 0:
            raise ValueError(key)
        return key + 1

    known = Remembered(make, most=3)
    assert [known[key] for key in (1, 2, 1, 3, 2)] == [2, 3, 2, 4, 3]
    assert made == [1, 2, 3]
    assert known[4] == 5
    assert dict(known) == {4: 5}
    for _ in range(2):
        with pytest.raises(ValueError, match="-1"):
            known[-1]
    assert made == [1, 2, 3, 4, -1, -1]
