"""A part: a set of the table, or what is left of one, and the tiles that can be added to it.

Searching for the fewest changes asks this of every set that is to stay together. Only *close* additions
count: where three or more tiles at an end could as well be a set of their own, leaving them out loses
nothing, so such additions are never listed.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.reading import SMALLEST, read
from tilery.solver.changes.options import Option, Takes
from tilery.solver.changes.special import special_additions
from tilery.solver.masks import BITS, FIELD, PLAIN, SPECIAL, tile_mask
from tilery.tiles import ALL_KINDS, COLOURS, HIGHEST, JOKER, Kind

__all__ = ["Part"]


class Part:
    """Tiles of one old set that stay together, and how many jokers must still join them.

    Jokers are only ``missing`` where they are freed by replacing them: there a joker may be a tile that
    stands for its old meaning, or a free one, so which one joins is a choice. ``kept`` says how many kept
    jokers of each kind there are.
    """

    __slots__ = (
        "_all",
        "_known",
        "_mirror",
        "_own",
        "_plain",
        "_relevant",
        "_special",
        "is_set",
        "kept",
        "missing",
        "naturals",
        "tiles",
    )

    def __init__(self, tiles: tuple[Kind, ...], missing: int, kept: Sequence[int], mirror: Mirror | None) -> None:
        self.tiles = tiles
        self.missing = missing
        self.kept = kept
        self.is_set = not missing and read(Tiles(tiles), mirror) is not None
        self.naturals = [kind for kind in tiles if kind < JOKER]
        self._own = len(tiles) - len(self.naturals)
        self._known: dict[int, Takes] = {}
        self._mirror = mirror
        self._all: Sequence[Option] | None = None
        # Of a part without jokers all options there could ever be are few.
        self._plain = bool(self.naturals) and not self._own and not missing
        self._special = any(kind > JOKER for kind in tiles)
        colours = {kind.colour for kind in self.naturals}
        numbers = {kind.number for kind in self.naturals}
        self._relevant = BITS[JOKER][FIELD]
        if len(colours) < 2:
            self._relevant |= sum(BITS[Kind.of(c, n)][FIELD] for c in colours or COLOURS for n in range(1, HIGHEST + 1))
        if len(numbers) == 1:
            self._relevant |= sum(BITS[Kind.of(c, n)][FIELD] for c in COLOURS for n in numbers if c not in colours)

    def takes(self, there: int) -> Takes:
        """What this part can take of the tiles there are (as a mask)."""
        if not self._special and not there & SPECIAL:
            there &= self._relevant
        known = self._known.get(there)
        if known is None:
            known = self._known[there] = self._find(there)
        return known

    def _find(self, there: int) -> Takes:
        if not self._plain or there & SPECIAL:
            return Takes(self.find_options(there), self.missing > 0)
        if self._all is None:
            self._all = _all_options(self.tiles)
        return Takes([option for option in self._all if not option.mask & ~there], False)

    def find_options(self, there: int) -> list[Option]:
        """Every close addition of the tiles there are, the smallest first; adding nothing is not one."""
        have = [(there >> FIELD * kind & BITS[0][FIELD]).bit_count() for kind in range(len(ALL_KINDS))]
        found: dict[tuple[tuple[Kind, ...], tuple[Kind, ...]], None] = {}
        for tiles in self._additions(have):
            lacking = max(0, self.missing - tiles.count(JOKER))
            for chosen in itertools.combinations([kind for kind in tiles if self.kept[kind]], lacking):
                found[tiles, chosen] = None
        found.pop(((), ()), None)
        options = [Option(tiles, chosen, tile_mask(tiles)) for tiles, chosen in found]
        options.sort(key=lambda option: (len(option.tiles), option))
        return options

    def _additions(self, have: Sequence[int]) -> Iterator[tuple[Kind, ...]]:
        if self._special or any(have[JOKER + 1 :]):
            yield from special_additions(self.tiles, have, self._mirror)
        elif len(set(self.naturals)) == len(self.naturals):
            for naturals, jokers in itertools.chain(self._to_groups(have), self._to_runs(have)):
                yield (*sorted(naturals), *(JOKER,) * jokers)

    def _to_groups(self, have: Sequence[int]) -> Iterator[tuple[Sequence[Kind], int]]:
        numbers = {kind.number for kind in self.naturals} or range(1, HIGHEST + 1)
        if len(numbers) > 1 and self.naturals:
            return
        size = len(self.tiles)
        for number in numbers:
            missing = [Kind.of(colour, number) for colour in COLOURS if Kind.of(colour, number) not in self.naturals]
            fitting = [kind for kind in missing if have[kind]]
            for added in range(max(SMALLEST - size, 0), len(COLOURS) - size + 1):
                for jokers in range(min(added, have[JOKER]) + 1):
                    for naturals in itertools.combinations(fitting, added - jokers):
                        yield naturals, jokers

    def _to_runs(self, have: Sequence[int]) -> Iterator[tuple[Sequence[Kind], int]]:
        colours = {kind.colour for kind in self.naturals} or COLOURS
        if len(colours) > 1 and self.naturals:
            return
        needed = self._own + self.missing
        jokers = self._own + have[JOKER]
        inside = [kind.number for kind in self.naturals]
        reach = HIGHEST if needed else SMALLEST - 1
        for colour in colours:
            row = [Kind.of(colour, number) for number in range(1, HIGHEST + 1)]
            low, high = (min(inside), max(inside)) if inside else (HIGHEST, 0)
            # The fewest jokers that the places from the first to each number need.
            gaps = [0, *itertools.accumulate(kind not in self.naturals and not have[kind] for kind in row)]
            for first in range(low, max(0, low - reach - 1), -1):
                if inside and gaps[high] - gaps[first - 1] > jokers:
                    break
                for last in range(max(high, first + SMALLEST - 1), min(HIGHEST, high + reach) + 1):
                    if gaps[last] - gaps[first - 1] > jokers:
                        break
                    yield from self._fill(row[first - 1 : last], have, needed)

    def _fill(self, places: Sequence[Kind], have: Sequence[int], needed: int) -> Iterator[tuple[Sequence[Kind], int]]:
        """Ways to fill the places of a run: jokers, no fewer than the part's own, stand where no natural does."""
        empty = [kind for kind in places if kind not in self.naturals]
        fitting = [kind for kind in empty if have[kind]]
        for jokers in range(max(self._own, len(empty) - len(fitting)), min(len(empty), self._own + have[JOKER]) + 1):
            for naturals in itertools.combinations(fitting, len(empty) - jokers):
                if not needed or self._close(places, naturals, jokers - needed):
                    yield naturals, jokers - self._own

    def _close(self, places: Sequence[Kind], added: Sequence[Kind], spare: int) -> bool:
        """Whether neither end has three tiles that could go without taking a tile of the part along."""
        if len(places) < 2 * SMALLEST or spare < 0:
            return True
        for end in (places[:SMALLEST], places[-SMALLEST:]):
            if not any(kind in self.naturals for kind in end) and SMALLEST - sum(k in added for k in end) <= spare:
                return False
        return True


@functools.lru_cache(maxsize=1 << 13)
def _all_options(naturals: tuple[Kind, ...]) -> tuple[Option, ...]:
    """What could ever be added to natural tiles where there are no special jokers."""
    return tuple(Part(naturals, 0, (0,) * len(ALL_KINDS), None).find_options(PLAIN))
