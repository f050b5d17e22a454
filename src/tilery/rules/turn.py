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

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, must_be_rules
from tilery.rules.freeing import frees_by, lost_meanings, settle_jokers
from tilery.rules.matching import keep_own_order, matched_sets
from tilery.rules.opening import Worth, laid_as_counted, opening_worth
from tilery.rules.reading import LONGEST, read
from tilery.rules.reasons import explain
from tilery.tiles import ALL_KINDS, Kind, count_kinds

__all__ = [
    "MOST_DEFECTS",
    "Defect",
    "DefectCode",
    "Turn",
    "check_position",
    "judge",
]


MOST_DEFECTS = 20
"""Defects that a verdict lists; of more it says only how many."""


DefectCode = Literal[
    "table-tile-missing",
    "not-on-rack",
    "nothing-played",
    "too-many-tiles",
    "illegal-set",
    "opening-too-low",
    "opening-touches-table",
    "joker-not-freed",
    "joker-not-in-new-set",
    "drawn-tile-frees-nothing",
    "not-your-turn",
    "pool-empty",
    "pool-not-empty",
    "drawn-already",
    "nothing-drawn",
    "can-play",
    "who-can-play",
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


class Defect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong with a turn: a stable code, a sentence, the rule it breaks and where that stands.

    ``stood`` is what a joker that was not freed stood for, in notation.
    """

    code: DefectCode
    text: str
    rule: str
    booklet: str
    stood: str = ""


class Turn(NamedTuple):
    """The referee's verdict on a turn.

    ``table`` is the table as it lies after a legal turn, every set in a legal order; ``value`` is the
    penalty value of the tiles played; ``opening_value`` is only there while the player has not opened.
    ``more`` is how many illegal sets there are beyond those among the ``defects``.
    """

    played: Tiles
    value: int
    opening_value: int | None
    table: Table
    defects: tuple[Defect, ...]
    more: int = 0

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.defects


def judge(
    rules: Rules,
    before: Table | str,
    rack: Tiles | str,
    after: Table | str,
    opened: bool,
    drawn: Tiles | str = Tiles(),  # noqa: B008 (immutable)
) -> Turn:
    """Judge a play: the whole table after it, against the table and the rack before it.

    ``drawn`` is the tile just drawn that may free a joker, if this is such a play.

    A verdict has a bounded price, whatever is to be judged: see ``benchmarks/referee_worst.py``.
    """
    must_be_rules(rules)
    before, rack, after, drawn = Table(before), Tiles(rack), Table(after), Tiles(drawn)
    was, now = count_kinds(before.tiles()), count_kinds(after.tiles())
    if sum(now) > rules.tile_set.total:
        return _overfull(rules, after, opened, sum(now))
    played = _difference(now, was)
    foreign = _difference(count_kinds(played), count_kinds(rack))
    readings = [read(tiles, rules.mirror) for tiles in after]
    defects = list(_tile_defects(rules, _difference(was, now), foreign, played))
    worth: Worth | None = None
    if not opened:
        own = played.without(foreign) if foreign else played
        worth = opening_worth(rules, before, after, readings, own)
        defects += _opening_defects(rules, before, after, worth)
    if drawn and not frees_by(before, after, played, drawn, rules.mirror):
        defects.append(_drawn_defect(rules, drawn))
    illegal = [place for place, reading in enumerate(readings) if reading is None]
    told = illegal[: MOST_DEFECTS - len(defects)]
    defects = [*(_set_defect(rules, place, after[place]) for place in told), *defects]
    table = after
    if not defects:
        legal = [reading for reading in readings if reading is not None]
        if not opened:
            legal = laid_as_counted(rules, before, legal, played)
        table = Table([reading.tiles for reading in legal])
        if not opened:
            table = keep_own_order(before, table)
        if rules.freeing == "replace":
            settled = settle_jokers(before, table, rules.freed_joker)
            if settled is None:
                defects.append(_freeing_defect(rules, before, after))
            else:
                table = settled
    value = sum(map(rules.penalty, played))
    opening = None if worth is None else worth.value
    return Turn(played, value, opening, table, tuple(defects), len(illegal) - len(told))


def _overfull(rules: Rules, after: Table, opened: bool, tiles: int) -> Turn:
    """The verdict on a table with more tiles than there are; nothing else is said of it."""
    text = f"there are {tiles} tiles, but tile set {rules.tile_set.name} has only {rules.tile_set.total}"
    defect = _defect(rules, "too-many-tiles", text, "turn")
    return Turn(Tiles(), 0, None if opened else 0, after, (defect,))


def check_position(rules: Rules, table: Table, *others: Iterable[Kind]) -> None:
    """Refuse a position that cannot be: an illegal set on the table, or too many copies of a tile."""
    for place, tiles in enumerate(table, 1):
        if read(tiles, rules.mirror) is None:
            why = "; ".join(reason.text for reason in explain(tiles, rules.mirror))
            raise TileryError("table-not-legal", f"set {place} of the table, {tiles}, is not legal: {why}")
    rules.check_copies(table.tiles(), *others)


def _tile_defects(rules: Rules, gone: Tiles, foreign: Tiles, played: Tiles) -> Iterator[Defect]:
    if gone:
        yield _defect(rules, "table-tile-missing", f"missing from the table: {_words(gone)}", "turn")
    if foreign:
        yield _defect(rules, "not-on-rack", f"not on the rack: {_words(foreign)}", "turn")
    if not played:
        yield _defect(rules, "nothing-played", "no tile from the rack was played", "turn")


def _set_defect(rules: Rules, place: int, tiles: Tiles) -> Defect:
    if len(tiles) > LONGEST:
        text = f"set {place + 1} has {len(tiles)} tiles, and no set has more than {LONGEST}"
    else:
        text = f"set {place + 1}, {tiles}: {'; '.join(reason.text for reason in explain(tiles, rules.mirror))}"
    return _defect(rules, "illegal-set", text, "sets")


def _opening_defects(rules: Rules, before: Table, after: Table, worth: Worth) -> Iterator[Defect]:
    if not rules.table_in_opening:
        broken, _ = matched_sets(before, after)
        if broken:
            sets = " and ".join(str(tiles) for tiles in broken)
            text = f"before you open you can't use the table, but {sets} changed"
            yield _defect(rules, "opening-touches-table", text, "table_in_opening")
    if worth.value < rules.opening:
        alone = "in one set from the rack alone" if rules.opening_sets == "one" else "from the rack alone"
        text = f"the first play must be worth {rules.opening} {alone}, this is {worth.value}"
        if not worth.sure:
            text += " as far as can be seen: play what makes it worth more as sets of its own"
        yield _defect(rules, "opening-too-low", text, "opening")


def _drawn_defect(rules: Rules, drawn: Tiles) -> Defect:
    text = f"after drawing {_words(drawn)} the only play left is one that frees a joker with it"
    return _defect(rules, "drawn-tile-frees-nothing", text, "drawn")


def _freeing_defect(rules: Rules, before: Table, after: Table) -> Defect:
    if settle_jokers(before, after) is not None:
        text = "a freed joker goes into a new set: this one was added to a set that was already there"
        return _defect(rules, "joker-not-in-new-set", text, "freed_joker")
    lost = lost_meanings(before, after)
    text = (
        f"a joker on the table stands for {_words(lost)}: it can only stand for something else once that tile is on "
        "the table"
    )
    return _defect(rules, "joker-not-freed", text, "freeing", str(Tiles(lost)))


def _defect(rules: Rules, code: DefectCode, text: str, rule: str, stood: str = "") -> Defect:
    """A defect, with where its rule stands."""
    return Defect(code, text, rule, rules.source(rule), stood)


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
