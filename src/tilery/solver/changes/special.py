"""Which tiles can be added to a part where double, colour-change or mirror jokers are about.

All sets that hold the part are built place by place. That can be a great many, so there is a limit; beyond
it the question is given up as not settled.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from tilery.errors import TileryError
from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.reading import SMALLEST, read
from tilery.tiles import CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, MIRROR, Kind

__all__ = ["UnsettledError", "special_additions", "special_sets"]

_LIMIT = 20_000
"""Places filled before the search for additions to one part is given up."""

_LIMIT_OF_SETS = 40_000
"""The same for all the sets that can be made of some tiles."""

_Place = Kind | None
"""A place of a run's half: the natural tile that belongs there, or ``None`` for a colour change."""


class UnsettledError(TileryError):
    """Whether some parts can be left together was not settled."""

    def __init__(self) -> None:
        super().__init__("unsettled", "whether these parts can stay together was not settled")


def special_additions(part: Sequence[Kind], have: Sequence[int], mirror: Mirror | None) -> Iterator[tuple[Kind, ...]]:
    """The tiles, out of those there are, that make a legal set with a part; sorted, each once.

    >>> from tilery.notation import Tiles
    >>> from tilery.tiles import count_kinds
    >>> have = count_kinds(Tiles("c b8 k1"))
    >>> [str(Tiles(tiles)) for tiles in special_additions(Tiles("r4 r5 r6"), have, "none")]
    ['c', 'b8 c']
    """
    yield from dict.fromkeys(_Builder(part, have, mirror).additions())


def special_sets(have: Sequence[int], mirror: Mirror | None) -> Iterator[tuple[Kind, ...]]:
    """The tiles of every set that can be made of those there are; sorted, each once.

    >>> from tilery.notation import Tiles
    >>> from tilery.tiles import count_kinds
    >>> [str(Tiles(tiles)) for tiles in special_sets(count_kinds(Tiles("r4 r5 c b7")), "none")]
    ['r5 b7 c', 'r4 r5 c', 'r4 r5 b7 c']
    """
    yield from dict.fromkeys(_AnySet((), have, mirror).additions())


