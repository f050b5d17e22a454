"""When commits are kept apart: only where many write, and several at once."""

from __future__ import annotations

import pytest

from tilery.server.store.crowd import Crowd


def after_a_second(together: int, each: float) -> Crowd:
    """A crowd after so many writes at once, again and again every so many seconds, until now is 1."""
    crowd = Crowd()
    times = round(1 / each)
    for commit in range(times + 1):
        crowd.commits(together, now=commit / times)
    return crowd


@pytest.mark.parametrize(
    ("together", "each", "wait"),
    [
        (2, 0.008, 0.009),  # 250 a second
        (2, 0.0125, 0.0),  # 160
        (10, 0.04, 0.009),  # 250, seldom and many
        (10, 0.0625, 0.0),  # 160
        (1, 0.002, 0.0),  # 500, one after the other
    ],
)
def test_commits_are_kept_apart_where_many_write_at_once(together: int, each: float, wait: float) -> None:
    crowd = after_a_second(together, each)
    assert crowd.wait(now=1.001) == pytest.approx(wait, abs=1e-6)
    assert crowd.wait(now=1.02) == 0.0


def test_a_crowd_goes_and_nobody_waits_for_it() -> None:
    crowd = after_a_second(4, 0.005)
    assert crowd.wait(now=1.0) > 0
    for commit in range(3):
        crowd.commits(2, now=3 + commit / 1_000)
    assert crowd.wait(now=3.002) == 0.0
    for commit in range(40):
        crowd.commits(1, now=4 + commit / 1_000)
    assert crowd.wait(now=4.04) == 0.0  # many, but each for itself


def test_a_crowd_begins_beyond_two_hundred_a_second_over_a_quarter_of_one() -> None:
    for before, writes, is_crowd in ((0, 50, False), (0, 51, True), (1, 50, True)):
        crowd = Crowd()
        crowd.commits(before, now=0.0)
        crowd.commits(writes, now=0.5)  # of the one half a second ago, about an eighth still counts
        assert (crowd.wait(now=0.5) > 0) is is_crowd
