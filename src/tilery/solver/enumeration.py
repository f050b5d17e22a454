"""All the turns of a position: every play there is, one after the other, or how many.

Plays can be told apart by the tiles they lay, or by the arrangement of the table after them, which is which tiles lie
together. Drawing and passing are not counted.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> position = rules, Table("b4 b5 b6 | b7 k7 y7"), Tiles("b3 r7")
>>> [str(play.played) for play in turns(*position)]
['r7 b3', 'r7', 'b3']
>>> for play in turns(*position, by="arrangements"):
...     print(play.table)
b3 b4 b5 b6 | k7 r7 b7 y7
b3 b4 b5 b6 b7 | k7 r7 y7
b4 b5 b6 | k7 r7 b7 y7
b4 b5 b6 b7 | k7 r7 y7
k7 b7 y7 | b3 b4 b5 b6
>>> count_turns(*position), count_turns(*position, by="arrangements")
(3, 5)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Literal

from tilery.errors import TileryError, whole_number
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.reading import read
from tilery.rules.turn import judge
from tilery.solver.arrangements import Arrangements
from tilery.solver.choices import choices
from tilery.solver.counting import STATES, Ways
from tilery.solver.question import Question, Solution
from tilery.tiles import ALL_KINDS, JOKER, Kind

__all__ = ["ToldApart", "count_turns", "turns"]

ToldApart = Literal["tiles", "arrangements"]
"""What makes two plays different: the tiles they lay, or also how the table lies after them."""

_NO_LIMIT = 1 << 62


def turns(
    rules: Rules,
    table: Table | str,
    rack: Tiles | str,
    *,
    opened: bool = True,
    by: ToldApart = "tiles",
    drawn: Tiles | str = Tiles(),  # noqa: B008 (immutable)
) -> Iterator[Solution]:
    """Every play of a position, each once, found as it is asked for; the most tiles first.

    ``drawn`` is the tile just drawn with which a joker is to be freed.
    """
    _check(by)
    question = Question(rules, table, rack, opened=opened, drawn=drawn)
    if by == "tiles":
        yield from question.plays()
        return
    for play in question.plays():
        for after in _arranged(question, play.played):
            readings = [read(tiles, rules.mirror) for tiles in after]
            yield play._replace(readings=tuple(reading for reading in readings if reading is not None))


def count_turns(
    rules: Rules,
    table: Table | str,
    rack: Tiles | str,
    *,
    opened: bool = True,
    by: ToldApart = "tiles",
    drawn: Tiles | str = Tiles(),  # noqa: B008 (immutable)
    limit: int | None = None,
    states: int = STATES,
) -> int:
    """How many plays a position has, counted up to a limit.

    Most arrangements are counted without being looked at. ``states`` is how much may be looked at for that; beyond it
    :class:`~tilery.solver.arrangements.TooManyError` says that there are too many.
    """
    _check(by)
    most = _NO_LIMIT if limit is None else whole_number(limit, 0, code="limit", what="where a count stops")
    states = whole_number(states, 1, code="states", what="the number of states")
    question = Question(rules, table, rack, opened=opened, drawn=drawn)
    if by == "tiles":
        return sum(1 for _ in itertools.islice(choices(question.problem), most))
    if _arrangements_matter(question):
        found = (after for played in _choices(question) for after in _arranged(question, played))
        return sum(1 for _ in itertools.islice(found, most))
    return min(most, _count_arrangements(question, most, states))


def _check(by: str) -> None:
    if by not in ("tiles", "arrangements"):
        raise TileryError("by", f"turns are told apart by tiles or by arrangements, not by {by!r}")


def _choices(question: Question) -> Iterator[Tiles]:
    for counts in choices(question.problem):
        yield Tiles([kind for kind, count in zip(ALL_KINDS, counts, strict=True) for _ in range(count)])


def _arrangements_matter(question: Question) -> bool:
    """Whether not every arrangement of tiles that can be played is legal."""
    rules = question.rules
    bound = rules.freeing == "replace" and JOKER in question.table.tiles()
    if question.opened:
        return bool(question.drawn) or bound
    return rules.opening_sets == "one" or (rules.table_in_opening and bound)


def _count_arrangements(question: Question, most: int, states: int) -> int:
    rules, rack = question.rules, question.rack
    lying: Sequence[Kind] = tuple(question.table.tiles())
    if question.opened:
        ways = Ways(rules, Tiles([*lying, *rack]), states=states)
        return ways.count(spare=rack) - ways.count(lying)  # the latter play nothing
    if not rules.table_in_opening:
        return Ways(rules, rack, rules.opening, states).count(spare=rack)
    ways, found = Ways(rules, Tiles([*lying, *rack]), states=states), 0
    for played in _choices(question):
        found += ways.count([*lying, *played])
        if found >= most:
            break
    return found


def _arranged(question: Question, played: Tiles) -> Iterator[Table]:
    """The table in every legal arrangement after these tiles were played."""
    rules, before = question.rules, question.table
    apart = not question.opened and not rules.table_in_opening
    tiles = played if apart else Tiles([*before.tiles(), *played])
    for sets in Arrangements(rules, tiles, steps=_NO_LIMIT):
        after = Table([*before, *sets]) if apart else sets
        turn = judge(rules, before, question.rack, after, question.opened, question.drawn)
        if turn.legal:
            yield turn.table