class _Builder:
    def __init__(self, part: Sequence[Kind], have: Sequence[int], mirror: Mirror | None) -> None:
        self.part = Counter(part)
        self.most = [count + self.part[Kind(kind)] for kind, count in enumerate(have)]
        self.numbers = {kind.number: kind for kind in part if kind < JOKER}
        self.floating = any(kind >= JOKER for kind in part)
        self.mirror = mirror
        self.left = _LIMIT

    def additions(self) -> Iterator[tuple[Kind, ...]]:
        if MIRROR not in self.part:
            yield from self._out(self._groups())
            yield from self._out(self._runs())
        if self.most[MIRROR] and self.mirror is not None and self.part[MIRROR] < 2:
            yield from self._out(self._mirrored_groups())
            yield from self._out(self._mirrored_runs())

    def _out(self, sets: Iterator[Sequence[Kind]]) -> Iterator[tuple[Kind, ...]]:
        for tiles in sets:
            counts = Counter(tiles)
            if self.part < counts and (CHANGE not in counts or read(Tiles(tiles), self.mirror) is not None):
                yield tuple(sorted((counts - self.part).elements()))

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise UnsettledError

    def _there(self, tiles: Sequence[Kind], kind: Kind) -> bool:
        return tiles.count(kind) < self.most[kind]

    # Groups.

    def _colours(self, least: int) -> Iterator[list[Kind]]:
        """The colours of a group, or of a mirrored one's half, as the naturals that belong there."""
        if CHANGE in self.part or len(self.numbers) > 1:
            return
        for number in self.numbers or range(1, HIGHEST + 1):
            for size in range(least, len(COLOURS) + 1):
                for colours in itertools.combinations(COLOURS, size):
                    naturals = [Kind.of(colour, number) for colour in colours]
                    if all(kind in naturals or kind >= JOKER for kind in self.part):
                        yield naturals

    def _groups(self) -> Iterator[Sequence[Kind]]:
        for naturals in self._colours(SMALLEST):
            yield from (tiles for tiles in self._fill_group(naturals, ()) if len(tiles) >= SMALLEST)

    def _mirrored_groups(self) -> Iterator[Sequence[Kind]]:
        for naturals in self._colours(1):
            for left in self._fill_group(naturals, (MIRROR,)):
                yield from self._fill_group(naturals, left)

    def _fill_group(self, naturals: Sequence[Kind], tiles: tuple[Kind, ...]) -> Iterator[tuple[Kind, ...]]:
        there = [kind for kind in naturals if self._there(tiles, kind)]
        for count in range(len(there) + 1):
            for chosen in itertools.combinations(there, count):
                rest = len(naturals) - count
                for doubles in range(rest // 2 + 1):
                    self._spend()
                    jokers = (DOUBLE,) * doubles + (JOKER,) * (rest - 2 * doubles)
                    filled = (*tiles, *chosen, *jokers)
                    if filled.count(JOKER) <= self.most[JOKER] and filled.count(DOUBLE) <= self.most[DOUBLE]:
                        yield filled

    # Runs.

    def _runs(self) -> Iterator[Sequence[Kind]]:
        if sum(kind < JOKER for kind in self.part.elements()) > len(self.numbers):
            return
        for start in range(min(self.numbers, default=HIGHEST), 0, -1):
            for colour in COLOURS:
                yield from self._run((), start, colour)

    def _run(self, tiles: tuple[Kind, ...], number: int, colour: int) -> Iterator[Sequence[Kind]]:
        """Runs that begin with these tiles and go on with a number in a colour."""
        self._spend()
        if self._too_far(tiles):
            return
        if len(tiles) >= SMALLEST and number > max(self.numbers, default=0) and self._close(tiles):
            yield tiles
        if number > HIGHEST:
            return
        natural = Kind.of(colour, number)
        forced = self.numbers.get(number)
        if forced in (None, natural) and self._there(tiles, natural):
            yield from self._run((*tiles, natural), number + 1, colour)
        if forced is not None:
            return
        if self._there(tiles, JOKER):
            yield from self._run((*tiles, JOKER), number + 1, colour)
        if number < HIGHEST and number + 1 not in self.numbers and self._there(tiles, DOUBLE):
            yield from self._run((*tiles, DOUBLE), number + 2, colour)
        if self._there(tiles, CHANGE):
            # A stretch of jokers alone can have any colour: it binds the next one to nothing.
            free = all(kind >= JOKER for kind in _stretch(tiles))
            for other in COLOURS:
                if free or other != colour:
                    yield from self._run((*tiles, CHANGE), number + 1, other)

    def _too_far(self, tiles: Sequence[Kind]) -> bool:
        """Whether a part of naturals has three tiles beside it that could as well be a set of their own."""
        if self.floating or len(tiles) < SMALLEST:
            return False
        own = [place for place, kind in enumerate(tiles) if kind in self.part]
        return (own[0] if own else len(tiles)) >= SMALLEST or (
            len(own) == self.part.total() and len(tiles) - own[-1] > SMALLEST
        )

    def _close(self, tiles: Sequence[Kind]) -> bool:
        if len(tiles) < 2 * SMALLEST:
            return True
        return not any(self.part <= Counter(rest) for rest in (tiles[SMALLEST:], tiles[:-SMALLEST]))

    def _mirrored_runs(self) -> Iterator[Sequence[Kind]]:
        highest = HIGHEST - (self.mirror == "middle")
        for start in range(1, min(min(self.numbers, default=HIGHEST), highest) + 1):
            for colour in COLOURS:
                for half in self._halves((), start, colour, highest):
                    if all(kind in half or kind >= JOKER for kind in self.part):
                        for left in self._fill(half, (MIRROR,)):
                            yield from self._fill(half, left)

    def _halves(self, half: tuple[_Place, ...], number: int, colour: int, highest: int) -> Iterator[tuple[_Place, ...]]:
        """Halves of a mirrored run, from its outer end on; every place is filled on both sides."""
        self._spend()
        if half:
            yield half
        if number > highest:
            return
        natural = Kind.of(colour, number)
        if self.most[natural] + 2 * (self.most[JOKER] + self.most[DOUBLE] > 0) >= 2:
            yield from self._halves((*half, natural), number + 1, colour, highest)
        if half.count(None) * 2 + 2 <= self.most[CHANGE]:
            for other in COLOURS:
                yield from self._halves((*half, None), number + 1, other, highest)

    # Places filled with tiles.

    def _fill(self, places: Sequence[_Place], tiles: tuple[Kind, ...]) -> Iterator[tuple[Kind, ...]]:
        """These tiles with others at the given places: naturals, or jokers in their stead."""
        self._spend()
        if not places:
            yield tiles
            return
        first, rest = places[0], places[1:]
        if first is None:
            if self._there(tiles, CHANGE):
                yield from self._fill(rest, (*tiles, CHANGE))
            return
        for kind in (first, JOKER):
            if self._there(tiles, kind):
                yield from self._fill(rest, (*tiles, kind))
        if rest and rest[0] is not None and self._there(tiles, DOUBLE):
            yield from self._fill(rest[1:], (*tiles, DOUBLE))


class _AnySet(_Builder):
    """Builds whole sets: there is no part of one to stay near to."""

    def __init__(self, part: Sequence[Kind], have: Sequence[int], mirror: Mirror | None) -> None:
        super().__init__(part, have, mirror)
        self.left = _LIMIT_OF_SETS

    def _too_far(self, tiles: Sequence[Kind]) -> bool:
        return False

    def _close(self, tiles: Sequence[Kind]) -> bool:
        return True


def _stretch(tiles: Sequence[Kind]) -> Sequence[Kind]:
    """The tiles since the last colour change."""
    for place in range(len(tiles) - 1, -1, -1):
        if tiles[place] == CHANGE:
            return tiles[place + 1 :]
    return tiles
