"""Why a set is not legal, in words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilery.notation import Tiles
from tilery.rules.edition import Mirror, Rules, edition, edition_names
from tilery.rules.reading import read
from tilery.rules.reasons import CODES, explain
from tilery.tiles import ALL_KINDS, Kind

EXAMPLES: list[tuple[str, Mirror | None, str, str]] = [
    ("r4 r5", None, "too-few-tiles", "a set needs at least 3 tiles, this one has 2"),
    ("", None, "too-few-tiles", "a set needs at least 3 tiles, this one has none"),
    ("r7 r7 b7", None, "twice", "two red 7s in one group"),
    ("r7 r7 r7", None, "twice", "three red 7s in one group"),
    ("r6 r7 r7 r8", None, "twice", "two red 7s in one run"),
    ("b4 r5 b6 b7", None, "wrong-colour", "a red 5 does not belong in a blue run"),
    ("r4 b4 k5", None, "wrong-number", "a black 5 does not belong in a group of 4s"),
    ("r4 j r8", None, "gap", "between red 4 and red 8 three numbers are missing and there is one joker"),
    ("r4 r5 r7", None, "gap", "between red 4 and red 7 one number is missing and there is no joker"),
    ("r2 d r7", None, "gap", "between red 2 and red 7 four numbers are missing and the jokers stand for two"),
    ("r12 r13 r1", None, "wrap", "1 does not follow 13"),
    ("r5 b5 k5 y5 j", None, "too-many-colours", "a group has at most 4 colours; this one covers 5"),
    ("r5 b5 k5 d", None, "double-needs-two", "a double joker stands for two tiles, here only one is missing"),
    ("r4 d r6", None, "double-needs-two", "a double joker stands for two tiles, here only one is missing"),
    ("r1 r3 d r5", None, "double-needs-two", "a double joker stands for two numbers side by side, not for single ones"),
    (
        "d r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12",
        None,
        "double-no-room",
        "a double joker has no room before a 2",
    ),
    (
        "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 j j",
        None,
        "too-long",
        "a run covers at most 13 numbers; this one would cover 14",
    ),
    ("r5 b5 c", None, "change-outside-run", "a colour-change joker belongs in runs only"),
    (
        "r5 b6 c",
        None,
        "no-room-for-change",
        "between red 5 and blue 6 there is no room for a colour-change joker",
    ),
    (
        "r2 c b4 j y6",
        None,
        "too-few-changes",
        "the colour changes twice, and there is one colour-change joker",
    ),
    (
        "k10 c k12",
        None,
        "change-without-change",
        "a colour-change joker between black 10 and black 12 cannot leave the colour as it is",
    ),
    ("r7 c b7 r8", None, "same-number", "red 7 and blue 7 cannot both be in one run"),
    ("r5 m r5", None, "no-mirror-rule", "this game has no rule for a mirror joker"),
    ("r5 m m r5", "none", "two-mirrors", "a set has one middle: two mirror jokers cannot be in it"),
    (
        "r5 r6 m r6",
        "none",
        "no-partner",
        "the two sides of the mirror do not match: red 5 has no partner",
    ),
    ("r5 r6 m r6 r5 j", "none", "uneven-sides", "the two sides of the mirror cannot be equally long"),
    ("c r5 m r5", "none", "change-unmirrored", "a colour-change joker must have another one opposite"),
    ("r12 r13 m r13 r12", "middle", "mirror-too-high", "the mirror's number would be 14"),
    ("d m r12 r12", "none", "no-order", "these tiles make no mirrored set, in any order"),
]


@pytest.mark.parametrize(("tiles", "mirror", "code", "text"), EXAMPLES)
def test_a_set_that_is_not_legal_is_explained(tiles: str, mirror: Mirror | None, code: str, text: str) -> None:
    assert (code, text) in explain(Tiles(tiles), mirror)


def test_every_code_has_an_example_and_a_meaning() -> None:
    assert {code for _, _, code, _ in EXAMPLES} == set(CODES)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in CODES)


@pytest.mark.parametrize("tiles", ["r4 r5 r6", "r7 b7 k7", "j j j", "r2 d r5", "r4 c b6", "r5 m r5"])
def test_a_legal_set_needs_no_explanation(tiles: str) -> None:
    assert explain(Tiles(tiles), "none") == ()


RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "reasons.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("vector", RECORDED, ids=lambda vector: f"{vector['set']}, {vector['mirror']}")
def test_every_reason_is_given_in_order_and_no_other(vector: dict[str, Any]) -> None:
    assert [list(reason) for reason in explain(Tiles(vector["set"]), vector["mirror"])] == vector["reasons"]


def test_all_reasons_are_given_not_only_the_first() -> None:
    reasons = explain(Tiles("b4 r5 k6 b7"), None)
    assert [reason.code for reason in reasons] == ["wrong-colour", "wrong-colour", "gap"]


def test_a_missing_tile_comes_before_a_wrong_one() -> None:
    assert [reason.code for reason in explain(Tiles("r4 b6"), None)] == ["too-few-tiles", "wrong-colour"]


RULES = [edition(name).rules(tiles.name) for name in edition_names() for tiles in edition(name).tile_sets]


@st.composite
def any_tiles(draw: st.DrawFn) -> tuple[Rules, Tiles]:
    """Tiles of one edition's tile set: anything at all, or close together and nearly a set."""
    rules = draw(st.sampled_from(RULES))
    kinds = [kind for kind in ALL_KINDS if rules.tile_set.counts[kind]]
    low, colours = draw(st.integers(1, 12)), draw(st.sets(st.integers(0, 3), min_size=1, max_size=2))
    near = [k for k in kinds if k.is_joker or (k.colour in colours and low <= k.number <= low + 4)]
    jokers = [kind for kind in kinds if kind.is_joker]
    source: list[Kind] = draw(st.sampled_from([kinds, near, jokers]))
    return rules, Tiles(draw(st.lists(st.sampled_from(source), max_size=9)))


