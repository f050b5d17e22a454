"""What players are called."""

from __future__ import annotations

import pytest

from tilery.bots.ladder import LADDER, level
from tilery.match import bot_name, engine_name, free_name, seat_name


def test_nobody_is_called_like_somebody_else() -> None:
    names: list[str] = []
    for name in ["Ann", "Bo", "ANN", "ann", "Ann 2", "Bo"]:
        names.append(free_name(name, names))
    assert names == ["Ann", "Bo", "ANN 2", "ann 3", "Ann 2 2", "Bo 2"]


def test_a_name_is_free_however_many_are_taken() -> None:
    assert free_name("Ann", ["Ann", *(f"Ann {number}" for number in range(2, 40))]) == "Ann 40"


def test_letters_that_are_written_differently_are_one_name() -> None:
    assert free_name("straße", ["STRASSE"]) == "straße 2"


@pytest.mark.parametrize(
    ("own", "called"),
    [
        ("fourteen chars", "fourteen chars bot"),
        ("fifteen letters", "fifteen lette… bot"),
        ("blank at the end", "blank at the… bot"),
    ],
)
def test_a_bot_with_a_long_name_has_room_for_a_number(own: str, called: str) -> None:
    assert engine_name(own, []) == called
    assert engine_name(own, [called.upper()]) == f"{called} 2"


def test_bots_of_every_level_have_names_that_no_other_level_has() -> None:
    names = [name for rung in LADDER for name in rung.called]
    assert len({name.casefold() for name in names}) == len(names)
    assert all(3 <= len(name) <= 8 for name in names)


def test_five_bots_of_a_level_are_told_apart() -> None:
    names = ["remy"]
    for _ in range(5):
        names.append(bot_name(level("casual").called, names))
    assert names[1:] == ["Ines", "Otis", "Remy 2", "Remy 3", "Remy 4"]


def test_people_count_seats_from_one() -> None:
    assert [seat_name(seat) for seat in range(3)] == ["seat 1", "seat 2", "seat 3"]
