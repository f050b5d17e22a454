"""How many ways there are to lay tiles into sets, counted without looking at each.

Sets are chosen by their first tile, numbers from low to high; what is left after a number is a state, and the ways on
from a state are counted once. So millions of arrangements cost as much as the thousands of states between them.

>>> from tilery.rules.edition import edition
>>> ways = Ways(edition("sabra").rules(), Tiles("r1 r2 r3 r4 r5 r6"))
>>> ways.count(), ways.count(spare=Tiles("r1"))
(2, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilery.notation import Tiles
from tilery.rules.edition import Rules
from tilery.rules.reading import read
from tilery.solver.arrangements import TooManyError, possible_sets
from tilery.solver.changes.special import UnsettledError
from tilery.tiles import ALL_KINDS, HIGHEST, JOKER, Kind, count_kinds

__all__ = ["STATES", "Ways"]

STATES = 2_000_000
"""States looked at before a count is given up: some seconds, and some hundred megabytes."""

_BITS = 4
"""Bits for the count of one kind; the highest of them is kept free to notice that a kind is short."""
_PLACE = {
    kind: place
    for place, kind in enumerate(
        sorted(ALL_KINDS, key=lambda kind: (kind >= JOKER, kind if kind >= JOKER else kind % HIGHEST, kind))
    )
}
"""Kinds in the order they are laid in: number by number, jokers last."""
_SIZE = len(ALL_KINDS)
_ROOM = sum(1 << (_BITS * place + _BITS - 1) for place in range(_SIZE))
_COUNT = (1 << _BITS) - 1


def _packed(kinds: Iterable[Kind]) -> int:
    """Counts of tiles as one number."""
    return sum(1 << _BITS * _PLACE[kind] for kind in kinds)


class Ways:
    """The ways to lay some of these tiles, worth at least so much together if ``worth`` is given.

    A limit on what is looked at is shared by everything that is counted: beyond it there are too many.
    """

    def __init__(self, rules: Rules, tiles: Tiles, worth: int = 0, states: int = STATES) -> None:
        self._have = _packed(tiles)
        self._worth = worth
        self._states = states
        self._sets: list[list[tuple[int, int]]] = [[] for _ in ALL_KINDS]
        self._known: dict[tuple[int, int, int, int], int] = {}
        try:
            found = possible_sets(rules, tiles)
        except UnsettledError:
            raise TooManyError from None
        counts = count_kinds(tiles)
        for one in found:
            if all(count <= counts[kind] for kind, count in enumerate(count_kinds(one))):
                reading = read(one, rules.mirror) if worth else None
                first = min(_PLACE[kind] for kind in one)
                self._sets[first].append((_packed(one), 0 if reading is None else reading.value))
        self._places = sorted({_PLACE[kind] for kind in tiles})

    def count(self, tiles: Sequence[Kind] | None = None, spare: Sequence[Kind] = ()) -> int:
        """The ways to lay exactly these tiles (all of them if none are named), of which the spare ones may be left."""
        return self._from(0, self._have if tiles is None else _packed(tiles), self._worth, _packed(spare))

    def _from(self, number: int, left: int, wanted: int, spare: int) -> int:
        """The ways on from a state: the kinds before this one are done with."""
        if number == len(self._places):
            return wanted <= 0
        place = self._places[number]
        key = number, left, wanted, spare >> _BITS * place
        found = self._known.get(key)
        if found is None:
            self._states -= 1
            if self._states < 0:
                raise TooManyError
            found = self._known[key] = self._choose(number, 0, left, wanted, spare)
        return found

    def _choose(self, number: int, first: int, left: int, wanted: int, spare: int) -> int:
        """The ways to go on with sets that begin with this kind, in their order, or with none more of them."""
        shift = _BITS * self._places[number]
        here = left >> shift & _COUNT
        ways = 0
        if here <= spare >> shift & _COUNT:
            ways = self._from(number + 1, left & ~(_COUNT << shift), wanted, spare)
        if here:
            sets = self._sets[self._places[number]]
            for place in range(first, len(sets)):
                needs, value = sets[place]
                rest = (left | _ROOM) - needs
                if rest & _ROOM == _ROOM:
                    ways += self._choose(number, place, rest ^ _ROOM, max(0, wanted - value), spare)
        return ways
