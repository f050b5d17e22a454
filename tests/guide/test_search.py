"""A question is found by the words somebody uses for it, in every language, and here as in the web app."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tilery.guide
from tilery.guide import GuideWords, SearchIndex, entries

FOLDER = Path(tilery.guide.__file__).parent / "words"
VECTORS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "vectors/questions.jsonl").read_text("utf-8").splitlines()
]
"""What is asked, and what is found, best first: the web app's tests read the same lines."""


@cache
def words(language: str) -> GuideWords:
    return msgspec.json.decode((FOLDER / f"{language}.json").read_bytes(), type=GuideWords)


@cache
def index(language: str) -> SearchIndex:
    said = words(language).questions
    return SearchIndex(words(language).search, [(said[entry.id].asks, said[entry.id].also) for entry in entries()])


def found(language: str, asked: str) -> list[str]:
    return [entries()[place].id for place in index(language).find(asked)]


@pytest.mark.parametrize("line", VECTORS, ids=lambda line: f"{line['language']} {line['words']}")
def test_people_find_what_they_ask_about(line: dict[str, Any]) -> None:
    ids = found(line["language"], line["words"])
    assert ids == line["found"]
    assert (ids[0] if ids else None) == line["first"]


def test_there_are_questions_in_every_language() -> None:
    counts = {path.stem: 0 for path in FOLDER.glob("*.json")}
    for line in VECTORS:
        counts[line["language"]] += 1
    assert counts["en"] >= 60
    assert min(counts.values()) >= 10


@pytest.mark.parametrize("language", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_every_question_is_found_by_its_own_words(language: str) -> None:
    for entry in entries():
        asks = words(language).questions[entry.id].asks.replace("{opening}", "30")
        assert found(language, asks)[:1] == [entry.id]


@pytest.mark.parametrize("typed", ["joekr", "jokker", "jker", "jokwr", "joker"])
def test_a_mistyped_letter_is_forgiven(typed: str) -> None:
    assert found("en", f"add a {typed} to a group of four")[:1] == ["joker-fifth"]


@pytest.mark.parametrize("asked", ["", " ", "?", "may I", "zebra umbrella", "{opening}" * 1000])
def test_what_says_nothing_finds_nothing(asked: str) -> None:
    assert not found("en", asked) or "opening" in asked
