"""``tilery rules``: the booklet by chapters, and answers to "may I …?"."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tilery import edition, edition_names
from tilery.guide import chapters, guide_words


def test_an_answer_names_its_rule_and_booklet(run: Run) -> None:
    asked = run("rules", "-e", "classic-2015", "may", "I", "take", "a", "joker", "from", "a", "group?")
    assert asked.code == 0
    assert asked.out.startswith(
        "May I take a joker from a group?\n\n"
        "Yes, with a missing colour. Either will do. Play that tile, and use the joker in the same turn.\n"
        "  table b3 r3 j\n  rack  y3 k1 k2\n  after b3 r3 y3 | k1 k2 j\n"
        "Classic 2015 · in the booklet: “The Joker”\n"
    )


def test_without_an_edition_all_of_them_answer(run: Run) -> None:
    asked = run("rules", "take a joker before I have opened")
    assert asked.code == 0
    first, second = asked.out.split("\n\n")[1:3]
    assert "From your next turn on" in first and "Classic 2015 · " in first and "Twist 2016 · " in first
    assert "even in the same turn" in second and "Sabra · " in second
    answers = run("rules", "take a joker before I have opened", "--json").json["answers"]
    assert [one["edition"] for one in answers] == list(edition_names())
    assert {one["answer"] for one in answers} == {"no"}
    assert answers[0]["picture"]["code"] == "opening-touches-table"


def test_what_nothing_is_known_about_is_said_with_something_to_try(run: Run) -> None:
    asked = run("rules", "the weather today")
    assert asked.code == 2
    assert "nothing on 'the weather today' yet; try \"take a joker before opening\"" in asked.err
    assert run("rules", "the weather today", "--json").json["error"]["code"] == "nothing-found"


@pytest.mark.parametrize("name", edition_names())
def test_without_words_it_is_the_booklet_by_chapters(run: Run, name: str) -> None:
    shown = run("rules", "-e", name)
    assert shown.code == 0
    lines = shown.out.splitlines()
    assert lines[0] == edition(name).title
    titles = [guide_words().chapters[chapter.id] for chapter in chapters()]
    assert [line for line in lines if line in titles] == titles
    assert "{" not in shown.out
    data = run("rules", "-e", name, "--json").json
    assert [chapter["title"] for chapter in data["chapters"]] == titles
    assert all(point["text"] and point["source"] for chapter in data["chapters"] for point in chapter["points"])


def test_house_rules_have_answers_and_a_booklet_of_their_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "sabra"\nname = "club"\nopening = 50\njoker_penalty = 40\n')
    assert "No, 50 at least." in run("rules", "--rules", str(file), "open with less than 50 points").out
    assert "house rules club" in run("rules", "--rules", str(file), "open with less than 50 points").out
    assert "Joker left on a rack: 40." in run("rules", "--rules", str(file)).out


def test_an_edition_and_house_rules_are_one_too_many(run: Run) -> None:
    assert run("rules", "-e", "sabra", "--rules", "x").code == 2