@settings(max_examples=500)
@given(any_tiles())
def test_a_set_has_reasons_exactly_when_it_is_not_legal(case: tuple[Rules, Tiles]) -> None:
    rules, tiles = case
    reasons = explain(tiles, rules.mirror)
    assert bool(reasons) == (read(tiles, rules.mirror) is None)
    assert all(reason.code in CODES and reason.text for reason in reasons)
    assert len(set(reasons)) == len(reasons)


@given(any_tiles())
def test_any_mirror_rule_is_survived(case: tuple[Rules, Tiles]) -> None:
    mirrors: tuple[Mirror | None, ...] = (None, "none", "middle")
    for mirror in mirrors:
        assert bool(explain(case[1], mirror)) == (read(case[1], mirror) is None)


def codes_of(tiles: str, mirror: Mirror | None = None) -> list[str]:
    return [reason.code for reason in explain(Tiles(tiles), mirror)]


def test_a_double_joker_is_told_where_it_has_no_room_only_where_it_has_none() -> None:
    assert codes_of("r5 r7 r8 d") == ["double-needs-two"]
    assert "double-no-room" not in codes_of("r1 r4 r6 r8 r9 r10 r11 r12 d d")
    assert codes_of("r2 j r4 r5 r6 r7 r8 r9 r10 r11 r12 d") == ["double-no-room", "double-no-room"]
    assert codes_of("r1 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 d j") == ["too-long"]


def test_a_colour_change_that_may_be_at_the_end_of_a_run_is_not_said_to_be_within() -> None:
    assert codes_of("r1 r3 r5 d c") == ["no-order"]


def test_a_mirror_above_thirteen_is_told_of_a_long_half_of_one_number() -> None:
    assert "mirror-too-high" in codes_of("r13 j j j j m j j j j j", "middle")


def test_a_mirror_above_thirteen_is_told_of_a_run_with_colour_changes() -> None:
    assert codes_of("r13 c m c r13", "middle") == ["mirror-too-high"]


def test_what_is_missing_in_a_mirrored_run_is_told_from_its_lowest_number_to_its_highest() -> None:
    (reason,) = explain(Tiles("b3 c k9 m k9 c b3"), "none")
    assert reason.code == "gap"
    assert reason.text.startswith("between blue 3 and black 9 five numbers are missing on each side")


def test_up_to_twelve_is_told_in_a_word() -> None:
    told = [explain(Tiles([Kind("r5")] * count), None)[0].text for count in range(3, 14)]
    words = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "13"]
    assert told == [f"{word} red 5s in one group" for word in words]
