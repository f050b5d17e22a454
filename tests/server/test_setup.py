"""What a host may choose for a table, and what is refused with its code."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tilery import TileryError
from tilery.match import Length
from tilery.server.table.setup import LONGEST_TURN, PlayOn, Setup, TurnClock, check, rules_of, tidied
from tilery.server.table.terms import Terms, decode_terms, encode_terms, public_terms
from tilery.wire import from_plain

HERE = PlayOn(("r1 j", "b12"), "r4 r5 r6", (True, False), turn=1, starter=1, last=0)


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"seats": ("me", "open", "open", "casual"), "edition": "classic-2015"},
        {"seats": ("open",) * 6, "tile_set": "160"},
        {"seats": ("me", "me", "casual"), "shared": True},
        {"house": {"opening": 50}, "house_name": "ours"},
        {"clock": TurnClock(60)},
        {"clock": TurnClock(60, bank=60), "spectators": "racks", "delay": 120},
        {"clock": TurnClock(LONGEST_TURN)},
        {"stand_in": "newcomer"},
        {"seats": ("casual", "me"), "play_on": HERE},
    ],
    ids=str,
)
def test_a_table_can_be_set_up_like_this(setup: dict[str, Any]) -> None:
    assert check(Setup(**setup)) == rules_of(Setup(**setup))


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"edition": "chess"}, "edition"),
        ({"tile_set": "105"}, "tile-set"),
        ({"seats": ("me",) + ("open",) * 4}, "players"),
        ({"seats": ("me",)}, "players"),
        ({"seats": ("me", "grandmaster")}, "bot"),
        ({"stand_in": "grandmaster"}, "bot"),
        ({"seats": ("me", "me")}, "seats"),
        ({"seats": ("me", "open"), "shared": True}, "seats"),
        ({"seats": ("casual", "casual")}, "seats"),
        ({"clock": TurnClock(bank=60)}, "clock"),
        ({"spectators": "racks", "clock": TurnClock()}, "spectators"),
        ({"spectators": "racks", "delay": 60}, "spectators"),
        ({"clock": TurnClock(60, bank=61), "spectators": "racks", "delay": 120}, "spectators"),
        ({"house": {"opening": 0}}, "rules"),
        ({"house": {"x" * 4_000: 1}}, "rules"),
        ({"seats": ("me", "open"), "play_on": HERE}, "seats"),
        ({"seats": ("me", "me"), "shared": True, "play_on": HERE}, "seats"),
        ({"seats": ("me", "casual"), "length": Length(games=2), "play_on": HERE}, "position"),
        ({"seats": ("me", "casual"), "listed": True, "play_on": HERE}, "position"),
        ({"seats": ("me", "casual", "casual"), "play_on": replace(HERE, racks=("b1",) * 3)}, "position"),
        (
            {
                "seats": ("me", "casual", "casual"),
                "play_on": PlayOn(("b1", "b2", "b3"), "", (True,) * 3, turn=1, resigned=(0,)),
            },
            "seats",
        ),
        ({"seats": ("me", "casual"), "play_on": replace(HERE, table="b1 b2")}, "position"),
        ({"seats": ("me", "casual"), "play_on": replace(HERE, table="b1 x2")}, "position"),
    ],
    ids=str,
)
def test_a_table_cannot_be_set_up_like_this(setup: dict[str, Any], code: str) -> None:
    with pytest.raises(TileryError) as refused:
        check(Setup(**setup))
    assert refused.value.code == code


def test_house_rules_have_at_most_4000_characters() -> None:
    with pytest.raises(TileryError, match="unknown fields"):
        rules_of(Setup(house={"x" * (4_000 - len('{"":1}')): 1}))
    with pytest.raises(TileryError, match="at most 4000 characters"):
        rules_of(Setup(house={"x" * (4_001 - len('{"":1}')): 1}))


def test_names_are_tidied_and_those_not_fit_to_be_shown_are_refused() -> None:
    tidy = tidied(Setup(names=(" Ann ", "", "Bo"), house_name=" ours "))
    assert (tidy.names, tidy.house_name) == (("Ann", "", "Bo"), "ours")
    for setup, code in ((Setup(names=("\u202e",)), "name"), (Setup(house_name="\u202e"), "rules")):
        with pytest.raises(TileryError) as refused:
            tidied(setup)
        assert refused.value.code == code


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": {"turn": 4}},
        {"clock": {"turn": LONGEST_TURN + 1}},
        {"clock": {"turn": 60, "bank": -1}},
        {"clock": {"turn": 60, "bank": 86_401}},
        {"delay": 29},
        {"delay": 3601},
        {"seats": ["me"]},
        {"seats": ["me"] * 7},
        {"names": ["x"] * 7},
        {"edition": "x" * 41},
        {"tile_set": "x" * 21},
        {"house_name": ""},
        {"house_name": "x" * 61},
        {"stand_in": "x" * 41},
        {"spectators": "everything"},
        {"colour": "green"},
    ],
    ids=str,
)
def test_what_a_host_asks_for_has_bounds(fields: dict[str, Any]) -> None:
    with pytest.raises(TileryError):
        from_plain(fields, Setup)


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": {"turn": 5, "bank": 86_400}},
        {"clock": {"turn": LONGEST_TURN}},
        *({"delay": 30}, {"delay": 3600}),
        *({"seats": ["me"] * 2}, {"seats": ["me"] * 6, "names": ["x"] * 6}),
        *({"house_name": "x"}, {"house_name": "x" * 60}),
    ],
    ids=str,
)
def test_what_a_host_asks_for_may_reach_its_bounds(fields: dict[str, Any]) -> None:
    from_plain(fields, Setup)


def test_terms_are_read_as_they_were_written_and_told_as_they_are() -> None:
    clock = TurnClock(60, bank=30)
    setup = Setup(
        *("classic-2015", "106", {"opening": 50}, "ours", ("me", "open"), ("Ann",), False, Length(games=3), clock),
        *(True, "racks", 200, True, "casual"),
    )
    terms = Terms("id", "code", 12.5, setup, check(setup))
    assert decode_terms(encode_terms(terms)) == terms
    told = public_terms(terms)
    assert (told.id, told.code, told.created, told.rules) == ("id", "code", 12.5, terms.rules)
    assert (told.length, told.clock, told.listed, told.shared) == (Length(games=3), clock, True, False)
    assert (told.spectators, told.delay, told.hints) == ("racks", 200, True)
