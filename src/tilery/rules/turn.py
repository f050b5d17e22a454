"""The referee of a turn: may this table follow from that one, and if not, everything that is wrong.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> turn = judge(rules, Table("r4 r5 r6"), Tiles("r7 b1"), Table("r4 r5 r6 r7"), opened=True)
>>> turn.legal, turn.played, turn.value
(True, Tiles('r7'), 7)
>>> [defect.code for defect in judge(rules, Table(), Tiles("r1 r2 r3"), Table("r1 r2 r3"), opened=False).defects]
['opening-too-low']
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.covers import Reading
from tilery.rules.edition import Mirror, Rules
from tilery.rules.packing import best_value
from tilery.rules.reading import joker_meanings, read
from tilery.rules.reasons import explain
from tilery.tiles import ALL_KINDS, JOKER, Kind, count_kinds

__all__ = [
    "Defect",
    "DefectCode",
    "Turn",
    "as_it_lies",
    "check_position",
    "judge",
    "keep_own_order",
    "matched_sets",
    "opening_value",
    "settle_jokers",
]


DefectCode = Literal[
    "table-tile-missing",
    "not-on-rack",
    "nothing-played",
    "illegal-set",
    "opening-too-low",
    "opening-touches-table",
    "joker-not-freed",
    "not-your-turn",
    "pool-empty",
    "pool-not-empty",
    "resigned",
    "game-over",
    "not-started",
    "seat",
    "contribution",
    "already-mixed",
    "already-started",
    "no-secret",
]
"""What can be wrong with a turn, or with anything else that is done in a game."""


class Defect(msgspec.Struct, frozen=True):
    """One thing wrong with a turn: a stable code, a sentence, the rule it breaks and where that stands."""

    code: DefectCode
    text: str
    rule: str
    booklet: str


class Turn(NamedTuple):
    """The referee's verdict on a turn.

    ``table`` is the table as it lies after a legal turn, every set in a legal order; ``value`` is the
    penalty value of the tiles played; ``opening_value`` is only there while the player has not opened.
    """

    played: Tiles
    value: int
    opening_value: int | None
    table: Table
    defects: tuple[Defect, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.defects


def judge(rules: Rules, before: Table, rack: Tiles, after: Table, opened: bool, *, exact_value: bool = True) -> Turn:
    """Judge a play: the whole table after it, against the table and the rack before it.

    The verdict is the same without the ``exact_value`` of an opening, and comes sooner.
    """
    was, now = count_kinds(before.tiles()), count_kinds(after.tiles())
    gone = _difference(was, now)
    played = _difference(now, was)
    foreign = _difference(count_kinds(played), count_kinds(rack))
    readings = [read(tiles, rules.mirror) for tiles in after]
    defects = list(_set_defects(rules, after, readings))
    if gone:
        defects.append(
            Defect("table-tile-missing", f"missing from the table: {_words(gone)}", "turn", rules.booklet),
        )
    if foreign:
        defects.append(Defect("not-on-rack", f"not on the rack: {_words(foreign)}", "turn", rules.booklet))
    if not played:
        defects.append(Defect("nothing-played", "no tile from the rack was played", "turn", rules.booklet))
    worth: int | None = None
    if not opened:
        own = played.without(foreign) if foreign else played
        worth = opening_value(rules, before, after, readings, own, exact=exact_value)
        defects += _opening_defects(rules, before, after, worth)
    table = after if defects else Table([reading.tiles for reading in readings if reading is not None])
    if not defects:
        if not opened:
            table = keep_own_order(before, table)
        if rules.freeing == "replace":
            settled = settle_jokers(before, table)
            if settled is None:
                defects.append(_freeing_defect(rules, before, after))
            else:
                table = settled
    value = sum(map(rules.penalty, played))
    return Turn(played, value, worth, table, tuple(defects))


def check_position(rules: Rules, table: Table, *others: Iterable[Kind]) -> None:
    """Refuse a position that cannot be: an illegal set on the table, or too many copies of a tile."""
    for place, tiles in enumerate(table, 1):
        if read(tiles, rules.mirror) is None:
            why = "; ".join(reason.text for reason in explain(tiles, rules.mirror))
            raise TileryError("table-not-legal", f"set {place} of the table, {tiles}, is not legal: {why}")
    rules.check_copies(table.tiles(), *others)


def matched_sets(before: Table, after: Table) -> tuple[list[Tiles], list[int]]:
    """The sets of ``before`` that are gone, and the places in ``after`` of those that are new.

    A set is still there when its tiles lie together with no others, in whatever order.
    """
    left: dict[Tiles, list[Tiles]] = {}
    for tiles in before:
        left.setdefault(tiles.sorted(), []).append(tiles)
    new = []
    for place, tiles in enumerate(after):
        same = left.get(tiles.sorted())
        if same:
            same.pop()
        else:
            new.append(place)
    return [tiles for same in left.values() for tiles in same], new


def opening_value(
    rules: Rules,
    before: Table,
    after: Table,
    readings: Sequence[Reading | None],
    played: Tiles,
    *,
    exact: bool = True,
) -> int:
    """What the opening is worth: the new sets laid or, where the table may be used at once, the best
    sets that the tiles played could form by themselves.

    Unless it is to be ``exact``, new sets that are worth enough are not searched for better ones.
    """
    laid = _new_sets_value(before, after, readings, played)
    if not rules.table_in_opening or (not exact and laid >= rules.opening):
        return laid
    return best_value(played, rules.mirror)


def _new_sets_value(before: Table, after: Table, readings: Sequence[Reading | None], played: Tiles) -> int:
    """What the new sets are worth that consist of tiles played alone."""
    _, new = matched_sets(before, after)
    left = Counter(played)
    worth = 0
    for place in new:
        need = Counter(after[place])
        reading = readings[place]
        if reading is not None and need <= left:
            left -= need
            worth += reading.value
    return worth


def _set_defects(rules: Rules, after: Table, readings: Sequence[Reading | None]) -> Iterator[Defect]:
    for place, (tiles, reading) in enumerate(zip(after, readings, strict=True), 1):
        if reading is None:
            why = "; ".join(reason.text for reason in explain(tiles, rules.mirror))
            yield Defect("illegal-set", f"set {place}, {tiles}: {why}", "sets", rules.booklet)


def _opening_defects(rules: Rules, before: Table, after: Table, worth: int) -> Iterator[Defect]:
    if not rules.table_in_opening:
        broken, _ = matched_sets(before, after)
        if broken:
            sets = " and ".join(str(tiles) for tiles in broken)
            yield Defect(
                "opening-touches-table",
                f"before the opening the table is not touched, and {sets} was",
                "table_in_opening",
                rules.source("table_in_opening"),
            )
    if worth < rules.opening:
        yield Defect(
            "opening-too-low",
            f"the first play must be worth {rules.opening} from the rack alone, this is {worth}",
            "opening",
            rules.source("opening"),
        )


def keep_own_order(before: Table, table: Table) -> Table:
    """The table with every set that was there before in the order it had."""
    own: dict[Tiles, list[Tiles]] = {}
    for tiles in before:
        own.setdefault(tiles.sorted(), []).append(tiles)
    return Table([same.pop(0) if (same := own.get(tiles.sorted())) else tiles for tiles in table])


def settle_jokers(before: Table, after: Table) -> Table | None:
    """The table as it lies when jokers are freed only by replacing them; ``None`` when that is broken.

    Every joker of the table before still stands for its tile somewhere, or that tile lies on the table,
    once for each joker freed from it. The player's orders are kept if they qualify.

    >>> settle_jokers(Table("b6 b7 j"), Table("b4 j b6 b7")) is None
    True
    >>> settle_jokers(Table("b6 b7 j"), Table("b6 b7 b8 | j r2 r3"))
    Table('b6 b7 b8 | j r2 r3')
    """
    if Counter(_with_jokers(before)) <= Counter(_with_jokers(after)):
        return after  # no set with a joker was touched: the usual case
    needed = list(_needed_meanings(before, after))
    if any(not need for need in needed):
        return after
    with_jokers = [place for place, tiles in enumerate(after) if JOKER in tiles]
    for any_order in (False, True):
        options = [list(joker_meanings(after[place], any_order)) for place in with_jokers]
        for choice in itertools.product(*options):
            stands: Counter[Kind] = Counter()
            for _, meanings in choice:
                stands.update(meanings)
            if any(need <= stands for need in needed):
                sets = list(after)
                for place, (order, _) in zip(with_jokers, choice, strict=True):
                    sets[place] = order
                return Table(sets)
    return None


def _needed_meanings(before: Table, after: Table) -> Iterator[Counter[Kind]]:
    """For every reading of the old jokers: the tiles they must go on standing for, as no natural tile
    of that kind lies on the table to free them."""
    naturals = Counter(after.tiles())
    options = [list(joker_meanings(as_it_lies(tiles))) for tiles in _with_jokers(before)]
    seen = set()
    for choice in itertools.product(*options):
        meant = Counter(kind for _, meanings in choice for kind in meanings)
        need = Counter({kind: count - naturals[kind] for kind, count in meant.items() if count > naturals[kind]})
        key = frozenset(need.items())
        if key not in seen:
            seen.add(key)
            yield need


def _with_jokers(table: Table) -> list[Tiles]:
    return [tiles for tiles in table if JOKER in tiles]


def as_it_lies(tiles: Tiles, mirror: Mirror | None = None) -> Tiles:
    """A set of the table in its legal order."""
    reading = read(tiles, mirror)
    if reading is None:
        raise TileryError("table-not-legal", f"{tiles} on the table is not a legal set")
    return reading.tiles


def _freeing_defect(rules: Rules, before: Table, after: Table) -> Defect:
    need = min(_needed_meanings(before, after), key=lambda need: need.total())
    lost = _words(sorted(need.elements()))
    return Defect(
        "joker-not-freed",
        f"a joker on the table stands for {lost}: it may change its meaning only when that tile lies on the table",
        "freeing",
        rules.source("freeing"),
    )


def _difference(one: Sequence[int], other: Sequence[int]) -> Tiles:
    """The tiles that one collection (counts by kind) has more of than the other."""
    return Tiles([kind for kind, a, b in zip(ALL_KINDS, one, other, strict=True) if a > b for _ in range(a - b)])


def _words(tiles: Sequence[Kind]) -> str:
    """The tiles in words.

    >>> _words(Tiles("r7 j"))
    'red 7 and joker'
    """
    *first, last = [kind.name for kind in tiles]
    return f"{', '.join(first)} and {last}" if first else last
