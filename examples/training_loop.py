"""The smallest training loop: how often to draw although one could play? python training_loop.py [GAMES]"""

import sys

import numpy as np

from tilery.env import env

chance, lean = np.random.default_rng(1), 0.0  # the lean towards waiting, as log odds
game, wins = env("sabra", players=2, options=1), 0
games = int(sys.argv[1]) if len(sys.argv) > 1 else 500
for number in range(games):
    game.reset(seed=number)
    trace, learner = 0.0, f"player_{number % 2}"
    for agent in game.agent_iter():
        seen, reward, over, _, _ = game.last()
        if over:
            if agent == learner:
                wins += reward > 0
                lean += 0.02 * reward * trace  # what was done in a game that was won becomes likelier
            game.step(None)
            continue
        can_play = bool(seen["action_mask"][1])
        waits = 1 / (1 + np.exp(-lean)) if agent == learner else 0.0
        draws = chance.random() < waits
        trace += (draws - waits) if can_play and agent == learner else 0.0
        game.step(int(can_play and not draws))
print(f"after {games} games: waits with {1 / (1 + np.exp(-lean)):.0%}, won {wins / games:.0%}")
