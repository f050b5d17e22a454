"""What happens when time runs out in the middle of a turn."""

from __future__ import annotations

import enum
from collections import Counter
from typing import NamedTuple

from tilery.errors import TileryError, whole_number
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, must_be_rules
from tilery.rules.freeing import frees_by, settle_jokers
from tilery.rules.matching import keep_own_order, matched_sets
from tilery.rules.opening import laid_as_counted, opening_worth
from tilery.rules.reading import read
from tilery.rules.turn import DefectCode, judge

__all__ = ["DraftError", "Settlement", "Verdict", "check_draft", "settle"]


class Verdict(enum.StrEnum):
    """How an unfinished turn was settled."""

    STANDS = "stands"
    NOTHING_MOVED = "nothing-moved"
    RESTORED = "restored"
    KEPT = "kept"


class DraftError(TileryError):
    """A draft that is not made of the table's tiles, all of them, and tiles of the rack."""

    code: DefectCode

    def __init__(self, code: DefectCode, text: str) -> None:
        super().__init__(code, text)


class Settlement(NamedTuple):
    """The table after overtime, the rack tiles ``laid`` on it, those ``taken`` from it, and how many to draw."""

    verdict: Verdict
    table: Table
    laid: Tiles
    taken: Tiles
    draw: int

    def rack(self, before: Tiles) -> Tiles:
        """The rack after overtime, before drawing."""
        return Tiles([*before.without(self.laid), *self.taken])


def settle(
    rules: Rules,
    before: Table | str,
    rack: Tiles | str,
    draft: Table | str,
    opened: bool,
    pool: int,
    drawn: Tiles | str = Tiles(),  # noqa: B008 (immutable)
) -> Settlement:
    """Settle a turn whose time has run out with ``draft`` lying there; loose tiles are sets of one.

    ``drawn`` is the tile that was drawn in this turn already and may free a joker, if there is one.

    >>> from tilery.rules.edition import edition
    >>> sabra = edition("sabra").rules()
    >>> settle(sabra, Table("r4 r5 r6"), Tiles("r8 b1"), Table("r4 r5 r6 | r8"), True, 50)[:2]
    (<Verdict.KEPT: 'kept'>, Table('r4 r5 r6'))
    """
    must_be_rules(rules)
    before, rack, draft, drawn = Table(before), Tiles(rack), Table(draft), Tiles(drawn)
    pool = whole_number(pool, 0, rules.tile_set.total, code="pool", what="the number of tiles in the pool")
    check_draft(before, rack, draft)
    broken, new = matched_sets(before, draft)
    if not broken and not new:
        draw = 0 if drawn else min(rules.idle_draw, pool)
        return Settlement(Verdict.NOTHING_MOVED, before, Tiles(), Tiles(), draw)
    turn = judge(rules, before, rack, draft, opened, drawn)
    if turn.legal:
        return Settlement(Verdict.STANDS, turn.table, turn.played, Tiles(), 0)
    draw = min(rules.overtime_draw, pool)
    # What stays is part of what was played: it holds no opening that the whole does not hold.
    if rules.overtime == "keep" and (turn.opening_value is None or turn.opening_value >= rules.opening):
        kept = _keep(rules, before, draft, opened, drawn)
        if kept is not None:
            return Settlement(Verdict.KEPT, *kept, draw)
    return Settlement(Verdict.RESTORED, before, Tiles(), Tiles(), draw)


def check_draft(before: Table, rack: Tiles, draft: Table) -> None:
    """Refuse a draft that is not made of the table's tiles, all of them, and tiles of the rack."""
    have, lies = Counter(before.tiles()), Counter(draft.tiles())
    if missing := have - lies:
        raise DraftError("table-tile-missing", f"missing from the draft: {Tiles(sorted(missing.elements()))}")
    if foreign := lies - have - Counter(rack):
        raise DraftError("not-on-rack", f"not on the rack: {Tiles(sorted(foreign.elements()))}")


def _keep(rules: Rules, before: Table, draft: Table, opened: bool, drawn: Tiles) -> tuple[Table, Tiles, Tiles] | None:
    """The legal sets as they lie, rack tiles in them, table tiles outside; ``None`` where that is not allowed."""
    readings = [reading for tiles in draft if (reading := read(tiles, rules.mirror)) is not None]
    stays = Table([reading.tiles for reading in readings])
    was, lying = Counter(before.tiles()), Counter(stays.tiles())
    if not opened:
        # Copies cannot be told apart: a tile that stays may be the player's if the draft holds one.
        laid = lying & (Counter(draft.tiles()) - was)
        broken, _ = matched_sets(before, stays)
        if broken and not rules.table_in_opening:
            return None
        own = Tiles(list(laid.elements()))
        if opening_worth(rules, before, stays, readings, own).value < rules.opening:
            return None
        counted = laid_as_counted(rules, before, readings, own)
        stays = keep_own_order(before, Table([reading.tiles for reading in counted]))
    if rules.freeing == "replace":
        settled = settle_jokers(before, stays, rules.freed_joker)
        if settled is None:
            return None
        stays = settled
    played = Tiles(sorted((lying - was).elements()))
    if not frees_by(before, stays, played, drawn, rules.mirror):
        return None
    return stays, played, Tiles(sorted((was - lying).elements()))
