"""What must be true of an exercise of the course, by our own referee; every mistake is told with its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import singledispatch

from tests.kit.lessons import (
    At,
    ChoiceExercise,
    Draws,
    EditionId,
    ExerciseWords,
    Lays,
    Least,
    Refused,
    SheetExercise,
    SheetGame,
    TimeExercise,
    TurnExercise,
    VerdictExercise,
    rules_of,
)
from tilery import Rules, Table, TileryError, Tiles, judge, score, settle
from tilery.rules.turn import Turn, check_position
from tilery.solver import can_play
from tilery.tiles import Kind

POOL = 40
"""Tiles in the pool when a lesson's time runs out: enough for any penalty."""

_BRACES = re.compile(r"\{([^{}]*)\}")


def check_exercise(at: At) -> None:
    """Everything an exercise says is true, in every edition it names."""
    if strange := set(at.editions) - set(at.lesson.editions):
        raise at.fail(f"the lesson isn't for {', '.join(sorted(strange))}")
    if not at.exercise.sources:
        raise at.fail("it cites no booklet: sources is empty")
    for name in at.editions:
        try:
            _check(at.exercise, at, name, rules_of(name))
        except TileryError as error:
            raise at.fail(f"in {name}: {error}") from None


def check_words(at: At, words: ExerciseWords) -> None:
    """An exercise's words are there, name only tiles that can be read, and have every answer."""
    for place, text in words.texts():
        if not text.strip() and place != "aim":
            raise at.fail(f"{place} is empty")
        for tiles in _BRACES.findall(text):
            _readable(at, place, tiles)
        if set("{}") & set(_BRACES.sub("", text)):
            raise at.fail(f"{place} has a brace without a partner: {text}")
    wants = set(at.exercise.answers) if isinstance(at.exercise, ChoiceExercise) else set()
    if wants != set(words.answers):
        raise at.fail(f"its answers are {sorted(wants)}, the words have {sorted(words.answers)}")
    if isinstance(at.exercise, TurnExercise) and (at.exercise.about is None) != (words.other is None):
        raise at.fail("about and the words' other belong together: one is there and the other isn't")


def sheet_scores(sheet: SheetExercise, rules: Rules) -> list[tuple[int, ...]]:
    """The scores of every game of a sheet."""
    return [
        score(rules, [Tiles(rack) for rack in game.racks], game.out).scores
        if isinstance(game, SheetGame)
        else tuple(game)
        for game in sheet.rounds
    ]


def _readable(at: At, place: str, text: str) -> None:
    try:
        tiles = Tiles(text)
    except TileryError as error:
        raise at.fail(f"{place} names {{{text}}}, which isn't a tile: {error}") from None
    if not tiles:
        raise at.fail(f"{place} names no tile between its braces")


@singledispatch
def _check(exercise: object, at: At, name: EditionId, rules: Rules) -> None:
    raise TypeError(exercise)


@_check.register
def _(exercise: TurnExercise, at: At, name: EditionId, rules: Rules) -> None:
    try:
        goal, slip = exercise.goal, exercise.slip
    except AssertionError as error:
        raise at.fail(str(error)) from None
    opened, drawn = exercise.opened is None, Tiles(exercise.drawn)
    table, rack = Table(exercise.table), Tiles(exercise.rack)
    check_position(rules, table, rack)
    _within(at, "point", Tiles(exercise.point), [*table.tiles(), *rack])
    _within(at, "drawn", drawn, rack)

    def turn(after: str) -> Turn:
        return judge(rules, table, rack, Table(after), opened, drawn)

    if isinstance(goal, Draws):
        if exercise.solution is not None:
            raise at.fail("it's solved by drawing, so it has no solution")
        if can_play(rules, table, rack, opened):
            raise at.fail(f"in {name} something can be laid, so drawing isn't the only answer")
    elif exercise.solution is None:
        raise at.fail("it has no solution")
    else:
        for what, after in [
            ("the solution", exercise.solution),
            *((f"about: {each}", each) for each in exercise.about or []),
        ]:
            _solves(at, name, f"{what}", turn(after), lambda made: _reaches(goal, made, rack))
    if isinstance(goal, Lays) and goal.lay != "all":
        _within(at, "solved", Tiles(goal.lay), rack)
    if isinstance(slip, Refused):
        codes = [defect.code for defect in turn(slip.table).defects]
        if slip.code not in codes:
            said = ", ".join(codes) or "nothing, it's legal"
            raise at.fail(f"the try that's to be refused with {slip.code}: in {name} the referee says {said}")
    elif isinstance(goal, Draws):
        raise at.fail("drawing solves it, so drawing can't be the try that doesn't")


