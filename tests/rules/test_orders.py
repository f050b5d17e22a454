"""The order a set lies in: as it was written where that is legal, else one that is."""

from __future__ import annotations

import pytest

from tilery import Tiles, read
from tilery.rules.covers import SetKind
from tilery.rules.edition import Mirror
from tilery.rules.reading import read_at_best


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
