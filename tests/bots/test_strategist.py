"""The strategist: what it remembers, what it considers, what it does with it."""

from __future__ import annotations

import pytest

from tilery.bots import Bot, ThinkingTime, play_game
from tilery.bots.candidates import candidates
from tilery.bots.memory import Memory
from tilery.bots.most_tiles import MostTiles
from tilery.bots.strategist import Plan, Strategist
from tilery.game import Draw, Drew, Play, Played, Settled, Started, View, evolve, new_game, seeded_secret, view
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.rules.overtime import Verdict
from tilery.simulation import OtherSeat
from tilery.tiles import ALL_KINDS, count_kinds

AMPLE = ThinkingTime(60)
QUICK = Plan(work=600)
SABRA = edition("sabra").rules()


def seen(rules: Rules, table: str, rack: str, others: int = 10, players: int = 2) -> View:
    """A game in the middle as seat 0 sees it: everybody has opened, the others hold so many tiles each."""
    lying, own = Table(table), Tiles(rack)
    used = count_kinds([*lying.tiles(), *own])
    left = [
        kind
        for kind, have, gone in zip(ALL_KINDS, rules.tile_set.counts, used, strict=True)
        for _ in range(have - gone)
    ]
    racks = [Tiles(left[seat * others : (seat + 1) * others]) for seat in range(players - 1)]
    game = new_game(rules, players, "00" * 32)
    game = evolve(game, Started((), 0, (own, *racks), Tiles(left[(players - 1) * others :])))
    game = evolve(game, Played(players - 1, Tiles(), lying))
    for seat in range(players):
        game = evolve(game, Played(seat, Tiles(), lying))
    return view(game, 0)


@pytest.mark.parametrize("name", ["sabra", "classic-2015", "classic-2002", "twist-2015", "twist-2016"])
def test_it_goes_out_when_it_can(name: str) -> None:
    bot = Strategist(1, QUICK)
    action = bot.choose(seen(edition(name).rules(), "r4 r5 r6 | k8 b8 y8", "r7 r8 k1 r1 y1"), AMPLE)
    assert isinstance(action, Play)
    assert bot.why is not None
    assert bot.why.code == "out"


def test_with_two_players_it_waits_to_go_out_in_one_turn() -> None:
    bot = Strategist(1, QUICK)
    action = bot.choose(seen(SABRA, "r4 r5 r6 | k8 b8 y8 | b1 b2 b3", "r7 r8 k3 y11 b13"), AMPLE)
    assert isinstance(action, Draw)
    assert bot.why is not None
    assert (bot.why.code, str(bot.why.held)) == ("wait", "r7 r8")


def test_nothing_to_play_is_said() -> None:
    bot = Strategist(1, QUICK)
    assert isinstance(bot.choose(seen(SABRA, "r4 r5 r6", "k1 y11"), AMPLE), Draw)
    assert bot.why is not None
    assert bot.why.code == "nothing"


def test_without_the_compiled_simulation_it_keeps_to_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.bots.strategist.available", lambda: False)
    game = seen(SABRA, "r4 r5 r6", "r7 k1 y11", players=4)
    assert isinstance(Strategist(1).choose(game, AMPLE), Draw)
    pressed = seen(SABRA, "r4 r5 r6", "r7 k1 y11", others=1, players=4)
    assert isinstance(Strategist(1).choose(pressed, AMPLE), Play)


def test_candidates_keep_jokers_and_hold_tiles_back() -> None:
    plays = candidates(seen(SABRA, "r4 r5 r6 | k8 b8 y8", "r7 r8 j b13"), 60)
    laid = {str(play.played) for play in plays}
    assert str(plays[0].played) == "r7 r8 j"
    assert {"r7 r8", "r7"} <= laid
    assert len(laid) == len(plays)


def test_candidates_of_a_rack_that_goes_out_end_there() -> None:
    plays = candidates(seen(SABRA, "r4 r5 r6 | k8 b8 y8", "r7 r8"), 60)
    assert [play.goes_out for play in plays] == [True]


def counts(table: str) -> bytes:
    return bytes(count_kinds(Table(table).tiles()))


def test_it_remembers_the_table_another_could_not_play_on() -> None:
    memory = Memory()
    memory.hear([Played(1, Tiles("r4 r5 r6"), Table("r4 r5 r6"), opening=True), Drew(0, 1, None)])
    assert memory.others(3, (False, True, False)) == (
        OtherSeat(counts("r4 r5 r6"), drawn_since=1),
        OtherSeat(counts("r4 r5 r6")),
        OtherSeat(),
    )


def test_who_draws_again_and_again_is_suspected_of_waiting_until_they_play() -> None:
    memory = Memory()
    memory.hear([Drew(1, 1, None)] * 5)
    assert memory.others(2, (True, True))[1].waits == 0
    memory.hear([Drew(1, 1, None)] * 20)
    assert memory.others(2, (True, True))[1].waits > 0.8
    assert memory.others(2, (True, False))[1].waits == 0  # who has not opened cannot lay anything
    memory.hear([Played(1, Tiles("r4"), Table("r1 r2 r3 r4"))])
    assert memory.others(2, (True, True))[1].waits == 0


def test_a_turn_that_ran_out_of_time_says_nothing_about_a_rack() -> None:
    memory = Memory()
    memory.hear([Drew(1, 1, None), Settled(1, Verdict.RESTORED, Table("r1 r2 r3"))])
    assert memory.others(2, (True, True))[1] == OtherSeat()


def test_it_beats_most_tiles() -> None:
    won = 0
    for deal in range(4):
        for place in range(2):
            bots: list[Bot] = [MostTiles(), MostTiles()]
            bots[place] = Strategist(deal, QUICK)
            result = play_game(SABRA, bots, seeded_secret("strategist", deal), AMPLE).game.result
            assert result is not None
            won += result.winner == place
    assert won >= 7
