"""Following a game from one seat: what a view becomes by an event as that seat sees it.

Nothing here knows more than the view does, so whatever a client is shown it can work out by itself.

>>> from tilery.game.actions import Draw, Start
>>> from tilery.game.apply import apply
>>> from tilery.game.state import new_game
>>> from tilery.game.view import view, view_events
>>> from tilery.rules.edition import edition
>>> game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
>>> after, events = apply(game, Draw(seat=1))
>>> follow(view(game, 0), view_events(events, 0)[0]) == view(after, 0)
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tilery.game.events import Contributed, Drew, Ended, Event, KeptTile, Passed, Played, Resigned, Settled, Started
from tilery.game.state import Phase, next_seat, passes_without, taken_up
from tilery.game.view import View
from tilery.notation import Tiles

__all__ = ["follow"]


def follow(view: View, event: Event) -> View:
    """The view after an event as its seat sees it."""
    changed = _CHANGES[type(event)](view, event)
    return msgspec.structs.replace(view, revision=view.revision + 1, **changed)


def _contributed(view: View, event: Contributed) -> dict[str, object]:
    return {"contributions": _at(view.contributions, event.seat, event.words)}


def _started(view: View, event: Started) -> dict[str, object]:
    midway = event.midway
    counts = (view.rules.rack_size,) * len(view.counts) if midway is None else midway.counts
    lying = 0 if midway is None else sum(map(len, midway.table))
    racks: dict[str, object] = {}
    if view.seat is not None:
        racks["rack"] = event.racks[view.seat]
    if view.racks is not None:
        racks["racks"] = event.racks
    return {
        "phase": Phase.PLAYING,
        "draws": event.draws,
        "starter": event.starter,
        "turn": event.starter,
        "counts": counts,
        "pool": view.rules.tile_set.total - sum(counts) - lying,
        **racks,
        **taken_up(midway),
    }


def _played(view: View, event: Played) -> dict[str, object]:
    return {
        **_rack(view, event.seat, event.tiles, Tiles()),
        "table": event.table,
        "opened": _at(view.opened, event.seat, True),
        "last": event.seat,
        "passes": 0,
        "turn": _next(view, event.seat),
        "drawn": None,
    }


def _drew(view: View, event: Drew) -> dict[str, object]:
    racks = _rack(view, event.seat, Tiles(), event.tiles or Tiles())
    counts = _at(view.counts, event.seat, view.counts[event.seat] + event.count)
    return {
        **racks,
        "counts": counts,
        "pool": view.pool - event.count,
        "passes": 0,
        "turn": event.seat if event.frees else _next(view, event.seat),
        "drawn": event.tiles if event.frees else None,
    }


def _kept(view: View, event: KeptTile) -> dict[str, object]:
    return {"turn": _next(view, event.seat), "drawn": None}


def _passed(view: View, event: Passed) -> dict[str, object]:
    active = len(view.counts) - len(view.resigned)
    return {"passes": active if event.stuck else view.passes + 1, "turn": _next(view, event.seat)}


def _settled(view: View, event: Settled) -> dict[str, object]:
    laid = {"last": event.seat, "passes": 0} if event.laid else {}
    return {
        **_rack(view, event.seat, event.laid, event.taken),
        "table": event.table,
        "opened": _at(view.opened, event.seat, view.opened[event.seat] or event.opening),
        "turn": _next(view, event.seat),
        "drawn": None,
        **laid,
    }


def _resigned(view: View, event: Resigned) -> dict[str, object]:
    seats, resigned = len(view.counts), view.resigned | {event.seat}
    return {
        "resigned": resigned,
        "turn": next_seat(seats, resigned, event.seat) if view.turn == event.seat else view.turn,
        "passes": passes_without(seats, view.resigned, view.turn, view.passes, event.seat),
        "drawn": None if view.turn == event.seat else view.drawn,
    }


def _ended(view: View, event: Ended) -> dict[str, object]:
    return {"phase": Phase.OVER, "result": event}


_CHANGES: dict[type, Callable[[View, Any], dict[str, object]]] = {
    Contributed: _contributed,
    Started: _started,
    Played: _played,
    Drew: _drew,
    KeptTile: _kept,
    Passed: _passed,
    Settled: _settled,
    Resigned: _resigned,
    Ended: _ended,
}


def _rack(view: View, seat: int, laid: Tiles, taken: Tiles) -> dict[str, object]:
    """What is seen of a rack after tiles went from it and came to it."""
    count = view.counts[seat] - len(laid) + len(taken)
    changed: dict[str, object] = {"counts": _at(view.counts, seat, count)}
    if view.seat == seat and view.rack is not None:
        changed["rack"] = Tiles([*view.rack.without(laid), *taken])
    if view.racks is not None:
        changed["racks"] = _at(view.racks, seat, Tiles([*view.racks[seat].without(laid), *taken]))
    return changed


def _next(view: View, seat: int) -> int:
    return next_seat(len(view.counts), view.resigned, seat)


def _at(items: tuple[Any, ...], index: int, item: object) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
