"""Simulated games are real games: the referee accepts every move, and the most-tiles bot would have made it."""

from __future__ import annotations

import copy
import pickle
import threading
from array import array
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.simulated import replay
from tilery.bots.most_tiles import MostTiles
from tilery.bots.policy_bot import PolicyBot
from tilery.errors import TileryError
from tilery.game import Phase
from tilery.rules.edition import Rules, edition, house_rules
from tilery.simulation import MOST_TILES, OtherSeat, Policy, SeenPosition, Simulation, WhenDry, is_exact
from tilery.simulation.kernel import games as kernel
from tilery.tiles import ALL_KINDS, JOKER, Kind

SIZE = len(ALL_KINDS)
SABRA = edition("sabra")
EXACT = [
    ("sabra", "106", 2),
    ("sabra", "106", 4),
    ("sabra", "108", 3),
    ("sabra", "160", 2),
    ("sabra", "160", 6),
    ("classic-2002", "106", 2),
    ("classic-2002", "106", 4),
    ("twist-2015", "twist", 3),
    ("twist-2016", "twist", 2),
    ("twist-2016", "twist", 4),
]


def rules_of(name: str, tiles: str) -> Rules:
    return edition(name).rules(tiles)


@pytest.mark.parametrize(("name", "tiles", "seats"), EXACT)
def test_the_referee_and_the_bot_agree_with_every_simulated_move(name: str, tiles: str, seats: int) -> None:
    rules = rules_of(name, tiles)
    for number in range(2 if rules.mirror is not None else 8):
        replay(rules, seats, seed=11, number=number, bot=MostTiles())


@pytest.mark.parametrize("policy", [0, 3])
def test_the_referee_accepts_games_of_seats_that_wait(policy: int) -> None:
    rules = rules_of("sabra", "106")
    for number in range(6):
        game = replay(rules, 3, seed=3, number=number, policies=[policy, MOST_TILES, policy])
        assert game.phase is Phase.OVER


def test_a_waiting_seat_lays_nothing_between_its_opening_and_its_end() -> None:
    simulation = Simulation(rules_of("sabra", "106"), 2)
    for number in range(20):
        order, starter, laid = simulation.moves(5, number, [0, MOST_TILES])
        own = [sum(tiles) for turn, tiles in enumerate(laid) if (starter + turn) % 2 == 0]
        assert len(order) == 106
        assert sum(map(bool, own)) <= 2 or len(laid) > 70  # later only with the pool empty


@pytest.mark.parametrize(
    "policy",
    [
        Policy(ending="calm"),
        Policy(others=2, hoards=1),
        Policy(pool=10, hoards=1, ending="stubborn"),
        Policy(hoards=60, ending="calm"),
        Policy(hoards=1, ending="calm"),
    ],
    ids=str,
)
def test_a_policy_is_what_a_bot_of_that_policy_does(policy: Policy) -> None:
    rules = rules_of("sabra", "106")
    for number in range(2):
        replay(rules, 2, seed=7, number=number, policies=[policy.number] * 2, bot=PolicyBot(policy))


@given(
    st.builds(Policy, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255), st.sampled_from(get_args(WhenDry)))
)
def test_a_policy_and_its_number_are_the_same(policy: Policy) -> None:
    assert Policy.of(policy.number) == policy and policy.number != MOST_TILES


def test_each_candidate_is_played_on_by_its_own_policy_against_each_guess() -> None:
    simulation = Simulation(rules_of("sabra", "106"), 2)
    drawing, ways = bytes(SIZE), [MOST_TILES, Policy(hoards=1, ending="stubborn").number]
    seen = position()._replace(rack=counts("k3"), unseen=counts("k1", "b9", "r7"))
    both = simulation.evaluate(seen, [drawing] * 2, ways, 1, 0, 30)
    assert both == [simulation.evaluate(seen, [drawing], way, 1, 0, 30)[0] for way in ways]
    lays, waits = (
        simulation.evaluate(
            seen._replace(others=(OtherSeat(), OtherSeat(guesses=((way, 1.0),)))), [drawing], 0, 1, 0, 30
        )
        for way in ways
    )
    assert lays != waits


def test_the_same_seed_gives_the_same_games_in_any_portion() -> None:
    simulation = Simulation(rules_of("sabra", "106"), 4)
    whole = list(simulation.play(seed=9, games=30))
    assert whole == [*simulation.play(9, 10), *simulation.play(9, 20, first=10)]
    assert whole != list(simulation.play(seed=10, games=30))


