"""The plays worth thinking about, by the solver: most tiles, most value, jokers kept, a single tile."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tilery.game import View
from tilery.notation import Tiles
from tilery.solver import Batch, Play, Question

__all__ = ["candidates"]


def candidates(view: View, seconds: float) -> list[Play]:
    """Different plays worth thinking about, the most tiles first; none when nothing can be played."""
    found: dict[Tiles, Play] = {}
    end = time.monotonic() + seconds
    for play in _plays(view, end):
        found.setdefault(Tiles(sorted(play.played)), play)
        if play.goes_out or time.monotonic() > end:
            break
    return list(found.values())


def _plays(view: View, end: float) -> Iterator[Play]:
    assert view.seat is not None and view.rack is not None
    opened = view.opened[view.seat]

    def best(objective: str = "tiles", keep: Tiles = Tiles(), rack: Tiles = view.rack) -> Iterator[Play]:  # noqa: B008
        left = max(0.001, end - time.monotonic())
        question = Question(
            view.rules,
            view.table,
            rack,
            opened=opened,
            objective="value" if objective == "value" else "tiles",
            keep=keep,
            seconds=left,
        )
        play = question.best()
        if play is not None:
            yield play._replace(goes_out=play.tiles == len(view.rack or ()))

    most = next(best(), None)
    if most is None:
        return
    yield most
    jokers = Tiles([kind for kind in view.rack if kind.is_joker])
    if jokers:
        yield from best(keep=jokers)
    yield from best("value")
    if opened and most.tiles > 1:
        for single in _singles(view, most.played):
            yield from best(rack=single)


def _singles(view: View, tiles: Tiles) -> list[Tiles]:
    """The dearest and the cheapest of these tiles that can be laid alone."""
    batch = Batch(view.rules)
    kinds = sorted({*tiles}, key=view.rules.penalty)
    for kind in kinds:
        batch.add(view.table, Tiles([kind]))
    alone = [Tiles([kind]) for kind, result in zip(kinds, batch.solve(0.02), strict=True) if result.playable]
    return alone if len(alone) < 3 else [alone[-1], alone[0]]
