"""Intervals, against values worked out by hand and against chance."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.arena.interval import of_mean, of_rate, t_quantile

RATES = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=60)


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (399, 1.966)])
def test_t_is_as_in_the_printed_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.002)


def test_the_mean_of_four_deals_by_hand() -> None:
    # mean 5, variance (9 + 1 + 1 + 9) / 3 = 6.667, standard error 1.291, t(3) = 3.182
    assert of_mean([2, 4, 6, 8]) == pytest.approx((5, 5 - 4.108, 5 + 4.108), abs=0.01)


def test_the_rate_of_four_pairs_by_hand() -> None:
    # rate 0.625, variance 0.0625, its mean's 0.015625: as many as 0.234375 / 0.015625 = 15 games
    t = t_quantile(3)
    share = t * t / 15
    middle, half = (0.625 + share / 2) / (1 + share), t * math.sqrt(0.015625 + share / 60) / (1 + share)
    assert of_rate([0.5, 0.5, 0.5, 1.0]) == pytest.approx((0.625, middle - half, middle + half))


def test_pairs_that_are_all_split_count_as_one_game_each() -> None:
    assert of_rate([0.5] * 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=0.001)


def test_one_deal_says_little() -> None:
    assert of_mean([7.0]) == (7.0, -math.inf, math.inf)
    value, low, high = of_rate([1.0])
    assert low < 0.25 and high == 1.0 == value


@given(RATES)
def test_a_rate_lies_in_its_interval_and_that_between_0_and_1(deals: list[float]) -> None:
    value, low, high = of_rate(deals)
    assert 0 <= low <= value + 1e-9 and value - 1e-9 <= high <= 1


@given(RATES)
def test_losing_is_the_mirror_image_of_winning(deals: list[float]) -> None:
    value, low, high = of_rate(deals)
    assert of_rate([1 - rate for rate in deals]) == pytest.approx((1 - value, 1 - high, 1 - low))


@pytest.mark.parametrize(("strength", "luck"), [(0.5, 0.0), (0.65, 1.5), (0.9, 0.5)])
def test_about_19_of_20_intervals_hold_the_truth(strength: float, luck: float) -> None:
    """Deals with luck of their own: the two games of a pair are anything but independent."""
    rng = Random(f"{strength} {luck}")
    lean = math.log(strength / (1 - strength))

    def pair() -> float:
        favour = rng.gauss(0, luck)
        return sum(rng.random() < 1 / (1 + math.exp(-lean - side)) for side in (favour, -favour)) / 2

    truth = sum(pair() for _ in range(40_000)) / 40_000
    held = sum(low <= truth <= high for _, low, high in (of_rate([pair() for _ in range(60)]) for _ in range(1_000)))
    assert 915 <= held <= 985
