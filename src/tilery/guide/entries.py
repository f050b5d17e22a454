"""The guide's data: questions and chapters in two files, their words in one file a language.

An entry has a case for each way the editions answer it. The first case whose rows an edition has is that edition's
answer, so an answer can't say anything else than the rules.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from tilery.rules.edition import Edition
from tilery.rules.overtime import Verdict
from tilery.rules.turn import DefectCode

__all__ = [
    "GuideCase",
    "GuideChapter",
    "GuideEntry",
    "GuidePicture",
    "GuidePoint",
    "GuideSaying",
    "GuideWords",
    "PointWords",
    "SearchWords",
    "chapters",
    "entries",
    "guide_words",
    "holds",
    "points_of",
]

_Data = TypeVar("_Data")


class GuidePicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position in notation, and what the referee says of it: a test asks.

    It's a ``set``; or a turn from ``table`` and ``rack`` to ``after``; or a ``draft`` that lies there when time is up;
    or the ``racks`` at the end of a game.
    """

    set: str = ""
    table: str = ""
    rack: str = ""
    after: str | None = None
    draft: str | None = None
    racks: tuple[str, ...] = ()
    opened: bool = True
    drawn: str = ""
    out: int | None = None
    legal: bool = True
    code: DefectCode | None = None
    worth: int | None = None
    stands: Verdict | None = None
    draws: int | None = None
    scores: tuple[int, ...] = ()


class GuideCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, for editions that have the rows of ``when``; ``say`` names its words if they aren't the answer's."""

    answer: Literal["yes", "no", "if"]
    rule: str
    when: dict[str, Any] = {}
    say: str = ""
    picture: GuidePicture | None = None
    silent: bool = False


class GuideEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that players ask: the chapter it belongs to, the lesson that teaches it, and its answers."""

    id: str
    chapter: str
    cases: tuple[GuideCase, ...]
    lesson: str = ""


class GuidePoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point of a chapter: with an ``id`` it has words of its own, without it's the row ``rule``."""

    rule: str
    id: str = ""
    when: dict[str, Any] = {}
    lesson: str = ""
    picture: GuidePicture | None = None


class GuideChapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A chapter of the booklet, and the lesson to try it in."""

    id: str
    points: tuple[GuidePoint, ...]
    lesson: str = ""


class SearchWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language is searched: words that say nothing, endings that don't matter, words that mean the same."""

    stop: str
    ends: str
    same: tuple[str, ...]


class GuideSaying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a question: how it goes on after "May I", other words people use, and the answers."""

    asks: str
    also: str
    answers: dict[str, tuple[str, str]]


class PointWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a point."""

    title: str
    text: str


class GuideWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guide in one language."""

    search: SearchWords
    chapters: dict[str, str]
    points: dict[str, PointWords]
    common: dict[str, tuple[str, str]]
    questions: dict[str, GuideSaying]


@functools.cache
def entries() -> tuple[GuideEntry, ...]:
    """Every question, those about the same thing side by side."""
    return _load("questions.json", tuple[GuideEntry, ...])


@functools.cache
def chapters() -> tuple[GuideChapter, ...]:
    """The chapters, in the order a game is played."""
    return _load("chapters.json", tuple[GuideChapter, ...])


@functools.cache
def guide_words() -> GuideWords:
    """The words of the guide, in English."""
    return _load("words/en.json", GuideWords)


def _load(path: str, kind: type[_Data]) -> _Data:
    from importlib import resources  # slow to load, and only needed when the guide is read

    return msgspec.json.decode(resources.files("tilery.guide").joinpath(path).read_bytes(), type=kind)


def holds(when: Mapping[str, Any], edition: Edition) -> bool:
    """Whether an edition has these rows; ``special`` is whether it has special jokers.

    >>> from tilery.rules import edition
    >>> holds({"freeing": "replace"}, edition("classic-2015")), holds({"special": True}, edition("sabra"))
    (True, False)
    """
    special = any(any(tiles.jokers[1:]) for tiles in edition.tile_sets)
    rows = edition.rows
    return all(value == (special if key == "special" else rows[key].value) for key, value in when.items())


def points_of(chapter: GuideChapter, edition: Edition) -> Iterator[GuidePoint]:
    """What a chapter says of an edition: of points about the same thing, the first that holds there."""
    seen = set()
    for point in chapter.points:
        about = point.id or point.rule
        if about not in seen and holds(point.when, edition):
            seen.add(about)
            yield point
