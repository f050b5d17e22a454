"""Many games at once: the games of the simulation and of the referee, step by step."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import pytest

from tests.kit.positions import BOXES, Box, box_id
from tests.kit.simulated import dealt
from tilery import TileryError
from tilery.game import Draw, Game, Pass, Play, apply, view
from tilery.simulation import Simulation, available, is_exact

pytest.importorskip("numpy", reason="the extra env isn't installed")
if not available():
    pytest.skip("the simulation isn't compiled", allow_module_level=True)

import numpy as np

from tilery.env.candidates import complete
from tilery.env.encoding import FIELDS, SIZE, CountArray, encode_view, tiles_of
from tilery.env.many import ManyGames
from tilery.simulation.kernel import many as kernel

EXACT = [box for box in BOXES if is_exact(box.rules)]


@pytest.mark.parametrize("box", EXACT, ids=box_id)
def test_games_of_the_best_plays_are_those_of_the_simulation(box: Box) -> None:
    players = box.rules.players[1]
    games = ManyGames(box.rules, players, games=3, seed=5)
    found: dict[int, tuple[int, ...]] = {}
    wanted = list(Simulation(box.rules, players).play(5, 3))
    while len(found) < 3:
        after = games.step(games.best())
        assert not after.faults.any()
        for place in np.flatnonzero(after.done):
            found.setdefault(int(place), tuple(after.scores[place].tolist()))
    assert [found[place] for place in range(3)] == [tuple(seat.score for seat in game.seats) for game in wanted]


def random_play(chance: np.random.Generator, games: ManyGames) -> CountArray:
    """Plays of random weights, no tiles now and then, and some that can't be."""
    played = games.best(chance.integers(-3, 10, 56) * 1000)
    played[chance.random(games.games) < 0.2] = 0
    wild = chance.random(games.games) < 0.1
    played[wild] = games.observe()[wild][:, FIELDS["rack"]] * chance.integers(0, 2, (int(wild.sum()), 56), np.uint8)
    return played


def same_step(game: Game, counts: CountArray) -> tuple[Game, bool]:
    """The same by the referee: the game after it, and whether the tiles couldn't be played."""
    seat = game.turn
    rack, played = game.racks[seat], tiles_of(counts)
    play = complete(game.rules, game.table, rack, played, opened=game.opened[seat])
    action = Draw(seat) if game.pool else Pass(seat)
    return apply(game, action if play is None else Play(seat, play.table))[0], bool(played) and play is None


@pytest.mark.parametrize("box", EXACT, ids=box_id)
def test_every_step_is_the_referees_and_every_observation_that_of_the_view(box: Box) -> None:
    games = ManyGames(box.rules, 3, games=1, seed=11, first=2)
    order, starter, _ = Simulation(box.rules, 3).moves(11, 2)
    game = dealt(box.rules, 3, order, starter)
    chance = np.random.default_rng(1)
    faults = 0
    for _ in range(120):
        seen, own = games.observe()[0], encode_view(view(game, game.turn))
        own[FIELDS["stands"]] = 0
        assert (seen == own).all() and games.turns()[0] == game.turn
        played = random_play(chance, games)
        game, fault = same_step(game, played[0])
        after = games.step(played)
        assert (bool(after.faults[0]), bool(after.done[0])) == (fault, game.result is not None)
        faults += fault
        if game.result is not None:
            assert tuple(after.scores[0].tolist()) == game.result.scores
            assert after.winners[0] == game.result.winner
            break
    assert faults


@pytest.mark.parametrize("name", ["sabra", "twist-2016"])
def test_a_play_that_was_best_a_turn_ago_is_checked_again(name: str) -> None:
    asked, other = (ManyGames(name, 2, games=30, seed=4) for _ in range(2))
    for games in (asked, other):
        for _ in range(6):
            games.step(games.best())
        games.step(np.zeros((30, 56), np.uint8))
    old = asked.best()
    nothing = np.zeros_like(old)
    assert not asked.step(old * (np.arange(30) < 15)[:, None]).faults.any()
    other.step(old * (np.arange(30) < 15)[:, None])
    faults = asked.step(old).faults
    assert faults.any() and (faults == other.step(old).faults).all()
    assert not asked.step(nothing).faults.any()


