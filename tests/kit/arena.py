"""Results without games, for tests of what follows from results, and tournaments small enough to play."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tilery.arena import ArenaGame, ArenaResult, GameSpec, Tournament, games
from tilery.arena.tournament import arranged
from tilery.rules import edition

SABRA = edition("sabra").rules()
BOTS = ("newcomer", "most-tiles")
PATIENT = 30.0
"""A clock that does not run out however busy the machine is: then the same game comes to the same result."""

ENGINE = Path(__file__).parents[2] / "examples" / "engine.py"

KILLER = """
import os, signal, sys
from pathlib import Path
folder, which, engine = sys.argv[1:]
count = 1
while True:
    try:
        os.close(os.open(Path(folder, str(count)), os.O_CREAT | os.O_EXCL))
        break
    except FileExistsError:
        count += 1
if count == int(which):
    os.kill(os.getppid(), signal.SIGKILL)
os.execv(sys.executable, [sys.executable, engine])
"""


def small(bots: Sequence[str] = BOTS, deals: int = 3, seed: str = "7", seats: int = 2) -> Tournament:
    return arranged(SABRA, bots, deals, seed, seats, PATIENT)


def killer(folder: Path, which: int) -> str:
    """An engine that kills whoever started it when it is started for the so-manyth time; then it plays well."""
    script = folder / "killer.py"
    script.write_text(KILLER, encoding="utf-8")
    starts = folder / "starts"
    starts.mkdir(exist_ok=True)
    return "engine:" + shlex.join([sys.executable, str(script), str(starts), str(which), str(ENGINE)])


def told(of: Tournament, spec: GameSpec, winner: int, score: int = 10, moves: int = 20) -> ArenaResult:
    """A result of which only the winner's seat and score matter; the others share the loss."""
    seats = of.seats
    scores = [-score] * seats
    scores[winner] = score * (seats - 1)
    return ArenaResult(
        *spec,
        bots=spec.seating(of),
        starter=0,
        winner=winner,
        ending="out",
        scores=tuple(scores),
        tiles=tuple(0 if seat == winner else 2 for seat in range(seats)),
        moves=(moves,) * seats,
        seconds=(moves / 100,) * seats,
        slowest=(0.05,) * seats,
        faults=((),) * seats,
    )


def won_by(of: Tournament, *winners: int) -> list[ArenaResult]:
    """Results in which these bots win, game by game."""
    return [told(of, spec, spec.seating(of).index(bot)) for spec, bot in zip(games(of), winners, strict=True)]


def simulated(of: Tournament, strengths: Sequence[float], rng: Random, luck: float = 0.0) -> list[ArenaResult]:
    """Results drawn by Luce's rule. With ``luck`` every deal favours some seats, the same in all its games."""
    found = []
    favours: dict[int, list[float]] = {}
    for spec in games(of):
        favour = favours.setdefault(spec.deal, [math.exp(rng.gauss(0, luck)) for _ in range(of.seats)])
        weights = [strengths[bot] * share for bot, share in zip(spec.seating(of), favour, strict=True)]
        found.append(told(of, spec, rng.choices(range(of.seats), weights)[0], rng.randint(1, 60)))
    return found


def timeless(results: Iterable[ArenaResult | ArenaGame]) -> list[dict[str, Any]]:
    """Results in order and without what differs from one playing to the next: the seconds."""
    plain = [one.result if isinstance(one, ArenaGame) else one for one in results]
    names = [name for name in ArenaResult.__struct_fields__ if name not in ("seconds", "slowest")]
    return [{name: getattr(one, name) for name in names} for one in sorted(plain, key=lambda one: one.spec)]
