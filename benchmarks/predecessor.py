"""The strategist as it was before it kept a belief about the others, frozen: what came after has to beat it.

``benchmarks.predecessor:Predecessor`` is its name in an arena.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilery.bots.candidates import candidates
from tilery.bots.host import fallback
from tilery.bots.memory import seen_position
from tilery.bots.protocol import Bot, ThinkingTime
from tilery.game import Action, Drew, Event, Play, Played, Settled, Started, View
from tilery.notation import Table
from tilery.simulation import MOST_TILES, OtherSeat, SeenPosition, Simulation, available
from tilery.solver import Solution
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = ["Predecessor"]

_USUAL_DRAWS = 5
"""So many draws in a row happen to anybody; from there on waiting becomes likelier with each."""
_SUSPICION = 0.1
_SUREST = 0.9


class FrozenMemory:
    """The events of a game as one seat hears them, boiled down to what they say about the racks of the others.

    A player who lays all that can be laid holds, after its turn, nothing that fits the table. Who draws
    again and again may be waiting to go out in one turn, and then holds anything.
    """

    def __init__(self) -> None:
        self._table = bytes(count_kinds(()))
        self._others: dict[int, OtherSeat] = {}
        self._draws: dict[int, int] = {}

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what has happened."""
        for event in events:
            if isinstance(event, Played):
                self._lies(event.table)
                self._others[event.seat] = OtherSeat(self._table)
                self._draws[event.seat] = 0
            elif isinstance(event, Drew):
                draws = self._draws[event.seat] = self._draws.get(event.seat, 0) + 1
                waits = min(_SUREST, _SUSPICION * max(0, draws - _USUAL_DRAWS))
                self._others[event.seat] = OtherSeat(self._table, event.count, ((0, waits), (MOST_TILES, 1 - waits)))
            elif isinstance(event, Started) and event.midway is not None:
                self._lies(event.midway.table)
            elif isinstance(event, Settled):  # time ran out: what lies there says nothing about the rack
                self._lies(event.table)
                self._others.pop(event.seat, None)

    def others(self, seats: int, opened: tuple[bool, ...]) -> tuple[OtherSeat, ...]:
        """What is known of every seat; who has not opened cannot be waiting."""
        known = [self._others.get(seat, OtherSeat()) for seat in range(seats)]
        return tuple(
            other if has_opened else other._replace(guesses=()) for other, has_opened in zip(known, opened, strict=True)
        )

    def _lies(self, table: Table) -> None:
        self._table = bytes(count_kinds(table.tiles()))


class FrozenPlan(NamedTuple):
    """How a strategist thinks.

    It plays by its rule (``waits``, by the number of seats from two: see :data:`tilery.simulation.MOST_TILES`)
    unless playing out shows another option to be better by ``doubt`` standard errors; after ``enough`` worlds it
    goes on only if one is ahead by ``hope`` of them. A won game counts ``win`` points beside its score. With more
    than ``many`` tiles, which only happens to those who wait, it keeps to its rule.

    ``work`` is how many questions the playouts may ask the solver, ``special_work`` where there are special jokers:
    the same everywhere, so that the same seed plays the same game on every machine fast enough for the clock.
    """

    work: int = 4000
    special_work: int = 800
    at_once: int = 6
    waits: tuple[int, ...] = (0, 0, 1, 1, 1)
    win: float = 25.0
    doubt: float = 1.5
    enough: int = 40
    hope: float = 0.5
    many: int = 24
    share: float = 0.8


class _Choice:
    """Something that could be done: a play, or drawing; and how it came out where it was played out."""

    def __init__(self, play: Solution | None) -> None:
        self.play = play
        self.counts = bytes(len(ALL_KINDS)) if play is None else bytes(count_kinds(play.played))
        self.worth: list[float] = []
        self.wins = 0

    @property
    def tiles(self) -> int:
        return 0 if self.play is None else self.play.tiles

    def lead(self, other: _Choice) -> float:
        """By how many standard errors this option is ahead of another in the worlds both were played out in."""
        ahead = [mine - theirs for mine, theirs in zip(self.worth, other.worth, strict=False)]
        if len(ahead) < 2:
            return 0.0
        spread = statistics.stdev(ahead) or 1e-9
        return statistics.fmean(ahead) / spread * math.sqrt(len(ahead))


class Predecessor(Bot):
    """Plays options out and does what comes out best; where nothing does, it keeps to its rule."""

    def __init__(self, seed: int = 0, plan: FrozenPlan = FrozenPlan()) -> None:  # noqa: B008 (immutable)
        self._chance = random.Random(seed)
        self._plan = plan
        self._memory = FrozenMemory()
        self._simulation: Simulation | None = None

    def watch(self, events: Sequence[Event]) -> None:
        self._memory.hear(events)

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        end = time.monotonic() + self._plan.share * clock.seconds
        seed = self._chance.getrandbits(63)
        waits, many = self._waits(view), len(view.rack) > self._plan.many
        wanted = 0 if waits and many else 1 if many else None
        plays = candidates(view, self._plan.share * clock.seconds / 2, wanted)
        if not plays:
            return fallback(view)
        out = next((play for play in plays if play.goes_out), None)
        if out is not None:
            return Play(view.seat, out.table)
        position = None
        if available() and not many:
            position = seen_position(view, self._memory.others(len(view.counts), view.opened))
        options = [*map(_Choice, plays), _Choice(None)]
        usual = options[-1] if waits else options[0]
        best = usual if position is None else self._best(view, position, options, usual, seed, end)
        return fallback(view) if best.play is None else Play(view.seat, best.play.table)

    def _waits(self, view: View) -> bool:
        """The rule: open as soon as possible, then draw until going out, unless somebody else is about to."""
        assert view.seat is not None
        others = {*range(len(view.counts))} - {view.seat} - view.resigned
        fewest = min(view.counts[seat] for seat in others)
        return view.opened[view.seat] and view.pool > 0 and fewest > self._policy(view)

    def _policy(self, view: View) -> int:
        return self._plan.waits[len(view.counts) - 2]

    def _best(
        self, view: View, position: SeenPosition, options: Sequence[_Choice], usual: _Choice, seed: int, end: float
    ) -> _Choice:
        """The option that comes out best; those that fall behind the usual one are played out no further."""
        # Playouts compare options: where jokers are bound, games in which they move freely still tell them apart.
        simulation = self._simulation = self._simulation or Simulation(view.rules, len(view.counts), approximate=True)
        policy = self._policy(view)
        limit = simulation.solves + (self._plan.special_work if view.rules.mirror else self._plan.work)
        racing, world = list(options), 0
        while len(racing) > 1 and simulation.solves < limit and (left := end - time.monotonic()) > 0:
            counts = [option.counts for option in racing]
            results = simulation.evaluate(position, counts, policy, seed, world, self._plan.at_once, limit, left)
            for option, playouts in zip(racing, results, strict=True):
                option.worth += [playout.score + self._plan.win * playout.won for playout in playouts]
                option.wins += sum(playout.won for playout in playouts)
            world += self._plan.at_once
            racing = [option for option in racing if option is usual or option.lead(usual) > -1]
            if world >= self._plan.enough and all(option.lead(usual) < self._plan.hope for option in racing):
                break
        best = max(racing, key=lambda option: (option is not usual) * option.lead(usual))
        return best if best.lead(usual) > self._plan.doubt else usual
