"""A match: how long it is, its score sheet, and who has won it."""

from __future__ import annotations

import csv

import pytest

from tilery import Length, ScoreSheet, TileryError
from tilery.rules.edition import MatchRule


def sheet(rule: MatchRule, *games: tuple[tuple[int, ...], int]) -> ScoreSheet:
    result = ScoreSheet(tuple("ABCD"[: len(games[0][0])]), rule)
    for scores, winner in games:
        result = result.add(scores, winner)
    return result


def test_games_won_is_for_most_games_won() -> None:
    assert sheet("games-won", ((1, -1), 0), ((1, -1), 0), ((-50, 50), 1)).winners == (0,)


def test_games_won_equal_goes_to_the_highest_total() -> None:
    assert sheet("games-won", ((1, -1), 0), ((-50, 50), 1)).winners == (1,)


def test_total_is_for_the_highest_total() -> None:
    assert sheet("total", ((1, -1), 0), ((1, -1), 0), ((-50, 50), 1)).winners == (1,)


def test_total_equal_goes_to_most_games_won() -> None:
    games = ((5, -10, 5), 0), ((5, -10, 5), 0), ((5, -10, 5), 2)
    assert sheet("total", *games).winners == (0,)


@pytest.mark.parametrize("rule", ["games-won", "total"])
def test_still_equal_is_shared(rule: MatchRule) -> None:
    assert sheet(rule, ((5, -5, 0), 0), ((-5, 5, 0), 1)).winners == (0, 1)
    assert sheet(rule, ((0, 0), 0), ((0, 0), 1)).winners == (0, 1)


@pytest.mark.parametrize("rule", ["games-won", "total"])
def test_nobody_has_won_a_match_without_games(rule: MatchRule) -> None:
    assert ScoreSheet(("A", "B"), rule).winners == ()


def test_a_round_has_as_many_games_as_players() -> None:
    assert Length(rounds=3).total(players=4) == 12
    assert Length(games=5).total(players=4) == 5
    games = sheet("total", *[((1, -1), 0)] * 5)
    assert [len(games_of_round) for games_of_round in games.rounds()] == [2, 2, 1]


@pytest.mark.parametrize("length", [{}, {"rounds": 1, "games": 1}, {"rounds": 0}, {"games": -1}, {"games": 1001}])
def test_a_match_is_rounds_or_games_and_at_least_one(length: dict[str, int]) -> None:
    with pytest.raises(TileryError) as refused:
        Length(**length)
    assert refused.value.code == "length"


def test_a_match_may_have_a_thousand_rounds_or_games() -> None:
    assert Length(rounds=1000).total(players=2) == 2000
    assert Length(games=1000).total(players=2) == 1000


@pytest.mark.parametrize(("scores", "winner"), [((1, 1), 0), ((1,), 0), ((1, -1), 2), ((1, -1), -1)])
def test_scores_that_cannot_be_are_refused(scores: tuple[int, ...], winner: int) -> None:
    with pytest.raises(TileryError) as refused:
        ScoreSheet(("A", "B"), "total").add(scores, winner)
    assert refused.value.code == "scores"


def test_a_sheet_is_written_as_csv_with_names_of_any_kind() -> None:
    names = ('An "n"', "Bo, B")
    text = ScoreSheet(names, "total").add((5, -5), 0).add((-7, 7), 1).to_csv()
    rows = list(csv.reader(text.splitlines()))
    assert rows == [
        ["game", *names, "winner"],
        ["1", "5", "-5", names[0]],
        ["2", "-7", "7", names[1]],
        ["total", "-2", "2", names[1]],
        ["games won", "1", "1", ""],
    ]


def test_a_sheet_names_all_who_share_a_match() -> None:
    assert "total,0,0,A and B\n" in sheet("total", ((5, -5), 0), ((-5, 5), 1)).to_csv()
