"""The lower levels: what they notice, what they overlook, and that they never do anything at random."""

from __future__ import annotations

import pytest

from tests.kit.midgame import playing
from tilery.bots import LADDER, Bot, ThinkingTime, level, move
from tilery.bots.attentive import Attention, Attentive
from tilery.errors import TileryError
from tilery.game import Draw, Game, Pass, Play
from tilery.notation import Table, Tiles

CLOCK = ThinkingTime(30)
WIDE_AWAKE = Attention(1, (1, 1, 1, 1))


def table_after(game: Game, bot: Bot) -> Table | None:
    done = move(game, bot, CLOCK)
    assert done.fault is None
    return done.action.table if isinstance(done.action, Play) else None


def played(game: Game, attention: Attention, seed: int = 0) -> int:
    bot = Attentive(attention, seed)
    return len(game.racks[0]) - len(move(game, bot, CLOCK).game.racks[0]) if table_after(game, bot) else 0


def how_often(game: Game, attention: Attention) -> float:
    return sum(played(game, attention, seed) > 0 for seed in range(200)) / 200


def test_a_newcomer_lays_sets_off_its_rack_and_leaves_the_table_alone() -> None:
    game = playing("sabra", "b1 b2 b3 r7", "y12", table="r4 r5 r6")
    tables = {table_after(game, level("newcomer").make(seed)) for seed in range(20)}
    assert tables == {None, Table("r4 r5 r6 | b1 b2 b3")}


def test_who_looks_at_one_set_at_a_time_misses_what_two_give_together() -> None:
    game = playing("sabra", "r5", "y12", table="r4 b4 k4 y4 | r6 b6 k6 y6")
    assert played(game, Attention(1, (1, 1))) == 0
    assert played(game, Attention(1, (1, 1, 1))) == 1


def test_a_set_is_looked_at_as_often_as_its_chance_says() -> None:
    game = playing("sabra", "r7 y1", "y12", table="r4 r5 r6")
    assert how_often(game, Attention(1, (1, 0.3))) == pytest.approx(0.3, abs=0.1)
    assert how_often(game, Attention(1, (1, 0.8))) == pytest.approx(0.8, abs=0.1)


def test_the_joker_is_thought_of_as_often_as_its_chance_says() -> None:
    game = playing("sabra", "r9 r10 j", "y12", opened=False)
    assert how_often(game, Attention(0.4, (1,))) == pytest.approx(0.4, abs=0.1)
    assert how_often(game, Attention(1, (1,))) == 1


def test_the_bigger_the_rearrangement_the_more_often_it_is_overlooked() -> None:
    one = playing("sabra", "r7", "y12", table="r4 r5 r6 | y9 y10 y11")
    two = playing("sabra", "r5", "y12", table="r4 b4 k4 y4 | r6 b6 k6 y6")
    for name in ("regular", "skilled"):
        bot = level(name).make
        found = [sum(table_after(game, bot(seed)) is not None for seed in range(60)) for game in (one, two)]
        assert 60 > found[0] > found[1] > 0


def test_several_finds_are_played_in_one_turn() -> None:
    game = playing("sabra", "r7 k4 b1 b2 b3", "y12", table="r4 r5 r6 | k1 k2 k3")
    assert played(game, Attention(1, (1, 1))) == 5


def test_what_was_laid_in_a_turn_is_looked_at_again() -> None:
    game = playing("sabra", "r7 r8 r9 r10", "y12", table="r4 r5 r6")
    assert table_after(game, Attentive(Attention(1, (1, 1)), 0)) is not None
    assert played(game, Attention(1, (1, 1))) == 4


def test_an_opening_goes_on_at_the_table_only_where_the_rules_say_so() -> None:
    racks, table = ("r9 r10 r11 b4", "y12"), "b1 b2 b3"
    assert played(playing("sabra", *racks, table=table, opened=False), WIDE_AWAKE) == 4
    assert played(playing("classic-2015", *racks, table=table, opened=False), WIDE_AWAKE) == 3


def test_finds_that_together_would_free_a_joker_wrongly_are_not_all_played() -> None:
    """Both jokers stand for r5: one r5 frees one of them, not the one and then the other."""
    game = playing("classic-2015", "r5 k9 k10 y1 y2", "y12", table="r3 r4 j | j r6 r7 | k1 k2 k3")
    for seed in range(20):
        assert move(game, Attentive(WIDE_AWAKE, seed), CLOCK).fault is None


def test_the_same_turn_is_played_the_same_way_and_another_turn_perhaps_not() -> None:
    game = playing("sabra", "r7 y1", "y12", table="r4 r5 r6")
    bot = level("casual").make(5)
    first = [table_after(game, bot) for _ in range(10)]
    assert len(set(first)) == 1
    later = [playing("sabra", f"r7 y{number}", "y12", table="r4 r5 r6") for number in range(1, 12)]
    assert len({table_after(other, bot) for other in later}) == 2


def test_who_sees_nothing_draws_or_passes() -> None:
    assert move(playing("sabra", "r7", "y12", table="r4 r5 r6"), level("newcomer").make(0), CLOCK).action == Draw(0)
    empty = playing("sabra", "r7", "y12", table="r4 r5 r6", pool="")
    assert move(empty, level("newcomer").make(0), CLOCK).action == Pass(0)


@pytest.mark.parametrize(
    ("rack", "table", "opened", "code", "text"),
    [
        ("r7", "", True, "nothing", "it saw nothing to play"),
        ("r9 r10 r11", "", False, "opening", "it saw an opening and played 3 tiles"),
        ("b1 b2 b3", "r4 r5 r6", True, "rack", "it saw 3 tiles to play from its rack"),
        ("r7", "r4 r5 r6", True, "table", "it saw 1 tile to play with at most 1 set at a time"),
        ("r5", "r4 b4 k4 y4 | r6 b6 k6 y6", True, "table", "it saw 1 tile to play with at most 2 sets at a time"),
    ],
)
def test_a_level_says_why(rack: str, table: str, opened: bool, code: str, text: str) -> None:
    bot = Attentive(WIDE_AWAKE, 0)
    move(playing("sabra", rack, "y12", table=table, opened=opened), bot, CLOCK)
    assert bot.why == (code, text, Tiles())


def test_the_ladder_has_names_of_its_own_and_says_what_each_level_is_like() -> None:
    names = [rung.name for rung in LADDER]
    assert names[:6] == ["newcomer", "beginner", "casual", "regular", "skilled", "veteran"]
    assert len(set(names)) == len(names) >= 7
    assert len({rung.summary for rung in LADDER}) == len(names)


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(TileryError, match="no bot 'grandmaster'; there are newcomer"):
        level("grandmaster")
