"""What is proven about a puzzle: that its goal can be reached, in how many arrangements, and what it takes.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> found = prove("everything", rules, Table("r4 r5 r6 r7 r8 | k1 k2 k3"), Tiles("r6"))
>>> found.solutions, found.more, found.proof.touched, found.proof.moved, found.answers
(1, False, 1, 2, ('r4 r5 r6 | k1 k2 k3 | r6 r7 r8',))
>>> prove("everything", rules, Table("r4 r5 r6"), Tiles("r7"))
Traceback (most recent call last):
    ...
tilery.puzzles.proof.NoPuzzleError: it is too easy: some of the rack fits as the table lies
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilery.bots.ladder import LADDER, Level
from tilery.bots.protocol import ThinkingTime
from tilery.errors import TileryError
from tilery.game import Phase, Play, View
from tilery.notation import Table, Tiles
from tilery.puzzles.lines import goal_of
from tilery.puzzles.puzzle import MOST_SOLUTIONS, Puzzle, PuzzleGoal, PuzzleProof, PuzzleTheme, reaches, rules_of
from tilery.rules.edition import Rules
from tilery.rules.turn import check_position, judge
from tilery.solver.arrangements import Arrangements, possible_sets
from tilery.solver.changes.showing import as_before
from tilery.solver.changes.special import special_additions
from tilery.solver.engine import engine
from tilery.solver.pairing import count_changes
from tilery.solver.question import Question, tile_weights
from tilery.tiles import ALL_KINDS, CHANGE, DOUBLE, JOKER, MIRROR, count_kinds

__all__ = ["LEVELS", "MOST_CHOICES", "MOST_TILES", "NoPuzzleError", "Proven", "first_rating", "prove", "prove_again"]

MOST_TILES = 40
"""Tiles on the table of a puzzle: more are hard to see on a phone."""

MOST_CHOICES = 400
"""Sets that could be made of the tiles of a puzzle: nobody sees through more, nor looks at all their arrangements."""

LEVELS: tuple[Level, ...] = LADDER[:-1]
"""The levels that are asked. The strategist is not: what it doesn't lay it may well have seen."""

_SEEDS = 5
_KINDS = len(ALL_KINDS)
_UNHURRIED = ThinkingTime(60)
_SPECIAL = (DOUBLE, CHANGE, MIRROR)


class NoPuzzleError(TileryError):
    """A position that is no puzzle of its theme: it can't be solved, it is too easy, or it isn't what it is about."""

    def __init__(self, text: str) -> None:
        super().__init__("no-puzzle", text)


class Proven(NamedTuple):
    """All that is proven of a puzzle, and the rating that it starts with."""

    goal: PuzzleGoal
    rating: int
    solutions: int
    more: bool
    proof: PuzzleProof
    answers: tuple[str, ...]


class _PuzzlePosition:
    """A position, the tiles that are to be laid in it, and the sets that can be made of all of them."""

    def __init__(self, rules: Rules, table: Table, rack: Tiles, opened: bool, played: Tiles) -> None:
        self.rules, self.table, self.rack, self.opened, self.played = rules, table, rack, opened, played
        self.uses_table = opened or rules.table_in_opening
        self.tiles = Tiles([*table.tiles(), *played]) if self.uses_table else played
        self.sets = possible_sets(rules, self.tiles)
        if len(self.sets) > MOST_CHOICES:
            raise NoPuzzleError(f"more than {MOST_CHOICES} different sets could be made of the tiles")

    def legal(self, after: Table) -> Table | None:
        """The table as it lies after a turn, if it is legal."""
        turn = judge(self.rules, self.table, self.rack, after, self.opened)
        return turn.table if turn.legal else None

    def arranged(self, most_moved: int | None = None) -> Iterator[Table]:
        """Every table after a legal turn that lays these tiles, each arrangement once."""
        about = () if self.uses_table else self.table
        for own in Arrangements(self.rules, self.tiles, None if about else self.table, most_moved, self.sets):
            if (after := self.legal(Table([*about, *own]))) is not None:
                yield after


