"""Reading a set: is it legal, as what, what every joker stands for, and what it is worth.

>>> read(Tiles("r4 j r6")).text
'r4 r5 r6'
>>> read(Tiles("r7 r7 b7")) is None
True
>>> reading = read(Tiles("b3 j b5 m b5 b4 b3"), "middle")
>>> reading.kind.value, reading.value, reading.text
('mirrored-run', 30, 'b3 b4 b5 m6 b5 b4 b3')
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import get_args

from tilery.errors import TileryError
from tilery.notation import Tiles
from tilery.rules.covers import OF_NATURAL, Reading, SetKind, group_covers
from tilery.rules.edition import Mirror
from tilery.rules.twist import best_special, read_special
from tilery.tiles import ALL_KINDS, COLOURS, HIGHEST, JOKER, Colour, Kind

__all__ = ["LONGEST", "SMALLEST", "Meanings", "joker_meanings", "read", "read_at_best"]

SMALLEST = 3
"""A set on the table has at least this many physical tiles."""

LONGEST = 2 * HIGHEST + 1
"""And at most this many: a mirrored run of all numbers."""

_MIRRORS = (None, *get_args(Mirror))


def read(tiles: Tiles | str, mirror: Mirror | None = None) -> Reading | None:
    """Read a set; ``None`` when no order of its tiles is legal.

    >>> read(Tiles("j j r5")).text, read(Tiles("j j r5")).value
    ('k5 b5 r5', 18)
    """
    return _read(tiles if type(tiles) is Tiles else Tiles(tiles), mirror)


@functools.lru_cache(maxsize=1 << 16)
def _read(tiles: Tiles, mirror: Mirror | None) -> Reading | None:
    if mirror not in _MIRRORS:
        raise TileryError("rules", f"the mirror joker's number is middle, none or not settled (None), not {mirror!r}")
    if len(tiles) < SMALLEST:
        return None
    if max(tiles) > JOKER:
        return read_special(tiles, mirror)
    return _read_plain(tiles)


def read_at_best(tiles: Tiles, mirror: Mirror | None = None) -> Reading | None:
    """Read a set in the order in which it is worth most.

    >>> read_at_best(Tiles("j k9 k10")).text, read_at_best(Tiles("j j r5")).text
    ('k9 k10 k11', 'r5 r6 r7')
    """
    reading = read(tiles, mirror)
    if reading is None or reading.shown_value == reading.value:
        return reading
    if max(tiles) > JOKER:
        return best_special(tiles, mirror)
    # Worth more in another order: a run, with as many of its jokers as can be at the upper end.
    low = min(tiles)
    first = low - low % HIGHEST + min(low % HIGHEST, HIGHEST - len(tiles))
    return read(Tiles([kind if kind in tiles else JOKER for kind in ALL_KINDS[first : first + len(tiles)]]))


def _read_plain(tiles: Tiles) -> Reading | None:
    """Read a set of natural tiles and regular jokers."""
    size = len(tiles)
    naturals = [kind for kind in tiles if kind < JOKER] if JOKER in tiles else tiles
    distinct = set(naturals)
    if len(distinct) != len(naturals):
        return None
    if not naturals:
        return _read_jokers_alone(tiles)
    low, high = min(naturals), max(naturals)
    number, colour = low % HIGHEST + 1, low // HIGHEST
    group = size <= len(COLOURS) and len({kind % HIGHEST for kind in naturals}) == 1
    value = number * size if group else 0
    if high - low < size <= HIGHEST and high // HIGHEST == colour:
        start = min(number, HIGHEST + 1 - size)
        worth = _run_value(start, size)
        if group:
            # One natural tile among jokers is both: show what the order as written is worth most as.
            written = number - tiles.index(low)
            if not 1 <= written <= HIGHEST + 1 - size or _run_value(written, size) < value:
                return Reading(SetKind.GROUP, tiles, group_covers(tiles, number), max(value, worth))
            return _run_reading(tiles, colour, written, max(value, worth))
        offset = naturals[0] - tiles.index(naturals[0])
        written = offset - colour * HIGHEST + 1
        run = ALL_KINDS[offset : offset + size] if 1 <= written <= HIGHEST + 1 - size else ()
        if run != tiles and not _fits(tiles, run):
            written = start
            run = ALL_KINDS[low - number + start : low - number + start + size]
            tiles = Tiles([kind if kind in distinct else JOKER for kind in run])
        return _run_reading(tiles, colour, written, worth)
    if group:
        return Reading(SetKind.GROUP, tiles, group_covers(tiles, number), value)
    return None


def _fits(tiles: Tiles, run: Sequence[Kind]) -> bool:
    """Whether these tiles, in their order, are this run with jokers in some places."""
    return len(run) == len(tiles) and all(one in (other, JOKER) for one, other in zip(tiles, run, strict=True))


def _run_value(start: int, size: int) -> int:
    return size * (2 * start + size - 1) // 2


def _run_reading(tiles: Tiles, colour: int, start: int, value: int) -> Reading:
    first = colour * HIGHEST + start - 1
    return Reading(SetKind.RUN, tiles, OF_NATURAL[first : first + len(tiles)], value)


def _read_jokers_alone(tiles: Tiles) -> Reading | None:
    size = len(tiles)
    if size > HIGHEST:
        return None
    if size <= len(COLOURS):
        return Reading(SetKind.GROUP, tiles, group_covers(tiles, HIGHEST), HIGHEST * size)
    start = HIGHEST + 1 - size
    return _run_reading(tiles, Colour.BLACK, start, _run_value(start, size))


Meanings = tuple[Kind, ...]
"""The tiles that the jokers of a set stand for."""


def joker_meanings(tiles: Tiles, any_order: bool = False) -> Iterator[tuple[Tiles, Meanings]]:
    """Every way the regular jokers of a set can be read: an order, and the tiles they stand for there.

    Only the order as written is read, unless ``any_order`` is asked for; then the written one comes first.
    Sets with special jokers have no such reading (see ``freeing`` in the rules).

    >>> [str(Tiles(meanings)) for _, meanings in joker_meanings(Tiles("r5 b5 j"))]
    ['k5', 'y5']
    >>> [str(Tiles(meanings)) for _, meanings in joker_meanings(Tiles("r5 j j"))]
    ['k5 b5', 'k5 y5', 'b5 y5', 'r6 r7']
    """
    size = len(tiles)
    naturals = [kind for kind in tiles if kind < JOKER]
    jokers = size - len(naturals)
    if len(set(naturals)) != len(naturals) or not SMALLEST <= size <= HIGHEST:
        return
    numbers = {kind.number for kind in naturals} or set(range(1, HIGHEST + 1))
    if size <= len(COLOURS) and (len(numbers) == 1 or not naturals):
        for number in sorted(numbers):
            missing = [Kind.of(colour, number) for colour in COLOURS if Kind.of(colour, number) not in naturals]
            for meanings in itertools.combinations(missing, jokers):
                yield tiles, meanings
    colours = {kind.colour for kind in naturals} or set(COLOURS)
    if len(colours) > 1 and naturals:
        return
    other_orders = []
    for colour in sorted(colours):
        for start in range(1, HIGHEST + 2 - size):
            run = [Kind.of(colour, number) for number in range(start, start + size)]
            if not set(naturals) <= set(run):
                continue
            ordered = Tiles([kind if kind in naturals else JOKER for kind in run])
            meanings = tuple(kind for kind in run if kind not in naturals)
            if ordered == tiles:
                yield tiles, meanings
            else:
                other_orders.append((ordered, meanings))
    if any_order:
        yield from other_orders
