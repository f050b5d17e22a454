"""What a seat remembers of the others: the table each of them last could not or would not play on, and so what it sees
of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tilery.bots.belief import Belief
from tilery.game import Drew, Event, Passed, Played, Settled, Started, View
from tilery.notation import Table
from tilery.simulation import OtherSeat, SeenPosition
from tilery.tiles import count_kinds

__all__ = ["Memory", "seen_position"]


class Memory:
    """The events of a game as one seat hears them, boiled down to what they say about the racks of the others.

    A player who lays all that can be laid holds, after its turn, nothing that fits the table. Who waits to go out in
    one turn holds anything; how likely that is, is a :class:`Belief`.
    """

    def __init__(self) -> None:
        self._table = bytes(count_kinds(()))
        self._others: dict[int, OtherSeat] = {}
        self._beliefs: dict[int, Belief] = defaultdict(Belief)
        self._opened: set[int] = set()
        self._pool_empty = False

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what has happened."""
        for event in events:
            if isinstance(event, Played):
                self._beliefs[event.seat] = self._played(event)
                self._lies(event.table)
                self._opened.add(event.seat)
                self._others[event.seat] = OtherSeat(self._table)
            elif isinstance(event, Drew):
                belief = self._beliefs[event.seat]
                self._beliefs[event.seat] = belief.drew(event.seat in self._opened, sum(self._table))
                self._others[event.seat] = OtherSeat(self._table, event.count)
            elif isinstance(event, Passed):
                self._pool_empty = True
                self._beliefs[event.seat] = self._beliefs[event.seat].passed()
            elif isinstance(event, Started) and event.midway is not None:
                self._lies(event.midway.table)
                self._opened = {seat for seat, opened in enumerate(event.midway.opened) if opened}
            elif isinstance(event, Settled):  # time ran out: what lies there says nothing about the rack
                self._lies(event.table)
                self._others.pop(event.seat, None)

    def others(self, seats: int) -> tuple[OtherSeat, ...]:
        """What is known of every seat."""
        patience = 0 if seats == 2 else 1
        return tuple(
            self._others.get(seat, OtherSeat())._replace(guesses=self.belief(seat).guesses(patience))
            for seat in range(seats)
        )

    def belief(self, seat: int) -> Belief:
        """What is believed about how a seat plays."""
        return self._beliefs.get(seat, Belief())

    def _played(self, event: Played) -> Belief:
        belief = self._beliefs[event.seat]
        if self._pool_empty:
            return belief.laid_at_the_end()
        return belief.played(event.seat not in self._opened, sum(self._table))

    def _lies(self, table: Table) -> None:
        self._table = bytes(count_kinds(table.tiles()))


def seen_position(view: View, others: tuple[OtherSeat, ...]) -> SeenPosition | None:
    """What a seat sees, as counts; ``None`` for a made-up position whose tiles are not those of the tile set."""
    assert view.seat is not None and view.rack is not None
    table, rack = count_kinds(view.table.tiles()), count_kinds(view.rack)
    unseen = [count - lying - held for count, lying, held in zip(view.rules.tile_set.counts, table, rack, strict=True)]
    hidden = sum(view.counts) - len(view.rack)
    if min(unseen) < 0 or sum(unseen) != view.pool + hidden:
        return None
    return SeenPosition(
        turn=view.turn,
        table=bytes(table),
        rack=bytes(rack),
        unseen=bytes(unseen),
        held=view.counts,
        opened=view.opened,
        resigned=view.resigned,
        others=others,
        pool=view.pool,
        starter=view.starter,
        last=view.last,
        passes=view.passes,
        viewer=view.seat,
    )