def prove(theme: PuzzleTheme, rules: Rules, table: Table, rack: Tiles) -> Proven:
    """Prove that this is a puzzle of its theme, and find its figures; ``NoPuzzleError`` where it isn't."""
    check_position(rules, table, rack)
    opened = theme != "open"
    if sum(map(len, table)) > MOST_TILES:
        raise NoPuzzleError(f"there are more than {MOST_TILES} tiles on the table")
    if opened and _fits(rules, table, rack):
        raise NoPuzzleError("it is too easy: some of the rack fits as the table lies")
    played = _only_choice(rules, table, rack) if theme == "only-play" else rack
    position = _PuzzlePosition(rules, table, rack, opened, played)
    moved = _fewest_moved(position)
    goal = goal_of(theme, moved)
    found = list(itertools.islice(position.arranged(goal.moved), MOST_SOLUTIONS + 1))
    _check(theme, position, moved, found)
    proof = PuzzleProof(_fewest_touched(position), moved, _overlooked(position, goal), len(position.sets))
    solutions, more = min(len(found), MOST_SOLUTIONS), len(found) > MOST_SOLUTIONS
    rating = first_rating(proof, len(played), solutions)
    return Proven(goal, rating, solutions, more, proof, _answers(position, found))


def prove_again(puzzle: Puzzle) -> None:
    """Prove all that a puzzle claims; ``NoPuzzleError`` says what isn't so."""
    found = prove(puzzle.theme, rules_of(puzzle), Table(puzzle.table), Tiles(puzzle.rack))
    for name, value in found._asdict().items():
        if (claimed := getattr(puzzle, name)) != value:
            raise NoPuzzleError(f"its {name} is said to be {claimed}, and proven to be {value}")
    if puzzle.opened == (puzzle.theme == "open"):
        raise NoPuzzleError("whether the player has opened doesn't go with its theme")


def first_rating(proof: PuzzleProof, played: int, solutions: int) -> int:
    """The rating a puzzle starts with, from what is proven about it.

    It rises with the levels that overlook it, the sets to touch and the tiles to move, the tiles to lay and the sets
    that could be made of the tiles, and falls with the number of solutions. See ``docs/puzzles.md``.

    >>> first_rating(PuzzleProof(touched=1, moved=1, overlooked=3, choices=20), played=1, solutions=1)
    999
    >>> first_rating(PuzzleProof(touched=3, moved=5, overlooked=7, choices=60), played=3, solutions=1)
    1778
    """
    rating = 300.0 + 80 * proof.overlooked + 70 * proof.touched + 35 * proof.moved + 30 * played
    rating += 75 * math.log2(max(proof.choices, 1)) - 40 * math.log2(max(solutions, 1))
    return round(min(max(rating, 500), 2500))


def _only_choice(rules: Rules, table: Table, rack: Tiles) -> Tiles:
    """The tiles of the only play there is."""
    plays = list(Question(rules, table, rack).plays(2))
    if len(plays) != 1:
        raise NoPuzzleError("nothing can be played" if not plays else "there is more than one play")
    return plays[0].played


def _fits(rules: Rules, table: Table, rack: Tiles) -> bool:
    """Whether any of the rack can be laid with the table as it is: added to a set, or as a set of its own."""
    if possible_sets(rules, rack):
        return True
    have = count_kinds(rack)
    return any(True for tiles in table for _ in special_additions(tiles, have, rules.mirror))


def _fewest_moved(position: _PuzzlePosition) -> int:
    """The fewest tiles of the table that are moved by any turn that lays these."""
    if not position.uses_table:
        return 0
    for moved in range(sum(map(len, position.table)) + 1):
        if next(position.arranged(moved), None) is not None:
            return moved
    raise NoPuzzleError("the goal can't be reached")


def _fewest_touched(position: _PuzzlePosition) -> int:
    """The fewest sets of the table that don't lie unchanged after any turn that lays these tiles."""
    if not position.uses_table:
        return 0
    table = position.table
    for number in range(len(table) + 1):
        for places in _packable(position, number):
            touched = Tiles([kind for place in places for kind in table[place]])
            others = [tiles for place, tiles in enumerate(table) if place not in places]
            for own in Arrangements(position.rules, Tiles([*touched, *position.played]), sets=position.sets):
                if position.legal(Table([*others, *own])) is not None:
                    return number
    raise NoPuzzleError("the goal can't be reached")


def _packable(position: _PuzzlePosition, number: int) -> Iterator[tuple[int, ...]]:
    """The choices of so many sets that can be packed together with the tiles that are to be laid."""
    own, *sets = (sum(1 << 8 * kind for kind in tiles) for tiles in (position.played, *position.table))
    choices = list(itertools.combinations(range(len(sets)), number))
    must = b"".join((own + sum(sets[place] for place in places)).to_bytes(_KINDS, "little") for places in choices)
    nothing, weights = bytes(_KINDS * len(choices)), tile_weights(position.rules, "tiles")
    many = engine.pack_many(must, nothing, weights, position.rules.mirror)
    return itertools.compress(choices, [not status for status in many.status])


