"""Characters: each has its habit, keeps to the contract at every step of the dial, and says nothing of its rack."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchmarks.characters import Centroids, manners, rate, sets_of_games
from tests.kit.bot_contract import CHECKS, BotContract, Check
from tests.kit.games import TABLES, Seating, table_id
from tests.kit.midgame import playing
from tilery.bots import ThinkingTime, introduce, level, seat, split_names
from tilery.bots.characters import CHARACTERS, Blocker, Gambler, Hoarder, Spender
from tilery.bots.dial import DIAL
from tilery.bots.ladder import LADDER
from tilery.errors import TileryError
from tilery.game import Action, Draw, Play, view
from tilery.notation import Table, Tiles

CLOCK = ThinkingTime(30)
NAMES = [name for one in CHARACTERS for name in (one.name, f"{one.name}:casual")]
SOME = [
    next(seating for seating in TABLES if seating.edition == name and seating.players == 2)
    for name in ("classic-2015", "sabra", "twist-2016")
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seating", SOME, ids=table_id)
def test_a_character_keeps_to_the_contract(name: str, seating: Seating) -> None:
    contract = BotContract(level(name).make)
    contract.plays_whole_games_by_the_rules(seating)
    checks: Sequence[Check] = CHECKS
    for check in checks:
        check(contract, seating)


def _asked(bot: Spender | Hoarder | Gambler | Blocker, rack: str, other: str, table: str) -> Action:
    return bot.choose(view(playing("sabra", rack, other, table=table), 0), CLOCK)


def test_a_spender_lays_all_it_can_and_a_hoarder_waits_until_half_its_rack_goes() -> None:
    rack, other, table = "r7 k1 k3 b9 y11", "y1 y2 b1 b2 k9", "r4 r5 r6"
    assert _asked(Spender(), rack, other, table) == Play(0, Table("r4 r5 r6 r7"))
    assert _asked(Hoarder(), rack, other, table) == Draw(0)
    assert isinstance(_asked(Hoarder(), "r7 r8 k1 b9", other, table), Play)


def test_a_hoarder_lays_when_somebody_is_about_to_go_out() -> None:
    bot = Hoarder()
    assert isinstance(_asked(bot, "r7 k1 k3 b9 y11", "y1 y2", "r4 r5 r6"), Play)
    assert bot.why is not None and bot.why.code == "alarm"


def test_a_gambler_keeps_its_joker_unless_it_brings_many_tiles() -> None:
    kept = _asked(Gambler(), "r7 j k1 b9 y11", "y1 y2 b1 b2", "r4 r5 r6")
    assert kept == Play(0, Table("r4 r5 r6 r7"))
    big = _asked(Gambler(), "j k1 k2 k4 k5 b9 y11 r13", "y1 y2 b1 b2", "r4 r5 r6")
    assert isinstance(big, Play) and "j" in str(big.table)


def test_a_gambler_that_draws_says_the_same_with_a_joker_and_without() -> None:
    said = []
    for rack in ("j k1 b9 y11 b13", "r13 k1 b9 y11 b13"):
        bot = Gambler()
        assert _asked(bot, rack, "y1 y2 b1 b2", "r4 r5 r6") == Draw(0)
        said.append(bot.why)
    assert said[0] == said[1] and said[0] is not None and not said[0].held


def test_a_blocker_draws_rather_than_gives_the_others_something_to_build_on() -> None:
    bot = Blocker()
    opened = _asked(bot, "b4 k1 k3 b9 y11", "y1 y2 b1 b2 k9", "r4 k4 y4")
    assert isinstance(opened, Play)  # a full group takes no more
    assert bot.why is not None and bot.why.code == "closed"


def test_no_reason_holds_tiles() -> None:
    for one in CHARACTERS:
        bot = level(one.name).make(1)
        bot.choose(view(playing("sabra", "r7 j k1 k3 b9 y11", "y1 y2 b1 b2 k9", table="r4 r5 r6"), 0), CLOCK)
        assert bot.why is not None and bot.why.held == Tiles()


def test_a_character_is_named_with_a_step_of_the_dial() -> None:
    names = split_names("hoarder:skilled, blocker")
    assert names == ("hoarder:skilled", "blocker") == tuple(map(introduce, names))
    assert isinstance(seat("hoarder:skilled", 1), Hoarder)
    assert [level(f"gambler:{step}").name for step in DIAL] == [f"gambler:{step}" for step in DIAL]
    with pytest.raises(TileryError, match="gambler has no step 'expert'; there are newcomer, beginner"):
        level("gambler:expert")
    with pytest.raises(TileryError, match=r"there are newcomer, .* spender, hoarder"):
        seat("hoader", 1)


def test_no_two_bots_are_called_alike() -> None:
    every = [*(one.called for one in LADDER), *(one.called for one in CHARACTERS)]
    called = [name for names in every for name in names]
    assert len(called) == len({*called})


def test_ten_games_tell_which_character_it_was() -> None:
    known = {one.name: sets_of_games(one.name, 0, 3) for one in CHARACTERS}
    centroids = Centroids(known)
    told = {name: centroids.nearest(manners(name, range(100, 110))) for name in known}
    assert told == {name: name for name in known}


def test_a_dial_turned_up_wins_more() -> None:
    assert rate("gambler:regular", "gambler:beginner", 4).value > 0.5
