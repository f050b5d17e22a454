"""Train a small policy on one core, seat it in the arena and see whether it beats a level of the ladder.

    pip install "tilery[env]"
    python examples/train_policy.py --seconds 60 --pairs 100

The policy has ten numbers. In every turn it weighs drawing, the play of most tiles and the best play that keeps the
jokers, each by a few things a player would look at, and mostly takes the one that weighs most. It learns against the
most-tiles bot by REINFORCE: what was done in games that were won becomes likelier. What it learned is in policy.json;
``tilery arena --bots train_policy:Learned,skilled`` finds it there, too.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import tilery
from tilery.arena import games, play, standings, tournament
from tilery.bots import Bot, ThinkingTime, fallback
from tilery.env import FIELDS, ManyGames, encode_tiles, encode_view
from tilery.game import Action, Play, View
from tilery.solver import Question

POLICY = Path("policy.json")
NAMES = (
    *("plays", "tiles", "goes out", "jokers", "value"),
    *("opened", "others' tiles", "others nearly out", "own tiles", "pool empty"),
)
VALUE = np.r_[np.tile(np.arange(1, 14), 4), [30] * 4]
TILES = np.full(56, 1 << 16) + VALUE
KEEP_JOKERS = np.r_[TILES[:52], [-(1 << 24)] * 4]


def features(seen: np.ndarray, options: np.ndarray) -> np.ndarray:
    """What there is to say of each option: (games, options, tiles) to (games, options, features). Drawing is all 0."""
    rack, held = seen[:, FIELDS["rack"]], seen[:, FIELDS["held"]].astype(int)
    opened = seen[:, FIELDS["opened"]][:, :1] > 0
    others = np.where(held[:, 1:] > 0, held[:, 1:], 99).min(1, keepdims=True)
    laid = options.sum(2).astype(float)
    plays = laid > 0
    return np.stack(
        [
            plays,
            laid / 10,
            plays & (laid == rack.sum(1, keepdims=True)),
            options[:, :, 52:].sum(2) / 2,
            options @ VALUE / 50,
            plays & opened,
            (plays & opened) * np.minimum(others, 15) / 15,
            plays & opened & (others <= 3),
            (plays & opened) * rack.sum(1, keepdims=True) / 15,
            plays & (seen[:, FIELDS["pool"]] == 0),
        ],
        axis=2,
    ).astype(float)


def chances(weights: np.ndarray, seen: np.ndarray, options: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How likely each option is, and its features; an option that is there twice counts once."""
    found = features(seen, options)
    score = found @ weights
    score[:, 1:][options[:, 1:].sum(2) == 0] = -np.inf  # drawing is the first option, and no other
    score[:, 2][(options[:, 2] == options[:, 1]).all(1)] = -np.inf
    likely = np.exp(score - score.max(1, keepdims=True))
    return likely / likely.sum(1, keepdims=True), found


def train(seconds: float, seed: int = 1, at_once: int = 500, edition: str = "sabra") -> tuple[np.ndarray, list[float]]:
    """Weights, and the share of games won, a number for every thousand games."""
    many, chance = ManyGames(edition, 2, at_once, seed), np.random.default_rng(seed)
    weights, speed, spread = np.zeros((3, len(NAMES)))
    traces, rows, own_seat = np.zeros((at_once, len(NAMES))), np.arange(at_once), np.arange(at_once) % 2
    gradient, batch, baseline, steps = np.zeros(len(NAMES)), 0, 0.0, 0
    shares: list[float] = []
    ended = won = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen, most = many.observe(), many.best()
        options = np.stack([np.zeros_like(most), most, many.best(KEEP_JOKERS)], axis=1)
        own = many.turns() == own_seat
        likely, found = chances(weights, seen, options)
        chosen = (likely.cumsum(1) > chance.random((at_once, 1))).argmax(1)
        surprise = found[rows, chosen] - (likely[:, :, None] * found).sum(1)
        traces[own] += surprise[own]
        after = many.step(np.where(own[:, None], options[rows, chosen], most))
        over = np.flatnonzero(after.done)
        if len(over):
            score = after.scores[over, own_seat[over]]
            reward = np.sign(score) + score / 200
            gradient += ((reward - baseline)[:, None] * traces[over]).sum(0)
            baseline += 0.02 * (reward.mean() - baseline)
            batch, ended, won = batch + len(over), ended + len(over), won + int((score > 0).sum())
            traces[over] = 0
        if batch >= 100:  # Adam, by hand
            steps += 1
            step = gradient / batch
            speed, spread = 0.9 * speed + 0.1 * step, 0.99 * spread + 0.01 * step**2
            weights += 0.1 * speed / (1 - 0.9**steps) / (np.sqrt(spread / (1 - 0.99**steps)) + 1e-6)
            gradient, batch = np.zeros(len(NAMES)), 0
        if ended >= 1000:
            shares, ended, won = [*shares, won / ended], 0, 0
    return weights, shares


class Learned(Bot):
    """A bot that plays by the policy."""

    def __init__(self, seed: int = 0) -> None:
        self._weights = np.array(json.loads(POLICY.read_text("utf-8"))["weights"])

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        opened, jokers = view.opened[view.seat], tilery.Tiles([kind for kind in view.rack if kind.is_joker])
        question: dict[str, Any] = {"opened": opened, "seconds": clock.seconds / 2}
        plays = [Question(view.rules, view.table, view.rack, **question).best()]
        plays.append(Question(view.rules, view.table, view.rack, keep=jokers, **question).best())
        options = np.stack([encode_tiles(() if play is None else play.played) for play in (None, *plays)])
        likely, _ = chances(self._weights, encode_view(view)[None], options[None])
        best = int(likely[0].argmax())
        chosen = plays[best - 1] if best else None
        return fallback(view) if chosen is None else Play(view.seat, chosen.table)


def main(seconds: float, pairs: int, against: str) -> None:
    """Train, write the policy down, and let it play."""
    weights, shares = train(seconds)
    POLICY.write_text(json.dumps({"weights": weights.tolist(), "features": NAMES}), "utf-8")
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:>18} {weight:+.2f}")
    print("won against most-tiles, every thousand games:", " ".join(f"{share:.0%}" for share in shares))
    meeting = tournament(tilery.edition("sabra").rules(), [Learned, against], deals=pairs, seed="1")
    results = [play(meeting, game).result for game in games(meeting)]
    for bot in standings(meeting, results).bots:
        print(f"{bot.name}: {bot.win_rate:.1%} of {bot.games} games won ({bot.low:.1%} to {bot.high:.1%})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--against", default="skilled")
    main(**vars(parser.parse_args()))
