"""The strategist: plays candidates out in imagined worlds, and knows how to wait.

Laying tiles helps the others as much as oneself: every tile on the table is one more to build on. So besides the
plays worth thinking about it always considers drawing, and plays all of them out in worlds that fit what it has
seen and what it believes about the others. ``docs/strategy.md`` tells what each idea brought.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from tilery.bots.candidates import candidates, parts
from tilery.bots.host import fallback
from tilery.bots.memory import Memory, seen_position
from tilery.bots.policy_bot import is_ahead
from tilery.bots.protocol import Bot, ThinkingTime, Why
from tilery.game import Action, Event, Play, View
from tilery.notation import Tiles
from tilery.simulation import MOST_TILES, Policy, SeenPosition, Simulation, WhenDry, available
from tilery.solver import Solution
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = ["Plan", "Strategist"]


class Plan(NamedTuple):
    """How a strategist thinks.

    It plays by its rule unless playing out shows another option to be better by ``doubt`` standard errors; after
    ``enough`` worlds it goes on only if one is ahead by ``hope`` of them. The rule: draw until the whole rack goes at
    once or somebody holds no more than ``waits`` tiles (by the number of seats from two); not even open before that
    where ``hoards`` says so, if an opening may use the table; with the pool empty, pass while ahead.

    A won game counts ``win`` points beside its score. With more than ``many`` tiles (by the number of
    seats) it keeps to its rule, as one question to the solver takes longer and there are more of them in a game; with
    the pool empty, with more than ``settles``. There the worse half of all lines is dropped after every ``halving``
    worlds.

    ``work`` is how many questions the playouts may ask the solver, ``special_work`` where there are special jokers:
    the same everywhere, so that the same seed plays the same game on every machine fast enough for the clock.
    """

    work: int = 4000
    special_work: int = 800
    at_once: int = 6
    waits: tuple[int, ...] = (0, 1, 1, 1, 1)
    hoards: tuple[bool, ...] = (False, True, True, True, True)
    win: float = 25.0
    doubt: float = 1.5
    enough: int = 40
    hope: float = 0.5
    many: tuple[int, ...] = (12, 24, 24, 24, 24)
    settles: int = 56
    halving: int = 3
    share: float = 0.8


_NOTHING = Why("nothing", "nothing could be played")
_DREW = "drew with {} to play, to go out in one turn later"
_NOT_YET = Why("wait", "draws until all its many tiles go at once")


class _Choice:
    """Something that could be done: a play, or drawing; and how it came out where it was played out."""

    def __init__(self, play: Solution | None) -> None:
        self.play = play
        self.counts = bytes(len(ALL_KINDS)) if play is None else bytes(count_kinds(play.played))
        self.worth: list[float] = []
        self.chance: float | None = None

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


class Strategist(Bot):
    """Plays options out and does what comes out best; where nothing does, it keeps to its rule."""

    def __init__(self, seed: int = 0, plan: Plan = Plan()) -> None:  # noqa: B008 (immutable)
        self._chance = random.Random(seed)
        self._plan = plan
        self._memory = Memory()
        self._simulation: Simulation | None = None

    def watch(self, events: Sequence[Event]) -> None:
        self._memory.hear(events)

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        end = time.monotonic() + self._plan.share * clock.seconds
        seed = self._chance.getrandbits(63)
        position = seen_position(view, self._memory.others(len(view.counts))) if available() else None
        waits, thinks = self._waits(view), self._thinks(view)
        wanted = None if thinks else 0 if waits else 1
        plays = candidates(view, self._plan.share * clock.seconds / 2, wanted)
        late = time.monotonic() > end - self._plan.share * clock.seconds / 2
        self.cut = late and not any(play.goes_out for play in plays)
        if not plays:
            self.why = _NOT_YET if wanted == 0 else _NOTHING
            return fallback(view)
        out = next((play for play in plays if play.goes_out), None)
        if out is not None:
            self.why = Why("out", "all tiles could be played")
            return Play(view.seat, out.table)
        if position is not None and thinks and not view.pool:
            plays += parts(view, plays, self._chance, max(0.001, (end - time.monotonic()) / 2))
        options = [*map(_Choice, plays), _Choice(None)]
        best = options[-1] if waits else options[0]
        if position is not None and thinks:
            work = clock.solves or (self._plan.special_work if view.rules.mirror else self._plan.work)
            best = (self._best if view.pool else self._settle)(view, position, options, best, seed, end, work)
        self.cut |= time.monotonic() >= end
        self.why = _explain(view.rack, best, options, not view.pool)
        return fallback(view) if best.play is None else Play(view.seat, best.play.table)

    def _thinks(self, view: View) -> bool:
        """Whether playing out is worth its price."""
        assert view.rack is not None
        many = self._plan.many[len(view.counts) - 2] if view.pool else self._plan.settles
        return len(view.rack) <= many

    def _waits(self, view: View) -> bool:
        """The rule: wait to go out in one turn, unless somebody else is about to."""
        assert view.seat is not None
        policy = self._policy(view)
        others = {*range(len(view.counts))} - {view.seat} - view.resigned
        fewest = min(view.counts[seat] for seat in others)
        if not view.pool:
            return is_ahead(view)
        return (view.opened[view.seat] or policy.hoards > 0) and fewest > policy.others

    def _policy(self, view: View) -> Policy:
        place = len(view.counts) - 2
        hoards = self._plan.hoards[place] and view.rules.table_in_opening
        return Policy(self._plan.waits[place], hoards=int(hoards), ending="calm")

    def _best(
        self,
        view: View,
        position: SeenPosition,
        options: Sequence[_Choice],
        usual: _Choice,
        seed: int,
        end: float,
        work: int,
    ) -> _Choice:
        """The option that comes out best; those that fall behind the usual one are played out no further."""
        # Playouts compare options: where jokers are bound, games in which they move freely still tell them apart.
        simulation = self._simulation = self._simulation or Simulation(view.rules, len(view.counts), approximate=True)
        policy = self._policy(view).number
        limit = simulation.solves + work
        racing, wins, world = list(options), Counter[_Choice](), 0
        while len(racing) > 1 and simulation.solves < limit and (left := end - time.monotonic()) > 0:
            counts = [option.counts for option in racing]
            results = simulation.evaluate(position, counts, policy, seed, world, self._plan.at_once, limit, left)
            for option, playouts in zip(racing, results, strict=True):
                option.worth += [playout.score + self._plan.win * playout.won for playout in playouts]
                wins[option] += sum(playout.won for playout in playouts)
            world += self._plan.at_once
            racing = [option for option in racing if option is usual or option.lead(usual) > -1]
            if world >= self._plan.enough and all(option.lead(usual) < self._plan.hope for option in racing):
                break
        ahead = max(racing, key=lambda option: (option is not usual) * option.lead(usual))
        best = ahead if ahead.lead(usual) > self._plan.doubt else usual
        if best.worth:
            best.chance = wins[best] / len(best.worth)
        return best

    def _settle(
        self,
        view: View,
        position: SeenPosition,
        options: Sequence[_Choice],
        usual: _Choice,
        seed: int,
        end: float,
        work: int,
    ) -> _Choice:
        """The best option with the pool empty: no more luck, so every option is played out against every way in which
        the others may play on, and oneself plays on in the way that comes out best.

        With two players the other rack is all that isn't seen, and there's nothing to imagine. With more, worlds are,
        and after a few the worse half of all lines is dropped.
        """
        simulation = self._simulation = self._simulation or Simulation(view.rules, len(view.counts), approximate=True)
        limit = simulation.solves + work
        lines = [_Continuation(option, way) for option in options for way in _WAYS]
        for number, (known, chance) in enumerate(_dry_worlds(position), 1):
            counts, ways = [line.option.counts for line in lines], [line.way for line in lines]
            left = max(0.001, end - time.monotonic())
            found = simulation.evaluate(known, counts, ways, seed, number, 1, limit, left)
            if not all(found):
                break
            for line, [playout] in zip(lines, found, strict=True):
                line.weight += chance
                line.worth += chance * (playout.score + self._plan.win * playout.won)
                line.won += chance * playout.won
            if len(view.counts) > 2 and number % self._plan.halving == 0 and len(lines) > 2:
                lines = sorted(lines, key=lambda line: -line.worth)[: (len(lines) + 1) // 2]
        best = max(lines, key=lambda line: (line.worth, line.option is usual))
        if not best.weight:
            return usual
        best.option.chance = best.won / best.weight
        return best.option


class _Continuation:
    """An option and how one plays on after it, with the pool empty."""

    def __init__(self, option: _Choice, way: int) -> None:
        self.option, self.way = option, way
        self.weight = self.worth = self.won = 0.0


_WAYS = [MOST_TILES, *(Policy(hoards=1, ending=ending).number for ending in get_args(WhenDry)[1:])]
_MOST_WORLDS = 60


def _dry_worlds(position: SeenPosition) -> Iterator[tuple[SeenPosition, float]]:
    """Worlds with the pool empty, each with its weight: with two players one for each way the other may play on."""
    if len(position.held) > 2:
        yield from itertools.repeat((position, 1.0), _MOST_WORLDS)
        return
    for guess, chance in _endings(position.others[1 - position.turn].guesses):
        others = tuple(other._replace(guesses=((guess, 1.0),)) for other in position.others)
        yield position._replace(others=others), chance


def _endings(guesses: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """How somebody may play on with the pool empty: who hoards and who waits do the same then."""
    chances: dict[int, float] = defaultdict(float)
    for guess, chance in guesses:
        ending = "lays" if guess == MOST_TILES else Policy.of(guess).ending
        chances[MOST_TILES if ending == "lays" else Policy(hoards=1, ending=ending).number] += chance
    return list(chances.items())


def _explain(rack: Tiles, best: _Choice, options: Sequence[_Choice], passes: bool) -> Why:
    most = max(options, key=lambda option: option.tiles)
    proof = "" if best.chance is None else f"; {best.chance:.0%} of the games played out from there were won"
    if best.play is None:
        assert most.play is not None
        if passes:
            return Why(
                "pass", f"passed with {most.tiles} to play, to lay none before others do{proof}", most.play.played
            )
        return Why("wait", f"drew with {most.tiles} to play, to go out in one turn later{proof}", most.play.played)
    held = rack.without(best.play.played)
    if best.tiles < most.tiles:
        return Why(
            "hold", f"played {best.tiles} of {most.tiles} that could be played, and held the others back{proof}", held
        )
    return Why("play", f"played {best.tiles}, the most that could be played{proof}", held)
