"""The lessons of the course as they are in ``web/lessons``, read strictly: what isn't known is refused by name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, cast

import msgspec

from tests.kit.catalogues import WEB
from tilery import Rules, edition
from tilery.rules.turn import DefectCode

LESSONS = WEB / "lessons"

EditionId = Literal["classic-2015", "classic-2002", "sabra", "twist-2015", "twist-2016"]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a booklet has it: the edition, and the heading as ``headings.json`` has it."""

    booklet: EditionId
    heading: str


class Lays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Solved by laying these tiles at least, or the whole rack: ``all``."""

    lay: str


class Least(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Solved by laying so many tiles."""

    least: int


class Opens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Solved by any legal opening."""

    opens: Literal[True]


class Draws(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Solved by drawing, because nothing fits; or a try that only draws."""

    draw: Literal[True]


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A try that the referee refuses with this code, among others."""

    table: str
    code: DefectCode


class _Exercise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    id: str
    sources: list[Source]
    editions: list[EditionId] | None = None


class TurnExercise(_Exercise, frozen=True, kw_only=True, tag="turn"):
    """A turn at the table."""

    table: str
    rack: str
    opened: Literal[False] | None = None
    drawn: str = ""
    # Which of these it is follows from its one field.
    solved: dict[str, Any]
    solution: str | None = None
    about: list[str] | None = None
    point: str = ""
    wrong: dict[str, Any]

    @property
    def goal(self) -> Lays | Least | Opens | Draws:
        """What counts as solved."""
        kinds = {"lay": Lays, "least": Least, "opens": Opens, "draw": Draws}
        return cast("Lays | Least | Opens | Draws", _one_of(self.solved, kinds, "solved"))

    @property
    def slip(self) -> Refused | Draws:
        """A likely try that isn't it."""
        return cast("Refused | Draws", _one_of(self.wrong, {"table": Refused, "draw": Draws}, "wrong"))


class VerdictExercise(_Exercise, frozen=True, kw_only=True, tag="verdict"):
    """May this be laid?"""

    table: str
    rack: str
    after: str
    opened: Literal[False] | None = None
    legal: dict[EditionId, bool]


class ChoiceExercise(_Exercise, frozen=True, kw_only=True, rename="camel", tag="choice"):
    """A question with answers to choose from."""

    answers: list[str]
    right: str
    table: str | None = None
    rack: str | None = None
    per_edition: dict[EditionId, str] = {}


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After the time: whether any of the player's tiles stays on the table, and how many are drawn."""

    stands: bool
    draws: int


class TimeExercise(_Exercise, frozen=True, kw_only=True, tag="time"):
    """Time is up with this draft on the table."""

    table: str
    rack: str
    draft: str
    opened: Literal[False] | None = None
    settled: dict[EditionId, Settled]


class SheetGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of a sheet to be counted from the racks left; ``out`` is the seat that went out."""

    racks: list[str]
    out: int | None


class SheetExercise(_Exercise, frozen=True, kw_only=True, tag="sheet"):
    """A score sheet with numbers to fill in: ``blank`` is a game (from 0) or the total, and a player (from 0)."""

    players: int
    rounds: list[list[int] | SheetGame]
    blank: list[tuple[int | Literal["total"], int]]
    edition: EditionId | None = None


Exercise = TurnExercise | VerdictExercise | ChoiceExercise | TimeExercise | SheetExercise


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: which editions have its rule at all, and its exercises."""

    id: str
    minutes: int
    editions: list[EditionId]
    exercises: list[Exercise]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to choose, and what is said when it's chosen."""

    text: str
    why: str


class ExerciseWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an exercise says."""

    task: str
    aim: str
    hints: tuple[str, str]
    done: str
    because: str
    other: str | None = None
    wrong: dict[DefectCode, str] = {}
    answers: dict[str, Answer] = {}

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every text with its place."""
        yield from (("task", self.task), ("aim", self.aim), ("done", self.done), ("because", self.because))
        yield from (("hint 1", self.hints[0]), ("hint 2", self.hints[1]))
        if self.other is not None:
            yield "other", self.other
        yield from ((f"wrong {code}", text) for code, text in self.wrong.items())
        for name, answer in self.answers.items():
            yield from ((f"answer {name}", answer.text), (f"why of answer {name}", answer.why))


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says."""

    title: str
    about: str
    differs: str
    exercises: dict[str, ExerciseWords]

    def texts(self) -> Iterator[str]:
        """Every text of the lesson."""
        yield from (self.title, self.about, self.differs)
        yield from (text for words in self.exercises.values() for _, text in words.texts())


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the course: the lessons in their order."""

    id: str
    lessons: list[str]


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of the course."""

    chapters: list[Chapter]


class At(NamedTuple):
    """An exercise with its lesson."""

    lesson: Lesson
    exercise: Exercise

    def __str__(self) -> str:
        return f"lesson {self.lesson.id}, exercise {self.exercise.id}"

    @property
    def editions(self) -> list[EditionId]:
        """Where its answer holds."""
        return self.exercise.editions or self.lesson.editions

    def fail(self, text: str) -> AssertionError:
        """A mistake in the data, with the name of the place where it is."""
        return AssertionError(f"{self}: {text}")


_Read = TypeVar("_Read")


def read_data(path: Path, kind: type[_Read]) -> _Read:
    """A file of the course, or what's wrong with it and where."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise AssertionError(f"{path.relative_to(WEB.parent)}: {error}") from None


def read_lesson(name: str, folder: Path = LESSONS) -> Lesson:
    """A lesson by its name. A mistake in an exercise is told with the exercise's own name."""
    path = folder / f"{name}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Lesson)
    except msgspec.ValidationError:
        for exercise in json.loads(path.read_bytes()).get("exercises", []):
            try:
                msgspec.convert(exercise, Exercise)
            except msgspec.ValidationError as error:
                known = exercise.get("id", "without an id")
                raise AssertionError(f"lesson {name}, exercise {known}: {error}") from None
        raise
    except msgspec.DecodeError as error:
        raise AssertionError(f"lesson {name}: {error}") from None


def course() -> Course:
    """The course: its chapters."""
    return read_data(LESSONS / "course.json", Course)


def lessons() -> list[Lesson]:
    """Every lesson in its order."""
    return [read_lesson(name) for chapter in course().chapters for name in chapter.lessons]


def exercises() -> list[At]:
    """Every exercise of the course in its order."""
    return [At(lesson, exercise) for lesson in lessons() for exercise in lesson.exercises]


def headings() -> dict[EditionId, dict[str, dict[str, str]]]:
    """The headings of the booklets that may be cited, each as printed in every language of its booklet."""
    return read_data(LESSONS / "headings.json", dict[EditionId, dict[str, dict[str, str]]])


def lesson_words(language: str) -> dict[str, LessonWords]:
    """What the lessons say in a language."""
    return read_data(LESSONS / f"words/{language}.json", dict[str, LessonWords])


def word_languages() -> list[str]:
    """The languages that the lessons are written in."""
    return sorted(path.stem for path in (LESSONS / "words").glob("*.json"))


def rules_of(name: EditionId) -> Rules:
    """The rules of an edition with its first tile set."""
    return edition(name).rules()


def _one_of(data: dict[str, Any], kinds: Mapping[str, type[Any]], field: str) -> Any:
    for key, kind in kinds.items():
        if key in data:
            try:
                return msgspec.convert(data, kind)
            except msgspec.ValidationError as error:
                raise AssertionError(f"{field}: {error}") from None
    raise AssertionError(f"{field}: one of {', '.join(kinds)} is needed, this is {data}")
