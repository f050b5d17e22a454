"""Ratings go where a result points, more the less sure they are, and stay within bounds."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tilery.puzzles.glicko import NEWCOMER, Rating, rated, rated_both

RATINGS = st.builds(Rating, st.floats(100, 3500), st.floats(45, 350), st.floats(0.03, 0.1))


@given(RATINGS, RATINGS)
def test_solving_raises_the_player_and_lowers_the_puzzle(player: Rating, puzzle: Rating) -> None:
    for solved in (True, False):
        after = rated_both(player, puzzle, solved)
        for was, now, up in ((player, after[0], solved), (puzzle, after[1], not solved)):
            assert all(map(math.isfinite, now))
            assert 100 <= now.rating <= 3500
            assert 45 <= now.deviation <= 350
            assert now.rating >= was.rating if up else now.rating <= was.rating


def test_who_is_surer_changes_less() -> None:
    puzzle = Rating(1400, 100)
    changes = [rated(Rating(1400, deviation), [(puzzle, 1.0)]).rating - 1400 for deviation in (50, 150, 300)]
    assert changes == sorted(changes)
    assert changes[0] > 0


def test_a_rating_comes_to_the_strength_it_is_tried_at() -> None:
    """Solving what is below 1500, and nothing above, leads there."""
    player = NEWCOMER
    for number in range(80):
        puzzle = Rating(player.rating + (-60, 0, 60)[number % 3], 80)
        player, _ = rated_both(player, puzzle, solved=puzzle.rating < 1500)
    assert 1400 < player.rating < 1600
    assert player.deviation < 110


def test_without_games_only_the_deviation_grows() -> None:
    after = rated(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert round(after.deviation, 2) == 200.27
