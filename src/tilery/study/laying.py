"""What could have been laid in a turn, by the solver alone: the most tiles, the most points, and what was overlooked.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> position = TurnBefore(rules, Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1"), opened=True)
>>> could = could_lay(position, played=Tiles("b3"), after=Table("b3 b4 b5 b6 | r8 k8 y8"))
>>> could.possible, could.missed_tiles, could.missed_points, [(one.code, one.sets) for one in could.overlooked]
(2, 1, 8, [('add', 1)])
"""

from __future__ import annotations

from typing import NamedTuple

from tilery.bots.finder import Finder
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver import Objective, Question, Solution, count_changes, fewest_changes
from tilery.study.figures import Overlooked, TurnOption
from tilery.study.turns import PlayedTurn

__all__ = [
    "PATIENCE",
    "CouldLay",
    "TurnBefore",
    "as_option",
    "could_have_laid",
    "could_lay",
    "laid_option",
    "turn_start",
    "waiting_option",
]

_DEEP = 4
"""So many sets to be rearranged or more are counted together."""
PATIENCE = 60.0
"""Seconds for one question: never needed, so that the same game always has the same figures, but never endless.

It's what a clock on the wall shows. A server's analyses wait for everybody else, and what an answer of milliseconds
then takes is nearly all waiting.
"""
_TRIES = 16
"""How often the search for the fewest changes of a play may try: the same on every machine."""


class TurnBefore(NamedTuple):
    """What a player has before them; ``drawn`` is a tile just drawn that may free a joker at once."""

    rules: Rules
    table: Table
    rack: Tiles
    opened: bool
    drawn: Tiles = Tiles()

    def question(self, objective: Objective = "tiles", keep: Tiles = Tiles()) -> Question:  # noqa: B008 (immutable)
        """The solver's question about this turn."""
        return Question(
            self.rules,
            self.table,
            self.rack,
            opened=self.opened,
            objective=objective,
            keep=keep,
            seconds=PATIENCE,
            drawn=self.drawn,
        )


class CouldLay(NamedTuple):
    """The play of most tiles, ``None`` where nothing could be laid, and what was missed by what was done."""

    most: Solution | None
    possible: int
    missed_tiles: int
    missed_points: int
    overlooked: tuple[Overlooked, ...]

    @property
    def set_on_rack(self) -> bool:
        """Whether a whole set on the rack stayed there."""
        return any(one.code == "set" for one in self.overlooked)


def turn_start(turn: PlayedTurn) -> TurnBefore:
    """What the player of a recorded turn had before them."""
    game = turn.before
    return TurnBefore(game.rules, game.table, turn.rack, turn.had_opened, game.drawn)


def could_have_laid(turn: PlayedTurn) -> CouldLay:
    """What could have been laid in a recorded turn; who gives up had nothing to lay."""
    if turn.did == "resign" or not turn.is_own:
        return CouldLay(None, 0, 0, 0, ())
    return could_lay(turn_start(turn), turn.played, turn.after.table)


def could_lay(start: TurnBefore, played: Tiles, after: Table) -> CouldLay:
    """What could have been laid where this was: ``after`` is the table as it was left."""
    most = start.question().best()
    if most is None:
        return CouldLay(None, 0, 0, 0, ())
    dearest = start.question("value").best()
    points = _points(start.rules, played)
    missed = max(0, most.tiles - len(played))
    dearest_points = 0 if dearest is None else _points(start.rules, dearest.played)
    overlooked = tuple(_overlooked(start, most, played, after)) if missed else ()
    return CouldLay(most, most.tiles, missed, max(0, dearest_points - points), overlooked)


def _points(rules: Rules, tiles: Tiles) -> int:
    return sum(map(rules.penalty, tiles))


def _overlooked(start: TurnBefore, most: Solution, played: Tiles, after: Table) -> list[Overlooked]:
    """What the player could have seen, the weightiest first."""
    found: list[Overlooked] = []
    if most.goes_out:
        found.append(Overlooked("out"))
    if not start.opened and not played:
        found.append(Overlooked("opening"))
    jokers = Tiles([kind for kind in start.rack if kind.is_joker])
    if jokers and not any(kind.is_joker for kind in played) and not start.drawn:
        without = start.question(keep=jokers).best()
        if without is None or without.tiles <= len(played):
            found.append(Overlooked("joker"))
    if start.drawn:
        return [*found, Overlooked("joker")]
    if not start.opened and not played:
        return found
    found.append(_where(start, most, played, after))
    return found


def _where(start: TurnBefore, most: Solution, played: Tiles, after: Table) -> Overlooked:
    """Where the missed tiles would have gone: what still fits the table as it was left, or else another play."""
    left = start.rack.without(played)
    needed = Finder(start.rules, after, left).fewest_sets(_DEEP - 1)
    if needed is None:
        broken, _ = count_changes(start.table, most.table)
        needed = min(_DEEP, max(2, broken))
    if needed < 2:
        return Overlooked("add" if needed else "set", needed)
    return Overlooked("rearrange", needed)


def as_option(start: TurnBefore, play: Solution) -> TurnOption:
    """A play that could be made, laid so that it changes little on the table."""
    changed = fewest_changes(start.question(keep=start.rack.without(play.played)), play, PATIENCE, _TRIES)
    shown = play if changed is None else changed.play
    return laid_option(start, shown.played, shown.table)


def laid_option(start: TurnBefore, played: Tiles, after: Table) -> TurnOption:
    """Tiles laid, with the table after it."""
    broken, moved = count_changes(start.table, after)
    return TurnOption(
        played=str(played.sorted()),
        table=str(after),
        tiles=len(played),
        points=_points(start.rules, played),
        broken=broken,
        moved=moved,
        goes_out=len(played) == len(start.rack) > 0,
        waits=False,
    )


def waiting_option(start: TurnBefore) -> TurnOption:
    """Nothing laid: drawing, or passing once the pool is empty."""
    return TurnOption("", str(start.table), 0, 0, 0, 0, goes_out=False, waits=True)
