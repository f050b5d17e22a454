"""Every worked example of the booklets, in every edition it belongs to."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tilery import ScoreSheet, Table, Tiles, edition, edition_names, judge, read, score
from tilery.rules.turn import Turn

FREE = tuple(name for name in edition_names() if edition(name).rules().freeing == "free")
REPLACE = tuple(name for name in edition_names() if edition(name).rules().freeing == "replace")
TWIST = ("twist-2015", "twist-2016")


class Example(NamedTuple):
    """A turn from a booklet; where it shows a joker freed, two more rack tiles take it in."""

    before: str
    rack: str
    after: str
    editions: tuple[str, ...] = edition_names()


EXAMPLES = {
    "add": Example("b4 b5 b6 | r8 k8 y8", "b3 b8", "b3 b4 b5 b6 | r8 k8 y8 b8"),
    "fourth tile": Example("r4 b4 k4 y4", "b3 b5 b6", "b3 b4 b5 b6 | r4 k4 y4"),
    "add and take": Example("b8 b9 b10", "b11 k8 y8", "b9 b10 b11 | b8 k8 y8"),
    "split": Example("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8"),
    "combined split": Example("y1 y2 y3 y4 | k1 r1 b1 y1", "b1", "b1 y1 r1 | y2 y3 y4 | k1 b1 y1"),
    "multiple split": Example(
        "y5 y6 y7 | r5 r6 r7 | k5 k6 k7 k8 k9",
        "k10 b5",
        "y5 r5 k5 b5 | y6 r6 k6 | y7 r7 k7 | k8 k9 k10",
    ),
    "joker 1, swap": Example("b3 r3 j", "y3 k10 k11", "b3 r3 y3 | k10 k11 j"),
    "joker 2, split": Example("r2 r3 j r5 r6", "r1 r7 k10 k11", "r1 r2 r3 | r5 r6 r7 | k10 k11 j", FREE),
    "joker 3, move": Example("b6 b7 j", "b4", "b4 j b6 b7", FREE),
    "joker 3 in Twist": Example("b6 b7 j", "b5 k10 k11", "b5 b6 b7 | k10 k11 j", FREE),
    "joker 1 with both missing colours": Example("b3 r3 j", "y3 k3 k10 k11", "b3 r3 y3 k3 | k10 k11 j"),
    "add at both ends": Example("b4 b5 b6", "b3 b7", "b3 b4 b5 b6 b7"),
    "joker 4, dissolve": Example(
        "k1 k2 j | b1 y1 r1 | b2 y2 r2",
        "k10 k11",
        "b1 y1 r1 k1 | b2 y2 r2 k2 | k10 k11 j",
        FREE,
    ),
}


def played(name: str, before: str, rack: str, after: str) -> Turn:
    return judge(edition(name).rules(), Table(before), Tiles(rack), Table(after), opened=True)


@pytest.mark.parametrize(
    ("name", "example"),
    [(name, example) for example in EXAMPLES for name in EXAMPLES[example].editions],
)
def test_a_worked_example_is_legal_in_every_edition_it_belongs_to(name: str, example: str) -> None:
    shown = EXAMPLES[example]
    turn = played(name, shown.before, shown.rack, shown.after)
    assert turn.defects == ()
    assert turn.table == Table(shown.after)
    assert turn.played.sorted() == Tiles(shown.rack).sorted()


@pytest.mark.parametrize("name", REPLACE)
@pytest.mark.parametrize("example", ["joker 2, split", "joker 3, move", "joker 3 in Twist", "joker 4, dissolve"])
def test_jokers_2_3_and_4_are_not_allowed_where_jokers_must_be_replaced(name: str, example: str) -> None:
    shown = EXAMPLES[example]
    turn = played(name, shown.before, shown.rack, shown.after)
    assert [defect.code for defect in turn.defects] == ["joker-not-freed"]


@pytest.mark.parametrize("name", REPLACE)
def test_joker_3_is_legal_under_replace_once_a_blue_8_lies_on_the_table(name: str) -> None:
    assert played(name, "b6 b7 j | r8 k8 b8", "b4", "b4 j b6 b7 | r8 k8 b8").legal
    assert played(name, "b6 b7 j | r8 k8 y8", "b4 b8", "b4 j b6 b7 | r8 k8 y8 b8").legal
    assert not played(name, "b6 b7 j | r8 k8 y8", "b4", "b4 j b6 b7 | r8 k8 y8").legal


@pytest.mark.parametrize("name", TWIST)
def test_the_double_joker_run_is_worth_14(name: str) -> None:
    reading = read(Tiles("r2 d r5"), edition(name).rules().mirror)
    assert reading is not None
    assert (reading.value, reading.text) == (14, "r2 r3+r4 r5")


@pytest.mark.parametrize("name", TWIST)
def test_the_double_joker_group_is_worth_12(name: str) -> None:
    reading = read(Tiles("b3 r3 d"), edition(name).rules().mirror)
    assert reading is not None
    assert (reading.value, reading.text) == (12, "b3 r3 k3+y3")


@pytest.mark.parametrize(
    ("tiles", "name", "value", "text"),
    [
        ("b3 j b5 m b5 b4 b3", "twist-2016", 24, "b3 b4 b5 m b5 b4 b3"),
        ("b3 j b5 m b5 b4 b3", "twist-2015", 30, "b3 b4 b5 m6 b5 b4 b3"),
        ("b4 j b6 m b6 j b4", "twist-2016", 30, "b4 b5 b6 m b6 b5 b4"),
        ("b4 j b6 m b6 j b4", "twist-2015", 37, "b4 b5 b6 m7 b6 b5 b4"),
        ("b4 c r6 m r6 c b4", "twist-2016", 30, "b4 c5 r6 m r6 c5 b4"),
        ("b4 c r6 m r6 c b4", "twist-2015", 37, "b4 c5 r6 m7 r6 c5 b4"),
    ],
)
def test_the_mirrors_own_number_counts_in_2015_and_not_in_2016(tiles: str, name: str, value: int, text: str) -> None:
    reading = read(Tiles(tiles), edition(name).rules().mirror)
    assert reading is not None
    assert (reading.value, reading.text) == (value, text)


LOST = [(5, 16, 3), (6, 11, 5), (32, 13, 2), (10, 25, 6)]
WON = [0, 2, 3, 2]
SHEET = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]


def worth(total: int) -> Tiles:
    """Tiles that count this much on a rack."""
    return Tiles(" ".join(["r13"] * (total // 13) + ([f"b{total % 13}"] if total % 13 else [])))


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in range(4) for name in edition_names()])
def test_the_score_table_of_going_out(game: int, name: str) -> None:
    racks = [worth(lost) for lost in LOST[game]]
    racks.insert(WON[game], Tiles())
    assert score(edition(name).rules(), racks, out=WON[game]) == (SHEET[game], WON[game])


def sheet_of(name: str, games: int) -> ScoreSheet:
    sheet = ScoreSheet(("A", "B", "C", "D"), edition(name).rules().match)
    for scores, winner in list(zip(SHEET, WON, strict=True))[:games]:
        sheet = sheet.add(scores, winner)
    return sheet


@pytest.mark.parametrize("name", ["classic-2015", "twist-2015", "twist-2016"])
def test_player_c_wins_the_score_table_with_two_games_won(name: str) -> None:
    sheet = sheet_of(name, 4)
    assert sheet.totals == (-24, -54, 45, 33)
    assert sheet.wins == (1, 0, 2, 1)
    assert sheet.winners == (2,)


@pytest.mark.parametrize("name", ["sabra", "classic-2002"])
def test_player_a_wins_sabras_score_table_by_the_highest_total(name: str) -> None:
    sheet = sheet_of(name, 2)
    assert sheet.totals == (18, -16, 6, -8)
    assert sheet.winners == (0,)
