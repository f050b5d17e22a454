"""Who wins from here, and how often: playouts in worlds that fit what one player knew.

Worlds are numbered, and their seed follows from the game: the same turn always meets the same worlds. All seats'
chances come from the same worlds, so they add up to 1; options are compared in the same worlds, too.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tilery.bots.memory import seen_position
from tilery.game import Game, view
from tilery.notation import Tiles
from tilery.rules.edition import Rules
from tilery.simulation import OtherSeat, Playout, Policy, SeenPosition, Simulation
from tilery.study.styles import Style
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = ["Estimate", "Playouts", "Worlds", "end_of", "known_position"]

_TRIES = 16
"""With four, a quarter of the racks imagined for two players could have laid what their owner didn't."""
WAITING = bytes(len(ALL_KINDS))
"""What drawing lays, or passing."""
_WAITING_POLICY = Policy().number


class Worlds(NamedTuple):
    """How many worlds there are to look at every option, and to measure a chance."""

    looks: int = 80
    measures: int = 400


class Estimate(NamedTuple):
    """How often each seat won, in how many worlds; ``wins`` has those of the player world by world."""

    chances: tuple[float, ...]
    worlds: int
    wins: tuple[bool, ...] = ()

    def ahead_of(self, other: Estimate) -> tuple[float, float]:
        """By how much the player wins more often than after another option in the same worlds, and its error."""
        pairs = list(zip(self.wins, other.wins, strict=True))
        ahead = [mine - theirs for mine, theirs in pairs]
        mean = sum(ahead) / len(ahead)
        variance = sum((each - mean) ** 2 for each in ahead) / max(1, len(ahead) - 1)
        return mean, math.sqrt(variance / len(ahead))


def known_position(game: Game, seat: int, known: Sequence[OtherSeat], style: Style) -> SeenPosition | None:
    """What a seat knows of a game; ``None`` for a made-up one whose tiles are not those of the tile set."""
    others = tuple(
        other._replace(guesses=((_WAITING_POLICY, 1.0),) if waits else ())
        for other, waits in zip(known, style.waits, strict=True)
    )
    position = seen_position(view(game, seat), others)
    return None if position is None else position._replace(tries=_TRIES)


def end_of(game: Game) -> tuple[float, ...] | None:
    """Everybody's chance once the game is over: 1 for the winner."""
    if game.result is None:
        return None
    return tuple(float(seat == game.result.winner) for seat in range(game.seats))


class Playouts:
    """Playouts of one game: its simulation, and the seed of its worlds."""

    def __init__(self, rules: Rules, seats: int, commitment: str) -> None:
        # Where jokers are bound, games in which they move freely still tell options apart.
        self._simulation = Simulation(rules, seats, approximate=True)
        self._commitment = commitment
        self.exact = self._simulation.exact
        self.seats = seats

    def options(
        self, position: SeenPosition, laid: Sequence[bytes], policy: int, worlds: int, seed: str
    ) -> list[Estimate]:
        """How each option comes out in the same worlds."""
        found = self._simulation.evaluate(position, laid, policy, self._seed(seed), 0, worlds)
        return [self._estimate(playouts) for playouts in found]

    def from_here(self, position: SeenPosition, policy: int, worlds: int, seed: str) -> Estimate:
        """How the game comes out from where it stands."""
        return self._estimate(self._simulation.play_on(position, policy, self._seed(seed), 0, worlds))

    def _estimate(self, playouts: Sequence[Playout]) -> Estimate:
        count = Counter(playout.winner for playout in playouts)
        chances = tuple(round(count[seat] / len(playouts), 4) for seat in range(self.seats))
        return Estimate(chances, len(playouts), tuple(playout.won for playout in playouts))

    def _seed(self, name: str) -> int:
        digest = hashlib.blake2b(f"{self._commitment} {name}".encode(), digest_size=8).digest()
        return int.from_bytes(digest) >> 1


def laid_counts(tiles: Tiles) -> bytes:
    """What laying these tiles is to a playout."""
    return bytes(count_kinds(tiles))
