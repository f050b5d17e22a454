"""The plays worth thinking about, by the solver: most tiles, most value, jokers kept, a single tile."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from tilery.game import View
from tilery.notation import Tiles
from tilery.solver import Batch, Objective, Question, Solution

__all__ = ["candidates", "parts"]

_PARTS = 10
_SHARES = (0.2, 0.5, 0.8)


def candidates(view: View, seconds: float, most: int | None = None) -> list[Solution]:
    """Different plays worth thinking about, the most tiles first; none when nothing can be played.

    Where going out is found there is nothing else to think about; otherwise at most so many are looked for.
    """
    assert view.seat is not None and view.rack is not None
    end = time.monotonic() + seconds
    out = list(_ask(view, end, must=view.rack))  # the easiest question, and the one that must not be missed
    if out:
        return out
    found: dict[Tiles, Solution] = {}
    for play in itertools.islice(_plays(view, end), most):
        found.setdefault(Tiles(sorted(play.played)), play)
        if play.goes_out or time.monotonic() > end:
            break
    return list(found.values())


def parts(view: View, plays: Sequence[Solution], chance: Random, seconds: float) -> list[Solution]:
    """Plays that keep some of the tiles which those given lay: with the pool empty it may pay to lay just enough."""
    assert view.seat is not None and view.rack is not None
    end = time.monotonic() + seconds
    found = {Tiles(sorted(play.played)): None for play in plays}
    more = []
    for _ in range(_PARTS):
        if time.monotonic() > end:
            break
        kept = Tiles([kind for kind in plays[0].played if chance.random() < chance.choice(_SHARES)])
        for play in _ask(view, end, keep=kept):
            if Tiles(sorted(play.played)) not in found:
                found[Tiles(sorted(play.played))] = None
                more.append(play)
    return more


def _plays(view: View, end: float) -> Iterator[Solution]:
    assert view.seat is not None and view.rack is not None
    ask = partial(_ask, view, end)
    most = next(ask(), None)
    if most is None:
        return
    yield most
    jokers = Tiles([kind for kind in view.rack if kind.is_joker])
    if jokers:
        yield from ask(keep=jokers)
    yield from ask(objective="value")
    if view.opened[view.seat] and most.tiles > 1:
        for single in _singles(view, most.played, end):
            yield from ask(rack=single)


def _ask(
    view: View,
    end: float,
    objective: Objective = "tiles",
    rack: Tiles | None = None,
    must: Tiles = Tiles(),  # noqa: B008 (immutable)
    keep: Tiles = Tiles(),  # noqa: B008
) -> Iterator[Solution]:
    """The best play of this sort, if there is one."""
    assert view.seat is not None and view.rack is not None
    question = Question(
        view.rules,
        view.table,
        view.rack if rack is None else rack,
        opened=view.opened[view.seat],
        objective=objective,
        must=must,
        keep=keep,
        seconds=max(0.001, end - time.monotonic()),
    )
    play = question.best()
    if play is not None:
        yield play._replace(goes_out=play.tiles == len(view.rack))


def _singles(view: View, tiles: Tiles, end: float) -> list[Tiles]:
    """The dearest and the cheapest of these tiles that can be laid alone."""
    batch = Batch(view.rules)
    kinds = sorted({*tiles}, key=view.rules.penalty)
    for kind in kinds:
        batch.add(view.table, Tiles([kind]))
    results = batch.solve(max(0.001, (end - time.monotonic()) / 2))
    alone = [Tiles([kind]) for kind, result in zip(kinds, results, strict=True) if result.playable]
    return alone if len(alone) < 3 else [alone[-1], alone[0]]
