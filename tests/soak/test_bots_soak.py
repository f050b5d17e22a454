"""The ladder at length: many games of every level at every table, and each level ahead of the one below."""

from __future__ import annotations

from itertools import islice, pairwise
from math import sqrt
from statistics import mean, stdev

import pytest

from tests.kit.bot_contract import CHECKS, BotContract, Check
from tests.kit.games import TABLES, Seating, table_id
from tilery.bots import LADDER, Level, ThinkingTime, play_game
from tilery.bots.misses import count_misses, playable
from tilery.game import seeded_secret
from tilery.record import verify
from tilery.rules import edition

GAMES = 30
PAIRS = 400
RUNGS = [level for level in LADDER if level.name != "strategist"]
EVERY_LEVEL = pytest.mark.parametrize("level", RUNGS, ids=lambda level: level.name)
EVERY_TABLE = pytest.mark.parametrize("seating", TABLES, ids=table_id)


@EVERY_LEVEL
@EVERY_TABLE
def test_many_games_are_played_by_the_rules_and_proven(level: Level, seating: Seating) -> None:
    for seed in range(GAMES):
        played = BotContract(level.make).plays_whole_games_by_the_rules(seating, seed)
        assert verify(played.record).finished


@EVERY_LEVEL
@EVERY_TABLE
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract_holds_at_every_table(level: Level, seating: Seating, check: Check) -> None:
    check(BotContract(level.make), seating)


@pytest.mark.parametrize(("below", "above"), list(pairwise(RUNGS)), ids=lambda level: level.name)
def test_each_level_beats_the_one_below(below: Level, above: Level, capsys: pytest.CaptureFixture[str]) -> None:
    """In at least 60 of 100 games of two players, each deal played from both seats."""
    won = [_pair_won(below, above, number) for number in range(PAIRS)]
    margin = 1.96 * stdev(won) / sqrt(PAIRS)
    with capsys.disabled():
        print(f"\n{above.name} over {below.name}: {mean(won):.1%} ± {margin:.1%} in {PAIRS} pairs")
    assert mean(won) >= 0.6
    assert mean(won) - margin > 0.5


def _pair_won(below: Level, above: Level, number: int) -> float:
    """The share that the upper level wins of one deal played twice, the seats exchanged."""
    rules, secret = edition("sabra").rules(), seeded_secret("ladder", number)
    seats = [(above.make(number), below.make(number)), (below.make(number), above.make(number))]
    winners = [play_game(rules, bots, secret, ThinkingTime(30)).record.result for bots in seats]
    return mean(result is not None and result.winner == seat for seat, result in enumerate(winners))


def test_misses_rise_with_the_number_of_sets() -> None:
    found = count_misses(islice(playable(edition("sabra").rules()), 5_000), RUNGS)
    for level in RUNGS[:-1]:
        shares = [share for share in found.shares(level.name) if share is not None]
        assert shares == sorted(shares)
        assert shares[0] < shares[-1]
