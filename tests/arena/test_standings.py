"""Standings: a pure function of the results, with deals as the independent units."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.arena import simulated, small, told, won_by
from tilery.arena import games, standings
from tilery.arena.columns import by_rating, cross_table


def test_a_small_tournament_by_hand() -> None:
    of = small("ab", deals=2)
    found = standings(of, won_by(of, 0, 0, 0, 1))
    first, second = found.bots
    assert (first.name, first.games, first.wins, first.win_rate) == ("a", 4, 3, 0.75)
    assert (first.mean_score, second.mean_score) == (5, -5)
    assert (first.tiles_left, second.tiles_left) == (0.5, 1.5)
    assert (first.moves, first.seconds_per_move, first.slowest_move) == pytest.approx((80, 0.01, 0.05))
    assert (found.games, found.deals, found.length, found.endings) == (4, 2, 40, {"out": 4})


def test_games_of_a_deal_do_not_count_as_independent() -> None:
    """The same 20 wins in 40 games: deals that are won whole say less than deals that are shared."""
    of = small("ab", deals=20)
    whole = standings(of, won_by(of, *([0, 0, 1, 1] * 10))).bots[0]
    mixed = standings(of, won_by(of, *([0, 0, 0, 1, 1, 0, 1, 1] * 5))).bots[0]
    assert whole.win_rate == mixed.win_rate == 0.5
    assert whole.high - whole.low > mixed.high - mixed.low


def test_a_bot_against_itself_wins_half_and_scores_nothing() -> None:
    of = small(["a", "a"], deals=8)
    rng = Random(3)
    seats = {deal: (rng.randrange(2), rng.randint(1, 50)) for deal in range(8)}
    found = standings(of, [told(of, spec, *seats[spec.deal]) for spec in games(of)])
    assert [(row.win_rate, row.mean_score, round(row.rating)) for row in found.bots] == [(0.5, 0, 0)] * 2
    assert all(row.low < 0.5 < row.high for row in found.bots)


def test_one_against_a_field_counts_a_seat_at_a_time() -> None:
    of = small("ab", deals=3, seats=4)
    found = standings(of, won_by(of, *([0, 1, 1, 1] * 3)))
    assert found.chance == 0.25
    rows = [(row.games, row.wins, row.win_rate, row.mean_score) for row in found.bots]
    assert rows == [(12, 3, 0.25, 0), (12, 9, 0.25, 0)]
    assert [round(row.rating) for row in found.bots] == [0, 0]


def test_pairs_are_also_rounds_of_matches() -> None:
    of = small("ab", deals=5)
    found = standings(of, won_by(of, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1), rounds=2)
    # the first two pairs go to a, the next two are level, the last is no whole match
    assert [(row.matches, row.matches_won) for row in found.bots] == [(2, 1.5), (2, 0.5)]


def test_each_table_of_a_round_robin_has_its_own_standings() -> None:
    of = small("abc", deals=1)
    found = standings(of, won_by(of, 0, 0, 0, 2, 2, 2))
    assert [(table.seats, [row.win_rate for row in table.bots]) for table in found.tables] == [
        (("a", "b"), [1.0, 0.0]),
        (("a", "c"), [0.5, 0.5]),
        (("b", "c"), [0.0, 1.0]),
    ]
    rows = cross_table(found)
    names = [row.name for row in by_rating(found)]
    assert rows[0] == ["won % against", *names]
    assert names[-1] == "b"
    assert rows[3][1].startswith("0.0 (0.0 … ") and rows[3][3] == ""


def test_faults_are_counted_and_the_first_is_told() -> None:
    of = small("ab", deals=1)
    bad = [msgspec.structs.replace(one, faults=(("late: too slow", "late: again"), ())) for one in won_by(of, 0, 0)]
    first, second = standings(of, bad).bots
    assert (first.faults, first.first_fault, second.faults) == (2, "late: too slow", 2)


@given(st.randoms(use_true_random=False), st.integers(0, 24))
def test_standings_do_not_depend_on_the_order_and_can_be_had_at_any_time(rng: Random, played: int) -> None:
    of = small("abc", deals=4)
    results = simulated(of, [1, 2, 3], Random(9))[:played]
    expected = standings(of, results, rounds=2)
    rng.shuffle(results)
    assert standings(of, results, rounds=2) == expected
    assert expected.games == played
