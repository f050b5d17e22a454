"""What the lessons say about the booklets is what our rules say, and a stranger's mistake is told by its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kit.lesson_checks import check_exercise, check_words, sheet_scores
from tests.kit.lessons import (
    LESSONS,
    At,
    ChoiceExercise,
    EditionId,
    ExerciseWords,
    SheetExercise,
    exercises,
    read_lesson,
    rules_of,
)
from tilery import ScoreSheet, Table, Tiles, read
from tilery.solver import best_play

BY_NAME = {f"{at.lesson.id}/{at.exercise.id}": at for at in exercises()}


def choice(name: str) -> tuple[At, ChoiceExercise]:
    exercise = BY_NAME[name].exercise
    assert isinstance(exercise, ChoiceExercise)
    return BY_NAME[name], exercise


def right(exercise: ChoiceExercise, name: EditionId) -> str:
    return exercise.per_edition.get(name, exercise.right)


def sheet(name: str) -> SheetExercise:
    exercise = BY_NAME[name].exercise
    assert isinstance(exercise, SheetExercise)
    return exercise


def totals(name: str, rules_name: EditionId) -> tuple[int, ...]:
    columns = zip(*sheet_scores(sheet(name), rules_of(rules_name)), strict=True)
    return tuple(map(sum, columns))


def test_the_sheets_are_the_booklets_own() -> None:
    assert totals("scoring/first-game", "classic-2015") == (24, -5, -16, -3)
    assert totals("scoring/round", "classic-2015") == (-24, -54, 45, 33)
    assert totals("scoring/three-games", "classic-2002") == (-14, -29, 4, 39)
    assert totals("scoring/two-games", "sabra") == (18, -16, 6, -8)


def test_a_joker_left_and_an_empty_pool_score_as_the_edition_says() -> None:
    assert totals("scoring/joker-left", "twist-2016") == (-37, 43, -6)
    assert totals("scoring/joker-left", "sabra") == (-32, 38, -6)
    assert totals("scoring/empty-pool", "classic-2015") == (12, -4, -8)
    assert totals("scoring/empty-pool", "classic-2002") == (22, -9, -13)


def test_the_match_is_won_by_games_or_by_points_as_the_edition_says() -> None:
    at, exercise = choice("scoring/who-wins")
    for name in at.editions:
        match = ScoreSheet(("A", "B"), rules_of(name).match).add((6, -6), 0).add((6, -6), 0).add((-40, 40), 1)
        assert right(exercise, name) == ("games" if match.winners == (0,) else "points"), name


def test_the_time_of_a_turn_is_the_editions() -> None:
    at, exercise = choice("time/how-long")
    for name in at.editions:
        assert {"one": 60, "two": 120}[right(exercise, name)] == rules_of(name).time_limit, name


def test_a_joker_on_the_rack_costs_what_the_edition_says() -> None:
    at, exercise = choice("strategy/joker-kept")
    for name in at.editions:
        assert {"twenty-five": 25, "thirty": 30}[right(exercise, name)] == rules_of(name).joker_penalty, name


@pytest.mark.parametrize("name", ["twist-2015", "twist-2016"])
def test_special_jokers_are_worth_what_the_lessons_say(name: EditionId) -> None:
    mirror = rules_of(name).mirror
    worth = read(Tiles("r2 d r5"), mirror)
    assert worth is not None
    assert (worth.value - 7, right(choice("double/worth")[1], name)) == (7, "seven")
    before = read(Tiles("d b11 b12"), mirror)
    assert before is not None
    assert (before.text, right(choice("double/no-room")[1], name)) == ("b9+b10 b11 b12", "before")
    middle = read(Tiles("b3 b4 m b4 b3"), mirror)
    assert middle is not None
    assert right(choice("mirror/number")[1], name) == {5: "five", 0: "none"}[middle.value - 14]


@pytest.mark.parametrize(
    ("name", "fits"), [("strategy/three-of-four", "k7 r7 b7 y7"), ("strategy/two-players", "b3 b7 b9")]
)
def test_as_many_tiles_fit_as_the_advice_says(name: str, fits: str) -> None:
    at, exercise = choice(name)
    for edition_name in at.editions:
        play = best_play(rules_of(edition_name), Table(exercise.table or ""), Tiles(exercise.rack or ""))
        assert play is not None
        assert play.played.sorted() == Tiles(fits).sorted()


def changed(name: str, **fields: object) -> At:
    """An exercise of the course with other fields."""
    at = BY_NAME[name]
    data: dict[str, Any] = msgspec.to_builtins(at.exercise)
    return At(at.lesson, msgspec.convert(data | fields, type(at.exercise)))


@pytest.mark.parametrize(
    ("name", "fields", "told"),
    [
        (
            "splitting/own-six",
            {"solution": "k11 b11 y11 | k2 k3 k4 | r4 r5 | r6 r6 r7 r8"},
            "lesson splitting, exercise own-six: the solution isn't legal in classic-2015: set 3, r4 r5: ",
        ),
        (
            "splitting/own-six",
            {"solution": "k11 b11 y11 | k2 k3 k4 | r4 r5 r6 r7 r8"},
            "lesson splitting, exercise own-six: the solution isn't legal in classic-2015: no tile from the rack",
        ),
        ("splitting/own-six", {"rack": "r6 r6 r6"}, "own-six: in classic-2015: "),
        (
            "splitting/two-own",
            {"solved": {"lay": "all"}},
            "exercise two-own: the solution lays only k7 k8, which isn't what solves it",
        ),
        ("splitting/own-six", {"solved": {"lays": "r6"}}, "exercise own-six: solved: one of lay, least, opens, draw"),
        ("splitting/too-short", {"rack": "r6 b2"}, "too-short: in classic-2015 something can be laid"),
        (
            "freeing/split",
            {"editions": ["classic-2015"]},
            "exercise split: the solution isn't legal in classic-2015: a joker on the table stands for red 4",
        ),
        ("adding/both-ends", {"wrong": {"table": "b3 b4 b5 b6 b7 | k1 r1 y1 | k10 k11 k12", "code": "illegal-set"}},
         "the referee says nothing, it's legal"),
        ("sets/twice", {"legal": {"sabra": False}}, "exercise twice: legal must name classic-2015, "),
        ("opening/same-turn", {"after": "r4 r5 r6 | k1 b1 y1 | k10 r10 b10"}, "in classic-2015 the referee says it's"),
        ("opening/who-starts", {"right": "ten"}, "the right answer ten isn't among its answers"),
        ("time/nothing-moved", {"draft": "r4 r5 r6 | k8 b8 y8 | b1"}, "settled: in classic-2015 it's restored"),
        ("scoring/round", {"rounds": [[24, -5, -16, -4]]}, "the scores of game 1 add up to -1, not to 0"),
        ("sets/group", {"sources": []}, "it cites no booklet"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_by_its_lesson_and_exercise(name: str, fields: dict[str, object], told: str) -> None:
    with pytest.raises(AssertionError) as raised:
        check_exercise(changed(name, **fields))
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"task": "Lay your {red 6}."}, "lesson sets, exercise group: task names {red 6}, which isn't a tile"),
        ({"because": " "}, "lesson sets, exercise group: because is empty"),
        ({"done": "That’s {k7"}, "done has a brace without a partner"),
        ({"answers": {"yes": {"text": "Yes", "why": "Because."}}}, "the words have ['yes']"),
        ({"other": "That works too."}, "about and the words' other belong together"),
    ],
)
def test_a_mistake_in_the_words_is_told_too(words: dict[str, object], told: str) -> None:
    said = {"task": "Lay.", "aim": "", "hints": ["One.", "Two."], "done": "Done", "because": "So."} | words
    with pytest.raises(AssertionError) as raised:
        check_words(BY_NAME["sets/group"], msgspec.convert(said, ExerciseWords))
    assert told in str(raised.value)


def test_a_field_nobody_knows_is_told_by_its_exercise(tmp_path: Path) -> None:
    data = json.loads((LESSONS / "sets.json").read_text("utf-8"))
    data["exercises"][1]["hint"] = "Look."
    (tmp_path / "sets.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(AssertionError, match="lesson sets, exercise run: Object contains unknown field `hint`"):
        read_lesson("sets", tmp_path)