@_check.register
def _(exercise: VerdictExercise, at: At, name: EditionId, rules: Rules) -> None:
    _same_editions(at, "legal", exercise.legal)
    table, rack = Table(exercise.table), Tiles(exercise.rack)
    check_position(rules, table, rack)
    made = judge(rules, table, rack, Table(exercise.after), exercise.opened is None)
    if made.legal != exercise.legal[name]:
        raise at.fail(f"legal: in {name} the referee says {_said(made)}")


@_check.register
def _(exercise: ChoiceExercise, at: At, name: EditionId, rules: Rules) -> None:
    for right in (exercise.right, *exercise.per_edition.values()):
        if right not in exercise.answers:
            raise at.fail(f"the right answer {right} isn't among its answers")
    if len(set(exercise.answers)) != len(exercise.answers) or len(exercise.answers) < 2:
        raise at.fail("it needs two answers at least, each once")
    if strange := set(exercise.per_edition) - set(at.editions):
        raise at.fail(f"perEdition: the exercise isn't for {', '.join(sorted(strange))}")
    check_position(rules, Table(exercise.table or ""), Tiles(exercise.rack or ""))


@_check.register
def _(exercise: TimeExercise, at: At, name: EditionId, rules: Rules) -> None:
    _same_editions(at, "settled", exercise.settled)
    table, rack = Table(exercise.table), Tiles(exercise.rack)
    check_position(rules, table, rack)
    made = settle(rules, table, rack, Table(exercise.draft), exercise.opened is None, POOL)
    wants = exercise.settled[name]
    if (bool(made.laid), made.draw) != (wants.stands, wants.draws):
        said = f"{'some of' if made.laid else 'none of'} the tiles laid stay, {made.draw} are drawn"
        raise at.fail(f"settled: in {name} it's {made.verdict.value}: {said}")


@_check.register
def _(exercise: SheetExercise, at: At, name: EditionId, rules: Rules) -> None:
    if exercise.edition is not None and exercise.edition not in at.editions:
        raise at.fail(f"the exercise isn't for {exercise.edition}")
    for game in exercise.rounds:
        if isinstance(game, SheetGame):
            rules.check_copies(*(Tiles(rack) for rack in game.racks))
    for number, scores in enumerate(sheet_scores(exercise, rules)):
        if len(scores) != exercise.players:
            raise at.fail(f"game {number + 1} has {len(scores)} numbers for {exercise.players} players")
        if sum(scores) != 0:
            raise at.fail(f"the scores of game {number + 1} add up to {sum(scores)}, not to 0")
    for row, player in exercise.blank:
        if player not in range(exercise.players) or (row != "total" and row not in range(len(exercise.rounds))):
            raise at.fail(f"blank: there's no place {row}, {player} on this sheet")
    if not exercise.blank:
        raise at.fail("nothing is blank, so there's nothing to fill in")


def _reaches(goal: object, made: Turn, rack: Tiles) -> bool:
    if isinstance(goal, Lays):
        wants = rack if goal.lay == "all" else Tiles(goal.lay)
        return not Counter(wants) - Counter(made.played)
    return len(made.played) >= goal.least if isinstance(goal, Least) else True


def _solves(at: At, name: EditionId, what: str, made: Turn, reaches: Callable[[Turn], bool]) -> None:
    if not made.legal:
        raise at.fail(f"{what} isn't legal in {name}: {_said(made)}")
    if not reaches(made):
        raise at.fail(f"{what} lays only {made.played}, which isn't what solves it")


def _said(made: Turn) -> str:
    return "; ".join(defect.text for defect in made.defects) or "it's legal"


def _within(at: At, field: str, some: Tiles, tiles: Iterable[Kind]) -> None:
    if missing := Counter(some) - Counter(tiles):
        raise at.fail(f"{field}: {Tiles(missing.elements())} isn't there")


def _same_editions(at: At, field: str, named: Iterable[str]) -> None:
    if set(named) != set(at.editions):
        raise at.fail(f"{field} must name {', '.join(at.editions)}, it names {', '.join(named)}")
