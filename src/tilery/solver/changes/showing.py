"""How a table that was found is shown: as much as can be like the table before."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from tilery.notation import Table, Tiles
from tilery.solver.pairing import continued
from tilery.tiles import JOKER, Kind

__all__ = ["as_before", "with_jokers"]


def with_jokers(sets: Sequence[Sequence[Kind]], kept: Counter[Kind]) -> Iterator[list[list[Kind]]]:
    """The sets with jokers in places of tiles that kept jokers stand for, in every way."""
    places = []
    for kind, count in kept.items():
        spots = [(i, k) for i, tiles in enumerate(sets) for k, other in enumerate(tiles) if other == kind]
        places.append(list(itertools.combinations(spots, count)))
    for choice in itertools.product(*places):
        shown = [list(tiles) for tiles in sets]
        for i, k in itertools.chain.from_iterable(choice):
            shown[i][k] = JOKER
        yield shown


def as_before(before: Table, after: Table) -> Table:
    """The sets in the places, and their tiles in the order, of those they continue; new sets last."""
    left = dict(enumerate(after))
    shown = []
    for old, place in zip(before, continued(before, after), strict=True):
        if place is not None:
            new = left.pop(place)
            stayed = Counter(old) & Counter(new)
            order = []
            for kind in old:
                if stayed[kind]:
                    stayed[kind] -= 1
                    order.append(kind)
            shown.append(Tiles([*order, *new.sorted().without(order)]))
    return Table([*shown, *sorted(left.values())])