def _check(theme: PuzzleTheme, position: _PuzzlePosition, moved: int, found: Sequence[Table]) -> None:
    """Refuse what isn't a puzzle of this theme."""
    if not found:
        raise NoPuzzleError("the goal can't be reached")
    if position.opened and not moved:
        raise NoPuzzleError("it is too easy: no tile of the table has to be moved")
    match theme:
        case "only-play" if len(found) > 1:
            raise NoPuzzleError("there is more than one way to lay the only play")
        case "free-joker":
            _check_freed(position, found)
        case "fewest":
            if not any(count_changes(position.table, after)[1] > moved for after in position.arranged()):
                raise NoPuzzleError("there is no way that moves more than the fewest tiles")
        case "special":
            if not all(_uses_special(position.table, after) for after in found):
                raise NoPuzzleError("no special joker has to be used")
        case "open":
            _check_opening(position, found)


def _check_freed(position: _PuzzlePosition, found: Sequence[Table]) -> None:
    lying = [tiles for tiles in position.table if JOKER in tiles]
    if len(lying) != 1 or lying[0].count(JOKER) != 1 or any(kind.is_joker for kind in position.rack):
        raise NoPuzzleError("it has to be one joker, on the table")
    if len(found) > MOST_SOLUTIONS:
        raise NoPuzzleError("there are too many solutions to say that each of them frees the joker")
    with_it = set(lying[0]) - {JOKER}
    for after in found:
        if any(JOKER in tiles and with_it.intersection(tiles) for tiles in after):
            raise NoPuzzleError("the joker doesn't have to be freed")


def _uses_special(before: Table, after: Table) -> bool:
    """Whether a set with a special joker is new."""
    old = {tiles.sorted() for tiles in before}
    return any(kind in tiles for tiles in after if tiles.sorted() not in old for kind in _SPECIAL)


def _check_opening(position: _PuzzlePosition, found: Sequence[Table]) -> None:
    """An opening is a puzzle where several sets are needed and others lead astray."""
    new = len(found[0]) - len(position.table)
    if new < 2:
        raise NoPuzzleError("it is too easy: the opening is a single set")
    if len(found) > MOST_SOLUTIONS:
        raise NoPuzzleError("it is too easy: there are many ways to open with these tiles")
    used = {tiles.sorted() for after in found for tiles in after}
    astray = [tiles for tiles in position.sets if tiles.sorted() not in used]
    if len(astray) < new:
        raise NoPuzzleError("it is too easy: hardly any other set could be tried")


def _overlooked(position: _PuzzlePosition, goal: PuzzleGoal) -> int:
    """How many levels mostly don't lay these tiles."""
    seen = _seen(position)
    return sum(1 for level in LEVELS if not _finds(level, seen, position, goal))


def _finds(level: Level, seen: View, position: _PuzzlePosition, goal: PuzzleGoal) -> bool:
    found = 0
    for seed in range(_SEEDS):
        action = level.make(seed).choose(seen, _UNHURRIED)
        if isinstance(action, Play):
            turn = judge(position.rules, position.table, position.rack, action.table, position.opened)
            # Levels don't try to move little: what counts is whether they see where the tiles go.
            found += turn.legal and reaches(PuzzleGoal(goal.lay, goal.least), position.rack, turn.played, 0)
    return 2 * found > _SEEDS


def _seen(position: _PuzzlePosition) -> View:
    """The position as a bot sees it, in the middle of a game between two."""
    rules, table, rack = position.rules, position.table, position.rack
    pool = max(1, (rules.tile_set.total - sum(map(len, table)) - len(rack)) // 2)
    return View(
        seat=0,
        rules=rules,
        revision=0,
        phase=Phase.PLAYING,
        commitment="",
        contributions=("", ""),
        draws=((), ()),
        starter=0,
        turn=0,
        table=table,
        rack=rack,
        counts=(len(rack), rules.rack_size),
        pool=pool,
        opened=(position.opened, True),
        resigned=frozenset(),
        passes=0,
        last=None,
        result=None,
    )


def _answers(position: _PuzzlePosition, found: Sequence[Table]) -> tuple[str, ...]:
    """The solution that changes least, and the one after it."""
    ranked = sorted(found, key=lambda after: (count_changes(position.table, after)[::-1], str(after)))
    shown = (as_before(position.table, after) for after in ranked[:2])
    return tuple(str(position.legal(after)) for after in shown)