def test_weights_say_what_is_best() -> None:
    games = ManyGames("sabra", 2, games=50, seed=3)
    for _ in range(12):
        games.step(games.best())
    by_tiles, dearest = np.ones(56, np.int64), np.r_[np.tile(np.arange(1, 14), 4), [30] * 4]
    both = games.best(np.stack([by_tiles, dearest]))
    assert both.shape == (50, 2, 56)
    opened = games.observe()[:, FIELDS["opened"]][:, 0] == 1
    assert opened.any()
    assert (both[opened, 0].sum(1) == games.best()[opened].sum(1)).all()
    assert ((both @ dearest)[:, 1] >= (both @ dearest)[:, 0]).all()
    assert not games.best(-by_tiles)[opened].any()


def test_the_same_seed_is_the_same_games_and_the_next_follow() -> None:
    one, other = ManyGames("sabra", 2, games=4, seed=9), ManyGames("sabra", 2, games=2, seed=9, first=2)
    assert (one.observe()[2:] == other.observe()).all()
    other.reset(9)
    assert (one.observe()[:2] == other.observe()).all()


def test_observations_are_laid_out_as_the_encoder_lays_them_out() -> None:
    assert kernel.OBSERVED == SIZE


def test_rules_that_counts_cannot_tell_are_refused_unless_asked_for() -> None:
    with pytest.raises(TileryError, match="ask for approximate=True"):
        ManyGames("classic-2015", 2)
    assert not ManyGames("classic-2015", 2, games=2, approximate=True).exact


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (lambda: ManyGames("sabra", 9), "the number of players is a whole number from 2 to 4, not 9"),
        (lambda: ManyGames("sabra", 2, games=0), "games at once is a whole number from 1 to 1000000, not 0"),
        (lambda: ManyGames("sabra", 2, games=2, seed=-1), "from 0 to"),
        (lambda: ManyGames("sabra", 2, games=2).step(np.zeros(56)), r"2 rows of 56 counts, not \(56,\)"),
        (lambda: ManyGames("sabra", 2, games=2).step(np.full((2, 56), -1)), "a count is from 0 to 255"),
        (lambda: ManyGames("sabra", 2, games=2).best(np.zeros(55)), "weights are 56 numbers"),
        (lambda: ManyGames("sabra", 2, games=2).best(np.full(56, 1 << 50)), "a weight is at most"),
    ],
)
def test_what_does_not_fit_is_refused(do: object, said: str) -> None:
    with pytest.raises(TileryError, match=said):
        do()  # type: ignore[operator]


def test_two_threads_at_once_are_refused_or_done_one_after_the_other() -> None:
    games = ManyGames("sabra", 4, games=300, seed=1)
    refused: list[str] = []

    def play() -> None:
        for _ in range(20):
            try:
                games.step(np.zeros((300, 56), np.uint8))
                games.best()
            except TileryError as error:
                refused.append(error.code)

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {*refused} <= {"busy"}


@pytest.mark.parametrize("weight", [0.5, float("nan"), float("inf"), 1e30, "1"])
def test_what_are_no_whole_numbers_is_not_rounded(weight: Any) -> None:
    games = ManyGames("sabra", 2, games=3, seed=1)
    with pytest.raises(TileryError):
        games.best([weight] * 56)
    with pytest.raises(TileryError):
        games.step([[weight] * 56] * 3)
    with pytest.raises(TileryError):
        tiles_of([weight] * 56)
    assert (games.best(np.ones(56)) == games.best(np.ones(56, np.int64))).all()


@pytest.mark.parametrize("wrong", [{"seed": 1.5}, {"seed": "1"}, {"players": 2.0}, {"games": True}, {"rules": None}])
def test_nothing_is_taken_for_a_number_that_is_none(wrong: dict[str, Any]) -> None:
    settings: dict[str, Any] = {"rules": "sabra", "players": 2, "games": 3} | wrong
    with pytest.raises(TileryError):
        ManyGames(**settings)


def test_games_are_not_copied_by_halves() -> None:
    games = ManyGames("sabra", 2, games=3, seed=1)
    for twin in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            twin(games)
