"""Looking on: who without a seat may see the racks, once everybody who sits here has let them in."""

from __future__ import annotations

from tilery.match import free_name
from tilery.server.table import commands as ask
from tilery.server.table.decide.deciding import Asking, Deciding, known_as, names_at, own_seat, own_seats, require
from tilery.server.table.events import KeptOut, LetIn, WatchAsked, WatchEnded
from tilery.server.table.standing import watcher_of

MOST_WATCHERS = 20
"""How many may ask at one table."""


def watch(deciding: Deciding, asking: Asking, command: ask.WatchCommand) -> None:
    """Somebody without a seat asks to see the racks."""
    table = deciding.table
    require(table.terms.setup.spectators == "racks", "no-racks", "racks are not shown at this table")
    require(asking.seat is None, "seated", "you have a seat here")
    require(watcher_of(table, asking.guest) is None, "no-need", "you have already asked")
    require(len(table.watchers) < MOST_WATCHERS, "full", f"{MOST_WATCHERS} have already asked")
    others = [table.people[each.player].name for each in table.watchers if each.player is not None]
    player, name = known_as(table, asking.guest), free_name(asking.name, [*names_at(table), *others])
    deciding.happens(WatchAsked(len(table.watchers), player, asking.guest, name, asking.face))


def let_in(deciding: Deciding, asking: Asking, command: ask.LetInCommand) -> None:
    """Somebody who sits here lets a watcher see the racks, or does not, or no longer."""
    table = deciding.table
    own_seat(asking)
    there = command.watcher < len(table.watchers) and table.watchers[command.watcher].player is not None
    require(there, "empty", f"nobody has asked as number {command.watcher}")
    kind = LetIn if command.on else KeptOut
    deciding.happens(kind(command.watcher, tuple(own_seats(table, asking))))
    require(deciding.table != table, "no-need", "you have already said so")


def end_watch(deciding: Deciding, guest: str, forgotten: bool = False) -> bool:
    """A guest watches no more; whether they did."""
    watcher = watcher_of(deciding.table, guest)
    if watcher is not None:
        deciding.happens(WatchEnded(watcher, forgotten))
    return watcher is not None
