"""What a verdict of the referee costs, counted in instructions of Python: the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition, edition_names, house_rules
from tilery.rules.overtime import settle
from tilery.rules.reading import _read
from tilery.rules.stage import better, members
from tilery.rules.turn import judge
from tilery.server.table.setup import HIGHEST_OPENING

__all__ = ["QUESTIONS", "RULES", "Position", "Verdict", "forget", "work"]

_EVERYTHING = {"copies": 3, "j": 4, "d": 2, "c": 2, "m": 2}


def _rules() -> dict[str, Rules]:
    found = {}
    for name in edition_names():
        for tiles in edition(name).tile_sets:
            found[f"{name} {tiles.name}"] = edition(name).rules(tiles.name)
    sabra, twist = edition("sabra"), edition("twist-2015")
    most = {"tile_set": _EVERYTHING, "mirror": "middle", "rack_size": 1}
    found["house: everything, table in opening"] = house_rules(sabra, most).rules()
    found["house: everything, opening 200"] = house_rules(sabra, {**most, "opening": HIGHEST_OPENING}).rules()
    found["house: sabra 160, opening 50"] = house_rules(sabra, {"opening": 50}).rules("160")
    found["house: sabra 160, opening 300"] = house_rules(sabra, {"opening": 300}).rules("160")
    found["house: sabra 160, opening 1000"] = house_rules(sabra, {"opening": 1000}).rules("160")
    found["house: twist, table in opening"] = house_rules(twist, {"table_in_opening": True}).rules()
    found["house: 160, jokers replaced"] = house_rules(sabra, {"freeing": "replace"}).rules("160")
    return found


RULES = _rules()
"""The rules a table may be played by, as dear as house rules can make them."""


class Position(NamedTuple):
    """What the referee is asked: a table before and after, a rack, and whether its player has opened."""

    before: Table
    rack: Tiles
    after: Table
    opened: bool


Verdict = Callable[[Rules, Position], object]


def verdict(rules: Rules, position: Position) -> object:
    """Judge a draft or a play."""
    before, rack, after, opened = position
    return judge(rules, before, rack, after, opened)


def overtime(rules: Rules, position: Position) -> object:
    """Settle as when the time is up."""
    before, rack, after, opened = position
    try:
        return settle(rules, before, rack, after, opened, 50)
    except TileryError:
        return None


QUESTIONS: dict[str, Verdict] = {"verdict": verdict, "overtime": overtime}
"""What can be asked about a position."""


def forget() -> None:
    """Forget every set that was read, as somebody would see to it who wants verdicts to be dear."""
    for kept in (_read, better, members):
        kept.cache_clear()


class _TooMuch(Exception):  # noqa: N818 - the count is stopped, nothing went wrong
    """More than one wants to count."""


def work(rules: Rules, position: Position, ask: Verdict = verdict, most: int = 2_000_000) -> int:
    """How many instructions Python carries out for a verdict, with no set read before; ``most`` are counted."""
    forget()
    count = 0

    def step(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal count
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            count += 1
            if count >= most:
                sys.settrace(None)
                raise _TooMuch
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        ask(rules, position)
    except _TooMuch:
        pass
    finally:
        sys.settrace(before)
    return count
