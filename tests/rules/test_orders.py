"""The order a set lies in: as it was written where that is legal, else one that is."""

from __future__ import annotations

import pytest

from tilery import Tiles, read
from tilery.rules.covers import SetKind
from tilery.rules.edition import Mirror
from tilery.rules.reading import read_at_best
from tilery.rules.twist import run_starts
from tilery.tiles import CHANGE, Kind


@pytest.mark.parametrize(
    ("written", "mirror", "lies", "kind"),
    [
        ("r4 j b6 c", None, "r4 c b6 j", SetKind.RUN),
        ("r5 c b3 m b3 c r5", "none", "b3 c r5 m r5 c b3", SetKind.MIRRORED_RUN),
        ("r5 b5 m r5 b5", "none", "r5 b5 m b5 r5", SetKind.MIRRORED_GROUP),
    ],
)
def test_a_set_that_is_legal_in_another_order_lies_in_that(
    written: str, mirror: Mirror | None, lies: str, kind: SetKind
) -> None:
    reading = read(Tiles(written), mirror)
    assert reading is not None
    assert (str(reading.tiles), reading.kind) == (lies, kind)


def test_what_is_no_set_is_none_at_its_best() -> None:
    assert read_at_best(Tiles("r1 b2 k3")) is None


def test_a_joker_may_be_the_1_that_a_run_begins_with() -> None:
    reading = read(Tiles("j r2 r3"))
    assert reading is not None
    assert (str(reading.tiles), reading.text) == ("j r2 r3", "r1 r2 r3")


def test_jokers_on_both_sides_of_a_colour_change_stand_for_different_colours() -> None:
    readings = [read(Tiles(tiles)) for tiles in ("j c j", "j c k13")]
    assert [reading.text for reading in readings if reading is not None] == ["k11 c12 r13", "r11 c12 k13"]


def test_colour_changes_are_where_the_colours_of_a_mirrored_run_differ() -> None:
    reading = read(Tiles("c j r11 j b13 m b13 j r11 j c"), "none")
    assert reading is not None
    assert str(reading.tiles) == "j j r11 c b13 m b13 c r11 j j"


@pytest.mark.parametrize(
    ("written", "mirror", "best"),
    [
        ("d k9 k10", None, "k9 k10 d"),
        ("c k9 k10 j", None, "k9 k10 j c"),
        ("d r5 r6 m r6 r5 d", "none", "r5 r6 d m d r6 r5"),
    ],
)
def test_special_jokers_lie_where_they_are_worth_most(written: str, mirror: Mirror | None, best: str) -> None:
    shown, reading = read(Tiles(written), mirror), read_at_best(Tiles(written), mirror)
    assert shown is not None and reading is not None
    assert str(shown.tiles) == written and str(reading.tiles) == best
    assert reading.shown_value == reading.value == shown.value > shown.shown_value


@pytest.mark.parametrize("written", ["j j d m r5 r5", "j j d r5 m r5 r6 r6", "j j j d m r8 r8 r5"])
def test_a_mirrored_run_in_another_order_has_the_same_tiles(written: str) -> None:
    mirrors: tuple[Mirror, ...] = ("none", "middle")
    for mirror in mirrors:
        reading = read(Tiles(written), mirror)
        assert reading is not None
        assert sorted(reading.tiles) == sorted(Tiles(written))


def test_opposite_a_colour_change_lies_nothing_but_another() -> None:
    red = Kind("r3"), Kind("r4")
    assert list(run_starts([[red[0]] * 2, [CHANGE, CHANGE], [CHANGE, red[1]]])) == []
    assert read(Tiles("r3 c r5 m r5 r4 r3"), "none") is None
