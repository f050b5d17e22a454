"""The game as a PettingZoo environment: seats take turns, each sees what it may see.

>>> game = env("sabra", players=2)
>>> game.reset(seed=1)
>>> observation, reward, terminated, truncated, info = game.last()
>>> observation["observation"].shape, observation["action_mask"][:4]
((264,), array([1, 1, 1, 0], dtype=int8))

Action 0 draws (or passes, or keeps a tile just drawn); the others are the plays of
:func:`~tilery.env.options`, as many as the mask says. With ``actions="tiles"`` an action is how many tiles of
each kind to play instead, so that every legal turn is one; the solver lays them.
"""

from __future__ import annotations

import operator
import secrets
from collections import Counter
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tilery import svg
from tilery.bots.host import carry_out, fallback
from tilery.env.candidates import MOST_OPTIONS, TileOption, complete, options
from tilery.env.encoding import SIZE, encode_view, tiles_of
from tilery.errors import TileryError, whole_number
from tilery.game import Action, Game, Play, Start, View, apply, new_game, seeded_secret, view
from tilery.notation import Tiles
from tilery.rules.edition import Rules, edition, must_be_rules
from tilery.solver.choices import possible_counts
from tilery.solver.engine import engine
from tilery.solver.problem import TurnProblem
from tilery.solver.question import tile_weights
from tilery.tiles import Kind

__all__ = ["ActionSpace", "Rewards", "TileryEnv", "env"]

ActionSpace = Literal["options", "tiles"]
"""Which actions there are: a number of options, or any tiles."""

Rewards = Literal["win", "score"]
"""What a game pays at its end: 1 to the winner, shared among the others as a loss; or the scores of the rules."""


def env(rules: Rules | str = "sabra", players: int = 4, **settings: Any) -> OrderEnforcingWrapper:
    """The environment as PettingZoo wants it: what is asked in the wrong order is refused."""
    return OrderEnforcingWrapper(TileryEnv(rules, players, **settings))


