"""Every legal play of a small position, by trying them all: nothing but reading single sets is relied on."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from tests.kit.positions import Position
from tilery import Rules, Table, Tiles, judge, read
from tilery.rules.edition import Mirror
from tilery.rules.freeing import settle_jokers
from tilery.tiles import Kind

__all__ = ["legal_plays", "refereed_plays", "refereed_tables", "subsets"]

Multiset = tuple[Kind, ...]
Arranged = tuple[Tiles, ...]
"""Which tiles lie together: the sets of a table, sorted in themselves and among each other."""


def subsets(tiles: Multiset) -> set[Multiset]:
    """Every different part of these (sorted) tiles, the empty one too."""
    return {part for size in range(len(tiles) + 1) for part in itertools.combinations(tiles, size)}


def legal_plays(position: Position) -> set[Tiles]:
    """Every choice of rack tiles that can be played."""
    parts = subsets(tuple(sorted(position.rack)))
    return {Tiles(played) for played in parts if played and _may_play(position, played)}


def refereed_plays(rules: Rules, table: Table, rack: Tiles, opened: bool, drawn: Tiles) -> set[Tiles]:
    """Every choice of rack tiles for which the referee takes some table."""
    return {
        Tiles(played)
        for played in subsets(tuple(sorted(rack)))
        if next(_taken(rules, table, rack, opened, drawn, played), None) is not None
    }


def refereed_tables(rules: Rules, table: Table, rack: Tiles, opened: bool, drawn: Tiles) -> set[Arranged]:
    """Every arrangement of the table that the referee takes."""
    return {
        tuple(sorted(tiles.sorted() for tiles in after))
        for played in subsets(tuple(sorted(rack)))
        for after in _taken(rules, table, rack, opened, drawn, played)
    }


def _taken(rules: Rules, table: Table, rack: Tiles, opened: bool, drawn: Tiles, played: Multiset) -> Iterator[Table]:
    """The tables that the referee takes after these tiles were played."""
    apart = not opened and not rules.table_in_opening
    tiles = played if apart else tuple(sorted([*table.tiles(), *played]))
    for sets in _partitions(tiles, rules.mirror) if played else ():
        after = Table([*table, *sets]) if apart else Table(sets)
        if judge(rules, table, rack, after, opened, drawn).legal:
            yield after


def _may_play(position: Position, played: Multiset) -> bool:
    rules, table = position.rules, position.table
    if not position.opened and not rules.table_in_opening:
        worth = _worth(played, rules.mirror)
        return worth is not None and worth >= rules.opening
    if not position.opened:
        own = (_worth(part, rules.mirror) for part in subsets(played))
        if max((worth for worth in own if worth is not None), default=0) < rules.opening:
            return False
    after = tuple(sorted([*table.tiles(), *played]))
    if rules.freeing == "free":
        return _worth(after, rules.mirror) is not None
    return any(settle_jokers(table, Table(sets)) is not None for sets in _partitions(after, rules.mirror))


def _first_sets(tiles: Multiset, mirror: Mirror | None) -> Iterator[tuple[Multiset, Multiset, int]]:
    """Every legal set with the first of these tiles, the tiles left by it, and what it is worth."""
    for part in {part for size in range(2, len(tiles)) for part in itertools.combinations(tiles[1:], size)}:
        reading = read(Tiles((tiles[0], *part)), mirror)
        if reading is not None:
            yield (tiles[0], *part), tuple(Tiles(tiles[1:]).without(part)), reading.value


@functools.lru_cache(maxsize=1 << 18)
def _worth(tiles: Multiset, mirror: Mirror | None) -> int | None:
    """The most that all these tiles are worth in sets, ``None`` when they cannot be laid together."""
    if not tiles:
        return 0
    rests = ((value, _worth(rest, mirror)) for _, rest, value in _first_sets(tiles, mirror))
    return max((value + rest for value, rest in rests if rest is not None), default=None)


def _partitions(tiles: Multiset, mirror: Mirror | None) -> Iterator[list[Tiles]]:
    if not tiles:
        yield []
    for part, rest, _ in _first_sets(tiles, mirror) if tiles else ():
        if _worth(rest, mirror) is None:
            continue
        reading = read(Tiles(part), mirror)
        assert reading is not None
        yield from ([reading.tiles, *others] for others in _partitions(rest, mirror))
