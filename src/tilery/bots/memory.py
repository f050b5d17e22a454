"""What a seat remembers of the others: the table each of them last could not or would not play on."""

from __future__ import annotations

from collections.abc import Iterable

from tilery.game import Drew, Event, Played, Settled
from tilery.notation import Table
from tilery.simulation import OtherSeat
from tilery.tiles import count_kinds

__all__ = ["Memory"]

_USUAL_DRAWS = 5
"""So many draws in a row happen to anybody; from there on waiting becomes likelier with each."""
_SUSPICION = 0.1
_SUREST = 0.9


class Memory:
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
                self._others[event.seat] = OtherSeat(self._table, event.count, waits)
            elif isinstance(event, Settled):  # time ran out: what lies there says nothing about the rack
                self._lies(event.table)
                self._others.pop(event.seat, None)

    def others(self, seats: int, opened: tuple[bool, ...]) -> tuple[OtherSeat, ...]:
        """What is known of every seat; who has not opened cannot be waiting."""
        known = [self._others.get(seat, OtherSeat()) for seat in range(seats)]
        return tuple(
            other if has_opened else other._replace(waits=0.0) for other, has_opened in zip(known, opened, strict=True)
        )

    def _lies(self, table: Table) -> None:
        self._table = bytes(count_kinds(table.tiles()))
