"""The course: every exercise is what it says, played through by our own referee in every edition it names."""

from __future__ import annotations

import json
import re

import pytest

from tests.kit.catalogues import WEB
from tests.kit.lesson_checks import check_exercise, check_words
from tests.kit.lessons import (
    LESSONS,
    At,
    Lesson,
    course,
    exercises,
    headings,
    lesson_words,
    lessons,
    word_languages,
)
from tilery import edition

EXERCISES = exercises()
HARD_WORDS = re.compile(r"\b(wrong|invalid|fail\w*|error\w*|illegal)\b|!", re.IGNORECASE)
"""What no lesson says to a learner."""

TILE_FIRST = re.compile(r"(^|[.?…] )\{")


@pytest.mark.parametrize("at", EXERCISES, ids=str)
def test_an_exercise_is_solved_by_its_solution_and_not_by_its_slip(at: At) -> None:
    check_exercise(at)


def test_every_lesson_has_a_place_in_the_course_and_each_only_one() -> None:
    named = [name for chapter in course().chapters for name in chapter.lessons]
    files = {path.stem for path in LESSONS.glob("*.json")} - {"course", "headings"}
    assert sorted(named) == sorted(files)
    assert [lesson.id for lesson in lessons()] == named


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_short_and_its_exercises_have_names_of_their_own(lesson: Lesson) -> None:
    names = [exercise.id for exercise in lesson.exercises]
    assert len(set(names)) == len(names)
    assert 3 <= len(names) <= 8
    assert 1 <= lesson.minutes <= 6


@pytest.mark.parametrize("at", EXERCISES, ids=str)
def test_an_exercise_cites_headings_that_the_booklets_have(at: At) -> None:
    known = headings()
    for source in at.exercise.sources:
        if source.heading not in known[source.booklet]:
            raise at.fail(f"headings.json has no heading “{source.heading}” of {source.booklet}")


def test_every_heading_is_there_as_printed_in_each_language_of_its_booklet() -> None:
    for name, printed in headings().items():
        languages = set(edition(name).languages)
        for heading, texts in printed.items():
            assert set(texts) == languages, f"{name}, {heading}"
            assert heading in texts.values()


@pytest.mark.parametrize("language", word_languages())
def test_a_language_has_words_for_every_exercise_and_no_others(language: str) -> None:
    words = lesson_words(language)
    assert list(words) == [lesson.id for lesson in lessons()]
    for lesson in lessons():
        said = words[lesson.id]
        assert all(text.strip() for text in (said.title, said.about, said.differs)), lesson.id
        assert list(said.exercises) == [exercise.id for exercise in lesson.exercises], lesson.id
        for exercise in lesson.exercises:
            check_words(At(lesson, exercise), said.exercises[exercise.id])


@pytest.mark.parametrize("language", word_languages())
def test_words_are_printed_as_the_language_prints_them(language: str) -> None:
    for name, said in lesson_words(language).items():
        for text in said.texts():
            assert not set("'\"") & set(text), f"{name}: a straight quotation mark in {text}"
            assert "!" not in text, f"{name}: {text}"
            assert text == text.strip()
            assert not TILE_FIRST.search(text), f"{name}: a sentence starts with a tile, in small letters: {text}"


@pytest.mark.parametrize("language", word_languages())
def test_words_call_things_as_the_glossary_does(language: str) -> None:
    glossary = json.loads((WEB / "glossary.json").read_text("utf-8"))
    spoilt = [*glossary["register"][language]["avoid"]]
    for term in glossary["terms"].values():
        spoilt += term[language].get("avoid", [])
    avoided = re.compile(r"\b(" + "|".join(word.replace("*", r"\w*") for word in spoilt) + r")\b", re.IGNORECASE)
    for name, said in lesson_words(language).items():
        for text in said.texts():
            assert not avoided.findall(text), f"{name}: {avoided.findall(text)} in {text}"


def test_nobody_is_scolded() -> None:
    for name, said in lesson_words("en").items():
        for exercise, words in said.exercises.items():
            for place, text in words.texts():
                assert not HARD_WORDS.search(text), f"{name}, {exercise}, {place}: {text}"
            assert len(words.task) <= 70, f"{name}, {exercise}: the task is too long for a phone: {words.task}"
            assert not words.done.endswith("."), f"{name}, {exercise}"