class TileryEnv(AECEnv):  # type: ignore[misc]  # PettingZoo isn't there for the type checker
    """A game by the rules of an edition, or by those given, for two to six players.

    Tiles that can't be played are answered as a bot's are in the arena: the seat draws, and its ``info`` has a
    ``fault``. When the game is over, ``info`` has each seat's ``score`` and whether it ``won``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo has it so
        "name": "tilery_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str = "sabra",
        players: int = 4,
        *,
        actions: ActionSpace = "options",
        options: int = 15,
        rewards: Rewards = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = edition(rules).rules() if isinstance(rules, str) else rules
        must_be_rules(self.rules)
        players = whole_number(players, *self.rules.players, code="players", what="the number of players")
        if actions not in ("options", "tiles"):
            raise TileryError("actions", f"actions are options or tiles, not {actions!r}")
        if rewards not in ("win", "score"):
            raise TileryError("rewards", f"rewards are win or score, not {rewards!r}")
        options = whole_number(options, 1, MOST_OPTIONS, code="options", what="the number of options")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise TileryError("render", f"a game is rendered as ansi or svg, not {render_mode!r}")
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._by = actions
        self._most = options
        self._pays = rewards
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._space = self._action_space()
        self._spaces = {agent: self._action_space() for agent in self.possible_agents}
        self._seen = {agent: self._observation_space() for agent in self.possible_agents}
        self._nothing = self._mask(Tiles(), [])
        self._seed: int | None = None
        self._number = 0
        self._game: Game | None = None
        self._found: list[TileOption] | None = None

    # What PettingZoo asks for.

    def observation_space(self, agent: str) -> spaces.Dict:
        """What is observed: an array, and the mask of the actions."""
        return self._seen[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """What can be done."""
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. After a seed, the games that follow without one follow from it, too."""
        if seed is not None:
            self._seed, self._number = seed, 0
        secret = secrets.token_hex(32) if self._seed is None else seeded_secret(self._seed, self._number)
        self._number += 1
        self._game, _ = apply(new_game(self.rules, len(self.possible_agents), secret), Start())
        self._found = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and what it may do; nothing when it isn't its turn."""
        seen = self.view(agent)
        mask = self._nothing
        if agent == self.agent_selection and not self.terminations[agent]:
            mask = self._mask(seen.rack or Tiles(), self.options() if self._by == "options" else [])
        return {"observation": encode_view(seen), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Do what the seat to move wants; tiles that can't be played draw instead."""
        game = self.game
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        wanted, fault = self._wanted(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        done = carry_out(game, wanted)
        self._game, self._found = done.game, None
        fault = fault or (None if done.fault is None else done.fault.text)
        self.infos[agent] = {} if fault is None else {"fault": fault}
        if done.game.result is None:
            self.agent_selection = self.possible_agents[done.game.turn]
        else:
            self._end(done.game)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The game as the seat to move sees it, in the way asked for at the beginning."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        seen = view(self.game, self._seats[self.agent_selection])
        if self.render_mode == "svg":
            return svg.drawn(seen)
        return f"table: {seen.table}\nrack:  {seen.rack}\npool:  {seen.pool}\ntiles: {' '.join(map(str, seen.counts))}"

    def close(self) -> None:
        """There is nothing to let go of."""

    # What else a player may ask.

    @property
    def game(self) -> Game:
        """The game as it stands, with everything that is hidden."""
        if self._game is None:
            raise TileryError("reset", "the game hasn't begun: call reset first")
        return self._game

    def view(self, agent: str) -> View:
        """What a seat may see of the game."""
        return view(self.game, self._seats[agent])

    def options(self) -> list[TileOption]:
        """The plays behind actions 1, 2, … of the seat to move."""
        if self._found is None:
            game = self.game
            rack, opened = game.racks[game.turn], game.opened[game.turn]
            self._found = options(self.rules, game.table, rack, opened=opened, drawn=game.drawn, most=self._most)
        return self._found

    def possible(self, begun: Any, kind: Kind | int | str) -> list[int]:
        """How many tiles of a kind the seat to move may still play, with those of earlier kinds decided.

        Who decides kind by kind in their order, and by this, always comes to a legal turn, or to no tiles at all.
        """
        game = self.game
        rack, opened = game.racks[game.turn], game.opened[game.turn]
        weights = tile_weights(self.rules, "tiles")
        problem = TurnProblem(self.rules, game.table, rack, opened, weights, engine, drawn=game.drawn)
        return possible_counts(problem, tuple(int(count) for count in begun), Kind(kind))

    def _wanted(self, action: Any) -> tuple[Action, str | None]:
        """The action of the game, and what is wrong if that is to draw instead."""
        game = self.game
        seat = game.turn
        nothing = fallback(view(game, seat))
        if self._by == "tiles":
            played = tiles_of(action)
        else:
            number = _number(action)
            if not 0 <= number <= len(self.options()):
                return nothing, f"there are actions 0 to {len(self.options())} here, not {number}"
            played = self.options()[number - 1].played if number else Tiles()
        if not played:
            return nothing, None
        rack, opened = game.racks[seat], game.opened[seat]
        if missing := Counter(played) - Counter(rack):
            return nothing, f"not on the rack: {Tiles(missing.elements())}"
        play = complete(self.rules, game.table, rack, played, opened=opened, drawn=game.drawn)
        if play is None:
            return nothing, f"{played} cannot be played"
        return Play(seat, play.table), None

    def _end(self, game: Game) -> None:
        result = game.result
        assert result is not None
        loss = -1.0 / (len(self.possible_agents) - 1)
        for agent in self.agents:
            seat = self._seats[agent]
            won = seat == result.winner
            self.terminations[agent] = True
            self.infos[agent] = {**self.infos[agent], "score": result.scores[seat], "won": won}
            self.rewards[agent] = float(result.scores[seat]) if self._pays == "score" else 1.0 if won else loss
        # Whoever is next in line takes their reward first, as everywhere in PettingZoo.
        self.agent_selection = self.agents[0]

    # Spaces.

    def _action_space(self) -> gymnasium.Space[Any]:
        if self._by == "options":
            return spaces.Discrete(self._most + 1)
        return spaces.MultiDiscrete([count + 1 for count in self.rules.tile_set.counts])

    def _observation_space(self) -> spaces.Dict:
        mask: gymnasium.Space[Any] = spaces.MultiBinary(self._most + 1)
        if self._by == "tiles":
            mask = spaces.Tuple([spaces.MultiBinary(count + 1) for count in self.rules.tile_set.counts])
        return spaces.Dict({"observation": spaces.Box(0, 255, (SIZE,), np.uint8), "action_mask": mask})

    def _mask(self, rack: Tiles, found: list[TileOption]) -> Any:
        """Which actions are possible; of tiles, as many of each kind as are on the rack."""
        if self._by == "options":
            mask = np.zeros(self._most + 1, np.int8)
            mask[: len(found) + 1] = 1
            return mask
        held = [0] * len(self.rules.tile_set.counts)
        for kind in rack:
            held[kind] += 1
        return tuple(
            _UP_TO[count, have] if (count, have) in _UP_TO else _up_to(count, have)
            for count, have in zip(self.rules.tile_set.counts, held, strict=True)
        )


_UP_TO: dict[tuple[int, int], Any] = {}


def _number(action: Any) -> int:
    """An action by its number, also as NumPy has it."""
    try:
        return operator.index(action)
    except TypeError:
        raise TileryError("action", f"an action is the number of an option, not {action!r}") from None


def _up_to(count: int, have: int) -> Any:
    """The mask of a kind of which there are so many, and so many on the rack."""
    mask = np.zeros(count + 1, np.int8)
    mask[: have + 1] = 1
    mask.flags.writeable = False
    _UP_TO[count, have] = mask
    return mask
