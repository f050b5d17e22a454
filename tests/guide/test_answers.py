"""What the guide says is what the referee says, in every edition."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import tilery.guide
from tests.kit.catalogues import WEB
from tilery import Table, Tiles, edition, edition_names
from tilery.guide import GuidePicture, GuideWords, answer, chapters, entries, find, holds, points_of
from tilery.guide.answers import fill, source_of
from tilery.rules import Rules, house_rules, judge, read, score, settle

WORDS = sorted(Path(tilery.guide.__file__).parent.glob("words/*.json"))
LANGUAGES = json.loads((WEB / "languages.json").read_text("utf-8"))


def agree(rules: Rules, picture: GuidePicture) -> bool:
    """Put a picture to the referee, who has to say what it says; whether that's a yes."""
    table, rack = Table(picture.table), Tiles(picture.rack)
    if picture.racks:
        scores = score(rules, [Tiles(one) for one in picture.racks], picture.out)
        assert scores.scores == picture.scores
        return True
    if picture.draft is not None:
        settled = settle(rules, table, rack, Table(picture.draft), picture.opened, pool=50)
        assert (settled.verdict, settled.draw) == (picture.stands, picture.draws)
        return settled.verdict in ("stands", "kept")
    if picture.after is not None:
        rules.check_copies(table.tiles(), rack)
        turn = judge(rules, table, rack, Table(picture.after), picture.opened, Tiles(picture.drawn))
        assert all(read(one, rules.mirror) for one in table), "the table it begins with is legal"
        assert picture.code in {None, *(defect.code for defect in turn.defects)}
        assert turn.legal == picture.legal, turn.defects
        if turn.legal:
            assert turn.table == Table(picture.after), "it lies as it is drawn"
        return turn.legal
    rules.check_copies(Tiles(picture.set))
    reading = read(Tiles(picture.set), rules.mirror)
    assert (reading is not None) == picture.legal
    if reading is not None:
        assert reading.tiles == Tiles(picture.set), "it lies as it is drawn"
        assert picture.worth in (None, reading.value)
    return reading is not None


@pytest.mark.parametrize("name", edition_names())
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.id)
def test_the_referee_says_of_every_picture_what_the_answer_says(entry: tilery.guide.GuideEntry, name: str) -> None:
    book = edition(name)
    case = next(case for case in entry.cases if holds(case.when, book))
    if case.picture is None:
        return
    said = agree(book.rules(), case.picture)
    shows_a_cost = case.picture.racks or case.picture.stands == "nothing-moved"
    worth_nothing = case.picture.worth is not None  # the set is legal either way; the figure is what it's about
    assert shows_a_cost or worth_nothing or said == (case.answer != "no") or case.picture.stands == "kept"


@pytest.mark.parametrize("name", edition_names())
def test_the_referee_agrees_with_every_picture_of_the_booklet(name: str) -> None:
    book = edition(name)
    for chapter in chapters():
        points = list(points_of(chapter, book))
        assert points
        for point in points:
            if point.picture is not None:
                agree(book.rules(), point.picture)


@pytest.mark.parametrize("name", edition_names())
def test_every_row_of_an_edition_is_in_its_booklet(name: str) -> None:
    book = edition(name)
    told = {point.rule for chapter in chapters() for point in points_of(chapter, book)} - {"double", "change"}
    never = {"ending"} if book.rows["pool_empty"].value == "stop" else set()
    assert told == {"sets", "turn"} | {key for key, row in book.rows.items() if row.value is not None} - never


@pytest.mark.parametrize("name", edition_names())
def test_nobody_takes_a_joker_before_having_opened(name: str) -> None:
    found = answer(edition(name), find("may I take a joker before I have opened?")[0])
    assert found.answer == "no"
    assert ("same turn" in found.text) == edition(name).rules().table_in_opening
    assert found.source == source_of("freeing", edition(name))


@pytest.mark.parametrize("name", edition_names())
def test_every_question_has_words_and_a_place_in_every_edition(name: str) -> None:
    for entry in entries():
        found = answer(edition(name), entry)
        assert found.lead and found.text and found.source
        assert "{" not in found.asks + found.lead + found.text


def test_answers_follow_house_rules() -> None:
    strict = house_rules(edition("classic-2015"), {"freed_joker": "new-set", "opening_sets": "one", "opening": 50})
    said = {entry.id: answer(strict, entry) for entry in entries()}
    assert said["joker-old-set"].answer == said["open-several"].answer == "no"
    assert agree(strict.rules(), said["joker-old-set"].picture or GuidePicture()) is False
    assert said["open-low"].lead == "No, 50 at least."
    assert fill("{opening}", strict) == "50"


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_every_language_has_all_words(path: Path) -> None:
    words = msgspec.json.decode(path.read_bytes(), type=GuideWords)
    english = tilery.guide.guide_words()
    assert list(words.questions) == [entry.id for entry in entries()]
    assert list(words.chapters) == [chapter.id for chapter in chapters()]
    assert set(words.points) == {point.id for chapter in chapters() for point in chapter.points if point.id}
    assert words.common.keys() == english.common.keys()
    for entry in entries():
        answers = words.questions[entry.id].answers
        assert answers.keys() == english.questions[entry.id].answers.keys()
        assert {case.say or case.answer for case in entry.cases} == answers.keys() | (
            {case.say for case in entry.cases} & words.common.keys()
        )


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_words_call_things_as_the_glossary_does(path: Path) -> None:
    glossary = json.loads((WEB / "glossary.json").read_text("utf-8"))
    spoilt = [*glossary["register"][path.stem]["avoid"]]
    for term in glossary["terms"].values():
        spoilt += term[path.stem].get("avoid", [])
    avoided = re.compile(r"\b(" + "|".join(word.replace("*", r"\w*") for word in spoilt) + r")\b", re.IGNORECASE)
    words = msgspec.json.decode(path.read_bytes(), type=GuideWords)
    texts = [*words.chapters.values(), *(text for said in words.common.values() for text in said)]
    texts += [text for point in words.points.values() for text in (point.title, point.text)]
    for said in words.questions.values():
        texts += [said.asks, *(text for answer in said.answers.values() for text in answer)]
    for text in texts:
        assert not set("'\"!") & set(text), text
        assert not avoided.search(re.sub(r"{\w+}", "", text)), text


def test_the_guide_speaks_every_language_of_the_app() -> None:
    assert {path.stem for path in WORDS} == {language["code"] for language in LANGUAGES}
