"""The strategist: what it remembers, what it considers, what it does with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.bots import Bot, ThinkingTime, play_game
from tilery.bots.belief import Belief
from tilery.bots.candidates import candidates
from tilery.bots.memory import Memory
from tilery.bots.most_tiles import MostTiles
from tilery.bots.policy_bot import PolicyBot
from tilery.bots.strategist import Plan, Strategist
from tilery.game import Draw, Drew, Passed, Play, Played, Settled, Started, View, evolve, new_game, seeded_secret, view
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.rules.overtime import Verdict
from tilery.simulation import MOST_GUESSES, Policy
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
    known = [(other.stuck, other.drawn_since) for other in memory.others(3)]
    assert known == [(counts("r4 r5 r6"), 1), (counts("r4 r5 r6"), 0), (None, 0)]


def test_a_turn_that_ran_out_of_time_says_nothing_about_a_rack() -> None:
    memory = Memory()
    memory.hear([Drew(1, 1, None), Settled(1, Verdict.RESTORED, Table("r1 r2 r3"))])
    assert memory.others(2)[1].stuck is None


def test_who_draws_again_and_again_is_taken_for_one_who_hoards_or_waits_until_they_play() -> None:
    memory = Memory()
    memory.hear([Drew(1, 1, None)] * 12)
    assert memory.belief(1).hoards > 0.8
    memory.hear([Played(1, Tiles("r10 r11 r12"), Table("r10 r11 r12"), opening=True), *[Drew(1, 1, None)] * 12])
    assert memory.belief(1).lays < 0.1
    memory.hear([*[Played(1, Tiles("r9"), Table("r9 r10 r11 r12"))] * 3])
    assert memory.belief(1).lays > 0.6
    assert memory.belief(0) == Belief()


def test_who_passes_with_the_pool_empty_is_expected_to_pass_again() -> None:
    memory = Memory()
    before = memory.belief(1).endings
    memory.hear([Passed(1)])
    passed = memory.belief(1).endings
    assert passed[0] < before[0] and passed[2] > before[2]
    memory.hear([Played(1, Tiles("r10 r11 r12"), Table("r10 r11 r12"), opening=True)])
    laid = memory.belief(1).endings
    assert laid[0] > passed[0] and laid[2] < passed[2]


@given(st.lists(st.sampled_from(["draw", "play", "pass"]), max_size=60), st.integers(0, 1))
def test_chances_add_up_whatever_is_seen(seen_of_it: list[str], others: int) -> None:
    belief, opened = Belief(), False
    for what in seen_of_it:
        if what == "draw":
            belief = belief.drew(opened, 20)
        elif what == "play":
            belief, opened = belief.played(not opened, 20), True
        else:
            belief = belief.passed()
    guesses = belief.guesses(others)
    assert len(guesses) <= MOST_GUESSES and sum(chance for _, chance in guesses) == pytest.approx(1)
    assert min(belief.styles.values()) > 0


def test_with_three_players_it_does_not_open_where_an_opening_may_use_the_table() -> None:
    rack = "r10 r11 r12 k2 k4 k9 y1 y5 y8 b3 b6 b9 b13 k13"
    for name, action in (("sabra", Draw), ("classic-2015", Play)):
        game = new_game(edition(name).rules(), 3, "00" * 32)
        left = [kind for kind, have in zip(ALL_KINDS, game.rules.tile_set.counts, strict=True) for _ in range(have)]
        for kind in Tiles(rack):
            left.remove(kind)
        game = evolve(game, Started((), 0, (Tiles(rack), Tiles(left[:14]), Tiles(left[14:28])), Tiles(left[28:])))
        assert isinstance(Strategist(1, QUICK).choose(view(game, 0), AMPLE), action)


def test_it_beats_who_waits_but_lays_first_once_the_pool_is_empty() -> None:
    won = 0
    for deal in range(3):
        for place in range(2):
            bots: list[Bot] = [PolicyBot(Policy()), PolicyBot(Policy())]
            bots[place] = Strategist(deal, QUICK)
            result = play_game(SABRA, bots, seeded_secret("dry", deal), AMPLE).game.result
            assert result is not None
            won += result.winner == place
    assert won >= 5


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
