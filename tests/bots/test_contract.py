"""Every level of the ladder keeps to the contract, in every edition with every tile set."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.kit.bot_contract import CHECKS, BotContract, Check
from tests.kit.games import TABLES, Seating, table_id
from tilery.bots import LADDER, Bot, Level, ThinkingTime, fallback
from tilery.bots.most_tiles import MostTiles
from tilery.bots.strategist import Plan, Strategist
from tilery.game import Action, Draw, Play, View
from tilery.notation import Table, Tiles
from tilery.rules import Rules, edition, house_rules

FEW_AND_MANY = [seating for seating in TABLES if seating.players in seating.rules.players]
TWO = [seating for seating in TABLES if seating.players == 2]
HOUSE_RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "jokers replaced, table in opening": ("sabra", {"freeing": "replace", "table_in_opening": True, "opening": 1}),
    "no jokers, pool stops": ("sabra", {"tile_set": {"copies": 2}, "pool_empty": "stop"}),
    "every joker": ("twist-2015", {"tile_set": {"copies": 3, "j": 4, "d": 2, "c": 2, "m": 2}, "rack_size": 8}),
}


class House(Seating):
    """Two players by house rules; the edition's name is theirs."""

    @property
    def rules(self) -> Rules:
        base, changes = HOUSE_RULES[self.edition]
        return house_rules(edition(base), changes, self.edition).rules()


HOUSES = [House(name, "", 2) for name in HOUSE_RULES]


def contract(level: Level) -> BotContract:
    """The strategist thinks less here: the contract is about rules, not about strength."""
    return BotContract(
        partial(Strategist, plan=Plan(work=100, special_work=30)) if level.name == "strategist" else level.make
    )


EVERY_LEVEL = pytest.mark.parametrize("level", LADDER, ids=lambda level: level.name)


@EVERY_LEVEL
@pytest.mark.parametrize("seating", [*FEW_AND_MANY, *HOUSES], ids=table_id)
def test_a_level_plays_whole_games_by_the_rules(level: Level, seating: Seating) -> None:
    contract(level).plays_whole_games_by_the_rules(seating)


@EVERY_LEVEL
@pytest.mark.parametrize("seating", TWO, ids=table_id)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_level_keeps_to_the_contract(level: Level, seating: Seating, check: Check) -> None:
    check(contract(level), seating)


class Cheat(Bot):
    """Lays tiles that nobody gave it."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None
        return Play(view.seat, Table([*view.table, Tiles("r1 r2 r3")]))


class Fickle(Bot):
    """Every third one made does nothing at all, whatever its seed."""

    made = itertools.count()

    def __init__(self) -> None:
        self.idle = next(self.made) % 3 == 0

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        return fallback(view) if self.idle else MostTiles().choose(view, clock)


class Stubborn(Bot):
    """Draws even where there is nothing to draw."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None
        return Draw(view.seat)


@pytest.mark.parametrize(
    ("bot", "check"),
    [
        (Cheat, BotContract.plays_whole_games_by_the_rules),
        (Cheat, BotContract.answers_in_a_hurry),
        (Fickle, BotContract.plays_the_same_game_again_from_the_same_seed),
        (Fickle, BotContract.decides_by_what_its_seat_may_see),
        (Stubborn, BotContract.draws_or_passes_where_nothing_can_be_played),
        (Stubborn, BotContract.copes_with_every_odd_position),
    ],
)
def test_a_bot_that_breaks_the_contract_is_found_out(bot: Callable[[], Bot], check: Check) -> None:
    with pytest.raises(AssertionError):
        check(BotContract(lambda _seed: bot()), TWO[2])
