"""The plays worth thinking about, by the solver: most tiles, most value, jokers kept, a single tile."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from functools import partial

from tilery.game import View
from tilery.notation import Tiles
from tilery.solver import Batch, Objective, Question, Solution

__all__ = ["candidates"]


def candidates(view: View, seconds: float, most: int | None = None) -> list[Solution]:
    """Different plays worth thinking about, the most tiles first; none when nothing can be played.

    Where going out is found there is nothing else to think about; otherwise at most so many are looked for.
    """
    assert view.seat is not None and view.rack is not None
    end = time.monotonic() + seconds
    if view.opened[view.seat]:
        out = list(_ask(view, end, must=view.rack))  # the easiest question, and the one that must not be missed
        if out:
            return out
    found: dict[Tiles, Solution] = {}
    for play in itertools.islice(_plays(view, end), most):
        found.setdefault(Tiles(sorted(play.played)), play)
        if play.goes_out or time.monotonic() > end:
            break
    return list(found.values())


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
        for single in _singles(view, most.played):
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


def _singles(view: View, tiles: Tiles) -> list[Tiles]:
    """The dearest and the cheapest of these tiles that can be laid alone."""
    batch = Batch(view.rules)
    kinds = sorted({*tiles}, key=view.rules.penalty)
    for kind in kinds:
        batch.add(view.table, Tiles([kind]))
    alone = [Tiles([kind]) for kind, result in zip(kinds, batch.solve(0.02), strict=True) if result.playable]
    return alone if len(alone) < 3 else [alone[-1], alone[0]]
