"""A position that somebody has written down: read as it is, or everything that is wrong with it, and where."""

from __future__ import annotations

from typing import Any

import pytest

from tilery.notation import Tiles
from tilery.rules import Rules, edition
from tilery.rules.position import LONGEST_TEXT, MOST_TOLD, PositionDefect, PositionError, read_position
from tilery.rules.reading import LONGEST
from tilery.rules.reasons import explain

SABRA, CLASSIC = edition("sabra").rules(), edition("classic-2002").rules()
MANY = [f"{colour}{number}" for colour in "rkby" for number in range(1, 14)][: LONGEST + 1]


def wrong(table: str, rack: str, rules: Rules = SABRA, **options: Any) -> list[PositionDefect]:
    with pytest.raises(PositionError) as caught:
        read_position(rules, table, rack, **options)
    assert str(caught.value) == "; ".join(defect.text for defect in caught.value.defects)
    return list(caught.value.defects)


def test_what_may_lie_and_be_there_is_read_as_it_is_written() -> None:
    found = read_position(CLASSIC, " r4 r5 r6 | k9 b9 y9", "j r7", drawn="r7")
    assert [str(part) for part in found] == ["r4 r5 r6 | k9 b9 y9", "j r7", "r7"]
    assert read_position(SABRA, "", "").table == ()
    assert str(read_position(SABRA, "  ", "k1").rack) == "k1"


@pytest.mark.parametrize(
    ("table", "rack", "defect"),
    [
        ("r4 x5 r6", "", ("unreadable", "tile 2 of set 1 of the table, 'x5', is not a tile", "table", 1, 2, "x5")),
        (
            "",
            "k1 123456789012",
            ("unreadable", "tile 2 of the rack, '123456789012', is not a tile", "rack", 0, 2, "123456789012"),
        ),
        (
            "",
            "1234567890123",
            ("unreadable", "tile 1 of the rack, '123456789012…', is not a tile", "rack", 0, 1, "123456789012…"),
        ),
        ("r4 r5 r6 |", "", ("empty-set", "set 2 of the table is empty: '|' only goes between two sets", "table", 2)),
        (
            " ".join(MANY),
            "",
            (
                "illegal-set",
                f"set 1 of the table has {LONGEST + 1} tiles, and no set has more than {LONGEST}",
                "table",
                1,
                0,
                " ".join([*MANY[:-1], "…"]),
            ),
        ),
        (
            "r4 r5 r6",
            "r4 r4 r4",
            ("too-many-copies", "4 × red 4 (r4) where tile set 106 has 2", "rack", 0, 2, "r4", 4, 2),
        ),
        (
            "r4 r5 r6 | r4 r5 r6 | r4 k4 b4",
            "",
            ("too-many-copies", "3 × red 4 (r4) where tile set 106 has 2", "table", 3, 1, "r4", 3, 2),
        ),
    ],
)
def test_each_thing_wrong_is_told_with_its_place(table: str, rack: str, defect: tuple[Any, ...]) -> None:
    assert wrong(table, rack) == [PositionDefect(*defect)]


def test_a_set_that_is_not_legal_says_why() -> None:
    (defect,) = wrong("k1 k2 k3 | r4 r5 r7", "")
    assert (defect.code, defect.where, defect.set, defect.tile, defect.given) == (
        "illegal-set",
        "table",
        2,
        0,
        "r4 r5 r7",
    )
    assert defect.text.startswith("set 2 of the table, r4 r5 r7, is not legal: ") and len(defect.text) > 50
    (defect,) = wrong("r4 b6", "")
    few, colour = explain(Tiles("r4 b6"), None)
    assert defect.text == f"set 1 of the table, r4 b6, is not legal: {few.text}; {colour.text}"


def test_a_text_of_the_greatest_length_is_read_and_a_longer_one_is_not() -> None:
    room = " " * (LONGEST_TEXT - len("r4 r5 r6"))
    assert read_position(SABRA, "r4 r5 r6" + room, room + "r4 r5 r6").rack
    told = f"is longer than {LONGEST_TEXT} characters"
    assert wrong("r4 r5 r6" + room + " ", room + " r4 r5 r6") == [
        PositionDefect("too-long", f"the table {told}", "table"),
        PositionDefect("too-long", f"the rack {told}", "rack", 0, 0, "", 0, 0),
    ]


def test_no_more_is_told_than_anybody_mends_at_once() -> None:
    assert len(wrong("", "x " * 30)) == MOST_TOLD == 20
    assert LONGEST_TEXT == 4_000


def test_a_set_of_the_greatest_length_says_why_it_is_not_legal() -> None:
    (defect,) = (each for each in wrong(" ".join(MANY[:LONGEST]), "") if each.code == "illegal-set")
    assert defect.given == " ".join(MANY[:LONGEST])
    assert defect.text.startswith(f"set 1 of the table, {defect.given}, is not legal: ")


@pytest.mark.parametrize(
    ("rules", "drawn", "opened", "defect"),
    [
        (SABRA, "r7", True, ("drawn-waits", "under these rules a tile just drawn waits for the next turn", "r7")),
        (
            CLASSIC,
            "r7",
            False,
            ("drawn-before-opening", "before the opening a tile just drawn waits for the next turn", "r7"),
        ),
        (CLASSIC, "r7 r8", True, ("drawn-several", "one tile is drawn, not 2", "r7")),
        (CLASSIC, "k7", True, ("drawn-not-on-rack", "k7 was drawn and isn't on the rack", "k7")),
    ],
)
def test_a_drawn_tile_that_cannot_be_played_says_why(
    rules: Rules, drawn: str, opened: bool, defect: tuple[Any, str, str]
) -> None:
    code, text, given = defect
    told = PositionDefect(code, text, "drawn", 0, 1, given)
    assert wrong("", "r7 r8", rules, drawn=drawn, opened=opened) == [told]
    assert read_position(CLASSIC, "", "r7 r8", opened=False).drawn == ()
