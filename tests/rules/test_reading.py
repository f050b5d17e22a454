"""Reading sets: every sentence of the rules about sets, the recorded sets, and a brute force over all orders."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilery.notation import Tiles
from tilery.rules.covers import SetKind
from tilery.rules.edition import Mirror, edition
from tilery.rules.reading import joker_meanings, read, read_at_best
from tilery.rules.twist import mirror_group_order
from tilery.tiles import ALL_KINDS, Kind

VECTORS = Path(__file__).parents[1] / "vectors"
RECORDED = [json.loads(line) for line in (VECTORS / "sets.jsonl").read_text(encoding="utf-8").splitlines()]
READ_BY_HAND = [json.loads(line) for line in (VECTORS / "readings.jsonl").read_text(encoding="utf-8").splitlines()]


def value(tiles: str, mirror: Mirror | None = "none") -> int | None:
    reading = read(Tiles(tiles), mirror)
    return None if reading is None else reading.value


def text(tiles: str, mirror: Mirror | None = "none") -> str | None:
    reading = read(Tiles(tiles), mirror)
    return None if reading is None else reading.text


def legal(tiles: str, mirror: Mirror | None = "none") -> bool:
    return read(Tiles(tiles), mirror) is not None


@pytest.mark.parametrize("case", READ_BY_HAND, ids=lambda case: f"{case['set']} {case['mirror']}")
def test_sets_are_read_as_by_hand(case: dict[str, Any]) -> None:
    reading = read(Tiles(case["set"]), case["mirror"])
    assert reading is not None
    assert (reading.kind, str(reading.tiles), reading.text) == (case["kind"], case["shown"], case["reads"])
    assert (reading.shown_value, reading.value) == (case["shown_value"], case["value"])


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: str(case["id"]))
def test_recorded_sets(case: dict[str, Any]) -> None:
    rules = edition(case["edition"]).rules(case["tile_set"])
    readings = [read(Tiles(tiles), rules.mirror) for tiles in case["sets"].split("|")]
    assert all(reading is not None for reading in readings) == case["legal"]
    if case["legal"]:
        assert sum(reading.value for reading in readings if reading is not None) == case["value"]


def test_there_are_recorded_sets() -> None:
    assert len(RECORDED) >= 300


# --- the sentences of the rules about sets, one by one -------------------------------------------------


@pytest.mark.parametrize("tiles", ["", "r5", "r5 r6", "r5 d", "d d", "r5 m", "j j", "c c"])
def test_a_set_has_at_least_three_physical_tiles_whatever_its_jokers_stand_for(tiles: str) -> None:
    assert not legal(tiles)


def test_a_group_is_one_number_in_three_or_four_different_colours() -> None:
    assert value("r8 k8 y8") == 24
    assert value("r8 k8 y8 b8") == 32
    assert not legal("r8 k8 r8")
    assert not legal("r8 k8 y9")
    assert not legal("r8 k8 y8 b8 r8")
    assert not legal("r8 k8 y8 b8 j")


def test_a_run_is_consecutive_numbers_of_one_colour() -> None:
    assert value("r4 r5 r6") == 15
    assert value("r6 r4 r5") == 15
    assert value(" ".join(f"r{number}" for number in range(1, 14))) == 91
    assert not legal("r4 r5 b6")
    assert not legal("r4 r5 r7")
    assert not legal("r4 r5 r5 r6")


def test_1_is_the_lowest_and_never_follows_13() -> None:
    assert legal("r1 r2 r3")
    assert not legal("r12 r13 r1")
    assert not legal("r13 r1 r2")
    assert text("r12 r13 j") == "r11 r12 r13"


def test_a_joker_stands_for_any_one_tile_the_set_needs() -> None:
    assert text("r4 j r6") == "r4 r5 r6"
    assert text("r8 j y8") == "r8 k8 y8"
    assert not legal("r4 j r7")


def test_several_jokers_may_share_a_set() -> None:
    assert text("r4 j j r7") == "r4 r5 r6 r7"
    assert value("k1 j j") == 6


def test_a_set_of_jokers_alone_is_legal() -> None:
    assert value("j j j") == 39
    assert value("j j j j") == 52
    assert value("j j j j j") == 9 + 10 + 11 + 12 + 13
    assert legal("d d d")
    assert legal("c c c")
    assert not legal(" ".join("j" * 14))


def test_a_double_joker_stands_for_two_adjacent_numbers_of_a_run() -> None:
    assert text("r2 d r5") == "r2 r3+r4 r5"
    assert value("r2 d r5") == 14


def test_a_double_joker_stands_for_two_missing_colours_of_a_group() -> None:
    assert value("b3 r3 d") == 12
    assert value("r5 b5 d") == 20


def test_a_double_joker_never_does_the_work_of_one() -> None:
    assert not legal("r4 d r6")
    assert not legal("r5 b5 k5 d")


def test_a_group_with_a_double_joker_is_full_at_four_colours() -> None:
    assert legal("r3 b3 d")
    assert not legal("r3 b3 d j")
    assert not legal("r3 b3 d d")


def test_a_double_joker_before_a_3_is_1_and_2() -> None:
    assert text("d r3 r4") == "r1+r2 r3 r4"


def test_a_double_joker_has_no_room_before_a_2() -> None:
    reading = read(Tiles("d r2 r3"))
    assert reading is not None
    assert reading.text == "r2 r3 r4+r5", "it goes to the other end"
    assert not legal("d r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12")


def test_a_double_joker_after_an_11_is_12_and_13() -> None:
    assert text("r10 r11 d") == "r10 r11 r12+r13"


def test_a_double_joker_has_no_room_after_a_12() -> None:
    reading = read(Tiles("r11 r12 d"))
    assert reading is not None
    assert reading.text == "r9+r10 r11 r12"


def test_a_colour_change_belongs_in_runs_only() -> None:
    assert legal("r4 c b6")
    assert not legal("r5 b5 c")
    assert not legal("r5 b5 k5 c")


def test_a_colour_change_occupies_one_number_and_changes_the_colour() -> None:
    assert text("r4 c b6") == "r4 c5 b6"
    assert value("r4 c b6") == 15
    assert not legal("r4 c r6")
    assert not legal("r4 c b5")


def test_a_colour_change_may_stand_first_or_last() -> None:
    assert text("c r5 r6") == "c4 r5 r6"
    assert text("r5 r6 c") == "r5 r6 c7"


def test_each_colour_change_changes_the_colour_again_and_may_return_to_an_earlier_one() -> None:
    assert legal("r4 c b6 c r8")
    assert legal("r4 c b6 c y8")
    assert not legal("r4 c b6 c b8")


def test_two_colour_changes_side_by_side_leave_the_outer_colours_free() -> None:
    assert legal("r4 c c r7")
    assert legal("r4 c c b7")


def test_there_is_one_mirror_in_a_set_in_the_middle() -> None:
    assert legal("r5 m r5")
    assert not legal("r5 m m r5")
    assert not legal("r5 r6 r7 m")


def test_the_tiles_left_of_the_mirror_are_mirrored_on_its_right_in_colour_and_number() -> None:
    assert not legal("r5 m b5")
    assert not legal("r5 m r6")
    assert not legal("r5 r6 m r6 r7")


def test_a_mirrored_run_rises_towards_the_mirror() -> None:
    reading = read(Tiles("b2 b3 m b3 b2"), "none")
    assert reading is not None
    assert (reading.kind, reading.value) == (SetKind.MIRRORED_RUN, 10)
    shown = read(Tiles("b3 b2 m b2 b3"), "none")
    assert shown is not None
    assert str(shown.tiles) == "b2 b3 m b3 b2"


def test_a_mirrored_group_is_one_number_in_different_colours() -> None:
    reading = read(Tiles("r3 b3 m b3 r3"), "none")
    assert reading is not None
    assert (reading.kind, reading.value) == (SetKind.MIRRORED_GROUP, 12)
    assert not legal("r3 r3 m r3 r3")
    assert not legal("r5 b5 y5 m y5 b5 k5"), "an outer tile is another on each side"
    reading = read(Tiles("r5 j b5 m b5 j k5"), "none")
    assert reading is not None and reading.tiles == Tiles("b5 j j m k5 r5 b5"), "another beside each, so not as written"


@pytest.mark.parametrize("tiles", ["b3 j b5 m b5 b4 b3", "b3 b4 b5 m b5 j b3", "d m b4 b3", "b3 b4 m d"])
def test_a_regular_or_double_joker_may_stand_in_on_either_side_of_a_mirror_alone(tiles: str) -> None:
    reading = read(Tiles(tiles), "none")
    assert reading is not None
    assert reading.tiles == Tiles(tiles)


def test_a_colour_change_must_be_mirrored_by_a_colour_change() -> None:
    assert legal("b4 c r6 m r6 c b4")
    assert not legal("b4 c r6 m r6 r5 b4")
    assert not legal("b4 c r6 m r6 j b4")


def test_colour_changes_are_found_their_places_on_both_sides_of_a_mirror() -> None:
    reading = read(Tiles("c c c c b3 r1 r5 m r5 b3 r1"), "none")
    assert reading is not None
    assert reading.tiles == Tiles("r1 c b3 c r5 m r5 c b3 c r1")
    assert not legal("r1 j c r4 m r4 c j r1"), "the colour does not change"


@pytest.mark.parametrize("tiles", ["r4 c r6", "r5 m b5", "r4 d r6", "r5 b5 m", "d m j", "c m j", "r5 r6 m"])
def test_special_jokers_never_stand_in_for_one_another_or_for_a_regular_joker(tiles: str) -> None:
    assert not legal(tiles)


def test_a_joker_may_stand_for_a_tile_of_which_every_copy_is_out() -> None:
    assert legal("r4 j r6"), "reading a set asks for no other tiles"


@pytest.mark.parametrize("tiles", ["j m j", "d m d", "c m c"])
def test_jokers_alone_may_form_a_mirrored_set(tiles: str) -> None:
    assert legal(tiles, "none")
    assert legal(tiles, "middle")


def test_a_colour_change_may_stand_next_to_the_mirror() -> None:
    assert legal("r4 r5 c m c r5 r4")
    assert legal("c r5 m r5 c")


def test_a_one_tile_half_may_be_read_as_a_run_or_as_a_group() -> None:
    assert value("r5 m r5", "middle") == 16
    assert text("r5 m r5", "middle") == "r5 m6 r5"
    assert value("r13 m r13", "middle") == 39
    assert value("r5 m r5", "none") == 10


def test_a_mirrored_run_ends_at_12_where_the_mirror_has_the_middle_number() -> None:
    assert legal("r12 r13 m r13 r12", "none")
    assert not legal("r12 r13 m r13 r12", "middle")
    assert value("r11 r12 m r12 r11", "middle") == 46 + 13


def test_a_mirror_without_a_mirror_rule_is_not_legal() -> None:
    assert not legal("r5 m r5", None)


def test_the_order_is_kept_when_it_is_legal() -> None:
    for tiles in ("j r5 r6", "y8 r8 k8", "c r5 r6", "r5 r6 c", "d r3 r4"):
        reading = read(Tiles(tiles), "none")
        assert reading is not None
        assert reading.tiles == Tiles(tiles)


@pytest.mark.parametrize("mirror", ["none", "middle"])
@pytest.mark.parametrize("tiles", ["r11 j m r12 r11", "r11 r12 m j r11", "r5 d m r7 r6 r5", "r5 r6 r7 m d r5"])
def test_a_joker_stays_on_its_side_of_the_mirror(tiles: str, mirror: Mirror) -> None:
    reading = read(Tiles(tiles), mirror)
    assert reading is not None
    assert reading.tiles == Tiles(tiles)


@pytest.mark.parametrize(
    ("tiles", "shown"),
    [
        ("r11 j j", "r11 r12 r13"),
        ("r5 j j", "r5 r6 r7"),
        ("j r5 j", "r4 r5 r6"),
        ("j r12 j", "r11 r12 r13"),
        ("r10 j j j", "r10 r11 r12 r13"),
        ("j j r5", "k5 b5 r5"),
        ("r12 j j", "r12 k12 b12"),
        ("j j r13", "k13 b13 r13"),
    ],
)
def test_one_tile_among_jokers_is_shown_as_what_its_order_is_worth_most_as(tiles: str, shown: str) -> None:
    assert text(tiles) == shown


def test_a_set_with_a_tile_twice_gives_its_jokers_no_meaning() -> None:
    assert list(joker_meanings(Tiles("r5 r5 b5 j"))) == []


def test_jokers_stand_for_what_makes_a_run_or_a_group_and_alone_for_any() -> None:
    assert [str(Tiles(meanings)) for _, meanings in joker_meanings(Tiles("r5 r6 j"))] == ["r7"]
    alone = [Tiles(meanings) for _, meanings in joker_meanings(Tiles("j j j"))]
    assert len(set(alone)) == len(alone) == 13 * 4 + 4 * 11


@pytest.mark.parametrize(
    ("tiles", "kind", "value"),
    [
        ("r1 j j", SetKind.RUN, 6),
        ("r11 j j", SetKind.RUN, 36),
        ("r12 j j", SetKind.GROUP, 36),
        ("j r2 j", SetKind.RUN, 9),
    ],
)
def test_one_tile_among_jokers_is_shown_as_the_run_it_lies_as_where_that_is_worth_as_much(
    tiles: str, kind: SetKind, value: int
) -> None:
    reading = read(Tiles(tiles), None)
    assert reading is not None
    assert (reading.kind, reading.tiles, reading.value) == (kind, Tiles(tiles), value)


def test_an_order_that_is_not_legal_is_shown_as_the_one_worth_most() -> None:
    reading = read(Tiles("r6 j r4 r5"))
    assert reading is not None
    assert str(reading.tiles) == "r4 r5 r6 j"


def test_where_several_readings_are_legal_the_highest_counts() -> None:
    assert value("j j r13") == 39
    assert value("j j r5") == value("r5 j j") == 18, "as the run 5-6-7"


@pytest.mark.parametrize(
    ("tiles", "none", "middle"),
    [
        ("b3 j b5 m b5 b4 b3", 24, 30),
        ("b4 j b6 m b6 j b4", 30, 37),
        ("b4 c r6 m r6 c b4", 30, 37),
    ],
)
def test_the_worked_mirror_examples(tiles: str, none: int, middle: int) -> None:
    assert (value(tiles, "none"), value(tiles, "middle")) == (none, middle)


# --- a brute force that checks one order at a time, written apart from the reader ----------------------

# What one physical tile may be at a number of a run: (number, colour) pairs in order; None is a colour change.
Pieces = list[tuple[int, int | None]]


def run_pieces(kinds: Sequence[Kind], start: int, colours: Sequence[int]) -> Pieces | None:
    """Write kinds as a run from a number, the stretches between colour changes in the given colours."""
    at, stretch = start, 0
    pieces: Pieces = []
    for kind in kinds:
        letter = str(kind)
        if letter == "c":
            pieces.append((at, None))
            stretch += 1
            at += 1
        elif letter in "jd":
            for _ in range(1 + (letter == "d")):
                pieces.append((at, colours[stretch]))
                at += 1
        elif (kind.number, kind.colour) == (at, colours[stretch]):
            pieces.append((at, colours[stretch]))
            at += 1
        else:
            return None
    return pieces if at <= 14 else None


def row_readings(kinds: Sequence[Kind]) -> Iterator[Pieces]:
    """Every way to read kinds, in order, as a run of whatever length."""
    stretches = 1 + sum(str(kind) == "c" for kind in kinds)
    changes = [place for place, kind in enumerate(kinds) if str(kind) == "c"]
    bounds = [-1, *changes, len(kinds)]
    filled = [bounds[index + 1] - bounds[index] > 1 for index in range(stretches)]
    for start in range(1, 14):
        for colours in itertools.product(range(4), repeat=stretches):
            differ = all(
                one != two or not (filled[index] and filled[index + 1])
                for index, (one, two) in enumerate(itertools.pairwise(colours))
            )
            if differ and (pieces := run_pieces(kinds, start, colours)) is not None:
                yield pieces


def group_readings(kinds: Sequence[Kind]) -> Iterator[Pieces]:
    """Every way to read kinds, in order, as different colours of one number."""
    wanted = sum(1 + (str(kind) == "d") for kind in kinds)
    if wanted > 4 or any(str(kind) == "c" for kind in kinds):
        return
    for number in range(1, 14):
        for colours in itertools.permutations(range(4), wanted):
            left = list(colours)
            pieces: Pieces = []
            for kind in kinds:
                mine = [left.pop(0) for _ in range(1 + (str(kind) == "d"))]
                if not kind.is_joker and mine != [kind.colour]:
                    break
                if not kind.is_joker and kind.number != number:
                    break
                pieces += [(number, colour) for colour in mine]
            else:
                yield pieces


def order_value(kinds: Sequence[Kind], mirror: Mirror) -> int | None:
    """The most that tiles in exactly this order are worth, ``None`` if the order is not legal."""
    letters = [str(kind) for kind in kinds]
    values: list[int] = []
    if "m" not in letters:
        readings = itertools.chain(row_readings(kinds), group_readings(kinds))
        values = [sum(number for number, _ in pieces) for pieces in readings]
    elif letters.count("m") == 1:
        middle = letters.index("m")
        left, right = kinds[:middle], list(reversed(kinds[middle + 1 :]))
        if left and right:
            for find, rise in ((row_readings, 1), (group_readings, 0)):
                opposite = [tuple(pieces) for pieces in find(right)]
                for pieces in find(left):
                    own = pieces[-1][0] + rise if mirror == "middle" else 0
                    if tuple(pieces) in opposite and own <= 13:
                        values.append(2 * sum(number for number, _ in pieces) + own)
    return max(values, default=None)


@st.composite
def special_sets(draw: st.DrawFn, most: int = 5) -> Tiles:
    low, colours = draw(st.integers(1, 11)), draw(st.sampled_from([[0], [0, 1], [0, 1, 2]]))
    naturals = st.builds(Kind.of, st.sampled_from(colours), st.integers(low, min(13, low + 3)))
    jokers = st.sampled_from([Kind(letter) for letter in "jdcm"])
    tiles = draw(st.lists(jokers, min_size=1, max_size=3))
    tiles += draw(st.lists(naturals, min_size=max(0, 3 - len(tiles)), max_size=most - len(tiles)))
    return Tiles(draw(st.permutations(tiles)))


MIRRORS: st.SearchStrategy[Mirror] = st.sampled_from(["none", "middle"])


@settings(max_examples=150)
@given(special_sets(), MIRRORS)
def test_reading_agrees_with_trying_every_order(tiles: Tiles, mirror: Mirror) -> None:
    orders = {order: order_value(order, mirror) for order in set(itertools.permutations(tiles))}
    values = [found for found in orders.values() if found is not None]
    reading = read(tiles, mirror)
    assert (reading.value if reading is not None else None) == max(values, default=None)
    if reading is not None:
        shown = orders[tuple(reading.tiles)]
        assert shown is not None, "the order shown is legal"
        if orders[tuple(tiles)] is not None:
            assert reading.tiles == tiles, "a legal order is kept"
        else:
            assert shown == reading.value, "otherwise the best is shown"
        assert covered(tiles, mirror) == shown


def covered(tiles: Tiles, mirror: Mirror | None) -> int:
    reading = read(tiles, mirror)
    assert reading is not None
    return sum(cover.number for covers in reading.covers for cover in covers)


@st.composite
def sets(draw: st.DrawFn) -> Tiles:
    """Tiles that are a set more often than not: a run, a group or a mirrored one, with jokers for some tiles."""
    low, size = draw(st.integers(1, 11)), draw(st.integers(3, 6))
    run = [Kind.of(draw(st.integers(0, 3)), low)]
    run = [Kind.of(run[0].colour, number) for number in range(low, min(14, low + size))]
    group = [Kind.of(colour, low) for colour in draw(st.permutations(range(4)))[: draw(st.integers(3, 4))]]
    half = draw(st.sampled_from([run, group]))[: draw(st.integers(1, 3))]
    tiles = draw(st.sampled_from([run, group, [*half, Kind("m"), *reversed(half)]]))
    for place in draw(st.lists(st.integers(0, len(tiles) - 1), max_size=2, unique=True)):
        if str(tiles[place]) != "m":
            tiles = [*tiles[:place], Kind(draw(st.sampled_from("jjdc"))), *tiles[place + 1 :]]
    return Tiles(tiles)


ANY_SET = st.one_of(sets(), special_sets(7), st.lists(st.sampled_from(ALL_KINDS), max_size=5).map(Tiles))
ANY_MIRROR: st.SearchStrategy[Mirror | None] = st.sampled_from([None, "none", "middle"])


@settings(max_examples=250)
@given(ANY_SET, ANY_MIRROR, st.randoms(use_true_random=False))
def test_a_set_stays_legal_and_keeps_its_value_in_any_order(tiles: Tiles, mirror: Mirror | None, chance: Any) -> None:
    mixed = list(tiles)
    chance.shuffle(mixed)
    one, two = read(tiles, mirror), read(Tiles(mixed), mirror)
    assert (one is None) == (two is None)
    if one is not None and two is not None:
        assert one.value == two.value


@settings(max_examples=250)
@given(ANY_SET, ANY_MIRROR)
def test_what_is_shown_reads_as_it_is_shown(tiles: Tiles, mirror: Mirror | None) -> None:
    reading = read(tiles, mirror)
    if reading is not None:
        assert sorted(reading.tiles) == sorted(tiles)
        assert read(reading.tiles, mirror) == reading


@settings(max_examples=250)
@given(ANY_SET, ANY_MIRROR)
def test_covers_belong_to_their_tiles_and_add_up(tiles: Tiles, mirror: Mirror | None) -> None:
    reading = read(tiles, mirror)
    if reading is None:
        return
    assert covered(tiles, mirror) <= reading.value
    if reading.tiles != tiles:
        assert covered(tiles, mirror) == reading.value, "an order of our own is one worth most"
    for kind, covers in zip(reading.tiles, reading.covers, strict=True):
        assert len(covers) == (2 if str(kind) == "d" else 1)
        if not kind.is_joker:
            assert (covers[0].number, covers[0].colour) == (kind.number, kind.colour)
        elif str(kind) in "cm":
            assert (covers[0].joker, covers[0].colour) == (kind, None)
        else:
            assert all(cover.colour is not None and 1 <= cover.number <= 13 for cover in covers)


@pytest.mark.parametrize("tiles", ["k12 k13 r1", "k13 r1 r2", "r13 b1 j", "k12 j r1", "b11 b12 b13 y1", "j b13 y1"])
def test_no_run_goes_from_one_colour_over_to_the_next(tiles: str) -> None:
    assert read(Tiles(tiles)) is None


@pytest.mark.parametrize("tiles", ["k13 r13 b13", "r5 j b5", "k1 r1 b1 y1", "r11 r12 r13", "r1 d b1"])
def test_what_is_shown_at_its_best_is_read_as_it_is(tiles: str) -> None:
    assert read_at_best(Tiles(tiles)) == read(Tiles(tiles))


def test_double_jokers_are_shared_out_to_both_sides_of_a_mirrored_group() -> None:
    red, blue = Tiles("r5 b5")
    order = mirror_group_order({red: 2, blue: 2}, length=4, doubles=2)
    assert order is not None
    assert str(Tiles(order)) == "r5 b5 d m d b5 r5"
    assert read(Tiles(order), "none") is not None
