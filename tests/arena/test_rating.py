"""Ratings: they recover the strengths behind the results, and say how sure they are."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.arena import simulated, small, won_by
from tilery.arena.rating import ELO, ratings


def test_two_bots_are_apart_by_the_odds_of_winning() -> None:
    # 30 of 40 games; half a win and half a loss against the average change little
    of = small("ab", deals=20)
    first, second = ratings(won_by(of, *([0] * 30 + [1] * 10)), 2)
    assert first.value == -second.value
    assert first.value - second.value == pytest.approx(ELO * math.log(3), rel=0.05)


def test_a_bot_against_itself_is_as_strong_as_itself() -> None:
    of = small(["a", "a"], deals=10)
    assert [row.value for row in ratings(won_by(of, *([0, 1] * 10)), 2)] == [pytest.approx(0)] * 2


def test_deals_that_all_split_leave_a_rating_as_unsure_as_one_game_each_would() -> None:
    of = small("ab", deals=20)
    split, single = ratings(won_by(of, *([0, 1] * 20)), 2)[0], ratings(won_by(of, *([0, 0, 1, 1] * 10)), 2)[0]
    assert split.value == pytest.approx(0)
    assert split.high - split.low == pytest.approx(single.high - single.low, rel=0.1)
    assert split.high - split.low > 100


def test_one_that_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    of = small("ab", deals=50)
    first, second = ratings(won_by(of, *([0] * 100)), 2)
    assert math.isfinite(first.value)
    assert first.low > second.high
    assert first.high - first.low > 300


@pytest.mark.parametrize(("bots", "seats"), [("abcd", 2), ("abc", 3), ("abcde", 4), ("ab", 4)])
def test_known_strengths_are_recovered_at_tables_of_any_size(bots: str, seats: int) -> None:
    of = small(bots, deals=600, seats=seats)
    truth = [math.exp(0.5 * place) for place in range(len(bots))]
    logs = [ELO * 0.5 * (place - (len(bots) - 1) / 2) for place in range(len(bots))]
    found = ratings(simulated(of, truth, Random(seats)), len(bots))
    assert [row.value for row in found] == [pytest.approx(log, abs=45) for log in logs]
    assert sum(row.low < log < row.high for row, log in zip(found, logs, strict=True)) >= len(bots) - 1


def test_about_19_of_20_intervals_hold_the_truth_however_lucky_the_deals() -> None:
    strengths, rng = [1, 2, 3], Random("covers")
    truth = [row.value for row in ratings(simulated(small("abc", deals=6_000), strengths, rng, luck=1.0), 3)]
    of = small("abc", deals=40)
    held = [
        row.low <= value <= row.high
        for _ in range(100)
        for row, value in zip(ratings(simulated(of, strengths, rng, luck=1.0), 3), truth, strict=True)
    ]
    assert 0.9 <= sum(held) / len(held) <= 0.99


@given(st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(rng: Random) -> None:
    of = small("abc", deals=4)
    results = simulated(of, [1, 2, 4], Random(5))
    expected = ratings(results, 3)
    rng.shuffle(results)
    for row, other in zip(ratings(results, 3), expected, strict=True):
        assert row == pytest.approx(other)


def test_no_results_are_no_difference() -> None:
    assert [row.value for row in ratings([], 3)] == [0, 0, 0]
