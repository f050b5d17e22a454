"""The census counts the same games however they are played, divided and merged."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tilery.arena.census import Census, Moments, census, outcomes
from tilery.cli.app import app
from tilery.errors import TileryError
from tilery.rules.edition import edition
from tilery.simulation import SeatOutcome, SimulatedGame
from tilery.tiles import JOKER

SABRA = edition("sabra").rules()


def game(
    winner: int, *scores: int, jokers: tuple[int, ...] = (0, 0), starter: int = 0, turns: int = 10
) -> SimulatedGame:
    seats = tuple(
        SeatOutcome(score, 0 if seat == winner else 3, 1, (held, 0, 0, 0), (0, 0, 0, 0))
        for seat, (score, held) in enumerate(zip(scores, jokers, strict=True))
    )
    return SimulatedGame(winner, starter, "out", turns, 5, seats)


def test_a_census_by_hand() -> None:
    count = Census(2)
    count.add(game(0, 10, -10, jokers=(1, 0), starter=0))
    count.add(game(0, 20, -20, jokers=(1, 0), starter=1, turns=30))
    count.add(game(1, -4, 4, jokers=(0, 2), starter=0))
    assert count.games == 3
    assert count.places == [1, 2]
    assert (count.length(0.5), count.length(1.0)) == (10, 30)
    worth, error = count.worth(JOKER) or (0.0, 0.0)
    assert worth == pytest.approx(15 - (-10 - 20 - 4) / 3)
    assert error > 0
    assert count.worth(JOKER, 2) is None  # one seat says nothing about the spread


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=30), st.integers(0, 30))
def test_tallies_merge_to_what_the_whole_would_be(values: list[int], cut: int) -> None:
    def moments(part: list[int]) -> Moments:
        found = Moments()
        for value in part:
            found = found.add(value)
        return found

    whole = moments(values[:cut]).merged(moments(values[cut:]))
    assert whole == moments(values)
    mean = Fraction(sum(values), len(values))
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert whole.mean == pytest.approx(float(mean))
    assert whole.error == pytest.approx(1.96 * math.sqrt(variance / len(values)), abs=1e-6)


def test_the_same_games_are_counted_in_one_process_and_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.arena.census._CHUNK", 30)
    one, two = census(SABRA, 3, 100, seed=4), census(SABRA, 3, 100, seed=4, jobs=2)
    assert vars(one) == vars(two)


def test_games_through_the_referee_are_counted_like_simulated_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where simulations are not exact the referee plays; what is counted has the same meaning."""
    rules = edition("classic-2015").rules()
    games = list(outcomes(rules, 3, seed=1, first=0, games=6))
    monkeypatch.setattr("tilery.arena.census.available", lambda: False)
    assert games == list(outcomes(rules, 3, seed=1, first=0, games=6))
    for found in games:
        assert sum(seat.score for seat in found.seats) == 0
        jokers = sum(sum(seat.dealt) + sum(seat.drawn) for seat in found.seats)
        assert jokers <= 2
        assert all(seat.opened is not None for seat in found.seats if seat.left < 14)


def test_players_the_rules_are_not_for_are_refused() -> None:
    with pytest.raises(TileryError, match="2 to 4 players"):
        census(SABRA, 5, 1, seed=0)


def test_the_command_counts_and_repeats() -> None:
    words = ["simulate", "--edition", "sabra", "--games", "50", "--seed", "3", "--jobs", "1", "--json"]
    first, second = (CliRunner().invoke(app, words) for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    data = json.loads(first.stdout)
    assert sum(data["wins_by_place"]) == data["games"] == 50
    assert {"pool_dry", "turns", "openings", "jokers"} <= data.keys()


def test_a_seed_may_be_any_text_as_it_may_in_the_arena() -> None:
    words = ["simulate", "--edition", "sabra", "--games", "5", "--jobs", "1", "--json", "--seed"]
    first, again, other = (json.loads(CliRunner().invoke(app, [*words, seed]).stdout) for seed in ("a", "a", "b"))
    assert first == again
    assert first["seed"] == "a"
    assert first["turns"] != other["turns"]


@pytest.mark.parametrize("words", [["--games", "0"], ["--jobs", "0"], ["--players", "9"]])
def test_the_command_refuses_what_cannot_be(words: list[str]) -> None:
    result = CliRunner().invoke(app, ["simulate", "--edition", "sabra", *words])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
