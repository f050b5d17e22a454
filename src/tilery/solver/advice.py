"""Everything there is to say about a turn at once: the best play and the others worth knowing, and what is in the way.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> advice = advise(rules, Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1"))
>>> advice.goes_out, advice.left, [str(one.play.played) for one in advice.plays], advice.aims
(False, 1, ['b3 b8'], Aims(tiles=0, points=0, keep_joker=None, fewest_changes=0))
>>> advise(rules, Table(), Tiles("r9 b9 k9 j"), opened=False).obstacles
()
>>> advise(rules, Table(), Tiles("r8 b8 k8"), opened=False).obstacles[0]
Obstacle(code='opening', needed=30, reaches=24, tiles=0, row='', editions=())
"""

from __future__ import annotations

import operator
import time
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from tilery.notation import Table, Tiles, same_tiles
from tilery.rules.edition import Rules, edition, edition_names
from tilery.rules.opening import best_set, worth_alone
from tilery.solver.changes.fewest import fewest_changes
from tilery.solver.changes.undisturbed import undisturbed
from tilery.solver.pairing import count_changes
from tilery.solver.question import Objective, Question, Solution
from tilery.solver.steps import Step, steps
from tilery.tiles import count_kinds

__all__ = ["Advice", "AdvisedPlay", "Aims", "Obstacle", "ObstacleCode", "advise"]

ObstacleCode = Literal["empty-rack", "opening", "not-opened", "drawn", "rule", "nothing-fits", "cut-short"]
"""What is in the way where nothing can be played:

- ``empty-rack``: there is nothing to play;
- ``opening``: the first play must be worth ``needed``, and the rack's best is worth ``reaches``;
- ``not-opened``: had the player opened, ``tiles`` could be played;
- ``drawn``: the tile just drawn frees no joker;
- ``rule``: it is the rules' ``row``, and with that of ``editions`` ``tiles`` could be played;
- ``nothing-fits``: none of the tiles goes anywhere;
- ``cut-short``: nothing was found in the time, and there may be a play.
"""

NO_TILES = Tiles()

_CHANGING = 0.06
"""Seconds that the search for the fewest changes of the best play may take, and for a play that has none."""
_OTHERS = 0.03
"""The same for the other plays."""
_EACH = 0.005
"""The same for each of several plays that are only tried."""
_TRIED = 6
"""Plays that are tried for the fewest changes, where each changes something."""


def _is_free(value: Any, own: Any) -> bool:
    return value != own and value in (True, "free", "anywhere", "several")


_LESS_OPENED = {"freeing": _is_free, "freed_joker": _is_free}
_LESS_OPENING = {"opening": operator.lt, "table_in_opening": _is_free, "opening_sets": _is_free}
"""The rows that can be in the way, and which values of them ask for less."""