def test_scores_add_up_and_the_winner_has_the_plus() -> None:
    for game in Simulation(rules_of("sabra", "160"), 5).play(seed=2, games=50):
        assert sum(seat.score for seat in game.seats) == 0
        assert game.seats[game.winner].score == max(seat.score for seat in game.seats)
        assert game.ended != "out" or game.seats[game.winner].left == 0


def counts(*names: str) -> bytes:
    row = bytearray(SIZE)
    for name in names:
        row[Kind(name)] += 1
    return bytes(row)


def position() -> SeenPosition:
    """Seat 0 can go out with its r7; the other seat holds two of the three tiles nobody has seen."""
    return SeenPosition(
        turn=0,
        table=counts("r4", "r5", "r6"),
        rack=counts("r7"),
        unseen=counts("k1", "b9", "y12"),
        held=(1, 2),
        opened=(True, True),
        resigned=frozenset(),
        others=(OtherSeat(), OtherSeat()),
        pool=1,
        starter=0,
        last=1,
        passes=0,
    )


def test_playing_out_shows_that_going_out_wins() -> None:
    simulation = Simulation(rules_of("sabra", "106"), 2)
    going_out, drawing = counts("r7"), bytes(SIZE)
    out, drawn = simulation.evaluate(position(), [going_out, drawing], MOST_TILES, seed=1, first=0, worlds=50)
    assert len(out) == len(drawn) == 50
    assert all(playout.won for playout in out)
    assert sum(playout.score for playout in out) > sum(playout.score for playout in drawn)
    assert simulation.evaluate(position(), [going_out, drawing], MOST_TILES, 1, 0, 50) == [out, drawn]
    later = simulation.evaluate(position(), [going_out, drawing], MOST_TILES, 1, 20, 30)
    assert later == [out[20:], drawn[20:]]


def test_who_has_resigned_is_skipped_and_does_not_win() -> None:
    """Seat 1 would go out at once with anything that fits; as it has resigned, seat 2 comes next and does."""
    seen = position()._replace(
        table=counts("r4", "r5", "r6", "r7"),
        rack=counts("k1"),
        unseen=counts("r8", "r3", "b9"),
        held=(1, 1, 1),
        opened=(True, True, True),
        others=(OtherSeat(),) * 3,
        pool=1,
    )
    simulation = Simulation(rules_of("sabra", "106"), 3)
    for gone in (1, 2):
        [playouts] = simulation.evaluate(seen._replace(resigned=frozenset({gone})), [bytes(SIZE)], MOST_TILES, 1, 0, 60)
        assert 0 < sum(playout.won for playout in playouts) < 60
    [all_play] = simulation.evaluate(seen, [bytes(SIZE)], MOST_TILES, 1, 0, 60)
    assert sum(playout.won for playout in all_play) < sum(playout.won for playout in playouts)


def test_tiles_that_do_not_add_up_are_refused() -> None:
    simulation = Simulation(rules_of("sabra", "106"), 2)
    with pytest.raises(ValueError, match="unseen"):
        simulation.evaluate(position()._replace(pool=2), [bytes(SIZE)], MOST_TILES, 1, 0, 1)


def test_a_seat_that_was_stuck_is_not_imagined_with_what_it_could_have_played() -> None:
    """The r8 goes on the table, so a seat that was stuck there cannot hold it: it is in the pool."""
    seen = position()._replace(
        rack=counts("k1"),
        table=counts("r4", "r5", "r6", "r7"),
        unseen=counts("r8", "b9", "y12", "y12"),
        held=(1, 1),
        pool=3,
    )
    simulation = Simulation(rules_of("sabra", "106"), 2)
    stuck = OtherSeat(stuck=seen.table)
    [usual] = simulation.evaluate(seen, [bytes(SIZE)], MOST_TILES, 1, 0, 40)
    known = seen._replace(others=(OtherSeat(), stuck))
    [when_stuck] = simulation.evaluate(known, [bytes(SIZE)], MOST_TILES, 1, 0, 40)
    assert sum(playout.won for playout in when_stuck) > sum(playout.won for playout in usual)
    [untried] = simulation.evaluate(known._replace(tries=0), [bytes(SIZE)], MOST_TILES, 1, 0, 40)
    assert untried == usual


