"""The plays worth thinking about, by the solver: most tiles, most value, jokers kept, a single tile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from tilery.game import View
from tilery.notation import Tiles
from tilery.solver import Batch, Objective, Play, Question

__all__ = ["candidates"]


def candidates(view: View, seconds: float, only_out: bool = False) -> list[Play]:
    """Different plays worth thinking about, the most tiles first; none when nothing can be played.

    Where going out is found, or is all that is asked for, there is nothing else to think about.
    """
    found: dict[Tiles, Play] = {}
    end = time.monotonic() + seconds
    for play in _plays(view, end, only_out):
        found.setdefault(Tiles(sorted(play.played)), play)
        if play.goes_out or time.monotonic() > end:
            break
    return list(found.values())


def _plays(view: View, end: float, only_out: bool) -> Iterator[Play]:
    assert view.seat is not None and view.rack is not None
    opened = view.opened[view.seat]
    ask = partial(_ask, view, end)
    if opened:
        yield from ask(must=view.rack)  # going out is the easiest question, and the one that must not be missed
    if only_out:
        return
    most = next(ask(), None)
    if most is None:
        return
    yield most
    jokers = Tiles([kind for kind in view.rack if kind.is_joker])
    if jokers:
        yield from ask(keep=jokers)
    yield from ask(objective="value")
    if opened and most.tiles > 1:
        for single in _singles(view, most.played):
            yield from ask(rack=single)


def _ask(
    view: View,
    end: float,
    objective: Objective = "tiles",
    rack: Tiles | None = None,
    must: Tiles = Tiles(),  # noqa: B008 (immutable)
    keep: Tiles = Tiles(),  # noqa: B008
) -> Iterator[Play]:
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