class Obstacle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing in the way of a play, and the figures that belong to it."""

    code: ObstacleCode
    needed: int = 0
    reaches: int = 0
    tiles: int = 0
    row: str = ""
    editions: tuple[str, ...] = ()


class Aims(msgspec.Struct, frozen=True):
    """Which of the plays is the answer to each aim; two with the same answer are equal.

    ``keep_joker`` is ``None`` where no joker is on the rack, or no play leaves all of them there. ``fewest_changes``
    is the play that breaks the fewest sets and then moves the fewest tiles, with as many tiles as that allows.
    """

    tiles: int
    points: int
    keep_joker: int | None
    fewest_changes: int


class AdvisedPlay(NamedTuple):
    """A play, the sets it breaks and the table's tiles it moves, and the moves of the hands that lead to it.

    ``is_fewest`` says that fewer changes are proven impossible; that nothing better can be played is said by the play.
    """

    play: Solution
    broken: int
    moved: int
    is_fewest: bool
    steps: tuple[Step, ...]


class Advice(NamedTuple):
    """The plays, the best first, without doubles; ``aims`` is ``None`` and ``obstacles`` are told where there are none.

    ``left`` is how many tiles stay on the rack at least, ``proven`` whether that is certain.
    """

    plays: tuple[AdvisedPlay, ...]
    aims: Aims | None
    left: int
    goes_out: bool
    proven: bool
    obstacles: tuple[Obstacle, ...]


def advise(
    rules: Rules,
    table: Table | str,
    rack: Tiles | str,
    *,
    opened: bool = True,
    drawn: Tiles | str = NO_TILES,
    seconds: float | None = None,
) -> Advice:
    """Everything there is to say about a turn; after about ``seconds`` the best found until then."""
    table, rack = Table(table), Tiles(rack)
    turn = _Adviser(rules, table, rack, opened, Tiles(drawn), seconds)
    best = turn.find("tiles")
    if best is None:
        return Advice((), None, len(rack), False, not turn.is_late, turn.obstacles())
    plays = [best]
    points = turn.find_points(plays)
    keep = turn.find_keeping(plays)
    fewest = turn.find_fewest(plays)
    aims = Aims(0, points, keep, fewest)
    told = tuple(one._replace(steps=steps(table, one.play, rack)) for one in plays)
    out = best.play.goes_out
    return Advice(told, aims, len(rack) - best.play.tiles, out, best.play.proven or out, ())


class _Adviser:
    """The position, and the time that is left to say something about it."""

    def __init__(
        self, rules: Rules, table: Table, rack: Tiles, opened: bool, drawn: Tiles, seconds: float | None
    ) -> None:
        self.rules, self.table, self.rack = rules, table, rack
        self.opened, self.drawn = opened, drawn
        self.jokers = Tiles([kind for kind in rack if kind.is_joker])
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end

    def _left(self, most: float | None = None) -> float | None:
        """Seconds that are left, or so many at most."""
        if self._end is None:
            return most
        left = max(0.0, self._end - time.monotonic())
        return left if most is None else min(left, most)

    def question(self, objective: Objective = "tiles", keep: Tiles = NO_TILES, must: Tiles = NO_TILES) -> Question:
        """A question about this turn, to be answered in the time that is left."""
        return Question(
            self.rules,
            self.table,
            self.rack,
            opened=self.opened,
            objective=objective,
            keep=keep,
            must=must,
            seconds=self._left(),
            drawn=self.drawn,
        )

    def find(self, objective: Objective, keep: Tiles = NO_TILES) -> AdvisedPlay | None:
        """The best play by this measure, with as little changed as can be."""
        most = _CHANGING if objective == "tiles" and not keep else _OTHERS
        found = fewest_changes(self.question(objective, keep), seconds=self._left(most) or 0.0)
        return None if found is None else self.shown(found.play, found.proven)

    def shown(self, play: Solution, is_fewest: bool) -> AdvisedPlay:
        """A play with what it changes; how it is made is told only of those that are shown."""
        broken, moved = count_changes(self.table, play.table)
        return AdvisedPlay(play, broken, moved, is_fewest or not broken, ())

    def find_points(self, plays: list[AdvisedPlay]) -> int:
        """Which play has the most points."""
        best = plays[0]
        if best.play.goes_out:
            return 0
        found = self.find("value")
        if found is None or found.play.value <= best.play.value:
            return 0
        return _place(found, plays)

    def find_keeping(self, plays: list[AdvisedPlay]) -> int | None:
        """Which play leaves the jokers on the rack, if one does."""
        if not self.jokers:
            return None
        if self.drawn and self.drawn[0].is_joker:
            return None
        if not any(kind.is_joker for kind in plays[0].play.played):
            return 0
        found = self.find("tiles", self.jokers)
        return None if found is None else _place(found, plays)

    def find_fewest(self, plays: list[AdvisedPlay]) -> int:
        """Which play changes the table least, with as many tiles as that allows."""
        if not plays[0].broken:
            return 0
        candidates = list(plays)
        question = self.question()
        apart = undisturbed(question, self._left(_CHANGING))
        if apart is not None:
            candidates.append(self.shown(apart.play, apart.proven))
        else:
            for other in question.plays(_TRIED):
                exactly = self.question(keep=self.rack.without(other.played), must=other.played)
                found = fewest_changes(exactly, seconds=self._left(_EACH) or 0.0)
                if found is not None:
                    candidates.append(self.shown(found.play, is_fewest=False))
                if self.is_late:
                    break
        fewest = min(candidates, key=lambda one: (one.broken, one.moved, -one.play.tiles, -one.play.value))
        return _place(fewest, plays)

    # What is in the way.

    def obstacles(self) -> tuple[Obstacle, ...]:
        """Everything in the way, where nothing can be played."""
        if not self.rack:
            return (Obstacle("empty-rack"),)
        if self.is_late:
            return (Obstacle("cut-short"),)
        if self.drawn:
            return (Obstacle("drawn"),)
        return tuple(self._opening()) + tuple(self._other_rules()) or (Obstacle("nothing-fits"),)

    def _opening(self) -> Iterator[Obstacle]:
        if self.opened:
            return
        rules = self.rules
        if rules.opening_sets == "one":
            reaches = best_set(count_kinds(self.rack))
        else:
            reaches = worth_alone(self.rack, rules.mirror, rules.opening).value
        yield Obstacle("opening", needed=rules.opening, reaches=reaches)
        if tiles := self._playable(rules, opened=True):
            yield Obstacle("not-opened", tiles=tiles)

    def _other_rules(self) -> Iterator[Obstacle]:
        """Rows of other editions that ask for less and under which something could be played."""
        usual = {name: edition(name).rules() for name in edition_names()}
        for row, less in (_LESS_OPENED if self.opened else _LESS_OPENING).items():
            own = getattr(self.rules, row)
            for value in sorted({getattr(rules, row) for rules in usual.values()}, key=str):
                if not less(value, own):
                    continue
                changes = {row: value} | ({"freed_joker": "anywhere"} if row == "freeing" else {})
                if tiles := self._playable(msgspec.structs.replace(self.rules, **changes), self.opened):
                    names = tuple(name for name, rules in usual.items() if getattr(rules, row) == value)
                    yield Obstacle("rule", tiles=tiles, row=row, editions=names)

    def _playable(self, rules: Rules, opened: bool) -> int:
        play = Question(rules, self.table, self.rack, opened=opened, seconds=self._left()).best()
        return 0 if play is None else play.tiles


def _place(found: AdvisedPlay, plays: list[AdvisedPlay]) -> int:
    """Where a play is among those known, and it is now: one that is just as good in everything is the same."""
    for place, known in enumerate(plays):
        if same_tiles(known.play.played, found.play.played) and (known.broken, known.moved) == (
            found.broken,
            found.moved,
        ):
            return place
    plays.append(found)
    return len(plays) - 1