def test_a_seat_that_surely_waits_is_not_imagined_with_what_it_could_have_gone_out_with() -> None:
    """Only r8 and r9 together go out; whoever waits may well hold one of them."""
    seen = position()._replace(
        rack=counts("k1"),
        table=counts("r4", "r5", "r6", "r7"),
        unseen=counts("r8", "r9", "b12"),
        held=(1, 2),
        pool=1,
    )
    simulation = Simulation(rules_of("sabra", "106"), 2)

    def lost(waits: float, stuck: bytes | None, tries: int = 40) -> int:
        guesses = ((Policy().number, waits), (MOST_TILES, 1 - waits))
        asked = seen._replace(others=(OtherSeat(), OtherSeat(stuck, 0, guesses)), tries=tries)
        [playouts] = simulation.evaluate(asked, [bytes(SIZE)], MOST_TILES, 1, 0, 60)
        return sum(not playout.won for playout in playouts)

    anything = lost(1.0, None)
    assert lost(1.0, seen.table, tries=0) == anything
    assert lost(1.0, seen.table) < anything
    assert lost(0.999, seen.table) >= anything - 1, "who only may wait holds anything"


def test_too_many_seats_are_refused() -> None:
    with pytest.raises((TileryError, ValueError)):
        Simulation(rules_of("sabra", "106"), 7)


@pytest.mark.parametrize(
    ("rules", "liberty"),
    [
        (edition("classic-2015").rules(), "jokers that move freely"),
        (edition("classic-2002").rules(), "a tile just drawn that frees no joker at once"),
        (house_rules(SABRA, {"opening_sets": "one"}, "one").rules(), "an opening of several sets"),
        (
            house_rules(edition("sabra"), {"ending": "nobody-can-play"}, "stuck").rules(),
            "an end only when everybody passes",
        ),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_games_that_are_not_quite_those_of_the_rules_have_to_be_asked_for(rules: Rules, liberty: str) -> None:
    with pytest.raises(TileryError, match=f"only with .*{liberty}.*approximate=True") as raised:
        Simulation(rules, 2)
    assert raised.value.code == "approximate"
    assert not Simulation(rules, 2, approximate=True).exact
    assert not is_exact(rules)


def test_exact_games_are_the_same_whether_approximate_ones_would_do_or_not() -> None:
    rules = rules_of("sabra", "106")
    willing = Simulation(rules, 2, approximate=True)
    assert willing.exact and is_exact(rules)
    assert willing.rows(1, 5) == Simulation(rules, 2).rows(1, 5)


def test_a_question_without_an_answer_is_not_taken_for_nothing_to_play() -> None:
    numbers = dict.fromkeys(["opening", "table_in_opening", "mirror", "stops", "spares", "joker_penalty"], 0)
    jokers = bytes([JOKER] * 60)
    games = kernel.Games(2, {**numbers, "rack_size": 14}, jokers, array("q", [1] * SIZE))
    for asking in (
        lambda: games.play(1, 0, [MOST_TILES] * 2, array("h", bytes(2 * (5 + 2 * 11)))),
        lambda: games.moves(1, 0, [MOST_TILES] * 2),
    ):
        with pytest.raises(TileryError, match="more tiles than the solver takes"):
            asking()


def test_a_second_thread_is_refused_and_the_first_plays_on() -> None:
    rules, games = rules_of("sabra", "106"), 3000
    simulation = Simulation(rules, 2)
    found: list[array[int]] = []
    first = threading.Thread(target=lambda: found.append(simulation.rows(3, games)))
    first.start()
    while simulation.solves == 0:
        first.join(0.001)
    for asking in (
        lambda: simulation.rows(4, 1),
        lambda: simulation.moves(4, 1),
        lambda: simulation.evaluate(position(), [bytes(SIZE)], MOST_TILES, 1, 0, 1),
    ):
        with pytest.raises(TileryError, match="another thread is using this simulation") as raised:
            asking()
        assert raised.value.code == "busy"
    first.join()
    assert found == [Simulation(rules, 2).rows(3, games)]
    assert simulation.moves(4, 1).laid


def test_a_simulation_is_copied_into_another_process() -> None:
    games = Simulation(edition("classic-2015").rules(), 3, approximate=True)
    for twin in (pickle.loads(pickle.dumps(games)), copy.deepcopy(games)):
        assert list(twin.play(4, 20)) == list(games.play(4, 20))
        assert not twin.exact
