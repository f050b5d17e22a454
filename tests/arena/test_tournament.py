"""Who meets whom, how often, and with which tiles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.arena import SABRA, small
from tilery.arena import GameSpec, Tournament, games
from tilery.arena.tournament import arranged, seat_seed
from tilery.errors import TileryError
from tilery.rules import edition


def seatings(of: Tournament) -> list[tuple[str, ...]]:
    return [tuple(of.bots[bot] for bot in spec.seating(of)) for spec in games(of)]


@given(seats=st.integers(2, 6), deals=st.integers(1, 8))
def test_in_every_pair_every_bot_plays_every_seat_once(seats: int, deals: int) -> None:
    of = arranged(edition("sabra").rules("160"), "abcdef"[:seats], deals, seats=seats)
    assert of.total == seats * deals == len(list(games(of)))
    for deal in range(deals):
        seen = [spec.seating(of) for spec in games(of) if spec.deal == deal]
        for seat in range(seats):
            assert sorted(seating[seat] for seating in seen) == list(range(seats))


def test_around_a_larger_table_neighbours_change_from_deal_to_deal() -> None:
    followers = Counter[tuple[str, str]]()
    for seating in seatings(small("abcd", deals=6, seats=4)):
        followers.update(zip(seating, seating[1:] + seating[:1], strict=True))
    assert len(set(followers.values())) == 1
    assert len(followers) == 12


def test_more_bots_than_seats_play_a_round_robin_over_the_same_deals() -> None:
    of = small("abc", deals=2)
    assert seatings(of)[:6] == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    assert of.total == 12
    assert len(small("abcd", seats=3).tables) == 4


def test_fewer_bots_than_seats_are_one_against_a_field() -> None:
    assert seatings(small("ab", deals=1, seats=4)) == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]


def test_a_bot_named_twice_takes_two_seats_and_no_game_is_played_twice() -> None:
    of = small("aabb", deals=5, seats=4)
    assert of.names == ("a", "b")
    for deal in range(5):
        assert len({spec.seating(of) for spec in games(of) if spec.deal == deal}) == 4


def test_a_bot_that_plays_itself_is_told_apart_by_number() -> None:
    assert small(["a", "a"]).names == ("a", "a (2)")


def test_adding_a_bot_leaves_the_games_of_the_others_as_they_were() -> None:
    two, three = small("ab"), small("abc")
    assert [spec.seating(two) for spec in games(two)] == [s.seating(three) for s in games(three) if s.table == 0]


def test_seeds_differ_by_deal_and_seat_but_not_by_bot() -> None:
    seeds = {seat_seed("1", deal, seat) for deal in range(10) for seat in range(4)}
    assert len(seeds) == 40
    assert seat_seed("1", 0, 0) != seat_seed("2", 0, 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bots": ["a"]}, "bots"),
        ({"bots": ["a", "a", "b"]}, "bots"),
        ({"bots": ["a", "a", "a"]}, "bots"),
        ({"seats": 1}, "seats"),
        ({"seats": 5}, "seats"),
        ({"deals": 0}, "pairs"),
        ({"deals": 10**9}, "pairs"),
        ({"clock": 0.0}, "clock"),
        ({"clock": float("nan")}, "clock"),
        ({"clock": float("inf")}, "clock"),
    ],
)
def test_impossible_tournaments_are_refused(change: dict[str, object], code: str) -> None:
    wanted = {"rules": SABRA, "bots": ["a", "b"], "deals": 1, **change}
    with pytest.raises(TileryError) as caught:
        arranged(**wanted)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_rotating_moves_everyone_on_by_one_seat() -> None:
    of = small("abc", seats=3)
    first, second = GameSpec(0, 0, 0).seating(of), GameSpec(0, 0, 1).seating(of)
    assert second == first[-1:] + first[:-1]
