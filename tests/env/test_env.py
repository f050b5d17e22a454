"""The environment: PettingZoo's own checks, every edition and number of players, masks, faults and seeds."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.kit.midgame import playing
from tests.kit.positions import BOXES, Box, box_id, small
from tilery import TileryError, Tiles, edition, house_rules, judge
from tilery.game import Phase
from tilery.rules.edition import Rules
from tilery.solver import turns

pytest.importorskip("pettingzoo", reason="the extra env isn't installed", exc_type=ImportError)

from pettingzoo.test import api_test, seed_test

from tilery.env import FIELDS, TileryEnv, complete, encode_tiles, env, options, tiles_of

SEATED = [(box, players) for box in BOXES for players in (box.rules.players[0], box.rules.players[1])]


def play(game: TileryEnv, seed: int, limit: int = 10_000) -> Iterator[tuple[str, dict[str, Any], float]]:
    """A game of random actions: who is to move, what they see, and what they have earned."""
    chance = Random(seed)
    game.reset(seed=seed)
    for agent in game.agent_iter(limit):
        seen, reward, over, _, _ = game.last()
        yield agent, seen, reward
        game.step(None if over else chance.choice([place for place, may in enumerate(seen["action_mask"]) if may]))


@pytest.mark.parametrize("actions", ["options", "tiles"])
@pytest.mark.parametrize("name", ["classic-2002", "twist-2016"])
def test_pettingzoo_has_nothing_to_complain_of(name: str, actions: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array|Action mask is not a NumPy array")
        warnings.filterwarnings("ignore", message="(Observation|Action) space for each agent probably should be")
        api_test(env(name, players=3, actions=actions, options=3), num_cycles=25)
        seed_test(lambda: env(name, players=3, actions=actions, options=3), num_cycles=25)


@pytest.mark.parametrize(("box", "players"), SEATED, ids=lambda value: box_id(value) if isinstance(value, Box) else "")
def test_every_game_comes_to_its_end_and_pays_what_it_took(box: Box, players: int) -> None:
    game = TileryEnv(box.rules, players, options=2)
    paid = dict.fromkeys(game.possible_agents, 0.0)
    for agent, seen, reward in play(game, seed=players):
        paid[agent] += reward
        assert game.observation_space(agent).contains(seen)
        assert "fault" not in game.infos[agent]
    assert game.game.phase is Phase.OVER and not game.agents
    assert sorted(paid.values()) == [-1 / (players - 1)] * (players - 1) + [1.0]


def test_scores_are_paid_where_they_are_asked_for() -> None:
    game = TileryEnv("sabra", 2, rewards="score", options=4)
    paid = {agent: reward for agent, _, reward in play(game, seed=3)}
    assert game.game.result is not None
    assert tuple(paid.values()) == tuple(game.game.result.scores)
    assert sum(paid.values()) == 0 and any(paid.values())


@pytest.mark.parametrize("box", BOXES, ids=box_id)
def test_every_option_can_be_laid_and_the_first_lays_the_most(box: Box) -> None:
    for seed in range(12):
        _, table, rack, opened = small(box, seed)
        found = options(box.rules, table, rack, opened=opened)
        assert len({option.counts for option in found}) == len(found)
        best = next(turns(box.rules, table, rack, opened=opened), None)
        assert (found[0].tiles if found else 0) == (best.tiles if best else 0)
        for option in found:
            laid = complete(box.rules, table, rack, option.played, opened=opened)
            assert laid is not None and laid.played.sorted() == option.played.sorted()
            assert judge(box.rules, table, rack, laid.table, opened).legal


@pytest.mark.parametrize("name", ["classic-2015", "sabra", "twist-2015"])
def test_every_legal_turn_is_an_action_and_the_masks_lead_to_each(name: str) -> None:
    """By tiles alone, kind by kind, exactly the turns there are can be reached."""
    game = TileryEnv(name, 2, actions="tiles")
    game.reset(seed=4)
    state = game._game = playing(name, "r6 b7 k7 y7 j", "y12", table="r3 r4 r5 | b4 j b6")
    game.agent_selection = game.possible_agents[state.turn]
    every = {tuple(encode_tiles(play.played).tolist()) for play in _turns(game)}
    assert len(every) > 6
    assert {*_reached(game, [0] * 56, 0)} - {(0,) * 56} == every
    for counts in sorted(every)[:5]:
        game._game = state
        game.agent_selection = game.possible_agents[state.turn]
        _step(game, counts)
        assert tuple(encode_tiles(game.game.table.tiles()) - encode_tiles(state.table.tiles())) == counts


def _turns(game: TileryEnv) -> Iterator[Any]:
    state = game.game
    yield from turns(state.rules, state.table, state.racks[state.turn], opened=state.opened[state.turn])


def _reached(game: TileryEnv, begun: list[int], kind: int) -> Iterator[tuple[int, ...]]:
    if kind == 56:
        yield tuple(begun)
        return
    for count in game.possible(begun, kind):
        begun[kind] = count
        yield from _reached(game, begun, kind + 1)
    begun[kind] = 0


def _step(game: TileryEnv, counts: Any) -> None:
    agent = game.agent_selection
    game.step(counts)
    assert "fault" not in game.infos[agent]


def test_tiles_that_cannot_be_played_draw_and_say_why() -> None:
    game = TileryEnv("sabra", 2, actions="tiles")
    game.reset(seed=1)
    agent, rack = game.agent_selection, game.view(game.agent_selection).rack
    assert rack is not None
    game.step(encode_tiles(rack[:1]))
    assert game.infos[agent] == {"fault": f"{rack[:1]} cannot be played"}
    assert len(game.view(agent).rack or ()) == 15
    other = game.agent_selection
    absent = next(kind for kind in Tiles("k1 k2 k3 k4 k5 k6 k7") if kind not in (game.view(other).rack or ()))
    game.step(encode_tiles([absent]))
    assert game.infos[other] == {"fault": f"not on the rack: {absent}"}
    few = TileryEnv("sabra", 2, options=4)
    few.reset(seed=1)
    first = few.agent_selection
    few.step(4)
    assert few.infos[first]["fault"].startswith("there are actions 0 to ")


@pytest.mark.parametrize(
    ("actions", "junk"),
    [("options", [0.5, "1", None, [0]]), ("tiles", [None, "r1", [0.5] * 56, [-1] * 56, [1e30] * 56])],
)
def test_what_is_no_action_is_refused_and_nothing_has_happened(actions: Any, junk: list[Any]) -> None:
    game = TileryEnv("sabra", 2, actions=actions)
    game.reset(seed=1)
    before = game.game
    for action in junk:
        with pytest.raises(TileryError):
            game.step(action)
    assert game.game is before


def test_nothing_can_be_done_before_a_game_is_dealt() -> None:
    game = TileryEnv("sabra", 2, render_mode="ansi")
    for ask in (game.render, lambda: game.step(0), lambda: game.observe("player_0"), game.options):
        with pytest.raises(TileryError, match="call reset first"):
            ask()


def test_a_copy_goes_its_own_way() -> None:
    game = TileryEnv("twist-2016", 2, options=3)
    game.reset(seed=2)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin.game == game.game
        twin.step(0)
        assert twin.game.revision == game.game.revision + 1
        assert twin.observe("player_0")["observation"].shape == (264,)


def test_the_same_seed_deals_the_same_games_one_after_the_other() -> None:
    one, other = TileryEnv("sabra", 3), TileryEnv("sabra", 3)
    one.reset(seed=7)
    other.reset(seed=7)
    first = one.game.secret
    assert first == other.game.secret
    one.reset()
    other.reset()
    assert one.game.secret == other.game.secret != first
    one.reset(seed=7)
    assert one.game.secret == first


def test_nobody_sees_more_than_their_seat_may() -> None:
    game = TileryEnv("sabra", 4)
    game.reset(seed=2)
    for agent in game.possible_agents:
        seen = game.observe(agent)
        view = game.view(agent)
        assert tiles_of(seen["observation"][FIELDS["rack"]]) == (view.rack or Tiles()).sorted()
        assert seen["observation"][FIELDS["to_move"]][0] == (agent == game.agent_selection)
        assert list(seen["observation"][FIELDS["held"]]) == [14, 14, 14, 14, 0, 0]


def test_a_game_is_rendered_as_text_and_as_a_picture() -> None:
    game = TileryEnv("sabra", 2, render_mode="ansi")
    game.reset(seed=1)
    assert "rack:  " in str(game.render())
    drawn = TileryEnv("sabra", 2, render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")


ALL_MUST_PLAY: Rules = house_rules(edition("sabra"), {"ending": "nobody-can-play"}).rules()


def test_nobody_passes_where_who_can_play_must() -> None:
    game = TileryEnv(ALL_MUST_PLAY, 2, options=2)
    game.reset(seed=1)
    while game.game.phase is Phase.PLAYING:
        game.step(0)
    assert game.game.result is not None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": 9}, "from 2 to 4, not 9"),
        ({"actions": "moves"}, "options or tiles, not 'moves'"),
        ({"rewards": "fame"}, "win or score, not 'fame'"),
        ({"options": 0}, "from 1 to 1000, not 0"),
        ({"render_mode": "human"}, "ansi or svg, not 'human'"),
        ({"rules": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_is_refused_at_once(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(TileryError, match=said):
        TileryEnv(**{"rules": "sabra", "players": 2, **wrong})
    with pytest.raises(TileryError, match="call reset first"):
        TileryEnv("sabra", 2).view("player_0")


def test_the_encoders_do_without_pettingzoo_and_what_does_not_says_how_to_get_it() -> None:
    program = """
import sys
sys.modules["pettingzoo"] = sys.modules["gymnasium"] = None
import tilery, tilery.env
print(len(tilery.env.encode_tiles(tilery.Tiles("k1"))), "ManyGames" in dir(tilery.env))
try:
    tilery.env.env
except tilery.TileryError as error:
    print(error.code, error.text)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    missing = 'extra tilery.env needs gymnasium, which is not installed: pip install "tilery[env]"'
    assert said.splitlines() == ["56 True", missing]
